#include "treewright/export/pmml/predicates.h"

#include <algorithm>
#include <functional>
#include <iterator>

#include "treewright/base/number_text.h"
#include "treewright/export/steps/outcomes.h"

namespace treewright {

namespace {

using Kind = PmmlPredicate::Kind;
using Levels = std::vector<std::string>;

PmmlPredicate constant_predicate(bool value) { return {.kind = value ? Kind::always : Kind::never}; }

PmmlPredicate simple(std::string operation, const ColumnSchema& column, std::vector<std::string> values = {}) {
    return {.kind = Kind::simple, .operation = std::move(operation), .field = column.name, .values = std::move(values)};
}

PmmlPredicate compound(std::string operation, std::vector<PmmlPredicate> parts) {
    if (parts.size() == 1) return std::move(parts.front());
    return {.kind = Kind::compound, .operation = std::move(operation), .parts = std::move(parts)};
}

/// The first condition that is not unknown.
PmmlPredicate first_known(PmmlPredicate first, PmmlPredicate rest) {
    PmmlPredicate chain{.kind = Kind::compound, .operation = "surrogate"};
    chain.parts.push_back(std::move(first));
    if (rest.kind == Kind::compound && rest.operation == chain.operation)
        std::ranges::move(rest.parts, std::back_inserter(chain.parts));
    else
        chain.parts.push_back(std::move(rest));
    return chain;
}

/// Whether every reader takes a level out of an Array as it was put in. (Some do not undo the backslash before a quote.)
bool fits_array(const std::string& level) {
    const bool is_plain = std::ranges::all_of(level, [](char c) { return c != '"' && c != '\\' && static_cast<unsigned char>(c) >= 0x20; });
    return is_plain && !level.empty() && level.front() != ' ' && level.back() != ' ' && level.find("  ") == std::string::npos;
}

/// Whether the level is one of these, or none of them; unknown where it is missing.
PmmlPredicate is_one_of(const ColumnSchema& column, const Levels& levels, bool is_in) {
    if (levels.size() == 1) return simple(is_in ? "equal" : "notEqual", column, levels);
    if (levels.empty() || std::ranges::all_of(levels, fits_array))
        return {.kind = Kind::set, .operation = is_in ? "isIn" : "isNotIn", .field = column.name, .values = levels};
    std::vector<PmmlPredicate> each;
    for (const std::string& level : levels) each.push_back(simple(is_in ? "equal" : "notEqual", column, {level}));
    return compound(is_in ? "or" : "and", std::move(each));
}

/// The same by the shorter list of those that are in and those that are not.
PmmlPredicate is_in_part(const ColumnSchema& column, const std::vector<bool>& is_member) {
    Levels in;
    Levels out;
    for (std::size_t i = 0; i < is_member.size(); ++i) (is_member[i] ? in : out).push_back(column.levels[i]);
    const bool by_members = in.size() <= out.size() ? !in.empty() : out.empty();
    return by_members ? is_one_of(column, in, true) : is_one_of(column, out, false);
}

bool is_ordered(const ColumnSchema& column) { return column.type == ColumnType::ordered; }

PmmlPredicate by_value(const ColumnSchema& column, const ValueOutcomes& outcomes, NodeId target) {
    if (!is_ordered(column))
        return simple(target == outcomes.at_most ? "lessOrEqual" : "greaterThan", column, {number_text(outcomes.threshold)});
    std::vector<bool> is_member;
    for (std::size_t rank = 0; rank < column.levels.size(); ++rank) {
        const bool is_low = static_cast<double>(rank) <= outcomes.threshold;
        is_member.push_back((is_low ? outcomes.at_most : outcomes.above) == target);
    }
    return is_in_part(column, is_member);
}

PmmlPredicate by_code(const ColumnSchema& column, const CodeOutcomes& outcomes, NodeId target) {
    std::vector<bool> is_member;
    for (std::size_t code = code_of_first_level; code < outcomes.size(); ++code) is_member.push_back(outcomes[code] == target);
    return is_in_part(column, is_member);
}

/// The step's own test; unknown where the value is missing.
PmmlPredicate own_predicate(const LoweredStep& step, NodeId target, const Schema& schema) {
    const ColumnSchema& column = schema.features[step.test.split.feature];
    if (step.test.split.kind == SplitKind::is_missing)
        return simple(target == step.test.yes ? "isMissing" : "isNotMissing", column);
    if (holds_values(column.type)) return by_value(column, outcomes_by_value(step), target);
    const CodeOutcomes outcomes = outcomes_by_code(step, column.levels.size());
    const bool is_for_missing = std::find(outcomes.begin() + code_of_first_level, outcomes.end(), target) == outcomes.end();
    return is_for_missing && target == step.when_missing ? simple("isMissing", column) : by_code(column, outcomes, target);
}

/// A surrogate, and what follows where it does not decide: also where the level is known, but in neither of its sets.
PmmlPredicate with_surrogate(const LoweredTest& surrogate, NodeId target, const Schema& schema, PmmlPredicate rest) {
    const ColumnSchema& column = schema.features[surrogate.split.feature];
    if (holds_values(column.type))
        return first_known(by_value(column, outcomes_by_value(surrogate), target), std::move(rest));
    const CodeOutcomes outcomes = outcomes_by_code(surrogate, column.levels.size());
    std::vector<bool> decides;
    for (std::size_t code = code_of_first_level; code < outcomes.size(); ++code) decides.push_back(outcomes[code] != undecided_step);
    PmmlPredicate own = by_code(column, outcomes, target);
    if (std::ranges::all_of(decides, std::identity())) return first_known(std::move(own), std::move(rest));
    PmmlPredicate leads_here = first_known(std::move(own), constant_predicate(false));
    decides.flip();
    PmmlPredicate is_open = first_known(is_in_part(column, decides), constant_predicate(true));
    return compound("or", {std::move(leads_here), compound("and", {std::move(is_open), std::move(rest)})});
}

void write_array(XmlWriter& xml, const Levels& levels) {
    std::string text;
    for (const std::string& level : levels) text += (text.empty() ? "\"" : " \"") + level + "\"";
    xml.begin("Array").attribute("type", "string").attribute("n", levels.size()).content(text).end();
}

}  // namespace

void write_predicate(XmlWriter& xml, const PmmlPredicate& predicate) {
    switch (predicate.kind) {
        case Kind::always: xml.empty("True"); break;
        case Kind::never: xml.empty("False"); break;
        case Kind::simple:
            xml.begin("SimplePredicate").attribute("field", predicate.field).attribute("operator", predicate.operation);
            if (!predicate.values.empty()) xml.attribute("value", predicate.values.front());
            xml.end();
            break;
        case Kind::set:
            xml.begin("SimpleSetPredicate").attribute("field", predicate.field).attribute("booleanOperator", predicate.operation);
            write_array(xml, predicate.values);
            xml.end();
            break;
        case Kind::compound:
            xml.begin("CompoundPredicate").attribute("booleanOperator", predicate.operation);
            for (const PmmlPredicate& part : predicate.parts) write_predicate(xml, part);
            xml.end();
            break;
    }
}

PmmlPredicate predicate_of_branch(const LoweredStep& step, NodeId target, const Schema& schema) {
    PmmlPredicate own = own_predicate(step, target, schema);
    if (step.surrogates.empty()) return own;
    PmmlPredicate rest = constant_predicate(step.when_missing == target);
    for (auto surrogate = step.surrogates.rbegin(); surrogate != step.surrogates.rend(); ++surrogate)
        rest = with_surrogate(*surrogate, target, schema, std::move(rest));
    return first_known(std::move(own), std::move(rest));
}

}  // namespace treewright
