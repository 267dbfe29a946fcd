// A tree as one Java class without imports (Java 8 or later).
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

// A method has at most 64 KB of code, and beyond 8 KB the virtual machine does not compile it.
constexpr NestingLimits java_limits{.depth = 100, .tests = 150, .branches = 60, .steps = 300};
constexpr Naming java_naming{.program = Casing::pascal, .field = Casing::camel, .constants_by_program = false};
constexpr std::size_t longest_java_literal = 60'000;  // bytes; the class file takes 65,535
constexpr std::size_t most_listed_numbers = 300;      // of an array; more are read from a string, for the sake of the same 64 KB
constexpr std::size_t names_per_class = 2000;         // a class has a limited number of constants
constexpr CommentLetters ascii = CommentLetters::ascii;  // javac may read the file in any encoding

class JavaSyntax : public Syntax {
public:
    [[nodiscard]] std::string is_nan(const std::string& variable) const override { return "Double.isNaN(" + variable + ")"; }
    [[nodiscard]] std::string in_set(const std::string& variable, std::size_t position) const override {
        return fmt::format("inSet({}, {})", variable, position);
    }
    [[nodiscard]] std::string level(const ProgramFeature& feature, LevelCode code) const override {
        return feature.constants.empty() ? std::to_string(code) : feature.constants[position_of(code)];
    }
    [[nodiscard]] std::string comment(const std::string& text) const override { return "  // " + text; }
    [[nodiscard]] std::string share_declared(const std::string& name, const std::string& value) const override {
        return fmt::format("final double {} = {};", name, value);
    }
    [[nodiscard]] std::string leaf_returned(std::size_t leaf) const override { return fmt::format("return {};", leaf); }
    [[nodiscard]] std::string leaf_added(std::size_t leaf, const std::string& share) const override {
        return fmt::format("mix.add({}, {});", leaf, share);
    }
    [[nodiscard]] std::string refusal(const ProgramFeature& feature) const override {
        return fmt::format("throw refusal({});", java_text(feature.column->name));
    }
    [[nodiscard]] CommentLetters letters() const override { return ascii; }

    /// Literals beyond a limit are put together at run time.
    static std::string java_text(std::string_view text) {
        std::string result;
        while (text.size() > longest_java_literal / 4) {  // a byte takes at most three in a class file
            std::size_t cut = longest_java_literal / 4;
            while ((static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;
            result += (result.empty() ? "" : ".concat(") + java_string(text.substr(0, cut)) + (result.empty() ? "" : ")");
            text.remove_prefix(cut);
        }
        return result.empty() ? java_string(text) : result + ".concat(" + java_string(text) + ")";
    }
};

constexpr std::string_view java_helpers_text = R"(private static int level(String name, String[]... parts) {
    if (name == null) return MISSING;
    int code = 0;
    for (String[] part : parts)
        for (String each : part) {
            if (each.equals(name)) return code;
            code++;
        }
    return UNSEEN;
}

// The position of a level; -1 if it is missing, -2 if it is unseen.
private static int code(int level, int levels) {
    return level == MISSING || (level >= 0 && level < levels) ? level : UNSEEN;
}

// The rank of an ordered level; NaN if it is missing or unseen.
private static double rank(int level, int levels) {
    return level >= 0 && level < levels ? level : Double.NaN;
}

private static IllegalArgumentException refusal(String name) {
    return new IllegalArgumentException("the value of '" + name + "' is missing or unseen, and the tree refuses such rows");
}

// Numbers from texts: a class file has little room for long arrays.
private static double[] doubles(String... texts) {
    int count = 0;
    for (String text : texts) count += text.split(" ").length;
    double[] numbers = new double[count];
    int i = 0;
    for (String text : texts)
        for (String number : text.split(" ")) numbers[i++] = Double.parseDouble(number);
    return numbers;
}

private static int[] ints(String... texts) {
    double[] numbers = doubles(texts);
    int[] result = new int[numbers.length];
    for (int i = 0; i < result.length; i++) result[i] = (int) numbers[i];
    return result;
}

)";

constexpr std::string_view java_in_set_text = R"(private static boolean inSet(int level, int word) {
    return level >= 0 && (SETS[word + (level >> 5)] >>> (level & 31) & 1) == 1;
}

)";

