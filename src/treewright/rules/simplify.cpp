#include "treewright/rules/simplify.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "treewright/base/error.h"
#include "treewright/base/number_text.h"
#include "treewright/base/spelling.h"
#include "treewright/data/content_hash.h"
#include "treewright/rules/simplifying/generalize.h"
#include "treewright/rules/simplifying/rule_choice.h"
#include "treewright/rules/simplifying/simple_conditions.h"
#include "treewright/rules/tree_rules.h"

namespace treewright {

namespace {

constexpr const char* stage = "simplifying rules";

/// The distinct simple conditions of all rules, each with the rows that meet it.
class ConditionTable {
public:
    std::size_t number_of(const RuleCondition& condition) {
        const auto [found, is_new] = numbers_.try_emplace(key_of(condition), conditions_.size());
        if (is_new) conditions_.push_back(condition);
        return found->second;
    }
    void find_rows(const LabelledRows& rows, const Run& run) {
        bits_.resize(conditions_.size());
        run.threads.for_each(conditions_.size(), [&](std::size_t i) {
            run.progress.stop_if_cancelled();
            bits_[i] = rows_meeting(conditions_[i], rows);
        });
    }
    [[nodiscard]] const RuleCondition& condition(std::size_t number) const { return conditions_[number]; }
    [[nodiscard]] const RowBits& rows(std::size_t number) const { return bits_[number]; }
    [[nodiscard]] std::vector<char> asked_features(std::size_t features) const {
        std::vector<char> asked(features, 0);
        for (const RuleCondition& condition : conditions_) asked[condition.feature] = 1;
        return asked;
    }

private:
    using Key = std::tuple<std::size_t, std::optional<double>, std::optional<double>, bool, bool, std::vector<std::int32_t>>;
    static Key key_of(const RuleCondition& condition) {
        return {condition.feature, condition.above, condition.at_most, condition.known, condition.missing, condition.levels};
    }
    static RowBits rows_meeting(const RuleCondition& condition, const LabelledRows& rows) {
        const Column& column = rows.features[condition.feature];
        RowBits bits = no_rows(rows.labels.size());
        const auto mark = [&](const auto& cells) {
            for (std::size_t row = 0; row < bits.size() * 64 && row < cells.size(); ++row)
                bits[row / 64] |= std::uint64_t{meets(condition, cell(cells[row]))} << (row % 64);
        };
        column.has_values() ? column.values.visit(mark) : mark(column.codes);
        return bits;
    }
    static std::int32_t cell(LevelCode code) { return code; }
    static double cell(double value) { return value; }
    static double cell(float value) { return value; }

    std::map<Key, std::size_t> numbers_;
    std::vector<RuleCondition> conditions_;
    std::vector<RowBits> bits_;
};

struct Draft {
    ClassId label = 0;
    std::vector<std::size_t> conditions;  ///< numbers in the table of conditions
    RowBits covered;
    double error = 0.0;
    double bits = 0.0;
};

/// The mass of each row in choices.
std::vector<double> masses_of(const LabelledRows& rows) {
    std::vector<double> masses(rows.weights.begin(), rows.weights.end());
    if (rows.terms.factors.empty()) return masses;
    masses.resize(rows.labels.size(), 1.0);
    for (std::size_t row = 0; row < masses.size(); ++row) masses[row] *= rows.terms.factors[rows.labels[row]];
    return masses;
}

class Simplifier {
public:
    Simplifier(const Tree& tree, const LabelledRows& rows, double confidence, const Run& run)
        : tree_(tree),
          rows_(rows),
          confidence_(confidence),
          run_(run),
          weights_(masses_of(rows), rows.labels.size()),
          counted_(rows.weights, rows.labels.size()) {}

    RuleList run() {
        find_classes();
        read_tree();
        generalize_all();
        drop_useless();
        choose();
        return ordered_list();
    }

private:
    void find_classes() {
        of_class_.assign(tree_.classes, no_rows(rows_.labels.size()));
        for (std::size_t row = 0; row < rows_.labels.size(); ++row) add_row(of_class_[rows_.labels[row]], row);
        for (const RowBits& rows : of_class_) class_weights_.push_back(weights_.of(rows));
    }

