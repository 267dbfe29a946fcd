#include "reference/random_case.h"

#include <fmt/format.h>

#include <random>

#include "treewright/base/number_text.h"

namespace treewright::reference {

namespace {

using Words = std::vector<std::string>;

class Maker {
public:
    explicit Maker(std::uint64_t seed) : engine_(seed * 2 + 1), later_(seed * 2) {}
    Case make();

private:
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(engine_() % n); }
    bool one_in(std::size_t n) { return below(n) == 0; }
    std::string pick(const Words& words) { return words[below(words.size())]; }

    void add_columns(Case& example);
    std::vector<std::string> number_pool();
    void fill(Case& example);
    std::string target_cell();
    std::string weight_cell();
    void add_options(Case& example);
    void add_stops(Case& example);
    void add_terms(Case& example);
    void add_later_options(Case& example);
    void tie_target_to_feature(Case& example);

    std::mt19937_64 engine_;
    std::mt19937_64 later_;  ///< for what was added later: a seed keeps its table
    std::string missing_;
    bool regression_ = false;
    std::size_t classes_ = 2;
    std::size_t weight_kind_ = 0;
    std::vector<Words> pools_;  ///< the values of each feature
    std::vector<std::size_t> missing_one_in_;
    bool half_targets_ = false;
};

Words Maker::number_pool() {
    static const Words odd = {"-inf",
                              "inf",
                              "0",
                              "-0",
                              "5e-324",
                              "-5e-324",
                              "1e308",
                              "-1e308",
                              "1.7976931348623157e308",
                              "0.1",
                              "0.30000000000000004",
                              "0.3"};
    Words pool;
    const std::size_t distinct = 1 + below(one_in(3) ? 20 : 6);
    for (std::size_t i = 0; i < distinct; ++i) {
        if (one_in(8))
            pool.push_back(pick(odd));
        else
            pool.push_back(number_text(static_cast<double>(below(16)) * (one_in(2) ? 1.0 : 0.5) - 2.0));
    }
    return pool;
}

void Maker::add_columns(Case& example) {
    const std::size_t features = 1 + below(5);
    for (std::size_t f = 0; f < features; ++f) {
        const bool number = one_in(2);
        const bool ordered = number && one_in(8);
        example.columns.push_back(fmt::format("f{}:{}", f, ordered ? 'o' : number ? 'n' : 'c'));
        missing_one_in_.push_back(one_in(2) ? 0 : 2 + below(6));
        pools_.emplace_back();
        if (ordered)
            pools_.back() = {"0", "1", "2", "3", "7", "9"};
        else if (number)
            pools_.back() = number_pool();
        const std::size_t levels = one_in(3) ? 8 + below(7) : 1 + below(5);
        for (std::size_t i = 0; !number && i < levels; ++i) pools_.back().push_back(std::string(1, static_cast<char>('a' + i)));
    }
    regression_ = one_in(4);
    classes_ = one_in(2) ? 2 : 2 + below(4);
    half_targets_ = one_in(2);
    example.columns.push_back(regression_ ? "y:n" : "y:c");
    // Fractional rows are exact if weights are multiples of a quarter, and surrogates tie if sums of weights are equal.
    // Unset: by the preset, which may be either.
    const bool in_parts = missing_.empty() || missing_ == "fractional";
    const bool exact = in_parts || missing_ == "surrogate";
    weight_kind_ = below(regression_ || exact ? 3 : 4);
    // Products of weight and target that must be rounded leave noise where a tie should be.
    if (regression_ && (weight_kind_ == 2 || in_parts)) half_targets_ = true;
    if (weight_kind_ > 0) example.columns.push_back("w:w");
}

std::string Maker::target_cell() {
    if (!regression_) return std::string(1, static_cast<char>('A' + below(classes_)));
    return number_text(half_targets_ ? static_cast<double>(below(9)) * 0.5 - 2.0
                                     : static_cast<double>(below(1000)) * 0.37 + 100.0);
}

std::string Maker::weight_cell() {
    if (weight_kind_ == 1) return std::to_string(1 + below(4));
    if (weight_kind_ == 2) return number_text(0.25 * static_cast<double>(1 + below(12)));
    return number_text(0.3 * static_cast<double>(1 + below(9)));
}

void Maker::fill(Case& example) {
    const std::size_t rows = one_in(10) ? 1 + below(3) : 1 + below(40);
    for (std::size_t r = 0; r < rows; ++r) {
        Words row;
        for (std::size_t f = 0; f < pools_.size(); ++f)
            row.push_back(missing_one_in_[f] > 0 && one_in(missing_one_in_[f]) ? "?" : pick(pools_[f]));
        row.push_back(target_cell());
        if (weight_kind_ > 0) row.push_back(weight_cell());
        example.rows.push_back(row);
    }
}

void Maker::add_stops(Case& example) {
    auto& options = example.options;
    if (one_in(4)) options["max-depth"] = std::to_string(below(4));
    if (one_in(4)) options["max-leaves"] = std::to_string(1 + below(8));
    if (one_in(4)) options["min-split"] = pick({"0", "1", "4", "5", "7.4"});
    if (one_in(3)) options["min-leaf"] = pick({"0", "0.7", "2", "4", "5"});
    if (one_in(6)) options["branch-rule"] = pick({"every", "two"});
    if (one_in(8)) options["numeric-limit"] = pick({"plain", "c45"});
    if (one_in(6)) options["min-gain"] = pick({"0.0107", "0.107", "0.0503"});
    if (one_in(4)) options["zero-gain"] = pick({"allow", "refuse"});
    if (one_in(4)) {
        options["stop-test"] = regression_ ? "f" : pick({"chi-squared", "exact"});
        options["significance"] = pick({"0.05", "0.3", "0.9", "1"});
        options["adjust"] = pick({"none", "bonferroni"});
    }
}

void Maker::add_options(Case& example) {
    auto& options = example.options;
    options["preset"] = regression_ ? "cart" : pick({"id3", "c45", "cart"});
    if (!missing_.empty()) options["missing"] = missing_;  // first: the weights were made for it
    if (one_in(6)) return;                                 // little but the preset
    if (!regression_ && one_in(2))
        options["criterion"] = pick({"information-gain", "gain-ratio", "gini", "cost-gini", "misclassification", "tsallis"});
    if (options.contains("criterion") && options["criterion"] == "tsallis" && !one_in(3))
        options["tsallis-q"] = pick({"0.5", "0.1", "1", "1.5", "2", "3"});
    if (one_in(2)) options["categories"] = pick({"multiway", "subset", "one-vs-rest"});
    if (one_in(3)) options["threshold"] = pick({"halfway", "data-value"});
    if (one_in(4)) options["feature-use"] = pick({"free", "once"});
    if (missing_ == "surrogate" && one_in(3)) options["surrogates"] = pick({"0", "1", "2", "7"});
    if (one_in(6)) options["gain-filter"] = pick({"none", "average"});
    if (one_in(6)) options["threshold-penalty"] = pick({"no", "yes"});
    add_stops(example);
}

void Maker::add_terms(Case& example) {
    if (regression_) return;
    const bool needs_costs = example.options.contains("criterion") && example.options.at("criterion") == "cost-gini";
    const auto numbers = [&](std::size_t count) {
        std::vector<double> list;
        for (std::size_t i = 0; i < count; ++i) list.push_back(std::vector<double>{0.5, 1, 1, 2, 3}[below(5)]);
        return list;
    };
    if (one_in(5)) example.terms["score"] = numbers(classes_);
    if (one_in(5)) example.terms["label"] = numbers(classes_);
    if (!needs_costs && !one_in(6)) return;
    std::vector<double>& costs = example.terms["costs"] = numbers(classes_ * classes_);
    for (std::size_t i = 0; i < classes_; ++i) costs[i * classes_ + i] = 0;
}

/// Our own preset, and description length as a stop.
void Maker::add_later_options(Case& example) {
    auto& options = example.options;
    if (later_() % 4 == 0) options["preset"] = "auto";
    if (later_() % 6 != 0) return;
    options["stop-test"] = "description-length";
    options.erase("significance");
    options.erase("adjust");
    tie_target_to_feature(example);
}

/// Most rows of one value of the first feature get the target of the first of them, so that a short description exists.
void Maker::tie_target_to_feature(Case& example) {
    const std::size_t target = pools_.size();
    std::map<std::string, std::string> target_of;
    for (Words& row : example.rows)
        if (later_() % 5 != 0) row[target] = target_of.try_emplace(row[0], row[target]).first->second;
}

Case Maker::make() {
    Case example;
    if (!one_in(3)) missing_ = pick({"majority", "direction", "category", "fractional", "surrogate"});
    add_columns(example);
    fill(example);
    add_options(example);
    add_terms(example);
    add_later_options(example);
    return example;
}

}  // namespace

Case random_case(std::uint64_t seed) { return Maker(seed).make(); }

}  // namespace treewright::reference
