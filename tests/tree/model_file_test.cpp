#include "treewright/tree/model_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <nlohmann/json.hpp>

#include "tree/sample_models.h"
#include "treewright/base/error.h"
#include "treewright/base/sha256.h"
#include "treewright/tree/check.h"
#include "treewright/tree/routing.h"

namespace treewright {
namespace {

constexpr std::size_t closing_size = 12 + 64 + 3;  // "checksum":"…"}\n

/// The same bytes with a recomputed checksum.
std::string resealed(std::string bytes) {
    const std::string text = bytes.substr(0, bytes.size() - closing_size);
    return text + "\"checksum\":\"" + sha256_hex(text) + "\"}\n";
}

/// The message of `from_bytes`, or "(accepted)".
std::string verdict(const std::string& bytes) {
    try {
        from_bytes(bytes, "m.tree");
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::input);
        return error.what();
    }
    return "(accepted)";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    if (at == std::string::npos) throw std::logic_error("not found: " + from);
    return text.replace(at, from.size(), to);
}

/// Walks rows of all sorts of values down to a leaf.
void walk(const Model& model) {
    const Tree& tree = model.tree;
    for (const double value : {std::nan(""), -std::numeric_limits<double>::infinity(), 0.0, 50.0, 1e300})
        for (const LevelCode code : {-2, -1, 0, 1, 2, 1000}) {
            NodeId node = 0;
            while (!tree.nodes[node].is_leaf()) {
                const bool values = holds_values(model.schema.features[tree.nodes[node].feature].type);
                node = tree.children_of(node)[values ? child_for_value(tree, node, value) : child_for_code(tree, node, code)];
            }
        }
}

const char* const golf_file = R"({"treewright":"model","format":2,"kind":"tree",
"schema":{"features":[
{"name":"Outlook","type":"categorical","levels":["overcast","rain","sunny"]},
{"name":"Temperature","type":"numeric"},
{"name":"Humidity","type":"numeric"},
{"name":"Windy","type":"categorical","levels":["false","true"]}
],"target":{"name":"Play","type":"categorical","levels":["no","yes"]}},
"options":{"criterion":"information-gain","missing":"majority"},
"provenance":{"total_weight":14,"content_hash":"00112233445566778899aabbccddeeff","program_version":"0.1.0"},
"tree":{"missing":"default_child","nodes":[
{"kind":"multiway","feature":0,"children":[1,2,5],"missing_child":1,"label":1,"weight":14,"class_weights":[5,9],"impurity":0.9402859586706311,"gain":0.24674981977443933},
{"kind":"leaf","predicts":"constant","label":1,"weight":4,"class_weights":[0,4],"impurity":0},
{"kind":"subset","feature":3,"left":[0],"right":[1],"children":[3,4],"missing_child":0,"label":1,"weight":5,"class_weights":[2,3],"impurity":0.9709505944546686,"gain":0.9709505944546686},
{"kind":"leaf","predicts":"constant","label":1,"weight":3,"class_weights":[0,3],"impurity":0},
{"kind":"leaf","predicts":"constant","label":0,"weight":2,"class_weights":[2,0],"impurity":0},
{"kind":"threshold","feature":2,"threshold":77.5,"children":[6,7],"missing_child":1,"label":0,"weight":5,"class_weights":[3,2],"impurity":0.9709505944546686,"gain":0.9709505944546686,"test":{"p_value":0.025,"tests_at_node":5,"tests_of_feature":2}},
{"kind":"leaf","predicts":"constant","label":1,"weight":2,"class_weights":[0,2],"impurity":0},
{"kind":"leaf","predicts":"constant","label":0,"weight":3,"class_weights":[3,0],"impurity":0}
]},
"checksum":"CHECKSUM"}
)";

