#include "treewright/verification/verify.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "reference/seeds.h"
#include "tree/sample_models.h"
#include "treewright/base/error.h"
#include "treewright/base/program_call.h"
#include "treewright/base/run.h"

namespace treewright {
namespace {

ExportFile export_of(const Model& model, std::string_view target, CodeStyle style = CodeStyle::nested) {
    const ExportTarget& found = export_target(target);
    ExportOptions options;
    options.style = style;
    return {"tree" + std::string(found.extension), exported(model, found, options)};
}

VerificationResult verified(const Model& model, const ExportFile& file, const VerifyOptions& options = {}, const Table* data = nullptr) {
    QuietRun run;
    return verify_export(model, file, data, options, run);
}

VerificationResult trusted(const Model& model, ExportFile file) {
    VerifyOptions options;
    options.trust = true;
    file.target = "python";
    return verified(model, file, options);
}

void replace(std::string& text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from << " is not in\n" << text;
    text.replace(at, from.size(), to);
}

std::string description(const VerificationResult& result) {
    std::string text = result.failure;
    for (const AnswerDifference& difference : result.first)
        text += "\n" + difference.what + ": " + difference.expected + " expected, " + difference.found + " found";
    return text;
}

/// Those of the programs whose consumers the tests can count on.
constexpr std::string_view sure_targets[] = {"c", "cpp", "python"};

TEST(Verify, a_sound_export_passes_and_the_record_says_how) {
    const Model model = sample::golf();
    for (const std::string_view target : sure_targets) {
        const VerificationResult result = verified(model, export_of(model, target));
        EXPECT_TRUE(result.passed() && result.is_equal && result.is_replayed) << target << description(result);
        EXPECT_EQ(result.target, target);
        EXPECT_EQ(result.differences() + result.skipped + result.left_out, 0U);
        EXPECT_EQ(result.leaves, 5U);
        EXPECT_EQ(result.leaves_reached, 5U);
        EXPECT_EQ(result.rows, 54U);
        EXPECT_EQ(std::accumulate(result.rows_of_kind.begin(), result.rows_of_kind.end(), std::size_t{0}), result.rows);
        EXPECT_TRUE(result.compares_leaves && result.compares_probabilities);
        EXPECT_EQ(result.export_sha256.size(), 64U);
        EXPECT_EQ(result.model_sha256.size(), 64U);
        EXPECT_EQ(result.content_hash, model.provenance.content_hash);
        ASSERT_FALSE(result.tools.empty());
        EXPECT_TRUE(std::any_of(result.tools[0].second.begin(), result.tools[0].second.end(), [](char c) { return c >= '0' && c <= '9'; }))
            << result.tools[0].second;
    }
}

TEST(Verify, random_trees_of_every_shape_as_programs) {
    const std::uint64_t cases = reference::number_of_cases(8);
    for (std::uint64_t seed = 0; seed < cases; ++seed) {
        const Model model = sample::random_model(seed, 5 + seed % 20 * 6);
        const CodeStyle style = seed % 2 == 0 ? CodeStyle::nested : CodeStyle::table;
        for (const std::string_view target : sure_targets) {
            const VerificationResult result = verified(model, export_of(model, target, style));
            EXPECT_TRUE(result.passed() && result.is_replayed) << target << ", seed " << seed << description(result);
        }
    }
}

/// Whoever has them tests them, too; `make test-exports` installs them.
TEST(Verify, random_trees_in_java_and_javascript_where_these_are_installed) {
    const Model model = sample::random_model(3, 40);
    for (const auto& [target, program] : {std::pair{"java", "javac"}, {"javascript", "node"}}) {
        if (!find_program(program)) continue;
        const VerificationResult result = verified(model, export_of(model, target));
        EXPECT_TRUE(result.passed() && result.is_replayed) << target << description(result);
    }
}

TEST(Verify, names_that_hold_nul_and_quotes_and_ends_of_comments) {
    Model model = sample::golf();
    model.schema.features[0].name = std::string("Out\0look", 8);
    model.schema.features[0].levels = {std::string("\0", 1), std::string("a\0b", 3), std::string("a\0c", 3)};
    model.schema.features[3].levels = {"\"); exit(1); //", "*/ \\u002a/ '''"};
    model.schema.target.levels = {std::string("no\0", 3), std::string("no\0\0", 4)};
    for (const std::string_view target : {"cpp", "python"}) {
        const VerificationResult result = verified(model, export_of(model, target));
        EXPECT_TRUE(result.passed() && result.is_replayed) << target << description(result);
    }
}

TEST(Verify, one_changed_byte_is_refused_and_not_run) {
    const Model model = sample::golf();
    ExportFile file = export_of(model, "python");
    file.bytes += "raise SystemExit(9)\n";
    try {
        (void)verified(model, file);
        FAIL() << "it was run";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::input);
        EXPECT_NE(std::string(error.what()).find("is not what the model exports to python now"), std::string::npos) << error.what();
    }
    EXPECT_NE(trusted(model, file).failure.find("exit code 9"), std::string::npos);
}

TEST(Verify, what_is_wrong_in_a_trusted_export_is_found) {
    const Model model = sample::golf();
    const std::string right = export_of(model, "python").bytes;
    const auto found_in = [&](std::string_view from, std::string_view to) {
        ExportFile file{"tree.py", right};
        replace(file.bytes, from, to);
        VerificationResult result = trusted(model, file);
        EXPECT_FALSE(result.passed() || result.is_equal) << to;
        EXPECT_TRUE(result.failure.empty()) << result.failure;
        return result;
    };
    const VerificationResult threshold = found_in("humidity <= 77.5", "humidity < 77.5");
    EXPECT_GT(threshold.different_leaves, 0U);
    EXPECT_GT(threshold.different_labels, 0U);
    ASSERT_FALSE(threshold.first.empty());
    for (const AnswerDifference& difference : threshold.first)
        EXPECT_EQ(difference.cells[2], (std::pair<std::string, std::string>("Humidity", "77.5"))) << description(threshold);
    EXPECT_GT(found_in("return 0  # leaf 1", "return 1  # leaf 1").different_leaves, 0U);
    const VerificationResult share = found_in("_SHARES = ((0.0, 1.0)", "_SHARES = ((5e-324, 1.0)");
    EXPECT_EQ(share.different_leaves + share.different_labels, 0U);
    EXPECT_GT(share.different_probabilities, 0U);
    const VerificationResult zero = found_in("_SHARES = ((0.0, 1.0)", "_SHARES = ((-0.0, 1.0)");
    EXPECT_GT(zero.different_probabilities, 0U) << "every bit counts";
    const VerificationResult label = found_in("\"no\", \"yes\"", "\"No\", \"yes\"");
    EXPECT_EQ(label.different_leaves + label.different_probabilities, 0U);
    EXPECT_GT(label.different_labels, 0U);
}

TEST(Verify, an_export_that_refuses_what_the_model_answers_differs) {
    const Model model = sample::golf();
    ExportFile file = export_of(model, "python");
    replace(file.bytes, "    outlook = ", "    if row.get(\"Outlook\") == \"rain\":\n        raise _refusal(\"Outlook\")\n    outlook = ");
    EXPECT_GT(trusted(model, file).different_refusals, 0U);
}

TEST(Verify, rows_of_the_users_are_replayed_too) {
    const Model model = sample::golf();
    Table data;
    data.rows = 2;
    for (const ColumnSchema& schema : model.schema.features) {
        Column column{schema, {}, {}};
        if (column.has_values())
            column.values = std::vector<double>{70.0, 80.0};
        else
            column.codes = {0, missing_code};
        data.columns.push_back(std::move(column));
    }
    const VerificationResult result = verified(model, export_of(model, "python"), {}, &data);
    EXPECT_TRUE(result.passed()) << description(result);
    EXPECT_EQ(result.rows, 56U);
    EXPECT_EQ(result.rows_of_kind[static_cast<std::size_t>(ProbeKind::data)], 2U);
}

TEST(Verify, a_number_to_the_last_bit) {
    const Model model = sample::small_regression();
    ExportFile file = export_of(model, "python");
    const VerificationResult result = verified(model, file);
    EXPECT_TRUE(result.passed() && result.is_regression) << description(result);
    replace(file.bytes, "_LEAVES = ((", "_LEAVES = ((0 + ");
    EXPECT_TRUE(trusted(model, file).passed());
    replace(file.bytes, "leaf[1]", "leaf[1] * (1.0 + 2.220446049250313e-16)");
    EXPECT_GT(trusted(model, file).different_values, 0U);
}

TEST(Verify, drawings_are_compared_and_not_run) {
    const Model model = sample::golf();
    const VerificationResult result = verified(model, export_of(model, "dot"));
    EXPECT_TRUE(result.passed());
    EXPECT_FALSE(result.is_replayed);
    EXPECT_EQ(result.rows, 0U);
}

TEST(Verify, a_text_that_is_no_export_is_told_so_at_once) {
    const Model model = sample::golf();  // no option of a wide range is tried, such as the depth of a drawing
    EXPECT_THROW((void)verified(model, {"golf.csv", "a,b\n"}), Error);
    ExportFile drawing = export_of(model, "mermaid");
    drawing.options.depth = 1;
    drawing.bytes = exported(model, export_target("mermaid"), drawing.options);
    EXPECT_THROW((void)verified(model, {drawing.name, drawing.bytes}), Error);
    drawing.given = {"depth"};
    EXPECT_TRUE(verified(model, drawing).passed());
}

TEST(Verify, the_time_is_limited) {
    const Model model = sample::golf();
    ExportFile file = export_of(model, "python");
    file.bytes = "import time\ntime.sleep(60)\n" + file.bytes;
    file.target = "python";
    VerifyOptions options;
    options.trust = true;
    options.timeout = 0.5;
    const VerificationResult result = verified(model, file, options);
    EXPECT_NE(result.failure.find("did not end within 0.5 s"), std::string::npos) << result.failure;
    EXPECT_FALSE(result.passed());
}

}  // namespace
}  // namespace treewright
