// A tree as a JavaScript file without imports, for browsers and for Node.js: an object whose `predict` takes an object or a Map.
#include <fmt/format.h>

#include <cmath>

#include "treewright/export/programs/head.h"
#include "treewright/export/programs/languages.h"
#include "treewright/export/programs/literals.h"
#include "treewright/export/programs/nested_code.h"
#include "treewright/export/programs/table_code.h"
#include "treewright/export/programs/test_rows.h"

namespace treewright {

namespace {

constexpr NestingLimits javascript_limits{.depth = 100, .tests = 10'000, .branches = 500};
constexpr Naming javascript_naming{.program = Casing::pascal, .field = Casing::camel, .constants_by_program = false};

class JavascriptSyntax : public Syntax {
public:
    [[nodiscard]] std::string is_nan(const std::string& variable) const override { return "Number.isNaN(" + variable + ")"; }
    [[nodiscard]] std::string in_set(const std::string& variable, std::size_t position) const override {
        return fmt::format("_inSet({}, {})", variable, position);
    }
    [[nodiscard]] std::string level(const ProgramFeature& feature, LevelCode code) const override {
        return feature.constants.empty() ? std::to_string(code) : feature.constants[position_of(code)];
    }
    [[nodiscard]] std::string equal() const override { return " === "; }
    [[nodiscard]] std::string unequal() const override { return " !== "; }
    [[nodiscard]] std::string comment(const std::string& text) const override { return "  // " + text; }
    [[nodiscard]] std::string share_declared(const std::string& name, const std::string& value) const override {
        return fmt::format("const {} = {};", name, value);
    }
    [[nodiscard]] std::string leaf_returned(std::size_t leaf) const override { return fmt::format("return {};", leaf); }
    [[nodiscard]] std::string leaf_added(std::size_t leaf, const std::string& share) const override {
        return fmt::format("leaves.push([{}, {}]);", leaf, share);
    }
    [[nodiscard]] std::string refusal(const ProgramFeature& feature) const override {
        return fmt::format("throw _refusal({});", javascript_string(feature.column->name));
    }
};

constexpr std::string_view javascript_reading_text = R"(function _cell(row, name) {
    if (row instanceof Map) return row.get(name);
    return Object.prototype.hasOwnProperty.call(row, name) ? row[name] : undefined;
}

function _number(row, name) {
    const value = _cell(row, name);
    if (value === undefined || value === null) return NaN;
    if (typeof value !== "number") throw new TypeError(JSON.stringify(name) + " takes a number, not " + typeof value);
    return value;
}

// The position of a level; -1 if it is missing, -2 if it is unseen.
function _code(row, name, levels) {
    const value = _cell(row, name);
    if (value === undefined || value === null || Number.isNaN(value)) return -1;
    if (typeof value !== "string") throw new TypeError(JSON.stringify(name) + " takes the name of a level, not " + typeof value);
    const code = levels.get(value);
    return code === undefined ? -2 : code;
}

// The rank of an ordered level.
function _rank(row, name, levels) {
    const code = _code(row, name, levels);
    return code >= 0 ? code : NaN;
}

function _refusal(name) {
    return new RangeError("the value of " + JSON.stringify(name) + " is missing or unseen, and the tree refuses such rows");
}

)";

constexpr std::string_view javascript_in_set_text = R"(function _inSet(level, word) {
    return level >= 0 && (_SETS[word + (level >> 5)] >>> (level & 31) & 1) === 1;
}

)";

constexpr std::string_view javascript_table_text = R"(// Where a test sends a row; 0: it cannot decide.
function _decide(test, cell) {
    const [kind, , threshold, first, second, yes, no] = test;
    if (kind === 0) return Number.isNaN(cell) ? 0 : cell <= threshold ? yes : no;
    if (kind === 1) return Number.isNaN(cell) ? yes : no;
    if (kind === 2) return _inSet(cell, first) ? yes : _inSet(cell, second) ? no : 0;
    return cell >= 0 && cell < second ? _TARGETS[first + cell] : 0;
}

