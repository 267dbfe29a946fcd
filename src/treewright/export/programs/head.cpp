#include "treewright/export/programs/head.h"

#include <fmt/format.h>

#include <algorithm>

#include "treewright/base/number_text.h"
#include "treewright/data/date_parts.h"

namespace treewright {

namespace {

constexpr std::size_t most_listed_names = 12;

std::string size_sentence(const Program& program, CommentLetters letters) {
    const std::size_t leaves = program.leaves().size();
    const std::string weight = readable_number(program.model().provenance.total_weight);
    return fmt::format("A decision tree that predicts {}: {} {}, {} deep, grown from {} {}. Exported by Treewright.",
                       in_comment(program.model().schema.target.name, letters), leaves, leaves == 1 ? "leaf" : "leaves",
                       counted(program.depth(), "question"), weight, weight == "1" ? "row" : "rows");
}

std::string type_text(const ColumnSchema& column) {
    switch (column.type) {
        case ColumnType::numeric: return "a number";
        case ColumnType::date: return "a date, as days since 1970-01-01";
        case ColumnType::time: return "a time, as seconds since 1970-01-01 00:00 UTC";
        case ColumnType::ordered: return fmt::format("an ordered category of {}", counted(column.levels.size(), "level"));
        case ColumnType::categorical: return fmt::format("a category of {}", counted(column.levels.size(), "level"));
    }
    return "";
}

std::string unasked_features(const Program& program, CommentLetters letters) {
    std::vector<std::string> names;
    for (const ColumnSchema& column : program.model().schema.features) {
        const auto is_asked = [&](const ProgramFeature& feature) { return feature.column == &column; };
        if (std::ranges::none_of(program.features(), is_asked)) names.push_back(column.name);
    }
    return names.empty() ? "" : "It does not ask about " + level_list(names, letters) + ".";
}

std::string missing_sentence(const Program& program) {
    if (program.features().empty()) return "";
    if (program.refuses()) return "A row is refused where a question on its way meets a missing or unseen value.";
    if (program.has_parts())
        return "A row whose value is missing or unseen goes down all branches of the question, in parts as large as the branches were in "
               "training.";
    return "A row whose value is missing or unseen follows a similar question if the tree has one, else goes where training sent such "
           "rows.";
}

}  // namespace

std::string level_list(const std::vector<std::string>& levels, CommentLetters letters) {
    std::string text;
    const std::size_t listed = levels.size() <= most_listed_names ? levels.size() : most_listed_names;
    for (std::size_t i = 0; i < listed; ++i) text += (i == 0 ? "" : ", ") + in_comment(levels[i], letters);
    return listed == levels.size() ? text : text + fmt::format(" and {} more", levels.size() - listed);
}

std::string feature_line(const ProgramFeature& feature, CommentLetters letters) {
    std::string text = in_comment(feature.column->name, letters) + ": " + type_text(*feature.column);
    if (const auto& part = feature.column->reading.part_of)
        text += fmt::format(", the {} of {}", word_of(part->part), in_comment(part->column, letters));
    return text;
}

std::vector<std::string> head_lines(const Program& program, const Layout& layout, CommentLetters letters) {
    std::vector<std::string> lines = {size_sentence(program, letters),
                                      "It gives the same answers as Treewright, to the last bit.", ""};
    if (program.is_classification()) lines.push_back("Labels: " + level_list(program.classes(), letters) + ".");
    lines.emplace_back(program.features().empty() ? "Features: none." : "Features:");
    for (const ProgramFeature& feature : program.features()) {
        lines.push_back("  " + feature_line(feature, letters));
        if (feature.has_levels()) lines.push_back("      " + level_list(feature.column->levels, letters));
    }
    for (std::string sentence : {unasked_features(program, letters), missing_sentence(program), layout.reason})
        if (!sentence.empty()) lines.push_back(std::move(sentence));
    return lines;
}

}  // namespace treewright
