// A tree as one header of C99.
#include <fmt/format.h>

#include <algorithm>

#include "treewright/export/programs/c_family.h"
#include "treewright/export/programs/head.h"
#include "treewright/export/programs/languages.h"
#include "treewright/export/programs/literals.h"

namespace treewright {

namespace {

// MSVC takes 128 blocks in one another.
constexpr NestingLimits c_limits{.depth = 100, .tests = 20'000, .branches = 500};

class CProgram {
public:
    CProgram(const Model& model, const ExportOptions& options)
        : program_(model, options, {}),
          layout_(layout_of(program_, options, c_limits, "C")),
          family_(program_, layout_, c_dialect(program_)),
          name_(program_.name()),
          upper_(cleaned(name_, Casing::upper)),
          has_test_(options.self_test) {}

    std::string written() {
        write_head();
        out_.lines(fmt::format("#ifndef {0}_H\n#define {0}_H\n\n#include <math.h>\n#include <string.h>\n\n", upper_));
        family_.write_error_for_fast_math(out_);
        for (const ProgramFeature& feature : program_.features())
            if (feature.has_levels()) write_enum(feature);
        write_row();
        write_prediction();
        for (const ProgramFeature& feature : program_.features())
            if (feature.has_levels()) write_lookup(feature);
        if (program_.is_classification()) write_labels();
        write_missing_row();
        family_.write_leaves(out_);
        family_.write_mixing(out_);
        family_.write_finding(out_);
        write_predict();
        if (has_test_) write_self_test();
        out_.line("#endif");
        return out_.take();
    }

private:
    void write_head();
    void write_enum(const ProgramFeature& feature);
    void write_row();
    void write_label_constants();
    void write_prediction();
    void write_lookup(const ProgramFeature& feature);
    void write_labels();
    void write_missing_row();
    void write_predict();
    void write_leaf_answer();
    void write_mixed_answer();
    void write_self_test();
    [[nodiscard]] std::string example_value(const ProgramFeature& feature) const;
    [[nodiscard]] std::string unknown(const ProgramFeature& feature, std::string_view which) const {
        return fmt::format("{}_{}", feature.prefix, which);
    }

    Program program_;
    Layout layout_;
    CFamilyCode family_;
    std::string name_;
    std::string upper_;
    bool has_test_;
    CodeWriter out_;
};

std::string CProgram::example_value(const ProgramFeature& feature) const {
    if (!feature.has_levels()) return "1.5";
    return feature.constants.empty() ? unknown(feature, "MISSING") : feature.constants[0];
}

void CProgram::write_head() {
    out_.line("/*");
    for (const std::string& line : head_lines(program_, layout_, CommentLetters::any)) out_.line(line.empty() ? " *" : " * " + line);
    out_.line(" *");
    out_.lines(" * A number, date or time is missing if it is NAN, a category if it is its ..._MISSING. A level that training never saw\n"
               " * is ..._UNSEEN; ..._of(\"name\") gives the level of a name.\n *");
    out_.line(fmt::format(" *     {0}_row row = {0}_missing_row();", name_));
    if (!program_.features().empty()) {
        const ProgramFeature& first = program_.features()[0];
        out_.line(fmt::format(" *     row.{} = {};", first.field, example_value(first)));
    }
    out_.line(fmt::format(" *     {}_prediction prediction;", name_));
    const std::string call = fmt::format("{}_predict(&row, &prediction)", name_);
    const std::string answer =
        program_.is_classification() ? fmt::format("puts({}_label(prediction.label));", name_) : "printf(\"%g\\n\", prediction.value);";
    out_.line(fmt::format(" *     if ({} == 0) {}", call, answer));
    if (has_test_) {
        out_.line(" *");
        out_.line(fmt::format(" * Self-test: cc -x c -D{}_MAIN this_file -lm && ./a.out", upper_));
    }
    out_.line(" *");
    out_.line(" * On 32-bit x86 compile with -msse2 -mfpmath=sse; else probabilities may differ in their last bit.");
    out_.line(" */");
}

void CProgram::write_enum(const ProgramFeature& feature) {
    out_.line(fmt::format("/* {} */", feature_line(feature, CommentLetters::any)));
    out_.open(fmt::format("enum {}_{}", name_, feature.field));
    out_.line(unknown(feature, "MISSING") + " = -1,");
    out_.line(unknown(feature, "UNSEEN") + " = -2" + (feature.constants.empty() ? "" : ","));
    for (std::size_t i = 0; i < feature.constants.size(); ++i)
        out_.line(fmt::format("{} = {}{}  /* {} */", feature.constants[i], i, i + 1 == feature.constants.size() ? "" : ",",
                              in_comment(feature.column->levels[i])));
    out_.close(";");
    out_.line();
}

void CProgram::write_row() {
    out_.open(fmt::format("typedef struct {}_row", name_));
    for (const ProgramFeature& feature : program_.features()) {
        const std::string type = feature.has_levels() ? fmt::format("enum {}_{}", name_, feature.field) : "double";
        out_.line(fmt::format("{} {};  /* {} */", type, feature.field, feature_line(feature, CommentLetters::any)));
    }
    if (program_.features().empty()) out_.line("int nothing;  /* the tree asks about no feature */");
    out_.close(fmt::format(" {}_row;", name_));
    out_.line();
}

void CProgram::write_label_constants() {
    out_.lines(fmt::format("#define {}_LABELS {}\n\n", upper_, program_.classes().size()));
    const std::vector<std::string>& constants = program_.label_constants();
    if (constants.empty()) return;
    out_.line("/* The labels. */");
    out_.open("enum");
    for (std::size_t i = 0; i < constants.size(); ++i)
        out_.line(fmt::format("{} = {}{}  /* {} */", constants[i], i, i + 1 == constants.size() ? "" : ",", in_comment(program_.classes()[i])));
    out_.close(";");
    out_.line();
}

void CProgram::write_prediction() {
    if (program_.is_classification())
        write_label_constants();
    out_.open(fmt::format("typedef struct {}_prediction", name_));
    out_.line(program_.has_parts() ? "int leaf;  /* the number of the leaf; if there are several, of the one with the largest share */"
                                   : "int leaf;  /* the number of the leaf */");
    if (program_.is_classification())
        out_.lines(fmt::format("int label;  /* {}_label gives its name */\ndouble probabilities[{}_LABELS];", name_, upper_));
    else
        out_.line("double value;");
    out_.close(fmt::format(" {}_prediction;", name_));
    out_.line();
}

void CProgram::write_lookup(const ProgramFeature& feature) {
    const std::string type = fmt::format("enum {}_{}", name_, feature.field);
    std::vector<std::string> items = family_.texts(out_, feature.column->levels);
    for (std::size_t i = 0; i < items.size(); ++i)  // a C string cannot say a name that holds NUL
        if (feature.column->levels[i].find('\0') != std::string::npos) items[i] = "0";
    out_.line(fmt::format("/* The level of that name of {}; a null pointer is missing. */", in_comment(feature.column->name)));
    out_.open(fmt::format("static inline {} {}_{}_of(const char *name)", type, name_, feature.field));
    out_.open(fmt::format("static const char *const names[{}] =", std::max<std::size_t>(1, items.size())));
    out_.items(items.empty() ? std::vector<std::string>{"0"} : items);
    out_.close(";");
    out_.line(fmt::format("if (!name) return {};", unknown(feature, "MISSING")));
    out_.line(fmt::format("for (int i = 0; i < {}; i++)", items.size()));
    out_.line(fmt::format("    if (names[i] && strcmp(names[i], name) == 0) return ({})i;", type));
    out_.line(fmt::format("return {};", unknown(feature, "UNSEEN")));
    out_.close();
    out_.line();
}

void CProgram::write_labels() {
    const std::vector<std::string> items = family_.texts(out_, program_.classes());
    out_.line("/* The name of a label. */");
    out_.open(fmt::format("static inline const char *{}_label(int label)", name_));
    out_.open(fmt::format("static const char *const names[{}_LABELS] =", upper_));
    out_.items(items);
    out_.close(";");
    out_.line(fmt::format("return label >= 0 && label < {}_LABELS ? names[label] : 0;", upper_));
    out_.close();
    out_.line();
}

void CProgram::write_missing_row() {
    out_.line("/* A row in which every value is missing. */");
    out_.open(fmt::format("static inline {0}_row {0}_missing_row(void)", name_));
    out_.line(fmt::format("{}_row row;", name_));
    for (const ProgramFeature& feature : program_.features())
        out_.line(fmt::format("row.{} = {};", feature.field, feature.has_levels() ? unknown(feature, "MISSING") : "NAN"));
    if (program_.features().empty()) out_.line("row.nothing = 0;");
    out_.line("return row;");
    out_.close();
    out_.line();
}

void CProgram::write_predict() {
    out_.line(program_.refuses() ? "/* Predicts a row. Returns 0; or the position, from 1 on, of a feature whose value is refused: missing or unseen. */"
                                 : "/* Predicts a row. Returns 0. */");
    out_.open(fmt::format("static inline int {0}_predict(const {0}_row *row, {0}_prediction *prediction)", name_));
    if (program_.has_parts())
        write_mixed_answer();
    else
        write_leaf_answer();
    out_.line("return 0;");
    out_.close();
    out_.line();
}

void CProgram::write_leaf_answer() {
    out_.line(fmt::format("const int found = {}_find(row);", name_));
    if (program_.refuses()) out_.line("if (found < 0) return -found;");
    out_.line(fmt::format("prediction->leaf = {}_leaves[found].node;", name_));
    if (!program_.is_classification()) return out_.line(fmt::format("prediction->value = {}_leaves[found].value;", name_));
    out_.line(fmt::format("prediction->label = {}_leaves[found].label;", name_));
    out_.line(fmt::format("for (int i = 0; i < {}_LABELS; i++)", upper_));
    out_.line(fmt::format("    prediction->probabilities[i] = {0}_shares[{0}_leaves[found].shares][i];", name_));
}

void CProgram::write_mixed_answer() {
    const auto line = [&](std::string_view text) { out_.line(filled(text, {{"n", name_}, {"N", upper_}})); };
    out_.line(fmt::format("struct {}_mix mix = {};", name_, program_.is_classification() ? "{0, 0, 0.0, {0.0}}" : "{0, 0, 0.0, 0.0}"));
    line("@n@_walk(row, &mix);");
    line("prediction->leaf = @n@_leaves[mix.leaf].node;");
    if (!program_.is_classification()) {
        line("prediction->value = mix.leaves == 1 ? @n@_leaves[mix.leaf].value : mix.value;");
        return;
    }
    line("prediction->label = mix.leaves == 1 ? @n@_leaves[mix.leaf].label : @n@_cheapest(mix.probabilities);");
    line("for (int i = 0; i < @N@_LABELS; i++)");
    line("    prediction->probabilities[i] = mix.leaves == 1 ? @n@_shares[@n@_leaves[mix.leaf].shares][i] : mix.probabilities[i];");
}

void CProgram::write_self_test() {
    const std::vector<TestRow> rows = test_rows(program_);
    out_.lines(fmt::format("#ifdef {}_MAIN\n#include <stdio.h>\n\n/* Predicts rows whose answers are known. */\n", upper_));
    out_.open("int main(void)");
    write_c_test_rows(out_, program_, rows);
    out_.line("int wrong = 0;");
    out_.open(fmt::format("for (int t = 0; t < {}; t++)", rows.size()));
    out_.lines(fmt::format("{0}_row row = {0}_missing_row();\n{0}_prediction got = {{0}};\n", name_));
    for (std::size_t f = 0; f < program_.features().size(); ++f) {
        const ProgramFeature& feature = program_.features()[f];
        const std::string cast = feature.has_levels() ? fmt::format("(enum {}_{})(int)", name_, feature.field) : "";
        out_.line(fmt::format("row.{} = {}tests[t].cells[{}];", feature.field, cast, f));
    }
    out_.line(fmt::format("int same = ({}_predict(&row, &got) == 0) == (tests[t].leaf >= 0);", name_));
    if (program_.is_classification()) {
        out_.line("if (same && tests[t].leaf >= 0) same = got.leaf == tests[t].leaf && got.label == tests[t].label;");
        out_.line(fmt::format("for (int i = 0; same && tests[t].leaf >= 0 && i < {}_LABELS; i++)", upper_));
        out_.line("    same = got.probabilities[i] == tests[t].probabilities[i];");
    } else {
        out_.line("if (same && tests[t].leaf >= 0) same = got.leaf == tests[t].leaf && got.value == tests[t].value;");
    }
    out_.line("wrong += !same;");
    out_.close();
    out_.line(fmt::format("printf(\"%d of {} rows differ\\n\", wrong);", rows.size()));
    out_.line("return wrong != 0;");
    out_.close();
    out_.lines("#endif\n\n");
}

}  // namespace

std::string tree_c(const Model& model, const ExportOptions& options) { return CProgram(model, options).written(); }

}  // namespace treewright
