// A tree as a Python module without imports: a class whose `predict` takes a dictionary.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "treewright/export/programs/head.h"
#include "treewright/export/programs/languages.h"
#include "treewright/export/programs/literals.h"
#include "treewright/export/programs/nested_code.h"
#include "treewright/export/programs/table_code.h"
#include "treewright/export/programs/test_rows.h"

namespace treewright {

namespace {

// CPython takes 100 levels of indentation, and its compiler goes down a chain of elif by recursion.
constexpr NestingLimits python_limits{.depth = 60, .tests = 5'000, .branches = 60};
constexpr Naming python_naming{.program = Casing::pascal, .constants_by_program = false};

class PythonSyntax : public Syntax {
public:
    [[nodiscard]] Blocks blocks() const override { return Blocks::indentation; }
    [[nodiscard]] bool has_switch() const override { return false; }
    [[nodiscard]] std::string_view both() const override { return " and "; }
    [[nodiscard]] std::string_view either() const override { return " or "; }
    [[nodiscard]] std::string negated(const std::string& condition) const override { return "not (" + condition + ")"; }
    [[nodiscard]] std::string truth(bool value) const override { return value ? "True" : "False"; }
    [[nodiscard]] std::string chosen(const std::string& condition, const std::string& yes, const std::string& no) const override {
        return yes + " if " + condition + " else " + no;
    }
    [[nodiscard]] std::string is_nan(const std::string& variable) const override { return variable + " != " + variable; }
    [[nodiscard]] std::string is_number(const std::string& variable) const override { return variable + " == " + variable; }
    [[nodiscard]] std::string in_set(const std::string& variable, std::size_t position) const override {
        return fmt::format("_in_set({}, {})", variable, position);
    }
    [[nodiscard]] std::string level(const ProgramFeature& feature, LevelCode code) const override {
        return feature.constants.empty() ? std::to_string(code) : feature.constants[position_of(code)];
    }
    [[nodiscard]] std::string if_header(const std::string& condition) const override { return "if " + in_brackets(condition); }
    [[nodiscard]] std::string else_if_header(const std::string& condition) const override { return "elif " + in_brackets(condition); }
    [[nodiscard]] std::string comment(const std::string& text) const override { return "  # " + text; }
    [[nodiscard]] std::string share_declared(const std::string& name, const std::string& value) const override {
        return name + " = " + value;
    }
    [[nodiscard]] std::string leaf_returned(std::size_t leaf) const override { return fmt::format("return {}", leaf); }
    [[nodiscard]] std::string leaf_added(std::size_t leaf, const std::string& share) const override {
        return fmt::format("leaves.append(({}, {}))", leaf, share);
    }
    [[nodiscard]] std::string refusal(const ProgramFeature& feature) const override {
        return fmt::format("raise _refusal({})", python_string(feature.column->name));
    }

private:
    /// An expression of several lines needs brackets.
    static std::string in_brackets(const std::string& condition) {
        return condition.find('\n') == std::string::npos ? condition : "(" + condition + ")";
    }
};

constexpr std::string_view python_reading_text = R"(def _number(row, name):
    value = row.get(name)
    if value is None:
        return _NAN
    if isinstance(value, str):
        raise TypeError(f"{name!r} takes a number, not the text {value!r}")
    return float(value)


def _code(row, name, levels):
    """The position of a level; -1 if it is missing, -2 if it is unseen."""
    value = row.get(name)
    if value is None or value != value:
        return -1
    if not isinstance(value, str):
        raise TypeError(f"{name!r} takes the name of a level, not {value!r}")
    return levels.get(value, -2)


def _rank(row, name, levels):
    """The rank of an ordered level as a number."""
    code = _code(row, name, levels)
    return float(code) if code >= 0 else _NAN


def _refusal(name):
    return ValueError(f"the value of {name!r} is missing or unseen, and the tree refuses such rows")


)";

constexpr std::string_view python_in_set_text = R"(def _in_set(level, word):
    return level >= 0 and _SETS[word + level // 32] >> level % 32 & 1


)";

// Tables: comments say what the rows hold.
constexpr std::string_view python_table_text = R"(def _ask(at, cells):
    """Where a question sends a row; 0: neither it nor a similar question can decide."""
    for kind, feature, threshold, first, second, yes, no in _TESTS[_STEPS[at][0]:_STEPS[at + 1][0]]:
        cell = cells[feature]
        if kind == 0:
            if cell == cell:
                return yes if cell <= threshold else no
        elif kind == 1:
            return yes if cell != cell else no
        elif kind == 2:
            if _in_set(cell, first):
                return yes
            if _in_set(cell, second):
                return no
        elif 0 <= cell < second:
            return _TARGETS[first + cell]
    return 0


def _otherwise(at, cells):
    """Where rows without a value go."""
    test = _TESTS[_STEPS[at][0]]
    return _STEPS[at][2 if test[0] >= 2 and cells[test[1]] == -2 else 1]


)";

constexpr std::string_view python_table_find_text = R"(    at = 0
    while at >= 0:
        at = _ask(at, cells) or _otherwise(at, cells)
    return ~at
)";

