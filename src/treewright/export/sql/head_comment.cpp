#include "treewright/export/sql/head_comment.h"

#include <fmt/format.h>

#include <algorithm>

#include "treewright/base/number_text.h"
#include "treewright/export/display.h"
#include "treewright/export/names.h"
#include "treewright/export/sql/sql_literals.h"
#include "treewright/export/sql/mixture_query.h"
#include "treewright/export/wording.h"

namespace treewright {

namespace {

constexpr std::size_t most_levels_listed = 6;
constexpr std::size_t widest_sentence = 110;

class HeadComment {
public:
    HeadComment(const SqlContext& context, SqlLayout& layout) : context_(context), rules_(context.rules()), layout_(layout) {}

    void write(SqlForm form) {
        const Model& model = context_.model();
        line(fmt::format("{} predicted by a decision tree of Treewright: {}, trained on {}.", name_of(model.schema.target),
                         counted_leaves(), rows_text(model.provenance.total_weight)));
        line(sentence_about(form));
        if (!context_.features().sources().empty()) line("Columns:");
        for (const ColumnSchema& source : context_.features().sources())
            line(fmt::format("  {}: {}{}", name_of(source), sql_type_of(rules_, source), details_of(source)));
        if (context_.leaves().size() > 1) sentence(missing_sentence());
        if (context_.tree().has_parts() && rules_.row_columns.empty())
            line("Rows are found again by their _rowid_: the table must be one that has it, not a view.");
    }

private:
    void line(const std::string& text) { layout_.line("-- " + text); }

    void sentence(const std::string& text) {
        const std::string lines = wrapped(text, widest_sentence, 0);
        for (std::size_t at = 0; at <= lines.size();) {
            const std::size_t end = std::min(lines.find('\n', at), lines.size());
            line(lines.substr(at, end - at));
            at = end + 1;
        }
    }

    [[nodiscard]] std::string name_of(const ColumnSchema& column) const { return sql_comment(rules_, shown_name(column.name)); }

    [[nodiscard]] std::string counted_leaves() const {
        const std::size_t leaves = context_.leaves().size();
        return leaves == 1 ? "1 leaf" : fmt::format("{} leaves", leaves);
    }

    [[nodiscard]] std::string sentence_about(SqlForm form) const {
        switch (form) {
            case SqlForm::query:
                return fmt::format("A query for {}. It adds to each row the prediction, {}and the leaf (a number of a node).",
                                   rules_.title, context_.is_classification() ? "the share of each class " : "");
            case SqlForm::label: return fmt::format("An expression for {}: the prediction.", rules_.title);
            case SqlForm::leaf: return fmt::format("An expression for {}: the leaf (a number of a node).", rules_.title);
        }
        return {};
    }

    [[nodiscard]] std::string details_of(const ColumnSchema& source) const {
        if (source.type == ColumnType::ordered || source.type == ColumnType::categorical) return levels_of(source);
        if (!source.reading.missing_words || source.reading.missing_words->empty()) return {};
        std::string words;
        for (const std::string& word : *source.reading.missing_words)
            words += fmt::format("{}{}", words.empty() ? "" : ", ", sql_comment(rules_, word));
        return fmt::format("; missing: {}", words);
    }

    [[nodiscard]] std::string levels_of(const ColumnSchema& source) const {
        std::string list;
        for (std::size_t i = 0; i < std::min(source.levels.size(), most_levels_listed); ++i)
            list += fmt::format("{}{}", list.empty() ? "" : ", ", sql_comment(rules_, shown_level(source.levels[i])));
        if (source.levels.size() > most_levels_listed) list += fmt::format(", … ({} levels)", source.levels.size());
        std::string text = fmt::format("{}: {}", holds_truth(source) ? " or truth values" : "", list);
        if (source.reading.folds_case) text += "; spelled exactly like that";
        return text;
    }

    [[nodiscard]] std::string missing_sentence() const {
        const bool has_numbers = std::ranges::any_of(
            context_.features().sources(), [](const ColumnSchema& source) { return source.type == ColumnType::numeric; });
        const std::string_view no_number = rules_.no_number == "''" ? ", an empty text in a column of numbers" : ", NaN";
        return fmt::format(
            "Missing are NULL{} and texts that are not among the levels. A row without a value that is asked for {}.",
            has_numbers ? no_number : std::string_view(), what_missing_does());
    }

    [[nodiscard]] std::string_view what_missing_does() const {
        if (context_.model().tree.missing == MissingPolicy::refuse) return "gets NULL: the tree was trained to refuse it";
        if (context_.tree().has_parts()) return "goes down all branches, in parts";
        if (!context_.model().tree.surrogates.empty()) return "goes where similar questions about other columns lead";
        return "goes to the branch that training chose for it";
    }

    const SqlContext& context_;
    const SqlRules& rules_;
    SqlLayout& layout_;
};

}  // namespace

void write_head_comment(const SqlContext& context, SqlForm form, SqlLayout& layout) {
    HeadComment(context, layout).write(form);
}

std::string_view sql_type_of(const SqlRules& rules, const ColumnSchema& source) {
    switch (source.type) {
        case ColumnType::numeric: return rules.number_type;
        case ColumnType::date: return rules.date_type;
        case ColumnType::time: return rules.time_type;
        case ColumnType::ordered:
        case ColumnType::categorical: return rules.text_type;
    }
    return {};
}

}  // namespace treewright
