// The required type of a column, known before any of its cells is read.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/base/date_format.h"
#include "treewright/base/error.h"
#include "treewright/data/csv_writer.h"
#include "treewright/data/level_spelling.h"
#include "treewright/io/cells/missing_words.h"
#include "treewright/io/read_options.h"

namespace treewright {

struct ColumnRule {
    enum class Kind {
        guess,    ///< decided by all of its cells: number, else date, else time, else category
        numeric,  ///< these three: a cell that does not fit is an input error
        date,
        time,
        ordered,      ///< `levels` from lowest to highest; any other value is an input error
        categorical,  ///< whatever values there are
        declared,     ///< a category; a value that is not among `levels` is an input error
        known,        ///< a category of a model; a value that is not among `levels` is one that the model never saw
        ignore,
    };
    /// What the user wants a column to be whose cells are texts: all of them decide how it is written.
    enum class Wanted { anything, number, date };

    std::string name;
    Kind kind = Kind::guess;
    std::vector<std::string> levels;
    Wanted wanted = Wanted::anything;
    ColumnReading reading = {};                         ///< numeric, date, time: how cells are written
    std::shared_ptr<const DateFormat> dates = {};       ///< of `reading`; null: ISO 8601
    std::shared_ptr<const MissingWords> missing = {};   ///< null: those of the file
    std::shared_ptr<const LevelFinder> spellings = {};  ///< ordered, declared: finds levels by any spelling; null: as they are
};

/// How the cells of a file are to be understood.
struct CellRules {
    std::string file;  ///< for error sentences, as `shown_path` gives it
    MissingWords missing{default_na_words()};
    bool decimal_comma = false;
    std::vector<std::size_t> comma_columns;  ///< those that speak for decimal commas
    char delimiter = ',';
    BadRows bad_rows = BadRows::refuse;
    bool is_comma_free =
        false;  ///< commas separate nothing: a column may have the other decimal sign than its file seems to have

    bool rows_are_lines = false;       ///< a quoted field ends in its line
    bool texts_are_quoted = false;     ///< as in JSON: there a quoted text means missing if a word for it was given
    bool gives_missing_words = false;  ///< whether `missing` was given

    [[nodiscard]] char decimal_sign() const { return decimal_comma ? ',' : '.'; }
};

/// The columns of a file with the types that the user gave to some of them. A name that is not in the file is an input error, a
/// column with two types a usage error.
[[nodiscard]] std::vector<ColumnRule> apply_options(std::vector<ColumnRule> columns, const ReadOptions& options,
                                                    std::string_view file);

/// What is wrong with a level that an order of levels lacks.
[[nodiscard]] std::string not_in_order(std::string_view level, const std::vector<std::string>& levels);

/// The error for a named column that is not there, with the nearest names.
[[nodiscard]] Error no_such_column(std::string_view file, std::string_view name, const std::vector<std::string>& known);

/// "a, b, c and 7 more".
[[nodiscard]] std::string listed(const std::vector<std::string>& names, std::size_t most);

}  // namespace treewright
