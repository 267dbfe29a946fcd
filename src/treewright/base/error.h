// Errors come in two kinds. `Error` is the user's mistake or the system's failure: one sentence that says what, where and what
// to do, thrown only at the interfaces (file, options, data, model). `InternalError` is our bug: an invariant that did not
// hold. A sentence names parameters by marks (see spelling.h). `what()` is readable without a front; a front prints
// `spelled(sentence(), …)`.
#pragma once

#include <exception>
#include <memory>
#include <stdexcept>
#include <string>

#include "treewright/base/spelling.h"

namespace treewright {

/// Who has to act. The command line turns these into its exit codes 1, 2 and 3.
enum class ErrorKind {
    system,  ///< the machine failed: full disk, unreadable device, out of memory
    usage,   ///< wrong whatever the files hold: an unknown option, a value out of range
    input,   ///< found by opening a file: not there, malformed, a column or class that is not in it
};

class Error : public std::runtime_error {
public:
    Error(ErrorKind kind, const std::string& sentence)
        : std::runtime_error(spelled(sentence)), kind_(kind), sentence_(std::make_shared<const std::string>(sentence)) {}
    [[nodiscard]] ErrorKind kind() const noexcept { return kind_; }
    /// With the marks of parameters.
    [[nodiscard]] const std::string& sentence() const noexcept { return *sentence_; }

private:
    ErrorKind kind_;
    std::shared_ptr<const std::string> sentence_;  // shared: copying an exception must not throw
};

inline Error input_error(const std::string& sentence) { return {ErrorKind::input, sentence}; }
inline Error usage_error(const std::string& sentence) { return {ErrorKind::usage, sentence}; }
inline Error system_error(const std::string& sentence) { return {ErrorKind::system, sentence}; }

/// The user asked to stop (see `Progress`). Not an `Error`: nothing is wrong.
class Cancelled : public std::exception {
public:
    [[nodiscard]] const char* what() const noexcept override { return "cancelled"; }
};

class InternalError : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

/// An assertion that stays in release builds. Throws, because a library never ends the process.
inline void check_invariant(bool holds, const char* what) {
    if (!holds) throw InternalError(std::string("internal error, please report it: ") + what);
}

}  // namespace treewright