constexpr std::string_view java_table_text = R"(// Where a test sends a row; 0: it cannot decide. Its kind: 0 cell <= threshold, 1 is missing, 2 level in the set at FIRST (yes)
// or at SECOND (no), 3 level below SECOND goes to TARGETS[FIRST + level].
private static int decide(int test, double cell) {
    switch (KIND[test]) {
        case 0: return Double.isNaN(cell) ? 0 : cell <= THRESHOLD[test] ? YES[test] : NO[test];
        case 1: return Double.isNaN(cell) ? YES[test] : NO[test];
        case 2: return inSet((int) cell, FIRST[test]) ? YES[test] : inSet((int) cell, SECOND[test]) ? NO[test] : 0;
        default: return cell >= 0.0 && cell < SECOND[test] ? TARGETS[FIRST[test] + (int) cell] : 0;
    }
}

// Where a question sends a row, to a step or to ~leaf; 0: neither it nor a similar question can decide.
private static int ask(int at, double[] cells) {
    int next = 0;
    for (int test = TESTS[at]; next == 0 && test < TESTS[at + 1]; test++) next = decide(test, cells[FEATURE[test]]);
    return next;
}

// Where rows without a value go.
private static int otherwise(int at, double[] cells) {
    int test = TESTS[at];
    return KIND[test] >= 2 && cells[FEATURE[test]] == UNSEEN ? IFUNSEEN[at] : IFMISSING[at];
}

)";

constexpr std::string_view java_table_find_text = R"(    int at = 0;
    while (at >= 0) {
        int next = ask(at, cells);
        at = next == 0 ? otherwise(at, cells) : next;
    }
    return ~at;
)";

constexpr std::string_view java_table_refusing_text = R"(    int at = 0;
    while (at >= 0) {
        int next = ask(at, cells);
        if (next == 0) throw refusal(Features0.ALL[FEATURE[TESTS[at]]]);
        at = next;
    }
    return ~at;
)";

constexpr std::string_view java_table_walk_text = R"(    int[] waiting = new int[@room@];
    double[] shares = new double[@room@];
    int count = 1;
    shares[0] = 1.0;
    while (count > 0) {
        int at = waiting[--count];
        double share = shares[count];
        if (at < 0) {
            mix.add(~at, share);
            continue;
        }
        int next = ask(at, cells);
        if (next == 0 && PARTS[at] < PARTS[at + 1]) {
            for (int part = PARTS[at + 1]; part-- > PARTS[at]; count++) {
                waiting[count] = PARTTARGETS[part];
                shares[count] = share * PARTSHARES[part];
            }
            continue;
        }
        shares[count] = share;
        waiting[count++] = next == 0 ? otherwise(at, cells) : next;
    }
)";

constexpr std::string_view java_class_mix_text = R"(// What the leaves of a row add up to.
private static final class Mix {
    int leaves = 0;
    int leaf = 0;  // the one with the largest share
    double share = 0.0;
    double[] probabilities = new double[@classes@];

    void add(int position, double part) {
        if (part > share * @rounding@) {
            share = part;
            leaf = position;
        }
        leaves++;
        for (int i = 0; i < @classes@; i++) probabilities[i] += part * SHARES[WHICH[position] * @classes@ + i];
    }

    // The label of least expected loss; among equals the first.
    int cheapest() {
        double[] expected = new double[@classes@];
        double sum = 0.0;
        double least = Double.POSITIVE_INFINITY;
        for (int j = 0; j < @classes@; j++) {
            for (int i = 0; i < @classes@; i++)
                if (i != j) expected[j] += probabilities[i]@factor@;
            sum += expected[j];
            least = Math.min(least, expected[j]);
        }
        double line = least + 1e-12 * Math.max(least, sum);
        int first = 0;
        while (expected[first] > line) first++;
        return first;
    }
}

)";

constexpr std::string_view java_number_mix_text = R"(// What the leaves of a row add up to.
private static final class Mix {
    int leaves = 0;
    int leaf = 0;  // the one with the largest share
    double share = 0.0;
    double value = 0.0;

    void add(int position, double part) {
        if (part > share * @rounding@) {
            share = part;
            leaf = position;
        }
        leaves++;
        value += part * VALUES[position];
    }
}

)";

std::string java_number(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0.0 ? "Infinity" : "-Infinity";
    return double_literal(value);
}

/// "1.5 2.5": texts for `doubles` and `ints`, as literals.
std::string number_texts(const std::vector<std::string>& items) {
    std::string result;
    std::string text;
    const auto flush = [&] {
        result += (result.empty() ? "" : ",\n    ") + java_string(text);
        text.clear();
    };
    for (const std::string& item : items) {
        if (text.size() + item.size() > longest_java_literal) flush();
        text += (text.empty() ? "" : " ") + item;
    }
    flush();
    return result;
}

