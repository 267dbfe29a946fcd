#include "treewright/report/verification_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "treewright/base/json_writer.h"
#include "treewright/base/number_text.h"
#include "treewright/report/page.h"

namespace treewright {

namespace {

// --- as text -----------------------------------------------------------------------------------------------------------------

std::string options_text(const VerificationResult& result) {
    std::string text;
    for (const auto& [name, value] : result.options)
        if (!value.empty()) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, value);
    return text.empty() ? "" : " (" + text + ")";
}

/// Whole: it is there to be compared with another.
std::string hash_line(const std::string& hash) { return "  SHA-256 " + hash + "\n"; }

std::string tools_text(const VerificationResult& result) {
    std::string text;
    for (const auto& [name, version] : result.tools) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, version);
    return text;
}

std::string kinds_text(const VerificationResult& result) {
    std::string text;
    for (std::size_t i = 0; i < probe_kinds; ++i)
        if (const std::size_t count = result.rows_of_kind[i])
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, word_of(static_cast<ProbeKind>(i)));
    return text;
}

std::string equal_text(std::size_t different, std::size_t compared) {
    return different == 0 ? "equal in all rows" : fmt::format("different in {} of {} rows", different, compared);
}

std::string bytes_text(const VerificationResult& result) {
    return result.is_equal ? "those that the model exports now" : "others than the model exports now; trusted";
}

std::string verdict_text(const VerificationResult& result) {
    if (!result.is_replayed) return result.is_equal ? "equal byte by byte; nothing runs this format" : "nothing runs this format";
    return result.passed() ? "every answer is that of the model" : "the export answers otherwise than the model";
}

/// What a consumer printed, line by line, but for the marks that a compiler puts below a line.
std::string failure_lines(const std::string& failure) {
    std::string text;
    for (std::size_t start = 0; start < failure.size();) {
        const std::size_t end = std::min(failure.find('\n', start), failure.size());
        const std::string line = failure.substr(start, end - start);
        if (text.empty())
            text = summary_line("verdict", "failed: " + line);
        else if (line.find_first_not_of(" |^~") != std::string::npos)
            text += summary_line("", line);
        start = end + 1;
    }
    return text;
}

std::string comparison_lines(const VerificationResult& result) {
    const std::size_t compared = result.rows - result.skipped;
    std::string text;
    if (result.different_refusals > 0) text += summary_line("refusals", equal_text(result.different_refusals, compared));
    if (result.compares_leaves)
        text += summary_line("leaf", equal_text(result.different_leaves, compared));
    else
        text += summary_line("leaf", "the target does not say it");
    if (!result.compares_predictions)
        return text + summary_line(result.is_regression ? "value" : "label", "the target does not say it");
    if (result.is_regression) return text + summary_line("value", equal_text(result.different_values, compared) + ", to the last bit");
    text += summary_line("label", equal_text(result.different_labels, compared));
    if (!result.compares_probabilities) return text + summary_line("probabilities", "the target does not say them");
    return text + summary_line("probabilities", equal_text(result.different_probabilities, compared) + ", to the last bit");
}

std::string difference_lines(const AnswerDifference& difference) {
    std::string text = fmt::format("row {} ({}): {} {} expected, {} found\n", difference.row + 1, word_of(difference.kind),
                                   difference.what, difference.expected, difference.found);
    std::string cells;
    for (const auto& [name, value] : difference.cells) cells += fmt::format("{}{} = {}", cells.empty() ? "" : ", ", name, value);
    return text + summary_paragraph(cells);
}

std::string row_lines(const VerificationResult& result) {
    std::string text = summary_line("rows", fmt::format("{}: {}", result.rows, kinds_text(result)));
    if (result.left_out > 0)
        text += summary_line("", fmt::format("{} more were left out: the tree is large", result.left_out));
    if (result.skipped > 0) text += summary_line("", fmt::format("{} skipped: the consumer cannot hold their values", result.skipped));
    return text + summary_line("leaves reached", fmt::format("{} of {}", result.leaves_reached, result.leaves));
}

}  // namespace

