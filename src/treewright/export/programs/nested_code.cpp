#include "treewright/export/programs/nested_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "treewright/base/number_text.h"
#include "treewright/export/programs/literals.h"

namespace treewright {

namespace {

constexpr const char* not_here = "-1.0";  // the share of a branch that a row does not take

std::string share_name(std::uint32_t step) { return fmt::format("share{}", step); }

}  // namespace

void NestedCode::write() const {
    if (program_.has_parts()) out_.line(syntax_.share_declared(share_name(0), "1.0"));
    write_step(0, share_name(0));
}

void NestedCode::write_step(std::uint32_t number, const std::string& share) const {
    if (program_.tree().is_leaf(number)) return write_leaf(number, share);
    const LoweredStep step = program_.tree().step(number);
    if (step.refuses_missing) {
        out_.open(syntax_.if_header(conditions_.is_unknown(step.test.split.feature)));
        out_.line(syntax_.refusal(program_.feature(step.test.split.feature)));
        out_.close();
    }
    if (!step.parts.empty())
        write_parts(step, share);
    else if (step.test.split.kind == SplitKind::multiway)
        write_levels(step, share);
    else
        write_two_branches(step, share);
}

void NestedCode::write_leaf(std::uint32_t number, const std::string& share) const {
    const std::size_t position = program_.leaf_at(number);
    const ProgramLeaf& leaf = program_.leaves()[position];
    const std::string answer = program_.is_classification() ? in_comment(program_.classes()[leaf.label], syntax_.letters())
                                                            : number_text(leaf.value);
    const std::string statement = program_.has_parts() ? syntax_.leaf_added(position, share) : syntax_.leaf_returned(position);
    out_.line(statement + syntax_.comment(fmt::format("leaf {}: {}", number, answer)));
}

void NestedCode::write_two_branches(const LoweredStep& step, const std::string& share) const {
    const std::string condition = step.refuses_missing ? conditions_.known_goes_yes(step) : conditions_.goes_yes(step);
    out_.open(syntax_.if_header(condition), branch_comment(step.test));
    write_step(step.test.yes, share);
    out_.reopen("else");
    write_step(step.test.no, share);
    out_.close();
}

/// What a number means where it is a date or a time.
std::string NestedCode::branch_comment(const LoweredTest& test) const {
    const ColumnType type = program_.feature(test.split.feature).column->type;
    if (test.split.kind != SplitKind::threshold) return "";
    if (type == ColumnType::date) return syntax_.comment(date_text(test.split.threshold));
    if (type == ColumnType::time) return syntax_.comment(time_text(test.split.threshold));
    return "";
}

void NestedCode::write_levels(const LoweredStep& step, const std::string& share) const {
    if (syntax_.has_switch())
        write_switch(step, share);
    else
        write_comparisons(step, share);
}

void NestedCode::write_switch(const LoweredStep& step, const std::string& share) const {
    const ProgramFeature& feature = program_.feature(step.test.split.feature);
    const auto write_branch = [&](std::uint32_t child) {
        write_step(child, share);
        if (program_.has_parts()) out_.line("break;");
        out_.close();
    };
    const std::uint32_t otherwise = step.when_unseen;
    const bool has_own_branch = std::ranges::find(step.test.by_level, otherwise) == step.test.by_level.end();
    out_.open(fmt::format("switch ({})", feature.field));
    if (step.when_missing != otherwise) {
        out_.open("case -1:");
        write_branch(step.when_missing);
    }
    for (std::size_t i = 0; i < step.test.by_level.size(); ++i) {
        const std::string label = fmt::format("case {}:", syntax_.level(feature, level_code(i)));
        const bool is_default = step.test.by_level[i] == otherwise;
        if (is_default) out_.line(label);
        out_.open(is_default ? "default:" : label);
        write_branch(step.test.by_level[i]);
    }
    if (has_own_branch) {
        out_.open("default:");
        write_branch(otherwise);
    }
    out_.close();
}

void NestedCode::write_comparisons(const LoweredStep& step, const std::string& share) const {
    const ProgramFeature& feature = program_.feature(step.test.split.feature);
    bool is_first = true;
    const auto open = [&](const std::string& condition) {
        if (is_first)
            out_.open(syntax_.if_header(condition));
        else
            out_.reopen(syntax_.else_if_header(condition));
        is_first = false;
    };
    if (step.when_missing != step.when_unseen) {
        open(feature.field + " == -1");
        write_step(step.when_missing, share);
    }
    for (std::size_t i = 0; i < step.test.by_level.size(); ++i) {
        if (step.test.by_level[i] == step.when_unseen) continue;
        open(fmt::format("{} == {}", feature.field, syntax_.level(feature, level_code(i))));
        write_step(step.test.by_level[i], share);
    }
    if (is_first) return write_step(step.when_unseen, share);
    out_.reopen("else");
    write_step(step.when_unseen, share);
    out_.close();
}

/// A row without a value goes down all branches at once: every branch has its share of the row, or is not taken.
void NestedCode::write_parts(const LoweredStep& step, const std::string& share) const {
    std::vector<std::uint32_t> children = {step.test.yes, step.test.no};
    if (step.test.split.kind == SplitKind::multiway) children.assign(step.test.by_level.begin(), step.test.by_level.end());
    for (const std::uint32_t child : children)
        out_.line(syntax_.share_declared(share_name(child), share_of_part(step, child, share)));
    for (const std::uint32_t child : children) {
        out_.open(syntax_.if_header(share_name(child) + " >= 0.0"));
        write_step(child, share_name(child));
        out_.close();
    }
}

std::string NestedCode::share_of_part(const LoweredStep& step, std::uint32_t child, const std::string& share) const {
    const FeatureId number = step.test.split.feature;
    std::string known;
    if (step.test.split.kind == SplitKind::multiway) {
        const auto level = std::ranges::find(step.test.by_level, child) - step.test.by_level.begin();
        const ProgramFeature& feature = program_.feature(number);
        known = syntax_.chosen(fmt::format("{} == {}", feature.field, syntax_.level(feature, static_cast<LevelCode>(level))), share,
                               not_here);
    } else {
        const bool is_yes = child == step.test.yes;
        known = syntax_.chosen(conditions_.known_goes_yes(step), is_yes ? share : not_here, is_yes ? not_here : share);
    }
    const auto part = std::ranges::find(step.parts, child, &LoweredPart::step);
    const std::string unknown = part == step.parts.end() ? not_here : fmt::format("{} * {}", share, double_literal(part->share));
    return syntax_.chosen(conditions_.is_unknown(number), unknown, known);
}

}  // namespace treewright
