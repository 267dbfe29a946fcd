#include "treewright/export/programs/c_family.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "treewright/export/programs/literals.h"
#include "treewright/export/programs/nested_code.h"

namespace treewright {

namespace {

constexpr std::size_t longest_c_literal = 4000;  // C99 promises 4095

class CSyntax : public Syntax {
public:
    CSyntax(const Program& program, const CDialect& dialect) : program_(program), dialect_(dialect) {}

    [[nodiscard]] std::string is_nan(const std::string& variable) const override {
        return fmt::format("{}({})", dialect_.is_nan, variable);
    }
    [[nodiscard]] std::string in_set(const std::string& variable, std::size_t position) const override {
        return fmt::format("{}in_set({}, {})", dialect_.prefix, variable, position);
    }
    [[nodiscard]] std::string level(const ProgramFeature& feature, LevelCode code) const override {
        if (feature.constants.empty()) return std::to_string(code);
        const std::string& constant = feature.constants[position_of(code)];
        if (!dialect_.is_cpp) return constant;
        const std::string name = fmt::format("{}::{}", feature.type, constant);
        return feature.is_value() ? fmt::format("double({})", name) : name;  // a rank is compared as a number
    }
    [[nodiscard]] std::string truth(bool value) const override {
        return dialect_.is_cpp ? Syntax::truth(value) : std::string(value ? "1" : "0");
    }
    [[nodiscard]] std::string comment(const std::string& text) const override {
        return dialect_.is_cpp ? "  // " + text : "  /* " + text + " */";
    }
    [[nodiscard]] std::string share_declared(const std::string& name, const std::string& value) const override {
        return fmt::format("const double {} = {};", name, value);
    }
    [[nodiscard]] std::string leaf_returned(std::size_t leaf) const override { return fmt::format("return {};", leaf); }
    [[nodiscard]] std::string leaf_added(std::size_t leaf, const std::string& share) const override {
        return fmt::format("{}add(mix, {}, {});", dialect_.prefix, leaf, share);
    }
    [[nodiscard]] std::string refusal(const ProgramFeature& feature) const override {
        return fmt::format("return {};", -1 - static_cast<long>(program_.position_of_feature(feature.number)));
    }

private:
    const Program& program_;
    const CDialect& dialect_;
};

std::string c_number(double value) {
    if (std::isnan(value)) return "NAN";
    if (std::isinf(value)) return value > 0.0 ? "INFINITY" : "-INFINITY";
    return double_literal(value);
}

std::vector<std::string> c_numbers(const std::vector<double>& values) {
    std::vector<std::string> items;
    for (const double value : values) items.push_back(c_number(value));
    return items;
}

/// {0.25, 0.75}
std::string c_list(const std::vector<std::string>& items) { return fmt::format("{{{}}}", fmt::join(items, ", ")); }

/// {'a', '\n', 0}
std::string c_characters(std::string_view text) {
    std::vector<std::string> items;
    for (const char c : text) items.push_back(fmt::format("'\\{:03o}'", static_cast<unsigned char>(c)));
    items.emplace_back("0");
    return c_list(items);
}

constexpr std::string_view c_code_text = R"(@comment@The position of a level; -1 if it is missing, -2 if it is unseen.@end@
static inline int @p@code(int level, int levels) {
    return level == -1 || (level >= 0 && level < levels) ? level : -2;
}

)";

constexpr std::string_view c_rank_text = R"(@comment@The rank of a level in its order; NaN if it is missing or unseen.@end@
static inline double @p@rank(int level, int levels) {
    return level >= 0 && level < levels ? (double)level : (double)NAN;
}

)";

constexpr std::string_view c_in_set_text = R"(@comment@Whether a level is in the set whose bits begin at a word.@end@
static inline @bool@ @p@in_set(int level, int word) {
    return level >= 0 && (@p@sets[word + level / 32] >> (level % 32) & 1UL) != 0;
}

)";

// A product is stored before it is added: else some compilers would fuse the two, which rounds differently.
constexpr std::string_view c_class_mix_text = R"(@comment@What the leaves of a row add up to.@end@
@struct_mix@ {
    int leaves;
    int leaf;  @comment@the one with the largest share@end@
    double share;
    double probabilities[@classes@];
};