constexpr std::string_view python_table_refusing_text = R"(    at = 0
    while at >= 0:
        following = _ask(at, cells)
        if following == 0:
            raise _refusal(@class@.FEATURES[_TESTS[_STEPS[at][0]][1]])
        at = following
    return ~at
)";

constexpr std::string_view python_table_walk_text = R"(    leaves = []
    waiting = [(0, 1.0)]
    while waiting:
        at, share = waiting.pop()
        if at < 0:
            leaves.append((~at, share))
            continue
        following = _ask(at, cells)
        parts = _PARTS[_STEPS[at][3]:_STEPS[at + 1][3]]
        if following == 0 and parts:
            waiting.extend((target, share * part) for target, part in reversed(parts))
        else:
            waiting.append((following or _otherwise(at, cells), share))
    return leaves
)";

constexpr std::string_view python_main_leaf_text = R"(def _main_leaf(leaves):
    """The leaf with the largest share."""
    main, most = 0, 0.0
    for leaf, share in leaves:
        if share > most * @rounding@:
            main, most = leaf, share
    return main


)";

constexpr std::string_view python_class_mix_text = R"(def _mixed(leaves):
    """The label and the probabilities of a row that ends in several leaves."""
    probabilities = [0.0] * @classes@
    for leaf, share in leaves:
        for i, part in enumerate(_SHARES[_LEAVES[leaf][2]]):
            probabilities[i] += share * part
    return _cheapest(probabilities), probabilities


def _cheapest(probabilities):
    """The label of least expected loss; among equals the first."""
    expected = []
    for j in range(@classes@):
        loss = 0.0
        for i in range(@classes@):
            if i != j:
                loss += probabilities[i]@factor@
        expected.append(loss)
    total = 0.0
    for loss in expected:
        total += loss
    least = min(expected)
    line = least + 1e-12 * max(least, total)
    return [loss <= line for loss in expected].index(True)


)";

std::string python_number(double value) {
    if (std::isnan(value)) return "_NAN";
    if (std::isinf(value)) return value > 0.0 ? "float(\"inf\")" : "float(\"-inf\")";
    return double_literal(value);
}

/// "(a, b,)": a tuple, also of one.
std::string tuple_of(const std::vector<std::string>& items) {
    return fmt::format("({}{})", fmt::join(items, ", "), items.size() == 1 ? "," : "");
}

std::vector<std::string> python_numbers(const std::vector<double>& values) {
    std::vector<std::string> items;
    for (const double value : values) items.push_back(python_number(value));
    return items;
}

class PythonProgram {
public:
    PythonProgram(const Model& model, const ExportOptions& options)
        : program_(model, options, python_naming),
          layout_(layout_of(program_, options, python_limits, "Python")),
          has_test_(options.self_test) {}