const char* const golf_file_of_format_1 = R"({"treewright":"model","format":1,"kind":"tree",
"schema":{"features":[
{"name":"Outlook","type":"categorical","levels":["overcast","rain","sunny"]},
{"name":"Temperature","type":"numeric"},
{"name":"Humidity","type":"numeric"},
{"name":"Windy","type":"categorical","levels":["false","true"]}
],"target":{"name":"Play","type":"categorical","levels":["no","yes"]}},
"options":{"criterion":"information-gain","missing":"majority"},
"provenance":{"total_weight":14,"content_hash":"00112233445566778899aabbccddeeff","program_version":"0.1.0"},
"tree":{"nodes":[
{"kind":"multiway","feature":0,"children":[1,2,5],"missing_child":1,"label":1,"weight":14,"class_weights":[5,9],"impurity":0.9402859586706311,"gain":0.24674981977443933},
{"kind":"leaf","label":1,"weight":4,"class_weights":[0,4],"impurity":0},
{"kind":"subset","feature":3,"left":[0],"right":[1],"children":[3,4],"missing_child":0,"label":1,"weight":5,"class_weights":[2,3],"impurity":0.9709505944546686,"gain":0.9709505944546686},
{"kind":"leaf","label":1,"weight":3,"class_weights":[0,3],"impurity":0},
{"kind":"leaf","label":0,"weight":2,"class_weights":[2,0],"impurity":0},
{"kind":"threshold","feature":2,"threshold":77.5,"children":[6,7],"missing_child":1,"label":0,"weight":5,"class_weights":[3,2],"impurity":0.9709505944546686,"gain":0.9709505944546686,"test":{"p_value":0.025,"tests_at_node":5,"tests_of_feature":2}},
{"kind":"leaf","label":1,"weight":2,"class_weights":[0,2],"impurity":0},
{"kind":"leaf","label":0,"weight":3,"class_weights":[3,0],"impurity":0}
]},
"checksum":"CHECKSUM"}
)";

std::string with_checksum(const std::string& text) {
    return replaced(text, "CHECKSUM", sha256_hex(text.substr(0, text.find("\"checksum\""))));
}

TEST(ModelFile, the_golf_tree) {
    const std::string bytes = to_bytes(sample::golf());
    EXPECT_EQ(bytes, with_checksum(golf_file));
    EXPECT_EQ(from_bytes(bytes, "m.tree"), sample::golf());
}

TEST(ModelFile, format1_is_read) {
    EXPECT_EQ(from_bytes(with_checksum(golf_file_of_format_1), "m.tree"), sample::golf());
    Model refusing = sample::golf();
    refusing.options[1].value = "error";
    refusing.tree.missing = MissingPolicy::refuse;
    const std::string file = replaced(golf_file_of_format_1, "\"majority\"", "\"error\"");
    EXPECT_EQ(from_bytes(with_checksum(file), "m.tree"), refusing);
}

TEST(ModelFile, format1_has_its_own_form) {
    const std::string start = "m.tree: a malformed model file: line ";
    EXPECT_EQ(verdict(with_checksum(replaced(golf_file_of_format_1, "{\"nodes\"", "{\"missing\":\"refuse\",\"nodes\""))),
              start + "10, byte 9: expected \"nodes\":");
    EXPECT_EQ(verdict(with_checksum(replaced(golf_file_of_format_1, "\"0.1.0\"", "\"0.1.0\",\"seed\":1"))),
              start + "9, byte 108: expected }");
    EXPECT_EQ(verdict(with_checksum(replaced(golf_file, "\"missing\":\"default_child\",", ""))),
              start + "10, byte 9: expected \"missing\":");
}

TEST(ModelFile, how_columns_are_read) {
    Model model = sample::golf();
    ColumnReading& number = model.schema.features[1].reading;
    number.missing_words = {"-9", "unknown"};
    number.decimal_sign = ",";
    number.thousands_separator = "\u202f";
    number.unit = "°F";
    model.schema.features[0].reading.folds_case = true;
    model.schema.target.reading.missing_words.emplace();
    const std::string bytes = to_bytes(model);
    EXPECT_NE(
        bytes.find(R"({"name":"Temperature","type":"numeric","reading":{"missing_words":["-9","unknown"],"decimal_sign":",",)"
                   "\"thousands_separator\":\"\u202f\",\"unit\":\"°F\"}}"),
        std::string::npos);
    EXPECT_NE(bytes.find(R"("levels":["no","yes"],"reading":{"missing_words":[]}})"), std::string::npos);
    EXPECT_EQ(from_bytes(bytes, "m.tree"), model);
    EXPECT_NE(verdict(resealed(replaced(to_bytes(sample::golf()), R"("Humidity","type":"numeric")",
                                        R"("Humidity","type":"numeric","reading":{})"))),
              "(accepted)");
}