// Where a question sends a row; 0: neither it nor a similar question can decide.
function _ask(at, cells) {
    let next = 0;
    for (let t = _STEPS[at][0]; next === 0 && t < _STEPS[at + 1][0]; t++) next = _decide(_TESTS[t], cells[_TESTS[t][1]]);
    return next;
}

// Where rows without a value go.
function _otherwise(at, cells) {
    const test = _TESTS[_STEPS[at][0]];
    return _STEPS[at][test[0] >= 2 && cells[test[1]] === -2 ? 2 : 1];
}

)";

constexpr std::string_view javascript_table_find_text = R"(    let at = 0;
    while (at >= 0) {
        const next = _ask(at, cells);
        at = next === 0 ? _otherwise(at, cells) : next;
    }
    return ~at;
)";

constexpr std::string_view javascript_table_refusing_text = R"(    let at = 0;
    while (at >= 0) {
        const next = _ask(at, cells);
        if (next === 0) throw _refusal(_FEATURES[_TESTS[_STEPS[at][0]][1]]);
        at = next;
    }
    return ~at;
)";

constexpr std::string_view javascript_table_walk_text = R"(    const leaves = [];
    const waiting = [[0, 1.0]];
    while (waiting.length > 0) {
        const [at, share] = waiting.pop();
        if (at < 0) {
            leaves.push([~at, share]);
            continue;
        }
        const next = _ask(at, cells);
        const first = _STEPS[at][3];
        const end = _STEPS[at + 1][3];
        if (next === 0 && first < end) {
            for (let p = end; p-- > first;) waiting.push([_PARTS[p][0], share * _PARTS[p][1]]);
        } else {
            waiting.push([next === 0 ? _otherwise(at, cells) : next, share]);
        }
    }
    return leaves;
)";

constexpr std::string_view javascript_main_leaf_text = R"(// The leaf with the largest share.
function _mainLeaf(leaves) {
    let main = 0;
    let most = 0.0;
    for (const [leaf, share] of leaves) {
        if (share > most * @rounding@) {
            main = leaf;
            most = share;
        }
    }
    return main;
}

)";

constexpr std::string_view javascript_class_mix_text = R"(// The probabilities of a row that ends in several leaves.
function _mixed(leaves) {
    const probabilities = new Array(@classes@).fill(0.0);
    for (const [leaf, share] of leaves) {
        const shares = _SHARES[_LEAVES[leaf][2]];
        for (let i = 0; i < @classes@; i++) probabilities[i] += share * shares[i];
    }
    return probabilities;
}

// The label of least expected loss; among equals the first.
function _cheapest(probabilities) {
    const expected = new Array(@classes@).fill(0.0);
    for (let j = 0; j < @classes@; j++)
        for (let i = 0; i < @classes@; i++)
            if (i !== j) expected[j] += probabilities[i]@factor@;
    let sum = 0.0;
    let least = expected[0];
    for (const loss of expected) {
        sum += loss;
        if (loss < least) least = loss;
    }
    const line = least + 1e-12 * Math.max(least, sum);
    return expected.findIndex((loss) => loss <= line);
}

)";

std::string javascript_number(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0.0 ? "Infinity" : "-Infinity";
    return double_literal(value);
}

std::vector<std::string> javascript_numbers(const std::vector<double>& values) {
    std::vector<std::string> items;
    for (const double value : values) items.push_back(javascript_number(value));
    return items;
}

std::string array_of(const std::vector<std::string>& items) { return fmt::format("[{}]", fmt::join(items, ", ")); }

class JavascriptProgram {
public:
    JavascriptProgram(const Model& model, const ExportOptions& options)
        : program_(model, options, javascript_naming),
          layout_(layout_of(program_, options, javascript_limits, "JavaScript")),
          has_test_(options.self_test) {}