    void read_tree() {
        std::vector<ColumnSchema> schemas;
        for (const Column& feature : rows_.features) schemas.push_back(feature.schema);
        const TreeRules rules(tree_, schemas);
        for (const NodeId leaf : rules.leaves()) {
            if (tree_.nodes[leaf].weight == 0.0) continue;
            Draft& draft = drafts_.emplace_back();
            draft.label = tree_.nodes[leaf].label;
            for (const RuleCondition& condition : taken_apart(rules.conditions_of(leaf), schemas))
                draft.conditions.push_back(table_.number_of(condition));
        }
        run_.progress.report(stage, 0.0);
        table_.find_rows(rows_, run_);
    }

    void generalize_all() {
        run_.progress.report(stage, 0.1);
        run_.threads.for_each(drafts_.size(), [&](std::size_t i) {
            run_.progress.stop_if_cancelled();
            Draft& draft = drafts_[i];
            RuleRows rows{{}, of_class(draft), weights_};
            for (const std::size_t number : draft.conditions) rows.conditions.push_back(&table_.rows(number));
            GeneralRule general = generalized(rows, confidence_);
            std::vector<std::size_t> kept;
            for (const std::size_t position : general.kept) kept.push_back(draft.conditions[position]);
            draft.conditions = std::move(kept);
            draft.covered = std::move(general.covered);
            draft.error = general.error;
        });
    }

    void drop_useless() {
        std::set<std::pair<std::int32_t, std::vector<std::size_t>>> seen;
        std::erase_if(drafts_, [&](const Draft& draft) {
            std::vector<std::size_t> conditions = draft.conditions;
            std::sort(conditions.begin(), conditions.end());
            const bool is_new = seen.emplace(draft.label, std::move(conditions)).second;
            return !is_new || draft.conditions.empty() || weights_.of(draft.covered) == 0 ||
                   draft.error >= error_without_rules(draft.label);
        });
    }

    /// The error of always predicting this class, by Laplace's estimate of its share.
    [[nodiscard]] double error_without_rules(ClassId label) const {
        const double everything = weights_.real(weights_.of(all_rows(rows_.labels.size())));
        const double own = weights_.real(class_weights_[label]);
        return 1.0 - (own + 1.0) / (everything + 2.0);
    }

    void choose() {
        run_.progress.report(stage, 0.4);
        const RuleBits bits(rows_.features, table_.asked_features(rows_.features.size()));
        for (Draft& draft : drafts_) {
            std::vector<const RuleCondition*> conditions;
            for (const std::size_t number : draft.conditions) conditions.push_back(&table_.condition(number));
            draft.bits = bits.of_rule(conditions);
        }
        chosen_.resize(tree_.classes);
        run_.threads.for_each(tree_.classes, [&](std::size_t label) { chosen_[label] = chosen_of(label); });
    }

    [[nodiscard]] std::vector<const Draft*> chosen_of(std::size_t label) const {
        std::vector<const Draft*> own;
        ClassRules rules{{}, of_class_[label], weights_, tree_.classes};
        for (const Draft& draft : drafts_) {
            if (draft.label != label) continue;
            own.push_back(&draft);
            rules.candidates.push_back({&draft.covered, draft.bits});
        }
        std::vector<const Draft*> chosen;
        for (const std::size_t position : shortest_rules(rules, run_.progress)) chosen.push_back(own[position]);
        // Within a class the order changes no prediction, only which rule is reported for it.
        sort_by_error(chosen);
        return chosen;
    }

    // --- the list ---

    [[nodiscard]] const RowBits& of_class(const Draft& draft) const { return of_class_[draft.label]; }