static inline void @p@add(@mix@ *mix, int leaf, double share) {
    if (share > mix->share * @rounding@) {
        mix->share = share;
        mix->leaf = leaf;
    }
    mix->leaves++;
    for (int i = 0; i < @classes@; i++) {
        volatile double part = share * @p@shares[@p@leaves[leaf].shares][i];  @comment@volatile: rounded before it is added@end@
        mix->probabilities[i] += part;
    }
}

@comment@The label of least expected loss; among equals the first.@end@
static inline int @p@cheapest(const double *probabilities) {
    double expected[@classes@];
    for (int j = 0; j < @classes@; j++) {
        expected[j] = 0.0;
        for (int i = 0; i < @classes@; i++) {
            volatile double part = probabilities[i]@factor@;
            if (i != j) expected[j] += part;
        }
    }
    double sum = 0.0;
    double least = expected[0];
    for (int j = 0; j < @classes@; j++) {
        sum += expected[j];
        if (expected[j] < least) least = expected[j];
    }
    volatile double tolerance = 1e-12 * (least < sum ? sum : least);
    int first = 0;
    while (expected[first] > least + tolerance) first++;
    return first;
}

)";

constexpr std::string_view c_number_mix_text = R"(@comment@What the leaves of a row add up to.@end@
@struct_mix@ {
    int leaves;
    int leaf;  @comment@the one with the largest share@end@
    double share;
    double value;
};

static inline void @p@add(@mix@ *mix, int leaf, double share) {
    volatile double part = share * @p@leaves[leaf].value;  @comment@volatile: rounded before it is added@end@
    if (share > mix->share * @rounding@) {
        mix->share = share;
        mix->leaf = leaf;
    }
    mix->leaves++;
    mix->value += part;
}

)";

constexpr std::string_view c_table_types_text = R"(@comment@A test, by its kind: 0 cell <= threshold, 1 is missing, 2 level in the set at `first` (yes) or at `second` (no),@end@
@comment@3 level below `second` goes to targets[first + level]. `yes` and `no` are steps, or ~leaf.@end@
@struct_test@ {
    int kind;
    int feature;
    double threshold;
    int first;
    int second;
    int yes;
    int no;
};

@comment@A question: its tests end where those of the next one begin, and so do its parts.@end@
@struct_step@ {
    int first_test;
    int missing;
    int unseen;
    int first_part;
};

)";

constexpr std::string_view c_decide_start = R"(@comment@Where a test sends a row; 0: it cannot decide.@end@
static inline int @p@decide(const @test@ *test, double cell) {
    switch (test->kind) {
        case 0: return @isnan@(cell) ? 0 : cell <= test->threshold ? test->yes : test->no;
        case 1: return @isnan@(cell) ? test->yes : test->no;
)";
constexpr std::string_view c_subset_case = R"(        case 2: return @p@in_set((int)cell, test->first) ? test->yes : @p@in_set((int)cell, test->second) ? test->no : 0;
)";
constexpr std::string_view c_multiway_case = R"(        case 3: return cell >= 0.0 && cell < test->second ? @p@targets[test->first + (int)cell] : 0;
)";

constexpr std::string_view c_decide_end = R"(        default: return 0;
    }
}

@comment@Where a question sends a row; 0: neither it nor a similar question can decide.@end@
static inline int @p@ask(int at, const double *cells) {
    int next = 0;
    for (int t = @p@steps[at].first_test; next == 0 && t < @p@steps[at + 1].first_test; t++)
        next = @p@decide(&@p@tests[t], cells[@p@tests[t].feature]);
    return next;
}

@comment@Where rows without a value go.@end@
static inline int @p@otherwise(int at, const double *cells) {
    const @test@ *test = &@p@tests[@p@steps[at].first_test];
    return test->kind >= 2 && cells[test->feature] == -2.0 ? @p@steps[at].unseen : @p@steps[at].missing;
}

)";

constexpr std::string_view c_table_refusal = R"(        if (next == 0) return -1 - @p@tests[@p@steps[at].first_test].feature;
)";
constexpr std::string_view c_table_find_start = R"(    int at = 0;
    while (at >= 0) {
        int next = @p@ask(at, cells);
)";
constexpr std::string_view c_table_find_end = R"(        if (next == 0) next = @p@otherwise(at, cells);
        at = next;
    }
    return ~at;
)";