    std::string written() {
        write_head();
        write_class();
        write_levels();
        write_leaves();
        out_.lines(python_reading_text);
        if (layout_.style == CodeStyle::table)
            write_tables();
        else
            write_nested();
        if (program_.has_parts()) write_mixing();
        write_predict();
        if (has_test_) write_self_test();
        return out_.take();
    }

private:
    void write_head();
    void write_class();
    void write_levels();
    void write_leaves();
    void write_nested();
    void write_tables();
    void write_mixing();
    void write_predict();
    void write_self_test();
    void write_sets(const LevelSets& sets);
    void write_tuple(std::string_view name, const std::vector<std::string>& items);
    [[nodiscard]] std::string cell(std::size_t position) const;
    void separate() { out_.lines("\n\n"); }

    Program program_;
    Layout layout_;
    bool has_test_;
    CodeWriter out_{Blocks::indentation};
};

void PythonProgram::write_head() {
    // No name of data on the first two lines, where Python looks for the encoding.
    out_.lines("# A Python module without imports.\n#\n");
    for (const std::string& line : head_lines(program_, layout_, CommentLetters::any)) out_.line(line.empty() ? "#" : "# " + line);
    out_.lines("#\n# A row is a dictionary, or anything with its method `get`. A value that is absent, None or NaN is missing; the name of a level\n"
               "# that training never saw is unseen.\n#\n");
    const std::string example =
        program_.features().empty()
            ? ""
            : fmt::format("{}: {}", python_string(program_.features()[0].column->name),
                          program_.features()[0].has_levels() && !program_.features()[0].column->levels.empty()
                              ? python_string(program_.features()[0].column->levels[0])
                              : "1.5");
    const bool is_short = example.size() < 60;
    out_.line(fmt::format("#     {}.predict({{{}}})", program_.name(), is_short ? example : "..."));
    separate();
}

void PythonProgram::write_class() {
    std::vector<std::string> labels;
    std::vector<std::string> features;
    for (const std::string& name : program_.classes()) labels.push_back(python_string(name));
    for (const ProgramFeature& feature : program_.features()) features.push_back(python_string(feature.column->name));
    out_.open("class " + program_.name());
    write_tuple("FEATURES", features);
    if (program_.is_classification()) write_tuple("LABELS", labels);
    out_.line();
    out_.line("@staticmethod");
    out_.open("def predict(row)");
    out_.line(program_.is_classification()
                  ? "\"\"\"A dictionary: the label, its position in LABELS (index), the probabilities in their order, the number of the leaf.\"\"\""
                  : "\"\"\"A dictionary: the value, and the number of the leaf.\"\"\"");
    out_.line("return _predict(row)");
    out_.close();
    out_.close();
    separate();
}

void PythonProgram::write_tuple(std::string_view name, const std::vector<std::string>& items) {
    const std::string text = tuple_of(items);
    if (text.size() < 100) return out_.line(fmt::format("{} = {}", name, text));
    out_.line(fmt::format("{} = (", name));
    out_.indent();
    out_.items(items);
    out_.outdent();
    out_.line(")");
}

void PythonProgram::write_levels() {
    out_.line("_NAN = float(\"nan\")");
    std::vector<std::string> tables;
    for (const ProgramFeature& feature : program_.features())
        for (std::size_t i = 0; i < feature.constants.size(); ++i) out_.line(fmt::format("{} = {}", feature.constants[i], i));
    for (std::size_t f = 0; f < program_.features().size(); ++f) {
        const ProgramFeature& feature = program_.features()[f];
        if (!feature.has_levels()) continue;
        std::vector<std::string> items;
        for (std::size_t i = 0; i < feature.column->levels.size(); ++i)
            items.push_back(fmt::format("{}: {}", python_string(feature.column->levels[i]), i));
        out_.line(fmt::format("_LEVELS_{} = {{  # {}", f, feature_line(feature, CommentLetters::any)));
        out_.indent();
        out_.items(items);
        out_.outdent();
        out_.line("}");
    }
    out_.line();
}