class JavaProgram {
public:
    JavaProgram(const Model& model, const ExportOptions& options)
        : program_(model, options, java_naming),
          layout_(layout_of(program_, options, java_limits, "Java")),
          has_test_(options.self_test) {}

    std::string written() {
        write_head();
        out_.open("public final class " + program_.name());
        write_levels();
        write_row();
        write_prediction();
        write_predict();
        write_leaves();
        if (program_.has_parts()) write_mix();
        if (layout_.style == CodeStyle::table)
            write_tables();
        else
            write_nested();
        out_.lines(java_helpers_text);
        write_names();
        if (has_test_) write_self_test();
        out_.line(fmt::format("private {}() {{}}", program_.name()));
        out_.close();
        return out_.take();
    }

private:
    void write_head();
    void write_levels();
    void write_row();
    void write_prediction();
    void write_predict();
    void write_leaves();
    void write_mix();
    void write_nested();
    void write_tables();
    void write_table_rows(const TableCode& table);
    void write_names();
    void write_self_test();
    void write_sets(const LevelSets& sets);
    void write_ints(std::string_view name, const std::vector<std::int64_t>& numbers) { write_array("int", name, texts_of(numbers)); }
    void write_doubles(std::string_view name, const std::vector<double>& numbers);
    void write_array(std::string_view type, std::string_view name, const std::vector<std::string>& items);
    void write_name_classes(std::string_view prefix, const std::vector<std::string>& names);
    static std::vector<std::string> texts_of(const std::vector<std::int64_t>& numbers);
    /// `Labels0.ALL, Labels1.ALL`
    static std::string name_classes(std::string_view prefix, std::size_t names);
    [[nodiscard]] std::string cell(const ProgramFeature& feature) const;

    Program program_;
    Layout layout_;
    bool has_test_;
    CodeWriter out_;
};

void JavaProgram::write_head() {
    for (const std::string& line : head_lines(program_, layout_, ascii)) out_.line(line.empty() ? "//" : "// " + line);
    out_.lines("//\n// A number, date or time is missing if it is NaN, a category if it is MISSING, as in a new row. A level that training never\n"
               "// saw is UNSEEN; ...Of(\"name\") gives the level of a name.\n//");
    out_.line(fmt::format("//     {0}.Row row = new {0}.Row();", program_.name()));
    if (!program_.features().empty()) {
        const ProgramFeature& first = program_.features()[0];
        const std::string value = !first.has_levels()        ? "1.5"
                                  : first.constants.empty() ? program_.name() + ".MISSING"
                                                            : program_.name() + "." + first.constants[0];
        out_.line(fmt::format("//     row.{} = {};", first.field, value));
    }
    out_.line(fmt::format("//     System.out.println({}.predict(row).{});", program_.name(),
                          program_.is_classification() ? "name()" : "value"));
    out_.lines(fmt::format("//\n// The file must be named {}.java.", program_.name()));
    if (has_test_) out_.line(fmt::format("// Self-test: java {}.java", program_.name()));
}

void JavaProgram::write_levels() {
    out_.lines("public static final int MISSING = -1;\npublic static final int UNSEEN = -2;\n\n");
    for (const ProgramFeature& feature : program_.features()) {
        if (!feature.has_levels()) continue;
        out_.line("// " + feature_line(feature, ascii));
        for (std::size_t i = 0; i < feature.constants.size(); ++i)
            out_.line(fmt::format("public static final int {} = {};  // {}", feature.constants[i], i,
                                  in_comment(feature.column->levels[i], ascii)));
        out_.line();
        out_.line("// The level of that name; null is missing.");
        out_.open(fmt::format("public static int {}Of(String name)", feature.field));
        const std::string names = name_classes(fmt::format("Levels{}x", program_.position_of_feature(feature.number)),
                                               feature.column->levels.size());
        out_.line(fmt::format("return level(name{}{});", names.empty() ? "" : ", ", names));
        out_.close();
        out_.line();
    }
}

void JavaProgram::write_row() {
    out_.open("public static final class Row");
    for (const ProgramFeature& feature : program_.features()) {
        const std::string declared =
            feature.has_levels() ? fmt::format("int {} = MISSING", feature.field) : fmt::format("double {} = Double.NaN", feature.field);
        out_.line(fmt::format("public {};  // {}", declared, feature_line(feature, ascii)));
    }
    out_.close();
    out_.line();
}

