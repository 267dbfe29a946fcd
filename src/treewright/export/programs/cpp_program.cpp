// A tree as one header of C++11.
#include <fmt/format.h>

#include "treewright/export/programs/c_family.h"
#include "treewright/export/programs/head.h"
#include "treewright/export/programs/languages.h"
#include "treewright/export/programs/literals.h"

namespace treewright {

namespace {

// MSVC takes 128 blocks in one another.
constexpr NestingLimits cpp_limits{.depth = 100, .tests = 20'000, .branches = 500};
constexpr Naming cpp_naming{.constant = Casing::lower, .constants_by_program = false, .constants_by_feature = false};

class CppProgram {
public:
    CppProgram(const Model& model, const ExportOptions& options)
        : program_(model, options, cpp_naming),
          layout_(layout_of(program_, options, cpp_limits, "C++")),
          family_(program_, layout_, cpp_dialect()),
          name_(program_.name()),
          upper_(cleaned(name_, Casing::upper)),
          has_test_(options.self_test) {}

    std::string written() {
        write_head();
        out_.lines(fmt::format("#ifndef {0}_HPP\n#define {0}_HPP\n\n#include <array>\n#include <cmath>\n#include <cstddef>\n"
                               "#include <cstring>\n#include <stdexcept>\n#include <string>\n\n",
                               upper_));
        family_.write_error_for_fast_math(out_);
        out_.lines(fmt::format("namespace {} {{\n\n", name_));
        for (const ProgramFeature& feature : program_.features())
            if (feature.has_levels()) write_levels(feature);
        write_row();
        write_prediction();
        out_.lines("namespace detail {\n\n");
        family_.write_leaves(out_);
        family_.write_mixing(out_);
        family_.write_finding(out_);
        out_.lines("}  // namespace detail\n\n");
        write_predict();
        out_.lines(fmt::format("}}  // namespace {}\n\n", name_));
        if (has_test_) write_self_test();
        out_.line("#endif");
        return out_.take();
    }

private:
    void write_head();
    void write_levels(const ProgramFeature& feature);
    void write_lookup(const ProgramFeature& feature);
    void write_row();
    void write_label_constants();
    void write_prediction();
    void write_predict();
    void write_leaf_answer();
    void write_refusal();
    void write_mixed_answer();
    void write_self_test();

    Program program_;
    Layout layout_;
    CFamilyCode family_;
    std::string name_;
    std::string upper_;
    bool has_test_;
    CodeWriter out_;
};

void CppProgram::write_head() {
    for (const std::string& line : head_lines(program_, layout_, CommentLetters::any)) out_.line(line.empty() ? "//" : "// " + line);
    out_.lines("//\n// A number, date or time is missing if it is NaN, a category if it is `missing`, as in a row that nothing was put into.\n"
               "// A level that training never saw is `unseen`; Feature::of(\"name\") gives the level of a name.\n//");
    out_.line(fmt::format("//     {}::Row row;", name_));
    if (!program_.features().empty()) {
        const ProgramFeature& first = program_.features()[0];
        const std::string value = !first.has_levels()        ? "1.5"
                                  : first.constants.empty() ? fmt::format("{}::{}::missing", name_, first.type)
                                                            : fmt::format("{}::{}::{}", name_, first.type, first.constants[0]);
        out_.line(fmt::format("//     row.{} = {};", first.field, value));
    }
    out_.line(fmt::format("//     std::cout << {}::predict(row).{} << '\\n';", name_,
                          program_.is_classification() ? "name()" : "value"));
    if (has_test_) {
        out_.line("//");
        out_.line(fmt::format("// Self-test: c++ -x c++ -std=c++11 -D{}_MAIN this_file && ./a.out", upper_));
    }
    out_.lines("//\n// On 32-bit x86 compile with -msse2 -mfpmath=sse; else probabilities may differ in their last bit.");
}

void CppProgram::write_levels(const ProgramFeature& feature) {
    out_.line("// " + feature_line(feature, CommentLetters::any));
    out_.open(fmt::format("struct {}", feature.type));
    out_.open("enum Level : int");
    out_.line("missing = -1,");
    out_.line("unseen = -2,");
    for (std::size_t i = 0; i < feature.constants.size(); ++i)
        out_.line(fmt::format("{} = {},  // {}", feature.constants[i], i, in_comment(feature.column->levels[i])));
    out_.close(";");
    write_lookup(feature);
    out_.close(";");
    out_.line();
}

void CppProgram::write_lookup(const ProgramFeature& feature) {
    const std::vector<std::string>& levels = feature.column->levels;
    out_.line("// The level of that name.");
    out_.open("static Level of(const std::string& name)");
    if (levels.empty()) {
        out_.line("(void)name;");
    } else {
        const std::vector<std::string> items = family_.texts(out_, levels);
        out_.open(fmt::format("static const struct {{ const char* text; std::size_t length; }} names[{}] =", items.size()));
        for (std::size_t i = 0; i < items.size(); ++i) out_.line(fmt::format("{{{}, {}}},", items[i], levels[i].size()));
        out_.close(";");
        out_.open(fmt::format("for (int i = 0; i < {}; i++)", items.size()));
        out_.line("if (names[i].length == name.size() && std::memcmp(names[i].text, name.data(), name.size()) == 0)");
        out_.line("    return static_cast<Level>(i);");
        out_.close();
    }
    out_.line("return unseen;");
    out_.close();
}

void CppProgram::write_row() {
    out_.open("struct Row");
    for (const ProgramFeature& feature : program_.features()) {
        const std::string declared = feature.has_levels() ? fmt::format("{0}::Level {1} = {0}::missing", feature.type, feature.field)
                                                          : fmt::format("double {} = NAN", feature.field);
        out_.line(fmt::format("{};  // {}", declared, feature_line(feature, CommentLetters::any)));
    }
    out_.close(";");
    out_.line();
}

void CppProgram::write_label_constants() {
    const std::vector<std::string>& constants = program_.label_constants();
    if (constants.empty()) return;
    out_.line("// The labels.");
    out_.open("struct Label");
    out_.open("enum : int");
    for (std::size_t i = 0; i < constants.size(); ++i)
        out_.line(fmt::format("{} = {},  // {}", constants[i], i, in_comment(program_.classes()[i])));
    out_.close(";");
    out_.close(";");
    out_.line();
}

void CppProgram::write_prediction() {
    const bool is_class = program_.is_classification();
    if (is_class) {
        write_label_constants();
        const std::vector<std::string> items = family_.texts(out_, program_.classes());
        out_.line("// The name of a label.");
        out_.open("static inline const char* label_name(int label)");
        out_.open(fmt::format("static const char* const names[{}] =", items.size()));
        out_.items(items);
        out_.close(";");
        out_.line("return names[label];");
        out_.close();
        out_.line();
    }
    out_.open("struct Prediction");
    out_.line(program_.has_parts() ? "int leaf = 0;  // the number of the leaf; if there are several, of the one with the largest share"
                                   : "int leaf = 0;  // the number of the leaf");
    if (is_class) {
        out_.line("int label = 0;  // name() gives its name");
        out_.line(fmt::format("std::array<double, {}> probabilities{{}};  // of the labels, in their order", program_.classes().size()));
        out_.line("const char* name() const { return label_name(label); }");
    } else {
        out_.line("double value = 0.0;");
    }
    out_.close(";");
    out_.line();
}

void CppProgram::write_predict() {
    if (program_.refuses()) out_.line("// Throws std::invalid_argument where a question on the row's way meets a missing or unseen value.");
    out_.open("static inline Prediction predict(const Row& row)");
    out_.line("Prediction prediction;");
    if (program_.has_parts())
        write_mixed_answer();
    else
        write_leaf_answer();
    out_.line("return prediction;");
    out_.close();
    out_.line();
}

void CppProgram::write_leaf_answer() {
    out_.line("const int found = detail::find(row);");
    if (program_.refuses()) write_refusal();
    out_.line("const detail::Leaf& leaf = detail::leaves[found];");
    out_.line("prediction.leaf = leaf.node;");
    if (!program_.is_classification()) return out_.line("prediction.value = leaf.value;");
    out_.line("prediction.label = leaf.label;");
    out_.line("for (std::size_t i = 0; i < prediction.probabilities.size(); i++)");
    out_.line("    prediction.probabilities[i] = detail::shares[leaf.shares][i];");
}

void CppProgram::write_refusal() {
    std::vector<std::string> names;
    for (const ProgramFeature& feature : program_.features()) names.push_back(feature.column->name);
    const std::vector<std::string> items = family_.texts(out_, names);
    out_.open("if (found < 0)");
    out_.open("static const char* const features[] =");
    out_.items(items);
    out_.close(";");
    out_.line("throw std::invalid_argument(std::string(\"the value is missing or unseen: \") + features[-1 - found]);");
    out_.close();
}

void CppProgram::write_mixed_answer() {
    out_.line("detail::Mix mix = detail::Mix();");
    out_.line("detail::walk(row, &mix);");
    out_.line("const detail::Leaf& leaf = detail::leaves[mix.leaf];");
    out_.line("prediction.leaf = leaf.node;");
    if (!program_.is_classification()) return out_.line("prediction.value = mix.leaves == 1 ? leaf.value : mix.value;");
    out_.line("prediction.label = mix.leaves == 1 ? leaf.label : detail::cheapest(mix.probabilities);");
    out_.line("for (std::size_t i = 0; i < prediction.probabilities.size(); i++)");
    out_.line("    prediction.probabilities[i] = mix.leaves == 1 ? detail::shares[leaf.shares][i] : mix.probabilities[i];");
}

void CppProgram::write_self_test() {
    const std::vector<TestRow> rows = test_rows(program_);
    const bool is_class = program_.is_classification();
    out_.lines(fmt::format("#ifdef {}_MAIN\n#include <cstdio>\n\n// Predicts rows whose answers are known.\n", upper_));
    out_.open("int main()");
    write_c_test_rows(out_, program_, rows);
    out_.line("int wrong = 0;");
    out_.open("for (const auto& test : tests)");
    out_.line(fmt::format("{}::Row row;", name_));
    for (std::size_t f = 0; f < program_.features().size(); ++f) {
        const ProgramFeature& feature = program_.features()[f];
        const std::string cell = fmt::format("test.cells[{}]", f);
        out_.line(fmt::format("row.{} = {};", feature.field,
                              feature.has_levels() ? fmt::format("static_cast<{}::{}::Level>(static_cast<int>({}))", name_, feature.type, cell)
                                                   : cell));
    }
    out_.line("bool same = false;");
    out_.open("try");
    out_.line(fmt::format("const {}::Prediction got = {}::predict(row);", name_, name_));
    if (is_class) {
        out_.line("same = got.leaf == test.leaf && got.label == test.label;");
        out_.line("for (std::size_t i = 0; i < got.probabilities.size(); i++)");
        out_.line("    same = same && got.probabilities[i] == test.probabilities[i];");
    } else {
        out_.line("same = got.leaf == test.leaf && got.value == test.value;");
    }
    out_.reopen("catch (const std::invalid_argument&)");
    out_.line("same = test.leaf < 0;");
    out_.close();
    out_.line("wrong += same ? 0 : 1;");
    out_.close();
    out_.line(fmt::format("std::printf(\"%d of {} rows differ\\n\", wrong);", rows.size()));
    out_.line("return wrong != 0;");
    out_.close();
    out_.lines("#endif\n\n");
}

}  // namespace

std::string tree_cpp(const Model& model, const ExportOptions& options) { return CppProgram(model, options).written(); }

}  // namespace treewright
