// What all kinds of model file share: how they begin and end, the checksum, the sentences about files that are none. For those who read
// and write a kind of model (here and in rules/).
#pragma once

#include <string>
#include <string_view>

#include "treewright/base/error.h"

namespace treewright::model_file {

/// The bytes of a file. Looks at the opening before it reads the rest, so that a wrong file is refused however large it is.
std::string read(const std::string& path);
/// Writes to a temporary file beside `path`, syncs, renames, syncs the folder.
void write(const std::string& bytes, const std::string& path);

/// The text of a model, which ends before the comma that leads to the checksum, with its checksum.
std::string sealed(std::string text);
/// The text of a sealed file once opening, version and checksum are right, else an input `Error`.
std::string_view opened(std::string_view bytes, const std::string& name);
/// The kind that the text is of: "tree", "rules". Anything else, the empty word included, is not a kind.
std::string_view kind_of(std::string_view text);

/// One model has one file: another order, spelling or a repeated member would make two readers see two models. `expected` is what would
/// be written for what was read from `text`.
void check_canonical(std::string_view expected, std::string_view text, const std::string& name);

Error malformed(const std::string& name, const std::string& what);

}  // namespace treewright::model_file
