// The place of an error in a file, and the error messages. All errors of the readers are made here, so that they look
// alike: "golf.csv, line 3, column 'Humidity': …".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "treewright/base/error.h"
#include "treewright/base/number_text.h"

namespace treewright {

/// The file as the user named it; `-` is called "standard input".
[[nodiscard]] std::string shown_path(const std::string& path);

struct Place {
    std::string_view file;    ///< as `shown_path` gives it
    std::size_t line = 0;     ///< from 1; 0: no particular line
    std::string_view column;  ///< the column's name; empty: no particular column
};

[[nodiscard]] Error input_error_at(const Place& place, std::string_view what);

/// A cell's or name's text for a sentence: in double quotes, control characters made visible, long text cut short.
[[nodiscard]] std::string excerpt(std::string_view text);

}  // namespace treewright
