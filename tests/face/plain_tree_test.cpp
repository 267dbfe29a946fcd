#include "treewright/face/plain_tree.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "treewright/report/provenance_report.h"

namespace treewright {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// x <= 1.5: "9" with 2 of 3 rows; else y <= 0: "10" with 4 rows, else "9" with 3 rows. Its nodes are not in preorder, nor are its
/// classes sorted.
PlainTree three_leaves() {
    PlainTree plain;
    plain.features = {"x", "y"};
    plain.target = "class";
    plain.classes = {"9", "10"};
    plain.nodes.resize(5);
    plain.nodes[0] = {.left = 4, .right = 1, .feature = 0, .threshold = 1.5, .label = 0, .impurity = 0.5};
    plain.nodes[1] = {.left = 3, .right = 2, .feature = 1, .missing_goes_left = true, .label = 1, .impurity = 0.48};
    plain.nodes[1].threshold = -0.0;
    plain.nodes[2] = {.label = 0, .weight = 3.0};
    plain.nodes[3] = {.label = 1, .weight = 4.0};
    plain.nodes[4] = {.label = 0, .weight = 3.0, .impurity = 4.0 / 9.0};
    plain.class_weights = {0, 0, 0, 0, 3, 0, 0, 4, 2, 1};
    plain.options = {{"criterion", "gini"}};
    plain.program = "another program 1.0";
    return plain;
}

PlainTree regression_stump() {
    PlainTree plain;
    plain.features = {"x"};
    plain.target = "y";
    plain.nodes.resize(3);
    plain.nodes[0] = {.left = 1, .right = 2, .feature = 0, .threshold = infinity, .mean = 2.0, .impurity = 1.0};
    plain.nodes[1] = {.mean = 1.0, .weight = 2.0};
    plain.nodes[2] = {.mean = 3.0, .weight = 2.0};
    return plain;
}

const Tree& tree_of(const FittedModel& model) { return std::get<Model>(model.model()).tree; }

std::string complaint_about(const std::function<void(PlainTree&)>& change, PlainTree plain = three_leaves()) {
    change(plain);
    try {
        (void)model_of_plain_tree(plain);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::input);
        const std::string opening = "the tree cannot be taken over: ";
        const std::string sentence = error.what();
        EXPECT_TRUE(sentence.starts_with(opening)) << sentence;
        return sentence.substr(opening.size());
    }
    return "no complaint";
}

TEST(PlainTree, nodes_are_numbered_in_preorder_and_classes_sorted) {
    const FittedModel model = model_of_plain_tree(three_leaves());
    EXPECT_EQ(model.schema().classes(), (std::vector<std::string>{"10", "9"}));
    const Tree& tree = tree_of(model);
    EXPECT_EQ(tree.children, (std::vector<NodeId>{1, 2, 3, 4}));
    EXPECT_EQ(tree.class_weights.cells, (std::vector<double>{5, 5, 1, 2, 4, 3, 4, 0, 0, 3}));
    EXPECT_EQ(tree.nodes[0].label, 1U) << "as given, though both classes have 5 rows";
    EXPECT_DOUBLE_EQ(tree.nodes[0].gain, 0.5 - (3.0 * 4.0 / 9.0 + 7.0 * 0.48) / 10.0);
    EXPECT_EQ(tree.nodes[2].missing_child, 0U);
    EXPECT_FALSE(std::signbit(tree.nodes[2].threshold));
    const std::vector<double> rows = {1.5, 9, 2, 0, 2, 1, 2, nan};
    EXPECT_EQ(model.predict(rows).leaves, (std::vector<NodeId>{1, 3, 4, 3}));
}

TEST(PlainTree, the_model_file_holds_it) {
    const std::string bytes = model_of_plain_tree(three_leaves()).bytes();
    EXPECT_EQ(FittedModel::from_bytes(bytes).bytes(), bytes);
    const std::string regression = model_of_plain_tree(regression_stump()).bytes();
    EXPECT_EQ(FittedModel::from_bytes(regression).bytes(), regression);
}

TEST(PlainTree, its_provenance_does_not_claim_to_know_the_rows) {
    const FittedModel model = model_of_plain_tree(three_leaves());
    EXPECT_EQ(provenance_text(model.model()),
              "tree grown by  another program 1.0\nweight of rows 10\n\n"
              "The training rows of the tree are not known here, so no command repeats it.\n");
    EXPECT_EQ(provenance_json(model.model()).find("command"), std::string::npos);
}

TEST(PlainTree, can_be_pruned) {
    const FittedModel pruned = prune(model_of_plain_tree(three_leaves()), {{"prune", "pessimistic"}, {"confidence", "0.1"}});
    const Model& model = std::get<Model>(pruned.model());
    EXPECT_EQ(model.option("confidence"), "0.1");
    EXPECT_EQ(model.option("criterion"), "gini");
    EXPECT_EQ(model.option(grown_by), "another program 1.0");
    PlainTree unknown = three_leaves();
    unknown.options = {{"criterion", "poisson"}};
    EXPECT_THROW((void)prune(model_of_plain_tree(unknown), {{"prune", "pessimistic"}}), Error);
    EXPECT_EQ(complaint_about([](PlainTree& plain) { plain.options = {{"min_leaf", "2"}}; }),
              "there is no parameter 'min_leaf'");
}