constexpr std::string_view c_table_walk_text = R"(    int count = 1;
    waiting[0].at = 0;
    waiting[0].share = 1.0;
    while (count > 0) {
        const int at = waiting[--count].at;
        const double share = waiting[count].share;
        if (at < 0) {
            @p@add(mix, ~at, share);
            continue;
        }
        const int next = @p@ask(at, cells);
        if (next == 0 && @p@steps[at].first_part < @p@steps[at + 1].first_part) {
            for (int p = @p@steps[at + 1].first_part; p-- > @p@steps[at].first_part; count++) {
                waiting[count].at = @p@parts[p].target;
                waiting[count].share = share * @p@parts[p].share;
            }
            continue;
        }
        waiting[count++].at = next == 0 ? @p@otherwise(at, cells) : next;
    }
)";

std::string table_test(const TableTestRow& test) {
    return fmt::format("{{{}, {}, {}, {}, {}, {}, {}}}", static_cast<int>(test.kind), test.feature, double_literal(test.threshold),
                       test.first, test.second, test.yes, test.no);
}

std::string table_step(const TableStepRow& step) {
    return fmt::format("{{{}, {}, {}, {}}}", step.first_test, step.missing, step.unseen, step.first_part);
}

}  // namespace

CDialect c_dialect(const Program& program) {
    const std::string prefix = program.name() + "_";
    return {false, prefix, prefix + "row", fmt::format("const {}row *row", prefix), "row->", "isnan"};
}

CDialect cpp_dialect() { return {true, "", "Row", "const Row& row", "row.", "std::isnan"}; }

CFamilyCode::CFamilyCode(const Program& program, const Layout& layout, CDialect dialect)
    : program_(program), layout_(layout), dialect_(std::move(dialect)), classes_(std::to_string(program.classes().size())) {}

/// The gaps that all texts have in common.
std::string CFamilyCode::completed(std::string_view text) const {
    const bool is_cpp = dialect_.is_cpp;
    const auto type = [&](std::string_view c_name, std::string_view cpp_name) {
        return is_cpp ? std::string(cpp_name) : fmt::format("struct {}{}", dialect_.prefix, c_name);
    };
    const std::string mix = type("mix", "Mix");
    const std::string test = type("test", "Test");
    const std::string step = type("step", "Step");
    const std::string struct_word = is_cpp ? "struct " : "";
    return filled(text, {{"p", dialect_.prefix},
                         {"comment", is_cpp ? "// " : "/* "},
                         {"end", is_cpp ? "" : " */"},
                         {"bool", is_cpp ? "bool" : "int"},
                         {"isnan", dialect_.is_nan},
                         {"classes", classes_},
                         {"rounding", double_literal(1.0 + 1e-6)},
                         {"mix", mix},
                         {"test", test},
                         {"struct_mix", struct_word + mix},
                         {"struct_test", struct_word + test},
                         {"struct_step", struct_word + step},
                         {"step", step},
                         {"factor", program_.losses().empty() ? "" : " * " + dialect_.prefix + "losses[i * " + classes_ + " + j]"}});
}

void CFamilyCode::write_numbers(CodeWriter& out, const std::string& declaration, const std::vector<std::string>& items) const {
    out.open(fmt::format("static const {}[{}] =", declaration, items.size()));
    out.items(items);
    out.close(";");
    out.line();
}

void CFamilyCode::write_line_comment(CodeWriter& out, const std::string& text) const {
    out.line(dialect_.is_cpp ? "// " + text : "/* " + text + " */");
}

void CFamilyCode::write_error_for_fast_math(CodeWriter& out) const {
    out.lines("#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__\n"
              "#error \"Missing values are NaN: compile without -ffast-math.\"\n#endif\n");
    out.line();
}

std::vector<std::string> CFamilyCode::texts(CodeWriter& out, const std::vector<std::string>& names) {
    std::vector<std::string> items;
    for (const std::string& name : names) {
        if (name.size() <= longest_c_literal) {
            items.push_back(c_string(name));
            continue;
        }
        items.push_back(fmt::format("{}text_{}", dialect_.prefix, ++texts_));
        out.line(fmt::format("static const char {}[] = {};", items.back(), c_characters(name)));
    }
    return items;
}