std::string verification_text(const VerificationResult& result, const VerifiedFiles& files) {
    std::string text = summary_line("export", fmt::format("{}: {}{}", files.exported, result.target, options_text(result)));
    text += hash_line(result.export_sha256);
    text += summary_line("bytes", bytes_text(result));
    text += summary_line("model", files.model);
    text += hash_line(result.model_sha256);
    text += summary_line("training rows", result.content_hash);
    if (result.is_replayed) {
        text += summary_line("replayed by", tools_text(result));
        text += row_lines(result);
        if (result.failure.empty()) text += comparison_lines(result);
    }
    text += result.failure.empty() ? summary_line("verdict", verdict_text(result)) : failure_lines(result.failure);
    for (const AnswerDifference& difference : result.first) text += "\n" + difference_lines(difference);
    return text;
}

// --- as JSON -----------------------------------------------------------------------------------------------------------------

namespace {

void write_rows_of_kinds(JsonWriter& json, const VerificationResult& result) {
    json.member("rows", result.rows);
    json.key("rows_by_kind");
    json.begin_object();
    for (std::size_t i = 0; i < probe_kinds; ++i) json.member(word_of(static_cast<ProbeKind>(i)), result.rows_of_kind[i]);
    json.end_object();
    json.member("left_out", result.left_out);
    json.member("skipped", result.skipped);
    json.member("leaves", result.leaves);
    json.member("leaves_reached", result.leaves_reached);
}

void write_differences(JsonWriter& json, const VerificationResult& result) {
    json.key("different");
    json.begin_object();
    json.member("refusals", result.different_refusals);
    if (result.compares_leaves) json.member("leaves", result.different_leaves);
    if (result.compares_predictions && result.is_regression) json.member("values", result.different_values);
    if (result.compares_predictions && !result.is_regression) json.member("labels", result.different_labels);
    if (result.compares_probabilities) json.member("probabilities", result.different_probabilities);
    json.end_object();
}

void write_difference(JsonWriter& json, const AnswerDifference& difference) {
    json.line_break();
    json.begin_object();
    json.member("row", difference.row + 1);
    json.member("kind", word_of(difference.kind));
    json.member("what", difference.what);
    json.member("expected", difference.expected);
    json.member("found", difference.found);
    json.key("cells");
    json.begin_object();
    for (const auto& [name, value] : difference.cells) json.member(name, value);
    json.end_object();
    json.end_object();
}

template <class Pairs>
void write_pairs(JsonWriter& json, std::string_view name, const Pairs& pairs) {
    json.key(name);
    json.begin_object();
    for (const auto& [key, value] : pairs) json.member(key, value);
    json.end_object();
}

}  // namespace

std::string verification_json(const VerificationResult& result, const VerifiedFiles& files) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.member("export", files.exported);
    json.member("target", result.target);
    write_pairs(json, "options", result.options);
    json.member("export_sha256", result.export_sha256);
    json.member("equal_bytes", result.is_equal);
    json.member("model", files.model);
    json.member("model_sha256", result.model_sha256);
    json.member("training_rows", result.content_hash);
    if (!files.data.empty()) json.member("data", files.data);
    json.member("replayed", result.is_replayed);
    if (result.is_replayed) {
        write_pairs(json, "tools", result.tools);
        json.line_break();
        write_rows_of_kinds(json, result);
        if (result.failure.empty()) write_differences(json, result);
        if (!result.failure.empty()) json.member("failure", result.failure);
        json.key("first_differences");
        json.begin_array();
        for (const AnswerDifference& difference : result.first) write_difference(json, difference);
        json.end_array();
    }
    json.member("passed", result.passed());
    json.end_object();
    return text + "\n";
}

}  // namespace treewright