void PythonProgram::write_leaves() {
    std::vector<std::string> leaves;
    for (const ProgramLeaf& leaf : program_.leaves())
        leaves.push_back(program_.is_classification() ? fmt::format("({}, {}, {})", leaf.node, leaf.label, leaf.shares)
                                                      : fmt::format("({}, {})", leaf.node, python_number(leaf.value)));
    out_.line(program_.is_classification() ? "# Leaves: the number, the label, which of the shares below."
                                           : "# Leaves: the number, the value.");
    write_tuple("_LEAVES", leaves);
    if (program_.is_classification()) {
        std::vector<std::string> shares;
        for (const std::vector<double>& each : program_.shares()) shares.push_back(tuple_of(python_numbers(each)));
        write_tuple("_SHARES", shares);
    }
    separate();
}

std::string PythonProgram::cell(std::size_t position) const {
    const ProgramFeature& feature = program_.features()[position];
    const std::string name = python_string(feature.column->name);
    if (!feature.has_levels()) return fmt::format("_number(row, {})", name);
    return fmt::format("{}(row, {}, _LEVELS_{})", feature.is_value() ? "_rank" : "_code", name, position);
}

void PythonProgram::write_sets(const LevelSets& sets) {
    if (sets.words().empty()) return;
    std::vector<std::string> words;
    for (const std::uint32_t word : sets.words()) words.push_back(fmt::format("{:#x}", word));
    out_.line("# Sets of levels, a bit for each.");
    write_tuple("_SETS", words);
    separate();
    out_.lines(python_in_set_text);
}

void PythonProgram::write_nested() {
    LevelSets sets;
    CodeWriter body(Blocks::indentation);
    body.indent();
    for (std::size_t f = 0; f < program_.features().size(); ++f)
        body.line(fmt::format("{} = {}", program_.features()[f].field, cell(f)));
    if (program_.has_parts()) body.line("leaves = []");
    const PythonSyntax syntax;
    NestedCode(program_, syntax, sets, body).write();
    if (program_.has_parts()) body.line("return leaves");
    write_sets(sets);
    out_.open(program_.has_parts() ? "def _walk(row)" : "def _find(row)");
    out_.close();
    out_.lines(body.take());
    separate();
}

void PythonProgram::write_tables() {
    const TableCode table(program_);
    out_.lines("# Tests, by their kind: 0 cell <= threshold, 1 is missing, 2 level in the set at `first` (yes) or at `second` (no), 3 level\n"
               "# below `second` goes to _TARGETS[first + level]. `yes` and `no` are steps, or ~leaf. 0: not decided.\n");
    std::vector<std::string> tests;
    for (const TableTestRow& test : table.tests)
        tests.push_back(fmt::format("({}, {}, {}, {}, {}, {}, {})", static_cast<int>(test.kind), test.feature,
                                    double_literal(test.threshold), test.first, test.second, test.yes, test.no));
    write_tuple("_TESTS", tests);
    out_.line("# Steps: the first test, where missing and where unseen values go, the first part.");
    std::vector<std::string> steps;
    for (const TableStepRow& step : table.steps)
        steps.push_back(fmt::format("({}, {}, {}, {})", step.first_test, step.missing, step.unseen, step.first_part));
    write_tuple("_STEPS", steps);
    std::vector<std::string> targets;
    for (const TableTarget target : table.targets) targets.push_back(std::to_string(target));
    if (!targets.empty()) write_tuple("_TARGETS", targets);
    std::vector<std::string> parts;
    for (const TablePart& part : table.parts) parts.push_back(fmt::format("({}, {})", part.target, double_literal(part.share)));
    if (!parts.empty()) write_tuple("_PARTS", parts);
    separate();
    write_sets(table.sets);
    out_.lines(python_table_text);
    std::vector<std::string> cells;
    for (std::size_t f = 0; f < program_.features().size(); ++f) cells.push_back(cell(f));
    out_.open(program_.has_parts() ? "def _walk(row)" : "def _find(row)");
    write_tuple("cells", cells);
    out_.close();
    out_.lines(program_.has_parts() ? std::string(python_table_walk_text)
               : program_.refuses() ? filled(python_table_refusing_text, {{"class", program_.name()}})
                                    : std::string(python_table_find_text));
    separate();
}