    RuleList ordered_list() {
        run_.progress.report(stage, 0.9);
        RuleList list;
        RowBits left = all_rows(rows_.labels.size());
        for (const Draft* draft : useful(in_order())) {
            list.rules.push_back(finished(*draft, left));
            subtract_from(left, draft->covered);
        }
        for (const RowBits& rows : of_class_) {
            list.class_weights.push_back(counted_.real(counted_.of(rows)));
            list.default_weights.push_back(counted_.real(counted_.of_common(left, rows)));
        }
        list.default_label = default_label(left);
        return list;
    }

    /// Class by class; with three or more the most reliable rule first, then by class: a class whose rules take few rows of others may have
    /// weak ones, which would come before the strong ones of all classes after it.
    [[nodiscard]] std::vector<const Draft*> in_order() {
        std::vector<const Draft*> order;
        RowBits left = all_rows(rows_.labels.size());
        while (const auto label = next_class(left)) {
            for (const Draft* draft : chosen_[*label]) {
                order.push_back(draft);
                subtract_from(left, draft->covered);
            }
            chosen_[*label].clear();
        }
        if (tree_.classes > 2) sort_by_error(order);
        return order;
    }

    /// The lowest estimated error first, then the one with most rows.
    void sort_by_error(std::vector<const Draft*>& drafts) const {
        std::stable_sort(drafts.begin(), drafts.end(), [&](const Draft* a, const Draft* b) {
            if (a->error != b->error) return a->error < b->error;
            return weights_.of(a->covered) > weights_.of(b->covered);
        });
    }

    /// Without the rules whose absence lowers the training error, the most harmful first.
    [[nodiscard]] std::vector<const Draft*> useful(std::vector<const Draft*> order) const {
        while (!order.empty()) {
            run_.progress.stop_if_cancelled();
            const std::vector<std::int64_t> gains = gains_of(order);
            const auto worst = std::min_element(gains.begin(), gains.end());
            if (*worst >= 0) break;
            order.erase(order.begin() + (worst - gains.begin()));
        }
        return order;
    }