TEST(ModelFile, seed_and_columns_that_were_left_out) {
    Model model = sample::golf();
    model.provenance.seed = UINT64_MAX;
    model.provenance.left_out = {{"day", LeftOutReason::identifier}, {"note", LeftOutReason::asked}};
    const std::string bytes = to_bytes(model);
    EXPECT_NE(bytes.find(R"("seed":18446744073709551615,"left_out":[{"name":"day","reason":"identifier"},)"
                         R"({"name":"note","reason":"asked"}]})"),
              std::string::npos);
    EXPECT_EQ(from_bytes(bytes, "m.tree"), model);
}

TEST(ModelFile, is_json) {
    const auto json = nlohmann::json::parse(to_bytes(sample::small_regression()));
    EXPECT_EQ(json["format"], model_format_version);
    EXPECT_EQ(json["tree"]["nodes"][2]["kind"], "is_missing");
    EXPECT_EQ(json["tree"]["nodes"][0]["threshold"], 0.5);
}

RC_GTEST_PROP(ModelFile, save_load_save, ()) {
    const auto seed = *rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint64_t>());
    const Model model = sample::random_model(seed, 1 + seed % 200);
    const std::string bytes = to_bytes(model);
    const Model loaded = from_bytes(bytes, "m.tree");
    RC_ASSERT(loaded == model);
    RC_ASSERT(to_bytes(loaded) == bytes);
    RC_ASSERT(nlohmann::json::accept(bytes));
}

TEST(ModelFile, names_may_hold_anything) {
    Model model = sample::golf();
    std::string all;
    for (int c = 0; c < 128; ++c) all += static_cast<char>(c);
    model.schema.features[0].name = all;
    model.schema.features[1].name = "";
    model.schema.features[2].name = "\"checksum\":\"";
    model.schema.target.name = "Größe 😀 \u2028";
    EXPECT_EQ(from_bytes(to_bytes(model), "m.tree"), model);
    const auto json = nlohmann::json::parse(to_bytes(model));
    EXPECT_EQ(json["schema"]["features"][0]["name"], all);
}

