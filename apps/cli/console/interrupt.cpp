#include "cli/console/interrupt.h"

#include <fcntl.h>
#include <sys/time.h>
#include <unistd.h>

#include <cxxabi.h>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>
#include <typeinfo>

#include "treewright/base/atomic_file.h"
#include "treewright/base/temporary_folder.h"

namespace treewright::cli {

namespace {

constexpr suseconds_t patience_in_microseconds = 20'000;
constexpr int most_waits_for_folders = 250;  // 5 s: a database has a thousand files to remove

std::atomic<Progress*> to_cancel{nullptr};
std::atomic<bool> on_terminal{false};
std::atomic<bool> last_word_said{false};

/// From a signal handler: nothing else can be done about a failure.
void say(std::string_view text) { [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size()); }

void erase_progress_bar() {
    if (on_terminal) say("\r\x1b[K");
}

void wake_in(suseconds_t microseconds) {
    const itimerval timer{{0, 0}, {0, microseconds}};
    setitimer(ITIMER_REAL, &timer, nullptr);
}

/// The work had its chance to stop by itself. Where it has a folder and programs of its own, it gets the time to end these.
void end_at_once(int /*signal*/) {
    static volatile std::sig_atomic_t waits = 0;
    if (TemporaryFolder::alive() > 0 && waits < most_waits_for_folders) {
        waits = waits + 1;
        return wake_in(patience_in_microseconds);
    }
    AtomicFile::discard_pending();
    erase_progress_bar();
    if (has_last_word()) {
        say("treewright: ");
        say(interrupted_sentence);
        say("\n");
    }
    _exit(interrupted_exit_code);
}

/// An exception that nobody could catch, such as one thrown while another was on its way.
[[noreturn]] void end_lost() {
    const std::type_info* lost = abi::__cxa_current_exception_type();
    AtomicFile::discard_pending();
    if (lost == nullptr || *lost != typeid(std::bad_alloc)) std::abort();
    say_out_of_memory();
    _exit(system_failed_exit_code);
}

void cancel_and_wait(int /*signal*/) {
    if (Progress* progress = to_cancel.load()) progress->cancel();
    wake_in(patience_in_microseconds);
}

void handle(int signal, void (*handler)(int)) {
    struct sigaction action{};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
}

bool is_ignored(int signal) {
    struct sigaction action{};
    return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

void say_out_of_memory() {
    erase_progress_bar();
    say("treewright: out of memory: use fewer rows or columns (--ignore), or a machine with more memory\n");
}

void clean_up_if_lost() { std::set_terminate(end_lost); }

bool has_last_word() { return !last_word_said.exchange(true); }

void end_on_interrupt(Progress& progress) {
    to_cancel = &progress;
    on_terminal = isatty(STDERR_FILENO) == 1;
    handle(SIGALRM, end_at_once);
    // What the parent process ignores stays ignored: SIGHUP under nohup, SIGINT in the background of a script.
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        if (!is_ignored(signal)) handle(signal, cancel_and_wait);
}

void occupy_standard_descriptors() {
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(descriptor, F_GETFD) == -1 && open("/dev/null", O_RDONLY) != descriptor) return;
}

void turn_write_signals_into_errors() {
    handle(SIGPIPE, SIG_IGN);
    handle(SIGXFSZ, SIG_IGN);
}

}  // namespace treewright::cli