void JavaProgram::write_prediction() {
    out_.open("public static final class Prediction");
    out_.line(program_.has_parts() ? "public int leaf;  // the number of the leaf; if there are several, of the one with the largest share"
                                   : "public int leaf;  // the number of the leaf");
    if (program_.is_classification()) {
        out_.line("public int label;  // name() gives its name");
        out_.line("public double[] probabilities;  // of the labels, in their order");
        out_.line();
        out_.open("public String name()");
        out_.line("return label(label);");
        out_.close();
    } else {
        out_.line("public double value;");
    }
    out_.close();
    out_.line();
    if (!program_.is_classification()) return;
    const std::vector<std::string>& constants = program_.label_constants();
    for (std::size_t i = 0; i < constants.size(); ++i)
        out_.line(fmt::format("public static final int {} = {};  // {}", constants[i], i, in_comment(program_.classes()[i], ascii)));
    if (!constants.empty()) out_.line();
    out_.line("// The name of a label.");
    out_.open("public static String label(int label)");
    out_.line(fmt::format("String[][] parts = {{{}}};", name_classes("Labels", program_.classes().size())));
    out_.line(fmt::format("return parts[label / {0}][label % {0}];", names_per_class));
    out_.close();
    out_.line();
}

void JavaProgram::write_predict() {
    const bool is_class = program_.is_classification();
    if (program_.refuses()) out_.line("// Throws IllegalArgumentException where a question on the row's way meets a missing or unseen value.");
    out_.open("public static Prediction predict(Row row)");
    out_.line("Prediction prediction = new Prediction();");
    if (program_.has_parts()) {
        out_.lines("Mix mix = new Mix();\nwalk(row, mix);\nint leaf = mix.leaf;\n");
    } else {
        out_.line("int leaf = find(row);");
    }
    out_.line("prediction.leaf = NODES[leaf];");
    if (program_.has_parts()) {
        out_.open("if (mix.leaves > 1)");
        out_.lines(is_class ? "prediction.label = mix.cheapest();\nprediction.probabilities = mix.probabilities;\n"
                            : "prediction.value = mix.value;\n");
        out_.line("return prediction;");
        out_.close();
    }
    if (is_class) {
        const std::size_t classes = program_.classes().size();
        out_.line("prediction.label = LABELS[leaf];");
        out_.line(fmt::format("prediction.probabilities = new double[{}];", classes));
        out_.line(fmt::format("System.arraycopy(SHARES, WHICH[leaf] * {0}, prediction.probabilities, 0, {0});", classes));
    } else {
        out_.line("prediction.value = VALUES[leaf];");
    }
    out_.line("return prediction;");
    out_.close();
    out_.line();
}

std::vector<std::string> JavaProgram::texts_of(const std::vector<std::int64_t>& numbers) {
    std::vector<std::string> items;
    for (const std::int64_t number : numbers) items.push_back(std::to_string(number));
    return items;
}

void JavaProgram::write_doubles(std::string_view name, const std::vector<double>& numbers) {
    std::vector<std::string> items;
    for (const double number : numbers) items.push_back(java_number(number));
    write_array("double", name, items);
}

void JavaProgram::write_array(std::string_view type, std::string_view name, const std::vector<std::string>& items) {
    const std::string start = fmt::format("private static final {}[] {} = ", type, name);
    if (items.size() > most_listed_numbers) {
        out_.line(fmt::format("{}{}s(", start, type));
        out_.lines("    " + number_texts(items) + ");");
        return;
    }
    out_.line(start + "{");
    out_.indent();
    out_.items(items);
    out_.outdent();
    out_.line("};");
}

void JavaProgram::write_leaves() {
    std::vector<std::int64_t> nodes;
    std::vector<std::int64_t> labels;
    std::vector<std::int64_t> which;
    std::vector<double> values;
    for (const ProgramLeaf& leaf : program_.leaves()) {
        nodes.push_back(leaf.node);
        labels.push_back(leaf.label);
        which.push_back(static_cast<std::int64_t>(leaf.shares));
        values.push_back(leaf.value);
    }
    out_.line("// Leaves: their numbers and predictions.");
    write_ints("NODES", nodes);
    if (program_.is_classification()) {
        write_ints("LABELS", labels);
        std::vector<double> shares;
        for (const std::vector<double>& each : program_.shares()) shares.insert(shares.end(), each.begin(), each.end());
        out_.line("// Which of the shares of the labels below.");
        write_ints("WHICH", which);
        write_doubles("SHARES", shares);
    } else {
        write_doubles("VALUES", values);
    }
    out_.line();
}