    std::string written() {
        write_head();
        out_.open(fmt::format("const {} = (() =>", program_.name()));
        out_.lines("\"use strict\";\n\n");
        write_levels();
        write_leaves();
        out_.lines(javascript_reading_text);
        if (layout_.style == CodeStyle::table)
            write_tables();
        else
            write_nested();
        if (program_.has_parts()) write_mixing();
        write_predict();
        write_interface();
        out_.close(")();");
        out_.line();
        out_.line(fmt::format("if (typeof module !== \"undefined\") module.exports = {};", program_.name()));
        if (has_test_) write_self_test();
        return out_.take();
    }

private:
    void write_head();
    void write_levels();
    void write_leaves();
    void write_nested();
    void write_tables();
    void write_table_rows(const TableCode& table);
    void write_mixing();
    void write_predict();
    void write_mixed_answer();
    void write_interface();
    void write_self_test();
    void write_sets(const LevelSets& sets);
    void write_array(std::string_view name, const std::vector<std::string>& items);
    [[nodiscard]] std::string cell(std::size_t position) const;

    Program program_;
    Layout layout_;
    bool has_test_;
    CodeWriter out_;
};

void JavascriptProgram::write_head() {
    for (const std::string& line : head_lines(program_, layout_, CommentLetters::any)) out_.line(line.empty() ? "//" : "// " + line);
    out_.lines("//\n// A row is an object or a Map. A value that is absent, null or NaN is missing; the name of a level that training never\n"
               "// saw is unseen. In browsers a script, in Node.js also a module: const tree = require(\"./this_file.js\").\n//\n");
    std::string example;
    if (!program_.features().empty()) {
        const ProgramFeature& first = program_.features()[0];
        const bool has_level = first.has_levels() && !first.column->levels.empty();
        example = fmt::format("{}: {}", javascript_string(first.column->name),
                              has_level ? javascript_string(first.column->levels[0]) : "1.5");
    }
    out_.line(fmt::format("//     {}.predict({{{}}})", program_.name(), example.size() < 60 ? example : "..."));
}

void JavascriptProgram::write_array(std::string_view name, const std::vector<std::string>& items) {
    const std::string text = array_of(items);
    if (text.size() < 90) return out_.line(fmt::format("const {} = {};", name, text));
    out_.line(fmt::format("const {} = [", name));
    out_.indent();
    out_.items(items);
    out_.outdent();
    out_.line("];");
}

void JavascriptProgram::write_levels() {
    for (const ProgramFeature& feature : program_.features())
        for (std::size_t i = 0; i < feature.constants.size(); ++i) out_.line(fmt::format("const {} = {};", feature.constants[i], i));
    std::vector<std::string> names;
    for (std::size_t f = 0; f < program_.features().size(); ++f) {
        const ProgramFeature& feature = program_.features()[f];
        names.push_back(javascript_string(feature.column->name));
        if (!feature.has_levels()) continue;
        std::vector<std::string> items;
        for (std::size_t i = 0; i < feature.column->levels.size(); ++i)
            items.push_back(fmt::format("[{}, {}]", javascript_string(feature.column->levels[i]), i));
        out_.line("// " + feature_line(feature, CommentLetters::any));
        out_.line(fmt::format("const _LEVELS_{} = new Map([", f));
        out_.indent();
        out_.items(items);
        out_.outdent();
        out_.line("]);");
    }
    write_array("_FEATURES", names);
    if (program_.is_classification()) {
        std::vector<std::string> labels;
        for (const std::string& name : program_.classes()) labels.push_back(javascript_string(name));
        write_array("_LABELS", labels);
    }
}

void JavascriptProgram::write_leaves() {
    const bool is_class = program_.is_classification();
    std::vector<std::string> leaves;
    for (const ProgramLeaf& leaf : program_.leaves())
        leaves.push_back(is_class ? fmt::format("[{}, {}, {}]", leaf.node, leaf.label, leaf.shares)
                                  : fmt::format("[{}, {}]", leaf.node, javascript_number(leaf.value)));
    out_.line(is_class ? "// Leaves: the number, the label, which of the shares below." : "// Leaves: the number, the value.");
    write_array("_LEAVES", leaves);
    if (is_class) {
        std::vector<std::string> shares;
        for (const std::vector<double>& each : program_.shares()) shares.push_back(array_of(javascript_numbers(each)));
        write_array("_SHARES", shares);
    }
    out_.line();
}