void CFamilyCode::write_leaves(CodeWriter& out) {
    const bool is_class = program_.is_classification();
    const std::string type = dialect_.is_cpp ? "Leaf" : fmt::format("struct {}leaf", dialect_.prefix);
    out.open(dialect_.is_cpp ? "struct Leaf" : type);
    out.line("int node;");
    out.lines(is_class ? "int label;\nint shares;" : "double value;");
    out.close(";");
    out.line();
    write_line_comment(out, is_class ? "Leaves: the number, the label, which of the shares below." : "Leaves: the number, the value.");
    out.open(fmt::format("static const {} {}leaves[{}] =", type, dialect_.prefix, program_.leaves().size()));
    for (const ProgramLeaf& leaf : program_.leaves())
        out.line(is_class ? fmt::format("{{{}, {}, {}}},", leaf.node, leaf.label, leaf.shares)
                          : fmt::format("{{{}, {}}},", leaf.node, c_number(leaf.value)));
    out.close(";");
    out.line();
    if (!is_class) return;
    write_line_comment(out, "The shares of the labels in leaves.");
    out.open(fmt::format("static const double {}shares[{}][{}] =", dialect_.prefix, program_.shares().size(), classes_));
    for (const std::vector<double>& shares : program_.shares()) out.list(c_numbers(shares), ",");
    out.close(";");
    out.line();
}

void CFamilyCode::write_mixing(CodeWriter& out) {
    if (!program_.has_parts()) return;
    if (!program_.is_classification()) return out.lines(completed(c_number_mix_text));
    if (!program_.losses().empty()) {
        write_line_comment(out, "What it costs to predict label j where i is true, at i * labels + j.");
        write_numbers(out, fmt::format("double {}losses", dialect_.prefix), c_numbers(program_.losses()));
    }
    out.lines(completed(c_class_mix_text));
}

void CFamilyCode::write_row_helpers(CodeWriter& out) const {
    const auto& features = program_.features();
    const auto is_category = [](const ProgramFeature& feature) { return !feature.is_value(); };
    const auto is_ordered = [](const ProgramFeature& feature) { return feature.column->type == ColumnType::ordered; };
    if (std::ranges::any_of(features, is_category)) out.lines(completed(c_code_text));
    if (std::ranges::any_of(features, is_ordered)) out.lines(completed(c_rank_text));
}

std::string CFamilyCode::local_value(const ProgramFeature& feature) const {
    const std::string cell = dialect_.cell + feature.field;
    const std::size_t levels = feature.column->levels.size();
    if (!feature.is_value()) return fmt::format("{}code({}, {})", dialect_.prefix, cell, levels);
    return feature.has_levels() ? fmt::format("{}rank({}, {})", dialect_.prefix, cell, levels) : cell;
}

void CFamilyCode::write_locals(CodeWriter& out) const {
    for (const ProgramFeature& feature : program_.features())
        out.line(fmt::format("const {} {} = {};", feature.is_value() ? "double" : "int", feature.field, local_value(feature)));
    if (program_.features().empty()) out.line("(void)row;");
}

void CFamilyCode::write_sets(CodeWriter& out, const LevelSets& sets) const {
    if (sets.words().empty()) return;
    std::vector<std::string> words;
    for (const std::uint32_t word : sets.words()) words.push_back(fmt::format("{:#010x}UL", word));
    write_line_comment(out, "Sets of levels, a bit for each.");
    write_numbers(out, fmt::format("unsigned long {}sets", dialect_.prefix), words);
    out.lines(completed(c_in_set_text));
}

void CFamilyCode::write_finding(CodeWriter& out) {
    write_row_helpers(out);
    if (layout_.style == CodeStyle::table)
        write_tables(out);
    else
        write_nested(out);
}

/// How `find` and `walk` begin.
std::string CFamilyCode::finding_header() const {
    if (!program_.has_parts()) return fmt::format("static inline int {}find({})", dialect_.prefix, dialect_.row_given);
    return fmt::format("static inline void {}walk({}, {} *mix)", dialect_.prefix, dialect_.row_given, completed("@mix@"));
}

void CFamilyCode::write_finding_comment(CodeWriter& out) const {
    if (program_.has_parts()) return write_line_comment(out, "Adds every leaf that the row ends in, with its share of the row.");
    write_line_comment(out, program_.refuses() ? "The position of the row's leaf; -1 - n if its value of feature n is refused."
                                               : "The position of the row's leaf.");
}