void JavaProgram::write_mix() {
    const std::string rounding = double_literal(1.0 + 1e-6);
    if (!program_.is_classification()) return out_.lines(filled(java_number_mix_text, {{"rounding", rounding}}));
    const std::string classes = std::to_string(program_.classes().size());
    if (!program_.losses().empty()) {
        out_.line("// What it costs to predict label j where i is true, at i * labels + j.");
        write_doubles("LOSSES", program_.losses());
        out_.line();
    }
    const std::string factor = program_.losses().empty() ? "" : " * LOSSES[i * " + classes + " + j]";
    out_.lines(filled(java_class_mix_text, {{"rounding", rounding}, {"classes", classes}, {"factor", factor}}));
}

std::string JavaProgram::cell(const ProgramFeature& feature) const {
    if (!feature.has_levels()) return "row." + feature.field;
    return fmt::format("{}(row.{}, {})", feature.is_value() ? "rank" : "code", feature.field, feature.column->levels.size());
}

void JavaProgram::write_sets(const LevelSets& sets) {
    if (sets.words().empty()) return;
    std::vector<std::int64_t> words;
    for (const std::uint32_t word : sets.words()) words.push_back(static_cast<std::int32_t>(word));
    out_.line("// Sets of levels, a bit for each.");
    write_ints("SETS", words);
    out_.line();
    out_.lines(java_in_set_text);
}

void JavaProgram::write_nested() {
    LevelSets sets;
    CodeWriter body;
    body.indent();
    for (const ProgramFeature& feature : program_.features())
        body.line(fmt::format("final {} {} = {};", feature.is_value() ? "double" : "int", feature.field, cell(feature)));
    const JavaSyntax syntax;
    NestedCode(program_, syntax, sets, body).write();
    write_sets(sets);
    out_.line(program_.has_parts() ? "private static void walk(Row row, Mix mix) {" : "private static int find(Row row) {");
    out_.lines(body.take());
    out_.lines("}\n\n");
}

void JavaProgram::write_table_rows(const TableCode& table) {
    const auto column = [](const auto& rows, std::size_t count, const auto& member) {
        std::vector<std::int64_t> numbers;
        for (std::size_t i = 0; i < count; ++i) numbers.push_back(static_cast<std::int64_t>(member(rows[i])));
        return numbers;
    };
    const auto tests = [&](std::string_view name, const auto& member) { write_ints(name, column(table.tests, table.tests.size(), member)); };
    const auto steps = [&](std::string_view name, const auto& member) { write_ints(name, column(table.steps, table.steps.size(), member)); };
    out_.line("// Steps: the first test (the last row ends the one before), where missing and where unseen values go, the first part.");
    steps("TESTS", [](const TableStepRow& step) { return step.first_test; });
    steps("IFMISSING", [](const TableStepRow& step) { return step.missing; });
    steps("IFUNSEEN", [](const TableStepRow& step) { return step.unseen; });
    if (program_.has_parts()) {
        steps("PARTS", [](const TableStepRow& step) { return step.first_part; });
        std::vector<double> shares;
        for (const TablePart& part : table.parts) shares.push_back(part.share);
        write_ints("PARTTARGETS", column(table.parts, table.parts.size(), [](const TablePart& part) { return part.target; }));
        write_doubles("PARTSHARES", shares);
    }
    out_.line("// Tests.");
    tests("KIND", [](const TableTestRow& test) { return static_cast<int>(test.kind); });
    tests("FEATURE", [](const TableTestRow& test) { return test.feature; });
    std::vector<double> thresholds;
    for (const TableTestRow& test : table.tests) thresholds.push_back(test.threshold);
    write_doubles("THRESHOLD", thresholds);
    tests("FIRST", [](const TableTestRow& test) { return test.first; });
    tests("SECOND", [](const TableTestRow& test) { return test.second; });
    tests("YES", [](const TableTestRow& test) { return test.yes; });
    tests("NO", [](const TableTestRow& test) { return test.no; });
    write_ints("TARGETS", table.targets);
    out_.line();
}

