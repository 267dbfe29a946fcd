// The page of a tree without a browser: its data are the model, its bytes are the same every time, and nothing of a name can be markup. What a reader
// sees and does is tested in web/tests.
#include "treewright/export/html_page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

#include "export/random_tree.h"
#include "export/text_parts.h"
#include "export/textbook.h"
#include "reference/seeds.h"
#include "treewright/base/sha256.h"
#include "treewright/export/page/bundle.h"
#include "treewright/tree/lowered.h"

namespace treewright {
namespace {

std::size_t times_in(const std::string& text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++count;
    return count;
}

/// What stands between the first of `begin` and the next of `end`.
std::string between(const std::string& text, std::string_view begin, std::string_view end) {
    const std::size_t from = text.find(begin) + begin.size();
    return text.substr(from, text.find(end, from) - from);
}

std::string data_block(const std::string& page) {
    return between(page, "<script type=\"application/json\" id=\"data\">", "</script>");
}

/// The hexadecimal digits of a hash that a content security policy names.
std::string hash_in_hex(const std::string& base64) {
    static const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string hex;
    unsigned bits = 0, held = 0;
    for (const char c : base64) {
        if (c == '=') break;
        bits = bits << 6U | static_cast<unsigned>(digits.find(c));
        held += 6;
        for (; held >= 4; held -= 4) hex += "0123456789abcdef"[bits >> (held - 4) & 15U];
    }
    return hex;
}

bool is_text(const std::string& name) { return name.find('\xff') == std::string::npos; }

std::string difference_in_test(const nlohmann::json& question, const LoweredTest& test) {
    if (question.at("feature") != test.split.feature) return "feature";
    switch (test.split.kind) {
        case SplitKind::threshold: {
            if (question.at("kind") != "threshold" || question.at("threshold").get<double>() != test.split.threshold)
                return "threshold";
            break;
        }
        case SplitKind::subset: {
            const std::vector<LevelCode> left(test.split.left_levels.begin(), test.split.left_levels.end());
            if (question.at("kind") != "subset" || question.at("left").get<std::vector<LevelCode>>() != left) return "levels";
            break;
        }
        case SplitKind::multiway: {
            const std::vector<std::uint32_t> steps(test.by_level.begin(), test.by_level.end());
            return question.at("byLevel").get<std::vector<std::uint32_t>>() == steps ? "" : "steps by level";
        }
        default: break;
    }
    return question.at("yes") == test.yes && question.at("no") == test.no ? "" : "yes and no";
}

std::vector<double> weights_in(const nlohmann::json& node, std::size_t classes) {
    std::vector<double> weights(classes, 0.0);
    if (node.contains("counts")) weights = node.at("counts").get<std::vector<double>>();
    if (node.contains("some"))
        for (std::size_t i = 0; i + 1 < node.at("some").size(); i += 2)
            weights[node.at("some")[i].get<std::size_t>()] = node.at("some")[i + 1].get<double>();
    return weights;
}

std::string difference_in_node(const nlohmann::json& node, const LoweredStep& step, std::size_t classes) {
    if (node.at("weight").get<double>() != step.leaf.weight) return "weight";
    if (classes == 0 && node.at("mean").get<double>() != step.leaf.constant.value) return "mean";
    if (classes > 0 && node.at("label") != step.leaf.constant.label) return "label";
    if (classes > 0) {
        const std::vector<double> weights = weights_in(node, classes);
        for (std::size_t c = 0; c < classes; ++c)
            if (weights[c] != step.leaf.class_weights[c]) return "weights of classes";
    }
    if (node.contains("question") == step.is_leaf) return "whether it is a leaf";
    if (step.is_leaf) return "";
    const nlohmann::json& question = node.at("question");
    if (question.at("missing") != step.when_missing || question.at("unseen") != step.when_unseen)
        return "missing and unseen values";
    return difference_in_test(question, step.test);
}

std::string difference_in_data(const nlohmann::json& data, const Model& model) {
    for (std::size_t i = 0; i < model.schema.features.size(); ++i)
        if (is_text(model.schema.features[i].name) && data.at("features")[i].at("name") != model.schema.features[i].name)
            return "name of a feature";
    for (std::size_t i = 0; i < model.schema.target.levels.size(); ++i)
        if (is_text(model.schema.target.levels[i]) && data.at("classes")[i] != model.schema.target.levels[i])
            return "name of a class";
    const LoweredTree lowered(model.tree);
    if (data.at("nodes").size() != lowered.size()) return "number of nodes";
    for (NodeId id = 0; id < lowered.size(); ++id) {
        const std::string difference = difference_in_node(data.at("nodes")[id], lowered.step(id), model.tree.classes);
        if (!difference.empty()) return "node " + std::to_string(id) + ": " + difference;
    }
    return "";
}

/// Two scripts, the data and the program, whatever the names; no tag in the data; a title of text.
std::string markup_in(const std::string& page) {
    if (times_in(page, "<script") != times_in(std::string(page_program), "<script") + 2) return "another script";
    if (times_in(page, "</script") != 2) return "another end of a script";
    if (data_block(page).find_first_of("<>&") != std::string::npos) return "markup in the data";
    if (between(page, "<title>", "</title>").find('<') != std::string::npos) return "markup in the title";
    return "";
}

TEST(HtmlPage, the_data_of_random_trees_are_the_model_and_hold_no_markup) {
    reference::compare_seeds(
        reference::number_of_cases(300), 1.0,
        [](std::uint64_t seed) -> reference::Comparison {
            const Model model = drawn::RandomTree(seed, seed % 40).model();
            const std::string page = html_page(model);
            if (page != html_page(model)) return "other bytes the second time";
            const std::string markup = markup_in(page);
            return markup.empty() ? difference_in_data(nlohmann::json::parse(data_block(page)), model) : markup;
        },
        [](std::uint64_t) { return "a random tree"; });
}

TEST(HtmlPage, the_policy_names_the_hashes_of_its_program_and_its_style_and_allows_nothing_else) {
    const std::string page = html_page(textbook::grown(textbook::golf(), Preset::id3).model);
    const std::string policy = between(page, "http-equiv=\"Content-Security-Policy\" content=\"", "\"");
    EXPECT_TRUE(policy.starts_with("default-src 'none'; script-src 'sha256-"));
    EXPECT_TRUE(policy.ends_with("'; base-uri 'none'; form-action 'none'"));
    EXPECT_EQ(times_in(policy, "-src "), 3U);
    EXPECT_EQ(hash_in_hex(between(policy, "script-src 'sha256-", "'")), sha256_hex(page_program));
    EXPECT_EQ(hash_in_hex(between(policy, "style-src 'sha256-", "'")), sha256_hex(between(page, "<style>", "</style>")));
    EXPECT_TRUE(holds(page, "<script>" + std::string(page_program) + "</script>"));
}

TEST(HtmlPage, nothing_is_loaded_from_anywhere) {
    const std::string page = html_page(textbook::grown(textbook::golf(), Preset::id3).model);
    const std::string namespace_of_drawings = "http://www.w3.org/2000/svg";
    EXPECT_EQ(times_in(page, "http:"), times_in(page, namespace_of_drawings));
    for (const std::string_view part :
         {"https:", "@import", "src=\"", "href=\"", "<link", "<img", "<iframe", "eval(", "innerHTML", "outerHTML",
          "insertAdjacentHTML", "document.write", "XMLHttpRequest", "fetch("})
        EXPECT_EQ(times_in(page, part), 0U) << part;
    EXPECT_EQ(times_in(std::string(page_style), "url("), 0U);
}

TEST(HtmlPage, a_rule_list_has_a_page_of_the_same_kind) {
    RuleModel model;
    const Model tree = drawn::RandomTree(4, 3).model();
    model.schema = tree.schema;
    model.schema.target = {"</script><b>", ColumnType::categorical, {"<!--", "yes"}};
    model.list.default_weights = model.list.class_weights = {3.0, 1.0};
    const std::string page = html_page(model);
    EXPECT_EQ(markup_in(page), "");
    const nlohmann::json data = nlohmann::json::parse(data_block(page));
    EXPECT_EQ(data.at("kind"), "rules");
    EXPECT_EQ(data.at("classes")[0], "<!--");
    EXPECT_TRUE(data.at("list").at("rules").empty());
}

}  // namespace
}  // namespace treewright