TEST(ModelFile, a_chain_of_a_hundred_thousand_nodes) {
    const Model model = sample::chain(100'000);
    const std::string bytes = to_bytes(model);
    EXPECT_EQ(from_bytes(bytes, "m.tree"), model);
}

TEST(ModelFile, an_unsound_model_is_not_written) {
    Model model = sample::golf();
    model.tree.nodes[0].weight = 13;
    EXPECT_THROW(to_bytes(model), InternalError);
}

TEST(ModelFile, every_truncation_is_rejected) {
    for (const Model& model : {sample::golf(), sample::small_regression()}) {
        const std::string bytes = to_bytes(model);
        for (std::size_t size = 0; size < bytes.size(); ++size)
            ASSERT_EQ(verdict(bytes.substr(0, size)), size == 0
                                                          ? "m.tree: is empty, not a model file"
                                                          : "m.tree: this model file is cut short; save or copy it again");
    }
}

TEST(ModelFile, every_change_of_a_byte_is_rejected) {
    const std::string bytes = to_bytes(sample::small_regression());
    for (std::size_t at = 0; at < bytes.size(); ++at)
        for (int change = 1; change < 256; ++change) {
            std::string damaged = bytes;
            damaged[at] = static_cast<char>(damaged[at] ^ change);
            const std::string said = verdict(damaged);
            ASSERT_EQ(said.rfind("m.tree: ", 0), 0U) << at << ' ' << change << ' ' << said;
        }
}

/// A changed byte with a recomputed checksum: rejected with a message, or a sound model that predicts without harm.
void expect_no_harm(const std::string& bytes, const std::vector<int>& changes, std::size_t& accepted) {
    for (std::size_t at = 0; at < bytes.size() - closing_size; ++at)
        for (const int change : changes) {
            std::string damaged = bytes;
            damaged[at] = static_cast<char>(damaged[at] ^ change);
            damaged = resealed(damaged);
            try {
                const Model model = from_bytes(damaged, "m.tree");
                ++accepted;
                ASSERT_EQ(find_flaw(model), std::nullopt);
                ASSERT_EQ(to_bytes(model), damaged);
                walk(model);
            } catch (const Error& error) {
                ASSERT_EQ(std::string(error.what()).rfind("m.tree: ", 0), 0U) << error.what();
            }
        }
}

TEST(ModelFile, changes_with_a_right_checksum_do_no_harm) {
    std::vector<int> all;
    for (int change = 1; change < 256; ++change) all.push_back(change);
    std::size_t accepted = 0;
    expect_no_harm(to_bytes(sample::small_regression()), all, accepted);
    expect_no_harm(to_bytes(sample::golf()), {1, 2, 4, 8, 16, 32, 64, 128, 3, 5, 15}, accepted);
    EXPECT_GT(accepted, 100U);  // names, thresholds, gains: else the test would not reach the models
}

TEST(ModelFile, truncations_with_a_right_checksum_do_no_harm) {
    const std::string bytes = to_bytes(sample::golf());
    for (std::size_t size = 0; size < bytes.size() - closing_size; ++size)
        ASSERT_NE(verdict(resealed(bytes.substr(0, size) + std::string(closing_size, ' '))), "(accepted)");
}

TEST(ModelFile, says_what_is_wrong) {
    const std::string golf = to_bytes(sample::golf());
    EXPECT_EQ(verdict("Outlook,Play\nsunny,no\n"), "m.tree: is not a Treewright model file: train a model and save it");
    EXPECT_EQ(verdict("{\"treewright\":\"rules\"}"), "m.tree: is not a Treewright model file: train a model and save it");
    EXPECT_EQ(verdict(replaced(golf, "\"format\":2", "\"format\":7")),
              "m.tree: is a model file of format 7; this program reads 1 and 2: use a newer treewright");
    EXPECT_EQ(verdict(golf + "\n"),
              "m.tree: this model file was altered after it was written (something follows its end); save or copy it again");
    EXPECT_EQ(
        verdict(replaced(golf, "\"format\":2", "\"format\":x")),
        "m.tree: this model file was altered after it was written (its format version is not a number); save or copy it again");
    EXPECT_EQ(verdict(replaced(golf, "77.5", "78.5")),
              "m.tree: this model file was altered after it was written (its checksum differs); save or copy it again");
}

TEST(ModelFile, says_where_it_is_malformed) {
    const std::string golf = to_bytes(sample::golf());
    const auto said = [&](const std::string& from, const std::string& to) {
        return verdict(resealed(replaced(golf, from, to)));
    };
    const std::string start = "m.tree: a malformed model file: ";
    EXPECT_EQ(said("\"kind\":\"tree\"", "\"kind\":\"forest\""), start + R"(line 1, byte 33: expected ,"kind":"tree",)");
    EXPECT_EQ(said("\"kind\":\"tree\"", "\"kind\":\"rules\""),
              "m.tree: holds a list of rules, but a tree is needed here: name the model that the rules were made from");
    EXPECT_EQ(said("\"weight\":4", "\"weight\":4.0"), start + "line 12, byte 58: not written the way model files are");
    EXPECT_EQ(said("\"weight\":4", "\"weight\":NaN"), start + "line 12, byte 57: expected a number that a double can hold");
    EXPECT_EQ(said("\"weight\":4", "\"weight\":inf"), start + "line 12, byte 57: expected a number that a double can hold");
    EXPECT_EQ(said("\"weight\":4", "\"weight\":1e999"), start + "line 12, byte 57: expected a number that a double can hold");
    EXPECT_EQ(said("\"weight\":4", "\"weight\": 4"), start + "line 12, byte 57: expected a number that a double can hold");
    EXPECT_EQ(said("[1,2,5]", "[1,2,9]"), start + "node 0: its child 9 is not in the tree");
    EXPECT_EQ(said("[1,2,5]", "[1,2,-5]"), start + "line 11, byte 48: expected an integer from 0 to 4294967295");
    EXPECT_EQ(said("[1,2,5]", "[1,2,05]"), start + "line 11, byte 48: not written the way model files are");
    EXPECT_EQ(said("[0,4]", "[0,4,0]"), start + "line 12, byte 82: a node needs a weight for each class");
    EXPECT_EQ(said("\"type\":\"numeric\"", "\"type\":\"integer\""), start + "line 4, byte 30: an unknown type or kind");
    EXPECT_EQ(said("Outlook", "Out\xffook"),
              start + "line 3, byte 13: a string that is not UTF-8 or has a bare control character");
    EXPECT_EQ(said("Outlook", "Out\nook"),
              start + "line 3, byte 13: a string that is not UTF-8 or has a bare control character");
    EXPECT_EQ(said("Outlook", "Out\\u006cook"), start + "line 3, byte 14: an escape that is not used in model files");
    EXPECT_EQ(said("Outlook", "Out\\u000aook"), start + "line 3, byte 14: not written the way model files are");
    EXPECT_EQ(said("\"label\":1,", "\"label\":1,\"label\":1,"), start + R"(line 11, byte 78: expected ,"weight":)");
    EXPECT_EQ(said("\"missing\"", "\"criterion\""), start + "the option 'criterion' occurs twice");
    EXPECT_EQ(said("{\"name\":\"Temperature\",\"type\":\"numeric\"},\n", ""), start + "node 2: there is no feature 3");
}

TEST(ModelFile, deep_nesting_is_no_danger) {
    const std::string golf = to_bytes(sample::golf());
    const std::string deep(1'000'000, '[');
    EXPECT_EQ(verdict(resealed(replaced(golf, "[1,2,5]", deep))),
              "m.tree: a malformed model file: line 11, byte 44: expected an integer from 0 to 4294967295");
    EXPECT_NE(verdict(std::string(1'000'000, '{')), "(accepted)");
}

class ModelFileOnDisk : public testing::Test {
protected:
    ModelFileOnDisk() {
        std::string name = (std::filesystem::temp_directory_path() / "treewright-test-XXXXXX").string();
        folder_ = ::mkdtemp(name.data());
    }
    ~ModelFileOnDisk() override { std::filesystem::remove_all(folder_); }
    [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }

    /// The message of `load_model`, without the path.
    static std::string loading(const std::string& file) {
        try {
            load_model(file);
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::input);
            EXPECT_EQ(std::string(error.what()).rfind(file + ": ", 0), 0U);
            return std::string(error.what()).substr(file.size() + 2);
        }
        return "(loaded)";
    }

    std::filesystem::path folder_;
};