std::string JavascriptProgram::cell(std::size_t position) const {
    const ProgramFeature& feature = program_.features()[position];
    const std::string name = javascript_string(feature.column->name);
    if (!feature.has_levels()) return fmt::format("_number(row, {})", name);
    return fmt::format("{}(row, {}, _LEVELS_{})", feature.is_value() ? "_rank" : "_code", name, position);
}

void JavascriptProgram::write_sets(const LevelSets& sets) {
    if (sets.words().empty()) return;
    std::vector<std::string> words;
    for (const std::uint32_t word : sets.words()) words.push_back(fmt::format("{:#x}", word));
    out_.line("// Sets of levels, a bit for each.");
    write_array("_SETS", words);
    out_.line();
    out_.lines(javascript_in_set_text);
}

void JavascriptProgram::write_nested() {
    LevelSets sets;
    CodeWriter body;
    body.indent();
    for (std::size_t f = 0; f < program_.features().size(); ++f)
        body.line(fmt::format("const {} = {};", program_.features()[f].field, cell(f)));
    if (program_.has_parts()) body.line("const leaves = [];");
    const JavascriptSyntax syntax;
    NestedCode(program_, syntax, sets, body).write();
    if (program_.has_parts()) body.line("return leaves;");
    write_sets(sets);
    out_.line(program_.has_parts() ? "function _walk(row) {" : "function _find(row) {");
    out_.lines(body.take());
    out_.lines("}\n\n");
}

void JavascriptProgram::write_table_rows(const TableCode& table) {
    out_.lines("// Tests, by their kind: 0 cell <= threshold, 1 is missing, 2 level in the set at `first` (yes) or at `second` (no), 3 level\n"
               "// below `second` goes to _TARGETS[first + level]. `yes` and `no` are steps, or ~leaf.\n");
    std::vector<std::string> tests;
    for (const TableTestRow& test : table.tests)
        tests.push_back(fmt::format("[{}, {}, {}, {}, {}, {}, {}]", static_cast<int>(test.kind), test.feature,
                                    double_literal(test.threshold), test.first, test.second, test.yes, test.no));
    write_array("_TESTS", tests);
    out_.line("// Steps: the first test, where missing and where unseen values go, the first part.");
    std::vector<std::string> steps;
    for (const TableStepRow& step : table.steps)
        steps.push_back(fmt::format("[{}, {}, {}, {}]", step.first_test, step.missing, step.unseen, step.first_part));
    write_array("_STEPS", steps);
    std::vector<std::string> targets;
    for (const TableTarget target : table.targets) targets.push_back(std::to_string(target));
    if (!targets.empty()) write_array("_TARGETS", targets);
    std::vector<std::string> parts;
    for (const TablePart& part : table.parts) parts.push_back(fmt::format("[{}, {}]", part.target, double_literal(part.share)));
    if (!parts.empty()) write_array("_PARTS", parts);
    out_.line();
}

void JavascriptProgram::write_tables() {
    const TableCode table(program_);
    write_table_rows(table);
    write_sets(table.sets);
    out_.lines(javascript_table_text);
    std::vector<std::string> cells;
    for (std::size_t f = 0; f < program_.features().size(); ++f) cells.push_back(cell(f));
    out_.open(program_.has_parts() ? "function _walk(row)" : "function _find(row)");
    write_array("cells", cells);
    out_.outdent();
    out_.lines(program_.has_parts() ? javascript_table_walk_text : program_.refuses() ? javascript_table_refusing_text : javascript_table_find_text);
    out_.lines("}\n\n");
}

void JavascriptProgram::write_mixing() {
    out_.lines(filled(javascript_main_leaf_text, {{"rounding", double_literal(1.0 + 1e-6)}}));
    if (!program_.is_classification()) return;
    if (!program_.losses().empty()) {
        out_.line("// What it costs to predict label j where i is true, at i * labels + j.");
        write_array("_LOSSES", javascript_numbers(program_.losses()));
        out_.line();
    }
    const std::string classes = std::to_string(program_.classes().size());
    out_.lines(filled(javascript_class_mix_text, {{"classes", classes},
                                       {"factor", program_.losses().empty() ? "" : " * _LOSSES[i * " + classes + " + j]"}}));
}