void CFamilyCode::write_nested(CodeWriter& out) {
    LevelSets sets;
    CodeWriter body;
    body.indent();
    write_locals(body);
    if (!program_.features().empty()) body.line();
    const CSyntax syntax(program_, dialect_);
    NestedCode(program_, syntax, sets, body).write();
    write_sets(out, sets);
    write_finding_comment(out);
    out.line(finding_header() + " {");
    out.lines(body.take());
    out.lines("}\n\n");
}

void CFamilyCode::write_tables(CodeWriter& out) {
    const TableCode table(program_);
    write_sets(out, table.sets);
    write_table_rows(out, table);
    std::string decide(c_decide_start);
    if (!table.sets.words().empty()) decide += c_subset_case;
    if (!table.targets.empty()) decide += c_multiway_case;
    out.lines(completed(decide + std::string(c_decide_end)));
    write_finding_comment(out);
    out.open(finding_header());
    std::vector<std::string> cells;
    for (const ProgramFeature& feature : program_.features())
        cells.push_back((feature.is_value() ? "" : "(double)") + local_value(feature));
    out.open(fmt::format("const double cells[{}] =", cells.size()));
    out.items(cells);
    out.close(";");
    out.outdent();
    if (program_.has_parts())
        out.line(fmt::format("    struct {{ int at; double share; }} waiting[{}];", table.most_waiting));
    out.lines(completed(program_.has_parts() ? std::string(c_table_walk_text)
                                             : std::string(c_table_find_start) +
                                                   std::string(program_.refuses() ? c_table_refusal : std::string_view()) +
                                                   std::string(c_table_find_end)));
    out.lines("}\n\n");
}

void CFamilyCode::write_table_rows(CodeWriter& out, const TableCode& table) {
    out.lines(completed(c_table_types_text));
    const auto open = [&](std::string_view type, std::string_view name, std::size_t size) {
        out.open(completed(fmt::format("static const {} @p@{}[{}] =", type, name, size)));
    };
    const auto close = [&] {
        out.close(";");
        out.line();
    };
    open("@test@", "tests", table.tests.size());
    for (const TableTestRow& test : table.tests) out.line(table_test(test) + ",");
    close();
    open("@step@", "steps", table.steps.size());
    for (const TableStepRow& step : table.steps) out.line(table_step(step) + ",");
    close();
    if (!table.targets.empty()) {
        std::vector<std::string> targets;
        for (const TableTarget target : table.targets) targets.push_back(std::to_string(target));
        write_numbers(out, fmt::format("int {}targets", dialect_.prefix), targets);
    }
    if (!program_.has_parts()) return;
    open("struct { int target; double share; }", "parts", table.parts.size());
    for (const TablePart& part : table.parts) out.line(fmt::format("{{{}, {}}},", part.target, double_literal(part.share)));
    close();
}

void write_c_test_rows(CodeWriter& out, const Program& program, const std::vector<TestRow>& rows) {
    const bool is_class = program.is_classification();
    const std::size_t width = std::max<std::size_t>(1, program.features().size());
    out.line(is_class ? fmt::format("static const struct {{ double cells[{}]; int leaf; int label; double probabilities[{}]; }} tests[{}] = {{",
                                    width, program.classes().size(), rows.size())
                      : fmt::format("static const struct {{ double cells[{}]; int leaf; double value; }} tests[{}] = {{", width, rows.size()));
    out.indent();
    for (const TestRow& row : rows) {
        std::vector<std::string> items = c_numbers(row.cells);
        if (items.empty()) items.emplace_back("0.0");
        const std::vector<double> shares =
            row.probabilities.empty() ? std::vector<double>(program.classes().size(), 0.0) : row.probabilities;
        const std::string leaf = row.is_refused ? "-1" : std::to_string(row.leaf);
        const std::string label = row.is_refused ? "-1" : std::to_string(row.label);
        out.line(is_class ? fmt::format("{{{}, {}, {}, {}}},", c_list(items), leaf, label, c_list(c_numbers(shares)))
                          : fmt::format("{{{}, {}, {}}},", c_list(items), leaf, c_number(row.value)));
    }
    out.close(";");
}

}  // namespace treewright
