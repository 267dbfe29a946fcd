// What all kinds of model file share: opening, checksum, and the errors about files that are not model files. Used by the
// readers and writers of each kind of model (here and in rules/).
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "treewright/base/error.h"

namespace treewright::model_file {

/// The bytes of a file. Checks the opening before it reads the rest, so that a wrong file is refused at once, however large it
/// is.
std::string read(const std::string& path);
/// Whether a regular file begins as a model does; nothing else is opened, since what a pipe gives could not be read again.
bool begins_as_model(const std::string& path);
/// Writes to a temporary file next to `path`, syncs, renames, syncs the folder.
void write(const std::string& bytes, const std::string& path);

/// Takes a text piece by piece.
using TakeText = std::function<void(std::string_view)>;
/// Writes a text that `write_text` passes on in pieces, sealed.
void write_sealed(const std::function<void(const TakeText&)>& write_text, const std::string& path);

/// Appends the checksum to the text of a model, which ends before the comma in front of the checksum.
std::string sealed(std::string text);
/// The text of a sealed file after checking opening, version and checksum; an input `Error` if one is wrong.
std::string_view opened(std::string_view bytes, const std::string& name);
/// The kind of model in the text: "tree" or "rules". Anything else, an empty string included, is not a kind.
std::string_view declared_kind(std::string_view text);

/// A model has exactly one canonical file: with another order or spelling, or a repeated member, two readers could see two
/// models. `expected` is the serialisation of the model that was read from `text`.
void check_canonical(std::string_view expected, std::string_view text, const std::string& name);
/// The same if `expected` comes in pieces.
class CanonicalCheck {
public:
    CanonicalCheck(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {}
    void take(std::string_view piece);
    void finish() const;

private:
    [[noreturn]] void fail_at(std::size_t position) const;

    std::string_view text_;
    std::string name_;
    std::size_t taken_ = 0;
};

Error malformed(const std::string& name, const std::string& what);

}  // namespace treewright::model_file