void JavascriptProgram::write_predict() {
    const bool is_class = program_.is_classification();
    out_.line(is_class ? "// The label, its position in `labels` (index), the probabilities in their order, the number of the leaf."
                       : "// The value and the number of the leaf.");
    out_.open("function predict(row)");
    if (program_.has_parts()) {
        write_mixed_answer();
    } else {
        out_.line("const leaf = _LEAVES[_find(row)];");
        if (is_class) out_.line("return {label: _LABELS[leaf[1]], index: leaf[1], probabilities: _SHARES[leaf[2]].slice(), leaf: leaf[0]};");
        else out_.line("return {value: leaf[1], leaf: leaf[0]};");
    }
    out_.close();
    out_.line();
}

void JavascriptProgram::write_mixed_answer() {
    out_.line("const leaves = _walk(row);");
    out_.line("const leaf = _LEAVES[_mainLeaf(leaves)];");
    if (program_.is_classification()) {
        out_.line("const probabilities = leaves.length === 1 ? _SHARES[leaf[2]].slice() : _mixed(leaves);");
        out_.line("const index = leaves.length === 1 ? leaf[1] : _cheapest(probabilities);");
        out_.line("return {label: _LABELS[index], index, probabilities, leaf: leaf[0]};");
        return;
    }
    out_.line("let value = 0.0;");
    out_.line("for (const [each, share] of leaves) value += share * _LEAVES[each][1];");
    out_.line("return {value: leaves.length === 1 ? leaf[1] : value, leaf: leaf[0]};");
}

void JavascriptProgram::write_interface() {
    out_.line(program_.is_classification() ? "return {predict, features: _FEATURES, labels: _LABELS};"
                                           : "return {predict, features: _FEATURES};");
}

void JavascriptProgram::write_self_test() {
    const bool is_class = program_.is_classification();
    out_.line();
    out_.open("if (typeof require !== \"undefined\" && require.main === module)");
    out_.line("const tests = [");
    out_.indent();
    for (const TestRow& row : test_rows(program_)) {
        std::vector<std::string> cells;
        for (std::size_t f = 0; f < row.cells.size(); ++f) {
            const ProgramFeature& feature = program_.features()[f];
            std::string value = feature.has_levels() ? "null" : javascript_number(row.cells[f]);
            if (feature.has_levels() && row.cells[f] == -2.0) value = javascript_string(unseen_text(*feature.column));
            if (feature.has_levels() && row.cells[f] >= 0.0)
                value = javascript_string(feature.column->level(static_cast<LevelCode>(row.cells[f])));
            cells.push_back(fmt::format("[{}, {}]", javascript_string(feature.column->name), value));
        }
        const std::string answer =
            row.is_refused ? "null"
            : is_class     ? fmt::format("[{}, {}, {}]", row.leaf, row.label, fmt::join(javascript_numbers(row.probabilities), ", "))
                           : fmt::format("[{}, {}]", row.leaf, javascript_number(row.value));
        out_.line(fmt::format("[[{}], {}],", fmt::join(cells, ", "), answer));
    }
    out_.outdent();
    out_.line("];");
    out_.line("let wrong = 0;");
    out_.open("for (const [cells, expected] of tests)");
    out_.line("let answer = null;");
    out_.open("try");
    out_.line(fmt::format("const got = {}.predict(new Map(cells));", program_.name()));
    out_.line(is_class ? "answer = [got.leaf, got.index, ...got.probabilities];" : "answer = [got.leaf, got.value];");
    out_.reopen("catch (error)");
    out_.line("if (!(error instanceof RangeError)) throw error;");
    out_.close();
    out_.line("if (JSON.stringify(answer) !== JSON.stringify(expected)) wrong++;");
    out_.close();
    out_.line("console.log(wrong + \" of \" + tests.length + \" rows differ\");");
    out_.line("process.exitCode = wrong === 0 ? 0 : 1;");
    out_.close();
}

}  // namespace

std::string tree_javascript(const Model& model, const ExportOptions& options) {
    return JavascriptProgram(model, options).written();
}

}  // namespace treewright
