#include "treewright/criteria/registry.h"

#include <gtest/gtest.h>

#include <set>

#include "criteria/sums_of.h"

namespace treewright {
namespace {

TEST(Registry, every_criterion_has_a_name_and_a_word_of_its_own) {
    std::set<CriterionName> names;
    std::set<std::string_view> words;
    for (const CriterionKind* kind : criterion_kinds()) {
        EXPECT_TRUE(names.insert(kind->name).second) << kind->word;
        EXPECT_TRUE(words.insert(kind->word).second) << kind->word;
        EXPECT_EQ(&kind_of(kind->name), kind);
        EXPECT_FALSE(kind->symbol.empty()) << kind->word;
        EXPECT_FALSE(kind->measure.empty()) << kind->word;
    }
    // Enumerators count up from 0: if the largest is in the list and the list has as many as that, none is missing.
    EXPECT_EQ(static_cast<std::size_t>(*names.rbegin()) + 1, criterion_kinds().size());
}

/// Two classes in the formula of the worked arithmetic: every criterion of classes writes one, with both shares in it.
TEST(Registry, every_criterion_of_classes_writes_its_formula) {
    for (const CriterionKind* kind : criterion_kinds()) {
        if (kind->task != Task::classification) continue;
        const auto criterion = criterion_named(kind->name, {}, {2, {0, 1, 5, 0}});
        const std::string formula = criterion->formula({{0, 1}, {"5/14", "9/14"}});
        EXPECT_NE(formula.find("5/14"), std::string::npos) << kind->word;
        EXPECT_NE(formula.find("9/14"), std::string::npos) << kind->word;
        std::vector<std::size_t> classes;
        for (std::size_t j = 0; j < 2 * most_written_terms; ++j) classes.push_back(j % 2);
        const std::vector<std::string> shares(classes.size(), "1/16");
        EXPECT_NE(criterion->formula({classes, shares}).find("over 16 classes"), std::string::npos) << kind->word;
    }
}

}  // namespace
}  // namespace treewright
