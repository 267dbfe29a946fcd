// The textbooks' tables through the split search and the grower: every gain, threshold and tree that they print.
#include <gtest/gtest.h>

#include "reference/examples.h"
#include "treewright/growing/split_search.h"

namespace treewright::reference {
namespace {

constexpr double printed = 0.0005;  // three decimals

/// The search at the root of a table.
class Root {
public:
    explicit Root(TrainingSet set, GrowOptions options = preset_options(Preset::id3))
        : set_(std::move(set)),
          options_(options),
          labels_(set_),
          search_(set_, labels_, options_, {}),
          rows_(set_, set_.all_rows(), QuietRun()),
          sums_(labels_.sums_of(rows_.rows(rows_.all()))),
          result_(search_.find(search_.view(rows_, rows_.all(), sums_), {}, {true, false}, QuietRun())) {}

    [[nodiscard]] double gain(const std::string& name) const { return feature(name).best ? feature(name).best->gain : 0.0; }
    [[nodiscard]] const Candidate& best(const std::string& name) const { return *feature(name).best; }
    [[nodiscard]] std::string winner() const { return set_.features[*result_.winner].schema.name; }
    [[nodiscard]] const SearchResult& result() const { return result_; }
    [[nodiscard]] const FeatureResult& feature(const std::string& name) const { return result_.features[number(name)]; }
    [[nodiscard]] Candidate at(const std::string& name, double threshold) const {
        return search_.evaluate_threshold(search_.view(rows_, rows_.all(), sums_), number(name), threshold);
    }

private:
    [[nodiscard]] FeatureId number(const std::string& name) const {
        for (FeatureId f = 0; f < set_.features.size(); ++f)
            if (set_.features[f].schema.name == name) return f;
        throw std::out_of_range(name);
    }
    TrainingSet set_;
    GrowOptions options_;
    Labels labels_;
    SplitSearch search_;
    NodeRows rows_;
    Sums sums_;
    SearchResult result_;
};

struct ThresholdLine {
    double threshold;
    std::int64_t above;       // rows with a larger value
    std::int64_t play_above;  // of them, yes
    double gain;
};

void expect_lines(const Root& root, const std::string& feature, const std::vector<ThresholdLine>& lines) {
    for (const ThresholdLine& line : lines) {
        SCOPED_TRACE(feature + " at " + std::to_string(line.threshold));
        const Candidate candidate = root.at(feature, line.threshold);
        EXPECT_EQ(candidate.branches[1].weight, line.above);
        EXPECT_EQ(candidate.branches[1].slots[1], line.play_above);
        EXPECT_NEAR(candidate.gain, line.gain, printed);
    }
}

TrainingSet golf() { return example_table("golf.csv", "Play"); }

TEST(WorkedExamples, golf_root) {
    const Root root(golf());
    EXPECT_NEAR(root.result().impurity, 0.940, printed);
    EXPECT_NEAR(root.gain("Outlook"), 0.247, printed);
    EXPECT_NEAR(root.gain("Windy"), 0.048, printed);
    EXPECT_EQ(root.winner(), "Outlook");
}

TEST(WorkedExamples, golf_threshold_tables) {
    const Root root(golf());
    expect_lines(root, "Temperature",
                 {{60, 14, 9, 0}, {65, 12, 8, 0.010}, {70, 9, 5, 0.045}, {75, 4, 2, 0.025}, {80, 3, 2, 0.000}, {85, 0, 0, 0}});
    expect_lines(root, "Humidity",
                 {{60, 14, 9, 0},
                  {65, 13, 8, 0.048},
                  {70, 10, 6, 0.015},
                  {75, 9, 5, 0.045},
                  {80, 5, 2, 0.102},
                  {85, 4, 2, 0.025},
                  {90, 2, 1, 0.010},
                  {95, 1, 1, 0.048},
                  {100, 0, 0, 0}});
}

TEST(WorkedExamples, golf_under_sunny) {
    const Root sunny(rows_where(golf(), "Outlook", "sunny"));
    EXPECT_NEAR(sunny.gain("Windy"), 0.020, printed);
    for (const auto& [t, gain] :
         std::vector<std::pair<double, double>>{{65, 0}, {70, 0.322}, {75, 0.420}, {80, 0.171}, {85, 0}})
        EXPECT_NEAR(sunny.at("Temperature", t).gain, gain, printed) << t;
    for (const auto& [t, gain] : std::vector<std::pair<double, double>>{
             {65, 0}, {70, 0.971}, {75, 0.971}, {80, 0.971}, {85, 0.420}, {90, 0.171}, {95, 0}})
        EXPECT_NEAR(sunny.at("Humidity", t).gain, gain, printed) << t;
}

TEST(WorkedExamples, golf_trees) {
    const TrainingSet set = golf();
    EXPECT_EQ(outline(set, grow_tree(set, preset_options(Preset::id3))),
              "Outlook(overcast:yes rain:Windy(false:yes true:no) sunny:Humidity(<=77.5:yes >77.5:no))");
    EXPECT_EQ(outline(set, grow_tree(set, preset_options(Preset::c45))),
              "Outlook(overcast:yes rain:Windy(false:yes true:no) sunny:Humidity(<=75:yes >75:no))");
    const Tree tree = grow_tree(set, preset_options(Preset::id3));
    EXPECT_EQ(leaf_count(tree), 5U);
    for (const Node& node : tree.nodes) EXPECT_TRUE(!node.is_leaf() || node.impurity == 0.0);
}

TEST(WorkedExamples, weather_root_and_sunny) {
    const TrainingSet set = example_table("weather.csv", "play");
    const Root root(set);
    EXPECT_NEAR(root.gain("outlook"), 0.247, printed);
    EXPECT_NEAR(root.gain("temp"), 0.029, printed);
    EXPECT_NEAR(root.gain("humidity"), 0.152, printed);
    EXPECT_NEAR(root.gain("windy"), 0.048, printed);
    const Root sunny(rows_where(set, "outlook", "sunny"));
    EXPECT_NEAR(sunny.gain("temp"), 0.571, printed);
    EXPECT_NEAR(sunny.gain("humidity"), 0.971, printed);
    EXPECT_NEAR(sunny.gain("windy"), 0.020, printed);
}

TEST(WorkedExamples, weather_tree) {
    const TrainingSet set = example_table("weather.csv", "play");
    // Rainy, cool, high, not windy is yes: the path rainy, windy = false.
    EXPECT_EQ(outline(set, grow_tree(set, preset_options(Preset::id3))),
              "outlook(overcast:yes rainy:windy(false:yes true:no) sunny:humidity(high:no normal:yes))");
}

TEST(WorkedExamples, an_id_code_wins_by_gain_and_by_ratio_and_falls_by_the_rule_of_two_branches) {
    const TrainingSet set = example_table("weather-id.csv", "play");
    const Root by_gain(set);
    EXPECT_EQ(by_gain.winner(), "id");
    EXPECT_NEAR(by_gain.gain("id"), 0.940, printed);
    GrowOptions ratio = preset_options(Preset::id3);
    ratio.criterion = CriterionName::gain_ratio;
    const Root by_ratio(set, ratio);
    EXPECT_EQ(by_ratio.winner(), "id");
    EXPECT_NEAR(by_ratio.best("id").score, 0.247, printed);
    EXPECT_NEAR(by_ratio.best("outlook").score, 0.156, printed);
    EXPECT_NEAR(by_ratio.best("outlook").split_information, 1.577, printed);
    const Root c45(set, preset_options(Preset::c45));
    EXPECT_EQ(c45.winner(), "outlook");
    EXPECT_FALSE(c45.feature("id").best.has_value());
}

TEST(WorkedExamples, numeric_weather) {
    const Root root(example_table("weather-numeric.csv", "play"));
    const Candidate at = root.at("temperature", 70.5);
    EXPECT_EQ(at.branches[0].slots, (FewIntegers{1, 4}));
    EXPECT_EQ(at.branches[1].slots, (FewIntegers{4, 5}));
    EXPECT_NEAR(at.gain, 0.045, printed);
    // The class changes at 9 places; the first and the last cut are among them.
    EXPECT_EQ(root.feature("temperature").cuts.size(), 9U);
}

TEST(WorkedExamples, shapes) {
    const Root root(example_table("shapes.csv", "class"));
    EXPECT_NEAR(root.result().impurity, 0.954, printed);
    EXPECT_NEAR(root.gain("shape"), 0.454, printed);
    EXPECT_NEAR(root.gain("color"), 0.348, printed);
}

TEST(WorkedExamples, applicants_are_told_apart_by_degree_and_experience) {
    const TrainingSet set = example_table("applicants.csv", "class", {"name"});
    EXPECT_EQ(outline(set, grow_tree(set, preset_options(Preset::id3))),
              "degree(no:reject yes:experience over 3 years(no:reject yes:accept))");
}

TEST(WorkedExamples, subscribers_without_height) {
    const TrainingSet set = example_table("subscribers.csv", "Subscriber", {"Height"});
    const Root root(set);
    EXPECT_NEAR(root.result().impurity, 0.977, printed);
    EXPECT_EQ(root.winner(), "Employment");
    EXPECT_NEAR(root.gain("Employment"), 0.300, printed);
    EXPECT_NEAR(root.gain("Degree"), 0.034, printed);
    EXPECT_NEAR(root.gain("Alumnus"), 0.021, printed);
    const Tree tree = grow_tree(set, preset_options(Preset::id3));
    EXPECT_EQ(outline(set, tree).find("Employment("), 0U);
}

TEST(WorkedExamples, subscribers_that_no_feature_can_tell_apart_stay_in_one_leaf) {
    const TrainingSet set = example_table("subscribers.csv", "Subscriber", {"Height"});
    const Tree tree = grow_tree(set, preset_options(Preset::id3));
    std::size_t mixed = 0;
    for (NodeId node = 0; node < tree.nodes.size(); ++node) {
        const auto weights = tree.class_weights_of(node);
        if (tree.nodes[node].is_leaf() && weights[0] == 1.0 && weights[1] == 1.0) ++mixed;
    }
    EXPECT_GE(mixed, 1U);
}

TEST(WorkedExamples, subscribers_by_height_alone) {
    const TrainingSet set = example_table("subscribers.csv", "Subscriber", {"Employment", "Degree", "Alumnus"});
    const Root root(set);
    EXPECT_DOUBLE_EQ(root.best("Height").split.threshold, 176.1);
    EXPECT_NEAR(root.gain("Height"), 0.459, printed);
}

TEST(WorkedExamples, outlook_is_not_significant_at_5_percent) {
    const TrainingSet set = example_table("weather.csv", "play");
    GrowOptions options = preset_options(Preset::id3);
    options.stop_test = StopTest::chi_squared;
    options.adjust = Adjust::none;
    const Tree tree = grow_tree(set, options);
    ASSERT_EQ(tree.nodes.size(), 1U);
    ASSERT_TRUE(tree.nodes[0].test.has_value());
    EXPECT_NEAR(tree.nodes[0].test->p_value, 0.170, printed);
}

TEST(WorkedExamples, an_empty_branch_gets_the_majority_of_its_parent) {
    const TrainingSet set = example_table("weather.csv", "play");
    GrowOptions options = preset_options(Preset::id3);
    const TrainingSet rainy = rows_where(set, "outlook", "rainy");  // no rainy row is hot: 3 yes, 2 no
    TrainingSet temp_only = rainy;
    temp_only.features = {rainy.features[1]};
    const Tree tree = grow_tree(temp_only, options);
    EXPECT_EQ(outline(temp_only, tree), "temp(cool:yes hot:yes mild:yes)");
    EXPECT_EQ(tree.nodes[2].weight, 0.0);
}

TEST(WorkedExamples, golf_gini_and_costs) {
    const TrainingSet set = golf();
    EXPECT_NEAR(grow_tree(set, preset_options(Preset::cart)).nodes[0].impurity, 0.459, printed);
    GrowOptions options;
    options.criterion = CriterionName::cost_gini;
    ClassTerms terms;
    terms.costs = {2, {0, 5, 1, 0}};  // no, yes
    EXPECT_NEAR(grow_tree(set, options, terms).nodes[0].impurity, 1.378, printed);
}

}  // namespace
}  // namespace treewright::reference
