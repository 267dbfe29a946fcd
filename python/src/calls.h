// A call into the library from Python: without the GIL, interruptible by Ctrl-C, its messages passed on to Python.
#pragma once

#include <nanobind/nanobind.h>

#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "treewright/base/spelling.h"
#include "treewright/treewright.h"

namespace treewright::python {

/// Whether this is the thread on which Python handles signals.
bool on_main_thread();

/// Hands the messages of a session to `treewright._messages.show`, spelled as Python writes parameters. With the GIL.
void pass_on_messages(const Session& session);

/// Waits for work on another thread and looks at Python's signals meanwhile.
class Watch {
public:
    /// The work is over. From the thread that does it.
    void finish();
    /// Returns when the work is over. On a signal whose handler raises, cancels the session and throws what was raised after the work has
    /// ended. With the GIL.
    void wait(const Session& session);

private:
    bool is_over_within_poll();

    std::mutex mutex_;
    std::condition_variable changed_;
    bool over_ = false;
};

/// The result of work(), which does not touch Python. On the main thread it runs on a thread of its own, so that this one can listen
/// to Ctrl-C.
template <class Work>
auto released(const Session& session, const Work& work) -> decltype(work()) {
    const auto here = [&work] {
        const nanobind::gil_scoped_release release;
        return work();
    };
    if (!on_main_thread()) return here();
    std::optional<decltype(work())> result;
    std::exception_ptr failure;
    Watch watch;
    std::thread worker;
    try {
        worker = std::thread([&] {
            try {
                result.emplace(work());
            } catch (...) {
                failure = std::current_exception();
            }
            watch.finish();
        });
    } catch (const std::system_error&) {  // no more threads: without interrupts
        return here();
    }
    try {
        watch.wait(session);
    } catch (...) {
        const nanobind::gil_scoped_release release;
        worker.join();
        throw;
    }
    worker.join();
    if (failure) std::rethrow_exception(failure);
    return std::move(*result);
}

/// The same with a session of its own, whose messages are passed on, also where the work fails.
template <class Work>
auto called(unsigned threads, const Work& work) {
    const Session session(threads);
    try {
        auto result = released(session, [&] { return work(session); });
        pass_on_messages(session);
        return result;
    } catch (const Error&) {
        pass_on_messages(session);
        throw;
    }
}

/// Parameters by the names that the package's functions have for them: `data` is X, `weight` is sample_weight.
std::string package_spelling(const NamedParameter& parameter);

/// Translates the library's exceptions into Python's.
void translate_errors();

}  // namespace treewright::python