TEST(PlainTree, rules_of_it_do_not_claim_to_know_its_rows) {
    Columns columns;
    columns.numbers("x", {1.0, 1.0, 2.0, 2.0}).numbers("y", {0.0, 0.0, 0.0, 1.0});
    const std::vector<std::string> classes = {"9", "9", "10", "9"};
    columns.categories("class", classes);
    const Dataset rows = Dataset::from(std::move(columns).table(), {.target = "class"});
    const Session session;
    const std::string text = provenance_text(simplify(model_of_plain_tree(three_leaves()), rows, session).model());
    EXPECT_TRUE(session.messages().empty());
    EXPECT_TRUE(text.starts_with("tree grown by  another program 1.0\ntrained by     Treewright")) << text;
    EXPECT_EQ(text.find("treewright train"), std::string::npos) << text;
}

TEST(PlainTree, an_infinite_threshold_asks_whether_the_value_is_missing) {
    const FittedModel model = model_of_plain_tree(regression_stump());
    EXPECT_EQ(tree_of(model).nodes[0].kind, SplitKind::is_missing);
    EXPECT_EQ(tree_of(model).nodes[0].missing_weight, 2.0);
    const std::vector<double> rows = {nan, 0.0, infinity};
    EXPECT_EQ(model.predict(rows).values, (std::vector<double>{3, 1, 1}));
}

TEST(PlainTree, a_chain_may_be_long) {
    PlainTree plain;
    plain.features = {"x"};
    plain.target = "y";
    constexpr std::int64_t splits = 100000;
    for (std::int64_t i = 0; i < splits; ++i) {
        plain.nodes.push_back({.left = 2 * i + 1, .right = 2 * i + 2, .feature = 0, .threshold = static_cast<double>(i)});
        plain.nodes.push_back({.weight = 1.0});
    }
    plain.nodes.push_back({.weight = 1.0});
    EXPECT_EQ(tree_of(model_of_plain_tree(plain)).nodes.size(), 2U * splits + 1);
}

TEST(PlainTree, unsound_ones_are_refused) {
    EXPECT_EQ(complaint_about([](PlainTree& plain) { plain.nodes[1].left = 0; }),
              "node 0: it is reached on two ways, or from below itself");
    EXPECT_EQ(complaint_about([](PlainTree& plain) { plain.nodes[1].left = 4; }),
              "node 4: it is reached on two ways, or from below itself");
    EXPECT_EQ(complaint_about([](PlainTree& plain) { plain.nodes[1].left = 1; }),
              "node 1: it is reached on two ways, or from below itself");
    EXPECT_EQ(complaint_about([](PlainTree& plain) { plain.nodes[1].left = plain.nodes[1].right = -1; }),
              "node 2: no way leads to it from the first node");
    EXPECT_EQ(complaint_about([](PlainTree& plain) { plain.nodes[1].left = -1; }), "node 1: its child -1 is not in the tree");
    EXPECT_EQ(complaint_about([](PlainTree& plain) { plain.nodes[1].left = 5; }), "node 1: its child 5 is not in the tree");
    for (const double threshold : {nan, -infinity})
        EXPECT_EQ(complaint_about([&](PlainTree& plain) { plain.nodes[1].threshold = threshold; }),
                  "node 1: its threshold is not finite");
    EXPECT_EQ(complaint_about([](PlainTree& plain) { plain.nodes[1].threshold = infinity; }),
              "node 1: it sends all rows to the left");
    EXPECT_EQ(complaint_about([](PlainTree& plain) { plain.nodes[1].feature = 2; }), "node 1: there is no feature 2");
    EXPECT_EQ(complaint_about([](PlainTree& plain) { plain.nodes[1].feature = -1; }), "node 1: there is no feature -1");
    EXPECT_EQ(complaint_about([](PlainTree& plain) { plain.nodes[3].label = 2; }), "node 3: its label 2 is not a class");
    EXPECT_EQ(complaint_about([](PlainTree& plain) { plain.nodes.clear(); }), "it has no nodes");
    EXPECT_EQ(complaint_about([](PlainTree& plain) { plain.class_weights.pop_back(); }),
              "the number of class weights is not that of nodes times classes");
    EXPECT_EQ(complaint_about([](PlainTree& plain) { plain.class_weights[4] = -3; }),
              "node 0: a class weight is negative or not finite");
    EXPECT_EQ(complaint_about([](PlainTree& plain) { plain.nodes[2].weight = 4; }),
              "node 0: its class weights do not add up to its weight");
    EXPECT_EQ(complaint_about([](PlainTree& plain) { plain.nodes[2].impurity = -1; }),
              "node 4: its impurity is negative or not finite");
    EXPECT_EQ(complaint_about([](PlainTree& plain) { plain.features[1] = "class"; }), "two columns have the name 'class'");
    EXPECT_EQ(complaint_about([](PlainTree& plain) { plain.classes[1] = "9"; }), "column 'class' has the level '9' twice");
    EXPECT_EQ(complaint_about([](PlainTree& plain) { plain.nodes[1].mean = nan; }, regression_stump()),
              "node 2: its mean is not finite");
    const auto weightless = [](PlainTree& plain) {
        for (PlainNode& node : plain.nodes) node.weight = 0.0;
    };
    EXPECT_EQ(complaint_about(weightless, regression_stump()), "node 0: its gain is not finite");
}

}  // namespace
}  // namespace treewright
