#include "treewright/io/rows/open_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "treewright/base/spelling.h"
#include "treewright/data/csv_writer.h"
#include "treewright/io/arff/arff_reader.h"
#include "treewright/io/csv/csv_parser.h"
#include "treewright/io/csv/csv_reader.h"
#include "treewright/io/place.h"

namespace treewright {

namespace {

constexpr std::size_t usual_sample = 64 * 1024;
constexpr std::size_t largest_sample = 16 * 1024 * 1024;

/// The first 64 kB; more where lines are so long that these would hold hardly any. Leaves the source at its first byte.
Sample read_sample(Source& source) {
    Sample sample;
    for (std::size_t size = usual_sample; size <= largest_sample; size *= 4) {
        const std::size_t before = sample.bytes.size();
        sample.bytes.resize(size);
        sample.bytes.resize(before + source.read(sample.bytes.data() + before, size - before));
        sample.whole_file = sample.bytes.size() < size;
        if (sample.whole_file || count_line_ends(sample.bytes) >= 8) break;
    }
    source.rewind();
    if (sample.bytes.starts_with("\xEF\xBB\xBF")) sample.bytes.erase(0, 3);
    return sample;
}

bool named_arff(std::string_view name) {
    for (const std::string_view ending : {".gz", ".zst"})
        if (name.ends_with(ending)) name.remove_suffix(ending.size());
    return name.ends_with(".arff") || name.ends_with(".ARFF");
}

std::string_view delimiter_word(char delimiter) {
    switch (delimiter) {
        case ';': return "semicolons";
        case '\t': return "tabs";
        case '|': return "vertical bars";
        default: return "blanks";
    }
}

void note_compression(const Source& source, Messages& messages) {
    if (source.compression() == Compression::gzip) messages.note(fmt::format("{}: compressed with gzip", source.name()));
    if (source.compression() == Compression::zstd) messages.note(fmt::format("{}: compressed with zstd", source.name()));
}

void note_dialect(const CsvDialect& dialect, const ReadOptions& options, const std::string& file, Messages& messages) {
    if (dialect.delimiter != ',' && !options.delimiter)
        messages.note(fmt::format("{}: fields are separated by {}", file, delimiter_word(dialect.delimiter)));
    if (dialect.quote == '\'') messages.note(fmt::format("{}: fields are quoted with apostrophes", file));
    if (dialect.decimal_comma) messages.note(fmt::format("{}: numbers are written with a decimal comma", file));
}

void note_header(bool header, const ReadOptions& options, const RowReader& rows, Messages& messages) {
    const std::string& file = rows.cells().file;
    const std::size_t width = rows.columns().size();
    if (header && !options.names.empty())
        messages.note(fmt::format("{}: the names in its first row are replaced by the given names; if that row is data, add {}",
                                  file, named("header", "no")));
    if (!header && options.names.empty())
        messages.note(fmt::format("{}: no header{}, so the columns are called c1{}", file, options.header ? "" : " was found",
                                  width == 1 ? "" : fmt::format(" to c{}", width)));
}

CsvLayout detect_layout(const Sample& sample, const ReadOptions& options, const IsHeader& is_header) {
    CsvLayout layout;
    const MissingWords missing(missing_words(options));
    layout.dialect = detect_dialect(sample, options.delimiter, missing);
    const SampleRecords parsed = parse_sample(sample, layout.dialect);
    const FirstRow looks = detect_first_row(parsed.records, missing, layout.dialect.decimal_comma);
    layout.header = options.header ? *options.header : is_header(parsed.records, looks);
    if (!options.header && !layout.header)
        layout.word_above_values = word_above_values(parsed.records, missing, layout.dialect.decimal_comma);
    return layout;
}

std::unique_ptr<RowReader> open_csv(Source& source, const CsvLayout& layout, const ReadOptions& options, const Run& run) {
    note_dialect(layout.dialect, options, source.name(), run.messages);
    auto rows = std::make_unique<CsvReader>(source, layout, options, run);
    note_header(layout.header, options, *rows, run.messages);
    if (!layout.word_above_values.empty())
        run.messages.warn(fmt::format("{}: its first row is read as data, but {} stands above numbers: if the row holds the names, use {}",
                                      source.name(), excerpt(layout.word_above_values), named("header")));
    return rows;
}

}  // namespace

std::unique_ptr<RowReader> open_rows(Source& source, const ReadOptions& options, const IsHeader& is_header, const Run& run) {
    note_compression(source, run.messages);
    const Sample sample = read_sample(source);
    if (looks_like_arff(sample.bytes) || named_arff(source.name()))
        return std::make_unique<ArffReader>(source, options, run.messages);
    return open_csv(source, detect_layout(sample, options, is_header), options, run);
}

}  // namespace treewright