    /// For each rule: the rows that it is the first to cover and right about, minus those that would be right without it, by the next
    /// rule that covers them or by the default.
    [[nodiscard]] std::vector<std::int64_t> gains_of(const std::vector<const Draft*>& order) const {
        std::vector<std::int64_t> gains(order.size(), 0);
        std::vector<std::uint32_t> first(rows_.labels.size(), 0);
        RowBits once = no_rows(rows_.labels.size()), twice = once;
        const auto each_row = [](std::size_t word, std::uint64_t bits, const auto& take) {
            for (; bits != 0; bits &= bits - 1) take(word * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
        };
        const auto give_up = [&](std::size_t row) { gains[first[row]] -= weights_.of_row(row); };
        for (std::uint32_t i = 0; i < order.size(); ++i)
            for (std::size_t word = 0; word < once.size(); ++word) {
                const std::uint64_t rows = order[i]->covered[word], right = of_class(*order[i])[word];
                each_row(word, rows & ~once[word], [&](std::size_t row) { first[row] = i; });
                each_row(word, rows & ~once[word] & right, [&](std::size_t row) { gains[i] += weights_.of_row(row); });
                each_row(word, rows & once[word] & ~twice[word] & right, give_up);
                twice[word] |= rows & once[word];
                once[word] |= rows;
            }
        RowBits left = all_rows(rows_.labels.size());
        subtract_from(left, once);
        const RowBits& by_default = of_class_[default_label(left)];
        for (std::size_t word = 0; word < once.size(); ++word)
            each_row(word, once[word] & ~twice[word] & by_default[word], give_up);
        return gains;
    }

    /// Of the classes that still have rules, the one whose rules take the fewest rows of other classes out of those that are left.
    [[nodiscard]] std::optional<std::size_t> next_class(const RowBits& left) const {
        std::optional<std::size_t> best;
        std::int64_t best_wrong = 0;
        std::int64_t best_right = 0;
        for (std::size_t label = 0; label < chosen_.size(); ++label) {
            if (chosen_[label].empty()) continue;
            RowBits taken = no_rows(rows_.labels.size());
            for (const Draft* draft : chosen_[label]) unite_with(taken, draft->covered);
            intersect_with(taken, left);
            const std::int64_t right = weights_.of_common(taken, of_class_[label]);
            const std::int64_t wrong = weights_.of(taken) - right;
            if (best && (wrong > best_wrong || (wrong == best_wrong && right <= best_right))) continue;
            best = label, best_wrong = wrong, best_right = right;
        }
        return best;
    }

    [[nodiscard]] Rule finished(const Draft& draft, const RowBits& left) const {
        Rule rule;
        std::vector<RuleCondition> simple;
        for (const std::size_t number : draft.conditions) simple.push_back(table_.condition(number));
        rule.conditions = put_together(simple);
        rule.label = draft.label;
        rule.weight = counted_.real(counted_.of(draft.covered));
        for (const RowBits& rows : of_class_)
            rule.class_weights.push_back(counted_.real(counted_.of_common(draft.covered, rows)));
        rule.error = draft.error;
        RowBits first = draft.covered;
        intersect_with(first, left);
        rule.first_weight = counted_.real(counted_.of(first));
        rule.first_correct = counted_.real(counted_.of_common(first, of_class(draft)));
        return rule;
    }

    /// The class of the rows that no rule covers.
    [[nodiscard]] ClassId default_label(const RowBits& left) const {
        std::vector<std::int64_t> left_weights;
        for (const RowBits& rows : of_class_) left_weights.push_back(weights_.of_common(left, rows));
        ClassId best = 0;
        for (ClassId label = 1; label < left_weights.size(); ++label)
            if (std::tuple(-loss_of(label, left), left_weights[label], class_weights_[label]) >
                std::tuple(-loss_of(best, left), left_weights[best], class_weights_[best]))
                best = label;
        return best;
    }

    /// 0 if every error costs the same: then the majority class is the best.
    [[nodiscard]] double loss_of(std::size_t predicted, const RowBits& left) const {
        double loss = 0.0;
        for (std::size_t truth = 0; truth < of_class_.size() && !rows_.terms.losses.empty(); ++truth)
            loss += rows_.terms.losses[truth * of_class_.size() + predicted] *
                    counted_.real(counted_.of_common(left, of_class_[truth]));
        return loss;
    }

    const Tree& tree_;
    const LabelledRows& rows_;
    double confidence_;
    Run run_;
    RowWeights weights_;  ///< for choices
    RowWeights counted_;  ///< for reported figures
    std::vector<RowBits> of_class_;
    std::vector<std::int64_t> class_weights_;
    ConditionTable table_;
    std::vector<Draft> drafts_;
    std::vector<std::vector<const Draft*>> chosen_;  ///< by class
};

}  // namespace

RuleList simplify_rules(const Tree& tree, const LabelledRows& rows, double confidence, const Run& run) {
    return Simplifier(tree, rows, confidence, run).run();
}

RuleModel simplified_model(const Model& model, const TrainingSet& set, const RuleTerms& terms, double confidence,
                           const Run& run) {
    if (model.schema.task() == Task::regression)
        throw input_error("'" + model.schema.target.name +
                          "' is a number, and rules are simplified for classes only: read the tree's own rules without " +
                          named("simplify"));
    RuleModel rules;
    rules.schema = model.schema;
    rules.options = model.options;
    std::erase_if(rules.options, [](const NamedOption& option) { return option.name == "rules-confidence"; });
    rules.options.push_back({"rules-confidence", number_text(confidence)});
    rules.list = simplify_rules(model.tree, {set.features, set.classes_of_rows(), set.weights, terms}, confidence, run);
    const std::vector<double>& weights = rules.list.class_weights;
    rules.provenance = {std::accumulate(weights.begin(), weights.end(), 0.0),
                        content_hash(set, run),
                        TREEWRIGHT_VERSION,
                        model.provenance.seed,
                        model.provenance.left_out,
                        model.provenance.reading};
    const auto flaw = find_flaw(rules);
    check_invariant(!flaw, flaw ? flaw->c_str() : "");
    return rules;
}

}  // namespace treewright