void JavaProgram::write_tables() {
    const TableCode table(program_);
    write_table_rows(table);
    if (table.sets.words().empty())
        out_.lines("private static boolean inSet(int level, int word) {\n    return false;\n}\n\n");
    else
        write_sets(table.sets);
    out_.lines(java_table_text);
    std::vector<std::string> cells;
    for (const ProgramFeature& feature : program_.features()) cells.push_back(cell(feature));
    out_.open(program_.has_parts() ? "private static void walk(Row row, Mix mix)" : "private static int find(Row row)");
    out_.line("double[] cells = {");
    out_.indent();
    out_.items(cells);
    out_.outdent();
    out_.line("};");
    out_.outdent();
    out_.lines(program_.has_parts() ? filled(java_table_walk_text, {{"room", std::to_string(table.most_waiting)}})
               : program_.refuses() ? std::string(java_table_refusing_text)
                                    : std::string(java_table_find_text));
    out_.lines("}\n\n");
}

std::string JavaProgram::name_classes(std::string_view prefix, std::size_t names) {
    std::string text;
    for (std::size_t first = 0; first < names; first += names_per_class)
        text += fmt::format("{}{}{}.ALL", text.empty() ? "" : ", ", prefix, first / names_per_class);
    return text;
}

/// Each class has its own constants.
void JavaProgram::write_name_classes(std::string_view prefix, const std::vector<std::string>& names) {
    for (std::size_t first = 0; first < names.size(); first += names_per_class) {
        std::vector<std::string> items;
        for (std::size_t i = first; i < std::min(names.size(), first + names_per_class); ++i)
            items.push_back(JavaSyntax::java_text(names[i]));
        out_.open(fmt::format("private static final class {}{}", prefix, first / names_per_class));
        out_.line("static final String[] ALL = {");
        out_.indent();
        out_.items(items);
        out_.outdent();
        out_.line("};");
        out_.close();
        out_.line();
    }
}

void JavaProgram::write_names() {
    for (std::size_t f = 0; f < program_.features().size(); ++f)
        write_name_classes(fmt::format("Levels{}x", f), program_.features()[f].column->levels);
    if (program_.is_classification()) write_name_classes("Labels", program_.classes());
    if (!program_.refuses()) return;
    std::vector<std::string> names;
    for (const ProgramFeature& feature : program_.features()) names.push_back(feature.column->name);
    write_name_classes("Features", names);
}

void JavaProgram::write_self_test() {
    const bool is_class = program_.is_classification();
    const std::vector<TestRow> rows = test_rows(program_);
    out_.line("// Predicts rows whose answers are known: cells, then the leaf (-1: refused), the label and the probabilities, or the value.");
    out_.open("public static void main(String[] arguments)");
    out_.line("double[][] tests = {");
    out_.indent();
    for (const TestRow& row : rows) {
        std::vector<std::string> items;
        for (const double cell : row.cells) items.push_back(java_number(cell));
        items.push_back(row.is_refused ? "-1" : std::to_string(row.leaf));
        if (is_class) {
            items.push_back(row.is_refused ? "-1" : std::to_string(row.label));
            for (std::size_t i = 0; i < program_.classes().size(); ++i)
                items.push_back(row.is_refused ? "0" : java_number(row.probabilities[i]));
        } else {
            items.push_back(java_number(row.value));
        }
        out_.line(fmt::format("doubles({}),", number_texts(items)));
    }
    out_.outdent();
    out_.line("};");
    out_.line("int wrong = 0;");
    out_.open("for (double[] test : tests)");
    out_.line("Row row = new Row();");
    const std::size_t width = program_.features().size();
    for (std::size_t f = 0; f < width; ++f)
        out_.line(fmt::format("row.{} = {}test[{}];", program_.features()[f].field, program_.features()[f].has_levels() ? "(int) " : "", f));
    out_.line("boolean same;");
    out_.open("try");
    out_.line("Prediction got = predict(row);");
    if (is_class) {
        out_.line(fmt::format("same = got.leaf == test[{}] && got.label == test[{}];", width, width + 1));
        out_.line(fmt::format("for (int i = 0; i < {}; i++) same = same && got.probabilities[i] == test[{} + i];",
                              program_.classes().size(), width + 2));
    } else {
        out_.line(fmt::format("same = got.leaf == test[{}] && got.value == test[{}];", width, width + 1));
    }
    out_.reopen("catch (IllegalArgumentException refused)");
    out_.line(fmt::format("same = test[{}] == -1;", width));
    out_.close();
    out_.line("if (!same) wrong++;");
    out_.close();
    out_.line("System.out.println(wrong + \" of \" + tests.length + \" rows differ\");");
    out_.line("if (wrong > 0) System.exit(1);");
    out_.close();
    out_.line();
}

}  // namespace

std::string tree_java(const Model& model, const ExportOptions& options) { return JavaProgram(model, options).written(); }

}  // namespace treewright