void PythonProgram::write_mixing() {
    out_.lines(filled(python_main_leaf_text, {{"rounding", double_literal(1.0 + 1e-6)}}));
    if (!program_.is_classification()) return;
    if (!program_.losses().empty()) {
        out_.line("# What it costs to predict label j where i is true, at i * labels + j.");
        write_tuple("_LOSSES", python_numbers(program_.losses()));
        separate();
    }
    const std::string classes = std::to_string(program_.classes().size());
    out_.lines(filled(python_class_mix_text, {{"classes", classes},
                                       {"factor", program_.losses().empty() ? "" : " * _LOSSES[i * " + classes + " + j]"}}));
}

void PythonProgram::write_predict() {
    const bool is_class = program_.is_classification();
    out_.open("def _predict(row)");
    if (program_.has_parts()) {
        out_.line("leaves = _walk(row)");
        out_.line("leaf = _LEAVES[_main_leaf(leaves)]");
        out_.open("if len(leaves) > 1");
        if (is_class) {
            out_.line("index, probabilities = _mixed(leaves)");
        } else {
            out_.line("value = 0.0");
            out_.open("for each, share in leaves");
            out_.line("value += share * _LEAVES[each][1]");
            out_.close();
        }
        out_.reopen("else");
        out_.line(is_class ? "index, probabilities = leaf[1], list(_SHARES[leaf[2]])" : "value = leaf[1]");
        out_.close();
    } else {
        out_.line("leaf = _LEAVES[_find(row)]");
        out_.line(is_class ? "index, probabilities = leaf[1], list(_SHARES[leaf[2]])" : "value = leaf[1]");
    }
    out_.line(is_class ? fmt::format("return {{\"label\": {}.LABELS[index], \"index\": index, \"probabilities\": probabilities, \"leaf\": leaf[0]}}",
                                     program_.name())
                       : "return {\"value\": value, \"leaf\": leaf[0]}");
    out_.close();
}

void PythonProgram::write_self_test() {
    separate();
    out_.open("def _self_test()");
    out_.line("\"\"\"Predicts rows whose answers are known; how many differ.\"\"\"");
    out_.line("wrong = 0");
    out_.line("for row, expected in (");
    out_.indent();
    for (const TestRow& row : test_rows(program_)) {
        std::vector<std::string> cells;
        for (std::size_t f = 0; f < row.cells.size(); ++f) {
            const ProgramFeature& feature = program_.features()[f];
            std::string value = feature.has_levels() ? "None" : python_number(row.cells[f]);
            if (feature.has_levels() && row.cells[f] == -2.0) value = python_string(unseen_text(*feature.column));
            if (feature.has_levels() && row.cells[f] >= 0.0)
                value = python_string(feature.column->level(static_cast<LevelCode>(row.cells[f])));
            cells.push_back(fmt::format("{}: {}", python_string(feature.column->name), value));
        }
        const std::string answer = row.is_refused                  ? "None"
                                   : program_.is_classification() ? fmt::format("({}, {}, [{}])", row.leaf, row.label,
                                                                                fmt::join(python_numbers(row.probabilities), ", "))
                                                                  : fmt::format("({}, {})", row.leaf, python_number(row.value));
        out_.line(fmt::format("({{{}}}, {}),", fmt::join(cells, ", "), answer));
    }
    out_.outdent();
    out_.line("):");
    out_.indent();
    out_.open("try");
    out_.line(fmt::format("got = {}.predict(row)", program_.name()));
    out_.line(program_.is_classification() ? "answer = (got[\"leaf\"], got[\"index\"], got[\"probabilities\"])"
                                           : "answer = (got[\"leaf\"], got[\"value\"])");
    out_.reopen("except ValueError");
    out_.line("answer = None");
    out_.close();
    out_.line("wrong += answer != expected");
    out_.outdent();
    out_.line("return wrong");
    out_.close();
    separate();
    out_.open("if __name__ == \"__main__\"");
    out_.line("differing = _self_test()");
    out_.line("print(f\"{differing} rows differ\")");
    out_.line("raise SystemExit(differing != 0)");
    out_.close();
}

}  // namespace

std::string tree_python(const Model& model, const ExportOptions& options) { return PythonProgram(model, options).written(); }

}  // namespace treewright
