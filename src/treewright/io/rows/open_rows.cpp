#include "treewright/io/rows/open_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "treewright/base/spelling.h"
#include "treewright/data/csv_writer.h"
#include "treewright/io/arff/arff_reader.h"
#include "treewright/io/bytes/block_reader.h"
#include "treewright/io/bytes/encoding.h"
#include "treewright/io/csv/csv_parser.h"
#include "treewright/io/csv/csv_reader.h"
#include "treewright/io/csv/csv_splitter.h"
#include "treewright/io/json/json_reader.h"
#include "treewright/io/place.h"

namespace treewright {

namespace {

constexpr std::size_t usual_sample = 64 * 1024;
constexpr std::size_t live_sample = 4096;
constexpr std::size_t largest_sample = 16 * 1024 * 1024;

/// What must have been read before the first line can be answered: it, and what is blank before it.
Sample read_first_line(Source& source) {
    Sample sample;
    const auto has_line = [&] {
        const std::size_t begin = std::min(sample.bytes.find_first_not_of(" \t\r\n"), sample.bytes.size());
        return first_line_length(std::span<const char>(sample.bytes).subspan(begin)) > 0;
    };
    while (!sample.whole_file && sample.bytes.size() < largest_sample && !has_line()) {
        const std::size_t before = sample.bytes.size(), room = std::max(live_sample, before);
        sample.bytes.resize(before + room);
        const std::size_t count = source.read(sample.bytes.data() + before, room);
        sample.bytes.resize(before + count);
        sample.whole_file = count == 0;
    }
    source.rewind();
    return sample;
}

/// The first 64 kB; more where lines are so long that these would hold hardly any. Leaves the source at its first byte.
Sample read_sample(Source& source) {
    if (source.is_live()) return read_first_line(source);
    Sample sample;
    for (std::size_t size = usual_sample; size <= largest_sample; size *= 4) {
        const std::size_t before = sample.bytes.size();
        sample.bytes.resize(size);
        sample.bytes.resize(before + source.read(sample.bytes.data() + before, size - before));
        sample.whole_file = sample.bytes.size() < size;
        if (sample.whole_file || count_line_ends(sample.bytes) >= 8) break;
    }
    source.rewind();
    return sample;
}

/// The text of the sample, its encoding recognised or given. What is read from now on is UTF-8.
Sample decode_sample(Source& source, const ReadOptions& options, Messages& messages) {
    Sample sample = read_sample(source);
    auto found = detect_encoding(sample.bytes, sample.whole_file);
    const bool given = options.encoding && (!found || encoding_name(*found) != encoding_name(*options.encoding));
    if (given) found = options.encoding;
    const auto is_beyond_ascii = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
    source.set_has_utf8(found == TextEncoding::utf8 && std::any_of(sample.bytes.begin(), sample.bytes.end(), is_beyond_ascii));
    if (!found || *found == source.encoding() || source.encoding() != TextEncoding::utf8) return sample;
    if (!options.encoding)
        messages.note(fmt::format("{}: it is read as {}; if that is wrong, say which encoding it is ({})", source.name(),
                                  encoding_name(*found), named("encoding")));
    source.set_encoding(*found);
    return read_sample(source);
}

/// How many bytes the first lines have.
std::size_t length_of_lines(std::string_view text, std::size_t lines) {
    std::size_t at = 0;
    for (; lines > 0 && at < text.size(); --lines) {
        at = std::min(text.find_first_of("\r\n", at), text.size());
        if (at < text.size()) at += text.substr(at).starts_with("\r\n") ? 2 : 1;
    }
    return at;
}

/// What stands before the table is passed over, in the sample and in the source.
void skip_lines(Sample& sample, Source& source, std::size_t lines) {
    const std::size_t bytes = length_of_lines(sample.bytes, lines);
    sample.bytes.erase(0, bytes);
    source.begin_behind(source.skipped_bytes() + bytes, source.skipped_lines() + lines);
}

/// Excel writes the delimiter into a line of its own: sep=;
std::optional<char> delimiter_line(std::string_view text) {
    const bool fits =
        text.size() > 5 && (text.starts_with("sep=") || text.starts_with("SEP=")) && (text[5] == '\n' || text[5] == '\r');
    return fits ? std::optional(text[4]) : std::nullopt;
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
    if (dialect.comment != '\0' && !options.comment)
        messages.note(fmt::format("{}: lines that begin with {} are comments ({} reads them)", file, dialect.comment,
                                  named("comment", "none")));
    if (dialect.decimal_comma && !wanted_decimal(options))
        messages.note(fmt::format("{}: numbers are written with a decimal comma", file));
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

CsvLayout detect_layout(Sample& sample, Source& source, ReadOptions options, const IsHeader& is_header, Messages& messages) {
    CsvLayout layout;
    if (options.skip) skip_lines(sample, source, *options.skip);
    if (const auto delimiter = delimiter_line(sample.bytes)) {
        if (!options.delimiter) options.delimiter = delimiter;
        skip_lines(sample, source, 1);
    }
    const MissingWords missing(missing_words(options));
    layout.dialect = detect_dialect(sample, options, missing);
    SampleRecords parsed = parse_sample(sample, layout.dialect);
    const std::size_t before = options.skip ? 0 : records_before_table(parsed, missing, layout.dialect.decimal_comma);
    if (before > 0) {
        const std::size_t lines = parsed.records[before].line - 1;
        messages.note(fmt::format("{}: {} before the table {} passed over ({} reads {})", source.name(), counted(lines, "line"),
                                  lines == 1 ? "is" : "are", named("skip", "0"), lines == 1 ? "it" : "them"));
        skip_lines(sample, source, lines);
        layout.dialect = detect_dialect(sample, options, missing);
        parsed = parse_sample(sample, layout.dialect);
    }
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
        run.messages.warn(
            fmt::format("{}: its first row is read as data, but {} stands above numbers: if the row holds the names, use {}",
                        source.name(), excerpt(layout.word_above_values), named("header")));
    return rows;
}

bool is_named(std::string_view name, std::initializer_list<std::string_view> endings) {
    for (const std::string_view ending : {".gz", ".zst"})
        if (name.ends_with(ending)) name.remove_suffix(ending.size());
    return std::any_of(endings.begin(), endings.end(), [name](std::string_view ending) { return name.ends_with(ending); });
}

/// The options that say how a CSV file is written would be of no use.
void refuse_csv_options(const ReadOptions& options, std::string_view format, const std::string& file) {
    const std::pair<bool, std::string_view> given[] = {
        {options.delimiter.has_value(), "delimiter"}, {options.quote.has_value(), "quote"},
        {options.escape.has_value(), "escape"},       {options.comment.has_value(), "comment"},
        {options.skip.has_value(), "skip"},           {options.header.has_value(), "header"},
    };
    for (const auto& [is_given, name] : given)
        if (is_given)
            throw usage_error(fmt::format("{}: it is {}, and {} is for CSV; leave it out", file, format, named(name)));
}

std::unique_ptr<RowReader> open_arff(Source& source, const ReadOptions& options, const Run& run) {
    if (source.is_live())
        throw input_error(
            fmt::format("{}: it is ARFF, which is not answered line by line; give CSV or JSON Lines, or leave {} out",
                        source.name(), named("stream")));
    refuse_csv_options(options, "ARFF", source.name());
    return std::make_unique<ArffReader>(source, options, run.messages);
}

std::unique_ptr<RowReader> open_json(Source& source, std::string_view beginning, const OpenRequest& request, const Run& run) {
    const std::string& file = source.name();
    const ReadOptions& options = request.options;
    refuse_csv_options(options, "JSON", file);
    if (!options.names.empty())
        throw usage_error(fmt::format("{}: it is JSON, whose records name their values; leave {} out", file, named("names")));
    if (options.bad_rows == BadRows::pad)
        throw usage_error(
            fmt::format("{}: it is JSON, whose records have no width; leave {} out", file, named("bad-rows", "pad")));
    const JsonForm form = detect_json_form(beginning);
    if (source.is_live() && form == JsonForm::array)
        throw input_error(
            fmt::format("{}: it is an array, which is not answered line by line; write one object per line, or leave {} out",
                        file, named("stream")));
    return std::make_unique<JsonReader>(source, source.is_live() ? JsonForm::lines : form, options, request.asked, run);
}

}  // namespace

std::unique_ptr<RowReader> open_rows(Source& source, const OpenRequest& request, const Run& run) {
    note_compression(source, run.messages);
    Sample sample = decode_sample(source, request.options, run.messages);
    const std::size_t mark = sample.bytes.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
    sample.bytes.erase(0, mark);
    if (looks_like_arff(sample.bytes) || is_named(source.name(), {".arff", ".ARFF"}))
        return open_arff(source, request.options, run);
    if (looks_like_json(sample.bytes) || is_named(source.name(), {".json", ".jsonl", ".ndjson"}))
        return open_json(source, sample.bytes, request, run);
    if (mark > 0) source.begin_behind(mark, 0);
    const CsvLayout layout = detect_layout(sample, source, request.options, request.is_header, run.messages);
    return open_csv(source, layout, request.options, run);
}

}  // namespace treewright