TEST_F(ModelFileOnDisk, saves_and_loads) {
    save_model(sample::golf(), path("golf.tree"));
    EXPECT_EQ(load_model(path("golf.tree")), sample::golf());
    save_model(sample::small_regression(), path("golf.tree"));
    EXPECT_EQ(load_model(path("golf.tree")), sample::small_regression());
}

TEST_F(ModelFileOnDisk, what_is_not_a_model_file) {
    EXPECT_EQ(loading(path("none.tree")), "no such file");
    EXPECT_EQ(loading(folder_.string()), "is a folder, not a model file");
    std::ofstream(path("empty")).close();
    EXPECT_EQ(loading(path("empty")), "is empty, not a model file");
    EXPECT_EQ(loading("/dev/zero"),
              "is not a Treewright model file: train a model and save it");  // refused at its first bytes, though it never ends
    EXPECT_EQ(loading(path("empty") + "/below"), "no such file");
}

TEST_F(ModelFileOnDisk, a_full_disk_leaves_nothing) {
    try {
        save_model(sample::golf(), "/dev/full");
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::system);
    }
}

TEST(ModelFile, parts_of_dates) {
    Model model = sample::golf();
    ColumnReading& reading = model.schema.features[0].reading;
    reading.date_format = "%d.%m.%Y";
    reading.part_of = PartOf{"joined", ColumnType::date, DatePart::weekday};
    const std::string bytes = to_bytes(model);
    EXPECT_NE(
        bytes.find(R"("reading":{"date_format":"%d.%m.%Y","part_of":{"column":"joined","type":"date","part":"weekday"}})"),
        std::string::npos);
    EXPECT_EQ(from_bytes(bytes, "m.tree"), model);
}

}  // namespace
}  // namespace treewright
