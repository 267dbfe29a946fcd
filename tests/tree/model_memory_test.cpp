// Tests the documented upper bound on the loader's memory: counts allocations while a file is read, for the worst files we
// know.
#include <initializer_list>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tree/allocation_counter.h"
#include "tree/sample_models.h"
#include "treewright/base/error.h"
#include "treewright/base/sha256.h"
#include "treewright/tree/model_file.h"

namespace treewright {
namespace {

/// Memory taken by `from_bytes`, as a multiple of the bytes.
double multiple_for(const std::string& bytes) {
    const std::size_t before = allocation::in_use;
    allocation::most = before;
    try {
        from_bytes(bytes, "m.tree");
    } catch (const Error&) {
        // Refused at the end, after everything was read: only the peak memory matters.
    }
    return static_cast<double>(allocation::most - before) / static_cast<double>(bytes.size());
}

std::string joined(std::initializer_list<std::string_view> texts) {
    std::string result;
    for (const std::string_view text : texts) result += text;
    return result;
}

/// The small model file with very many copies of `text` inserted after `place`, and a recomputed checksum.
std::string with_many(std::string_view place, std::string_view text) {
    const std::size_t many = (std::size_t{1} << 18U) + 1;  // just above a power of two, where growing arrays waste most
    Model model = sample::small_regression();
    model.schema.features.push_back({"c", ColumnType::categorical, {"a"}});
    model.options = {{"o", ""}};
    std::string bytes = to_bytes(model);
    check_invariant(bytes.find(place) != std::string::npos, "the place is there");
    std::string inserted;
    for (std::size_t i = 0; i < many; ++i) inserted += text;
    bytes.insert(bytes.find(place) + place.size(), inserted);
    const std::string body = bytes.substr(0, bytes.rfind("\n\"checksum\"") + 1);
    return joined({body, "\"checksum\":\"", sha256_hex(body), "\"}\n"});
}

TEST(ModelMemory, stays_within_its_bound) {
    EXPECT_LT(multiple_for(to_bytes(sample::chain((1U << 15U) + 1))), 8);
    EXPECT_LT(multiple_for(with_many("\"features\":[\n", R"({"name":"","type":"date"},)"
                                                         "\n")),
              40);
    EXPECT_LT(multiple_for(with_many("\"options\":{\"o\":\"\"", R"(,"":"")")), 40);
    EXPECT_LT(multiple_for(with_many("\"levels\":[\"a\"", R"(,"")")), 40);
    EXPECT_LT(multiple_for(with_many("\"children\":[1", ",2")), 40);
    EXPECT_LT(multiple_for(with_many("\"nodes\":[\n", R"({"kind":"leaf","mean":0,"weight":0,"impurity":0},)"
                                                      "\n")),
              40);
}

}  // namespace
}  // namespace treewright
