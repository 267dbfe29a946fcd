#include "calls.h"

#include <array>
#include <chrono>
#include <string>
#include <string_view>
#include <typeinfo>
#include <utility>

namespace nb = nanobind;

namespace treewright::python {

namespace {

constexpr std::chrono::milliseconds poll_time(20);

/// A sentence may quote bytes of a file that are not UTF-8.
nb::object text_of(const std::string& sentence) {
    return nb::steal(PyUnicode_DecodeUTF8(sentence.data(), static_cast<Py_ssize_t>(sentence.size()), "replace"));
}

void raise(PyObject* kind, const std::string& sentence) {
    const nb::object text = text_of(sentence);
    if (text.is_valid()) PyErr_SetObject(kind, text.ptr());
}

/// A sentence about a table of Python does not advise what only files have.
void raise_error(const Error& error) {
    const std::string sentence = spelled(error.sentence(), package_spelling);
    PyObject* const kind = error.kind() == ErrorKind::system ? PyExc_OSError : PyExc_ValueError;
    if (!sentence.starts_with("the table") && !sentence.starts_with("the Arrow stream")) return raise(kind, sentence);
    const nb::object instead = nb::module_::import_("treewright._messages").attr("about_tables")(text_of(sentence));
    PyErr_SetObject(kind, instead.ptr());
}

void translate(const std::exception_ptr& thrown, void* /*payload*/) {
    try {
        std::rethrow_exception(thrown);
    } catch (const Error& error) {
        raise_error(error);
    } catch (const Cancelled&) {
        PyErr_SetNone(PyExc_KeyboardInterrupt);
    } catch (const InternalError& error) {
        raise(PyExc_RuntimeError, error.what());
    } catch (const std::bad_cast&) {
        raise(PyExc_TypeError, "a value is of a type, or an array of a shape, that does not fit here");
    }
}

}  // namespace

bool on_main_thread() {
    const nb::object main = nb::module_::import_("threading").attr("main_thread")().attr("ident");
    return nb::cast<unsigned long>(main) == PyThread_get_thread_ident();
}

void pass_on_messages(const Session& session) {
    if (session.messages().empty()) return;
    const nb::object show = nb::module_::import_("treewright._messages").attr("show");
    for (const Message& message : session.messages())
        show(message.level == Message::Level::warning, text_of(spelled(message.sentence, package_spelling)));
}

std::string package_spelling(const NamedParameter& parameter) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> others = {{{"data", "X="},
                                                                                             {"group", "groups="},
                                                                                             {"leave-one-out", "leave_one_out"},
                                                                                             {"sequence", "prune_path"},
                                                                                             {"tune", "grid="},
                                                                                             {"weight", "sample_weight="}}};
    for (const auto& [name, ours] : others)
        if (parameter.name == name) return std::string(ours);
    return python_spelling(parameter);
}

void Watch::finish() {
    const std::lock_guard lock(mutex_);
    over_ = true;
    changed_.notify_one();
}

bool Watch::is_over_within_poll() {
    const nb::gil_scoped_release release;
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, poll_time, [this] { return over_; });
}

void Watch::wait(const Session& session) {
    while (!is_over_within_poll()) {
        if (PyErr_CheckSignals() == 0) continue;
        nb::python_error raised;  // what the handler raised; taken before other Python code runs
        session.cancel();
        while (!is_over_within_poll()) continue;
        throw raised;
    }
}

void translate_errors() { nb::register_exception_translator(translate); }

}  // namespace treewright::python
