#include "treewright/growing/grower.h"

#include <gtest/gtest.h>

#include "reference/random_case.h"
#include "reference/seeds.h"

namespace treewright::reference {
namespace {

TEST(Grower, grows_what_the_plain_learner_grows) {
    compare_seeds(
        number_of_cases(10'000), 0.99, [](std::uint64_t seed) { return difference(random_case(seed)); },
        [](std::uint64_t seed) {
            const Case smaller = shrunk(random_case(seed));
            return difference(smaller).value_or("") + "\n" + to_text(smaller);
        });
}

/// Regression cases that the comparison above has found: a case is never removed.
struct KeptCase {
    const char* name;
    const char* text;
};

const KeptCase kept_cases[] = {
    {"the_penalty_counts_thresholds_only_and_not_the_test_for_missing",
     R"(criterion=gain-ratio missing=category preset=id3 threshold-penalty=yes

f0:c f4:n y:c
? 0 A
a 0 B
d ? B
a 6 A
)"},
    {"a_penalty_one_too_high_made_a_leaf", R"(min-leaf=0.7 missing=category preset=c45

f0:n y:c
-2 C
? C
2.5 B
1.7976931348623157e308 C
)"},
    {"a_numeric_test_without_gain_does_not_lower_the_average", R"(missing=majority preset=c45

f0:n f1:c f2:c f3:c f4:c y:c w:w
? b d b a D 3
1 d d a c C 4
2 ? c a d C 2
? d e a a C 1
2 d c ? a D 4
-1.5 d b ? a D 2
? b a a a C 2
)"},
    {"cost_gini_takes_no_split_of_gain_0_with_three_classes", R"(criterion=cost-gini preset=id3
costs=0,2,3,1,1,0,3,3,3,1,0,1,0.5,3,2,0 score=2,3,1,2
f3:n y:c
? D
-0.5 B
5.5 B
? C
)"},
    {"the_best_cut_of_the_ordered_levels_is_too_small_and_missing_takes_part", R"(preset=cart min-leaf=2

c:c y:c
a A
b B
b B
c A
c B
d A
? A
? B
)"},
    {"the_tie_line_is_below_the_best_of_all_and_not_below_the_first_of_a_feature", R"(preset=cart max-depth=1

f0:n f1:n y:c w:w
0 1 A 1e13
1 3 B 1e13
0 2 A 4
1 1 A 7
)"},
    {"from_minus_to_plus_infinity", R"(preset=cart

f1:n y:c
-inf B
inf C
)"},
};

class GrowerKept : public testing::TestWithParam<KeptCase> {};

TEST_P(GrowerKept, grows_what_the_plain_learner_grows) { EXPECT_EQ(difference(parse_case(GetParam().text)), ""); }

INSTANTIATE_TEST_SUITE_P(Cases, GrowerKept, testing::ValuesIn(kept_cases), [](const auto& kept) { return kept.param.name; });

}  // namespace
}  // namespace treewright::reference
