// C4.5rules as the head of rules/simplify.h describes it, row by row and without any of its code but the definitions: what meets a
// condition, the error estimate, the length of a rule.
#pragma once

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <vector>

#include "treewright/rules/simplify.h"
#include "treewright/rules/simplifying/simple_conditions.h"
#include "treewright/rules/tree_rules.h"
#include "treewright/statistics/code_length.h"

namespace treewright::plain {

struct Draft {
    ClassId label = 0;
    std::vector<RuleCondition> conditions;
    double error = 0.0;
    double bits = 0.0;
};

class Simplify {
public:
    Simplify(const Tree& tree, const LabelledRows& rows, double confidence)
        : tree_(tree), rows_(rows), confidence_(confidence) {}

    RuleList run() {
        collect();
        std::vector<std::vector<Draft>> by_class(tree_.classes);
        for (const Draft& draft : drafts_) by_class[draft.label].push_back(draft);
        for (std::vector<Draft>& drafts : by_class) drafts = in_order(shortest(drafts));
        const std::vector<Draft> order = class_by_class(by_class);
        return listed(useful(tree_.classes > 2 ? in_order(order) : order));
    }

private:
    using Conditions = std::vector<RuleCondition>;
    [[nodiscard]] std::size_t rows() const { return rows_.labels.size(); }
    [[nodiscard]] double weight(std::size_t row) const { return rows_.weights.empty() ? 1.0 : rows_.weights[row]; }
    /// Its mass in choices.
    [[nodiscard]] double mass(std::size_t row) const {
        const std::vector<double>& factors = rows_.terms.factors;
        return weight(row) * (factors.empty() ? 1.0 : factors[rows_.labels[row]]);
    }
    [[nodiscard]] bool covers(const Conditions& conditions, std::size_t row) const {
        return std::all_of(conditions.begin(), conditions.end(),
                           [&](const RuleCondition& c) { return meets(c, rows_.features, row); });
    }
    struct Counts {
        double all = 0.0, correct = 0.0;
    };
    template <class Takes>
    [[nodiscard]] Counts count(ClassId label, const Takes& takes, bool as_rows = false) const {
        Counts counts;
        for (std::size_t row = 0; row < rows(); ++row) {
            if (!takes(row)) continue;
            const double own = as_rows ? weight(row) : mass(row);
            counts.all += own;
            if (rows_.labels[row] == label) counts.correct += own;
        }
        return counts;
    }
    template <class Takes>
    [[nodiscard]] Counts count_rows(ClassId label, const Takes& takes) const {
        return count(label, takes, true);
    }
    [[nodiscard]] double loss_of(ClassId predicted, const std::vector<char>& left) const {
        double loss = 0.0;
        for (std::size_t row = 0; row < rows() && !rows_.terms.losses.empty(); ++row)
            if (left[row] != 0) loss += weight(row) * rows_.terms.losses[rows_.labels[row] * tree_.classes + predicted];
        return loss;
    }
    [[nodiscard]] double error_of(const Conditions& conditions, ClassId label) const {
        const Counts counts = count(label, [&](std::size_t row) { return covers(conditions, row); });
        return counts.all == 0.0 ? 1.0 : error_limit(counts.all - counts.correct, counts.all, confidence_);
    }
    [[nodiscard]] static Conditions without(Conditions conditions, std::size_t position) {
        conditions.erase(conditions.begin() + static_cast<std::ptrdiff_t>(position));
        return conditions;
    }

    void collect() {
        std::vector<ColumnSchema> schemas;
        for (const Column& feature : rows_.features) schemas.push_back(feature.schema);
        const RuleBits bits(rows_.features, std::vector<char>(rows_.features.size(), 1));
        for (const Rule& rule : rules_of(tree_, schemas)) {
            if (rule.weight == 0.0) continue;
            Draft draft{rule.label, taken_apart(rule.conditions, schemas), 0.0, 0.0};
            draft.error = error_of(draft.conditions, draft.label);
            while (!draft.conditions.empty()) {
                std::size_t best = 0;
                for (std::size_t i = 1; i < draft.conditions.size(); ++i)
                    if (error_of(without(draft.conditions, i), draft.label) <=
                        error_of(without(draft.conditions, best), draft.label))
                        best = i;
                const double error = error_of(without(draft.conditions, best), draft.label);
                if (error > draft.error) break;
                draft.error = error;
                draft.conditions = without(draft.conditions, best);
            }
            std::vector<const RuleCondition*> conditions;
            for (const RuleCondition& condition : draft.conditions) conditions.push_back(&condition);
            draft.bits = bits.of_rule(conditions);
            if (is_useful(draft)) drafts_.push_back(draft);
        }
    }

    [[nodiscard]] bool is_useful(const Draft& draft) const {
        for (const Draft& other : drafts_)
            if (other.label == draft.label && std::is_permutation(other.conditions.begin(), other.conditions.end(),
                                                                  draft.conditions.begin(), draft.conditions.end()))
                return false;
        const Counts all = count(draft.label, [](std::size_t) { return true; });
        const Counts own = count(draft.label, [&](std::size_t row) { return covers(draft.conditions, row); });
        return !draft.conditions.empty() && own.all > 0.0 && draft.error < 1.0 - (all.correct + 1.0) / (all.all + 2.0);
    }

    [[nodiscard]] double length(const std::vector<Draft>& drafts, const std::vector<char>& chosen, ClassId label) const {
        double theory = 0.0;
        double factorial = 0.0;
        int rules = 0;
        for (std::size_t i = 0; i < drafts.size(); ++i) {
            if (chosen[i] == 0) continue;
            theory += drafts[i].bits;
            factorial += std::log2(++rules);
        }
        const auto covered_by_any = [&](std::size_t row) {
            for (std::size_t i = 0; i < drafts.size(); ++i)
                if (chosen[i] != 0 && covers(drafts[i].conditions, row)) return true;
            return false;
        };
        const Counts all = count(label, [](std::size_t) { return true; });
        const Counts covered = count(label, covered_by_any);
        const double weight_of_theory = 0.5 / std::log2(static_cast<double>(tree_.classes));
        return weight_of_theory * (theory - factorial) + log2_choose(covered.all, covered.all - covered.correct) +
               log2_choose(all.all - covered.all, all.correct - covered.correct);
    }

    [[nodiscard]] std::vector<Draft> shortest(const std::vector<Draft>& drafts) const {
        if (drafts.empty()) return {};
        const ClassId label = drafts[0].label;
        std::vector<char> best(drafts.size(), 0);
        if (drafts.size() <= 10) {
            for (std::size_t set = 0; set < (std::size_t{1} << drafts.size()); ++set) {
                std::vector<char> chosen;
                for (std::size_t i = 0; i < drafts.size(); ++i) chosen.push_back(static_cast<char>((set >> i) & 1U));
                const double difference = length(drafts, chosen, label) - length(drafts, best, label);
                const auto fewer = std::count(chosen.begin(), chosen.end(), 1) < std::count(best.begin(), best.end(), 1);
                if (difference < -1e-9 || (difference <= 1e-9 && fewer)) best = chosen;
            }
        } else {
            best = climbed(drafts, best, label);
            const std::vector<char> other = climbed(drafts, std::vector<char>(drafts.size(), 1), label);
            if (length(drafts, other, label) < length(drafts, best, label) - 1e-9) best = other;
        }
        std::vector<Draft> kept;
        for (std::size_t i = 0; i < drafts.size(); ++i)
            if (best[i] != 0) kept.push_back(drafts[i]);
        return kept;
    }

    [[nodiscard]] std::vector<char> climbed(const std::vector<Draft>& drafts, std::vector<char> chosen, ClassId label) const {
        while (true) {
            std::vector<char> best = chosen;
            for (std::size_t i = 0; i < drafts.size(); ++i) {
                std::vector<char> changed = chosen;
                changed[i] = changed[i] == 0 ? 1 : 0;
                if (length(drafts, changed, label) < length(drafts, best, label) - 1e-9) best = changed;
            }
            if (best == chosen) return chosen;
            chosen = best;
        }
    }

    [[nodiscard]] std::vector<Draft> in_order(std::vector<Draft> drafts) const {
        std::stable_sort(drafts.begin(), drafts.end(), [&](const Draft& a, const Draft& b) {
            const auto covered = [&](const Draft& draft) {
                return count(0, [&](std::size_t row) { return covers(draft.conditions, row); }).all;
            };
            return a.error != b.error ? a.error < b.error : covered(a) > covered(b);
        });
        return drafts;
    }

    [[nodiscard]] std::vector<Draft> class_by_class(std::vector<std::vector<Draft>> by_class) const {
        std::vector<Draft> order;
        std::vector<char> left(rows(), 1);
        while (true) {
            std::size_t best = by_class.size();
            Counts best_counts;
            for (ClassId c = 0; c < by_class.size(); ++c) {
                if (by_class[c].empty()) continue;
                const Counts counts = count(c, [&](std::size_t row) {
                    return left[row] != 0 && std::any_of(by_class[c].begin(), by_class[c].end(),
                                                         [&](const Draft& d) { return covers(d.conditions, row); });
                });
                const double wrong = counts.all - counts.correct;
                const double best_wrong = best_counts.all - best_counts.correct;
                if (best == by_class.size() || wrong < best_wrong ||
                    (wrong == best_wrong && counts.correct > best_counts.correct))
                    best = c, best_counts = counts;
            }
            if (best == by_class.size()) break;
            for (const Draft& draft : by_class[best]) {
                order.push_back(draft);
                (void)finished(draft, left);
            }
            by_class[best].clear();
        }
        return order;
    }

    /// The mass that a list is right about, with this class for the rows that no rule covers.
    [[nodiscard]] double right(const std::vector<Draft>& list, ClassId otherwise) const {
        double sum = 0.0;
        for (std::size_t row = 0; row < rows(); ++row) {
            const auto decides =
                std::find_if(list.begin(), list.end(), [&](const Draft& d) { return covers(d.conditions, row); });
            if ((decides == list.end() ? otherwise : decides->label) == rows_.labels[row]) sum += mass(row);
        }
        return sum;
    }

    [[nodiscard]] std::vector<Draft> useful(std::vector<Draft> list) const {
        while (true) {
            const ClassId otherwise = listed(list).default_label;
            std::size_t worst = list.size();
            double most = right(list, otherwise) + 1e-9;
            for (std::size_t i = 0; i < list.size(); ++i) {
                std::vector<Draft> others = list;
                others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
                const double without_it = right(others, otherwise);
                if (without_it > most) most = without_it + 1e-9, worst = i;
            }
            if (worst == list.size()) return list;
            list.erase(list.begin() + static_cast<std::ptrdiff_t>(worst));
        }
    }

    [[nodiscard]] RuleList listed(const std::vector<Draft>& order) const {
        RuleList list;
        std::vector<char> left(rows(), 1);
        for (const Draft& draft : order) list.rules.push_back(finished(draft, left));
        for (ClassId label = 0; label < tree_.classes; ++label) {
            const auto all = [](std::size_t) { return true; };
            const auto is_left = [&](std::size_t row) { return left[row] != 0; };
            list.class_weights.push_back(count_rows(label, all).correct);
            list.default_weights.push_back(count_rows(label, is_left).correct);
            const auto figures = [&](ClassId k) {
                return std::tuple(-loss_of(k, left), count(k, is_left).correct, count(k, all).correct);
            };
            if (figures(label) > figures(list.default_label)) list.default_label = label;
        }
        return list;
    }

    [[nodiscard]] Rule finished(const Draft& draft, std::vector<char>& left) const {
        Rule rule;
        rule.conditions = put_together(draft.conditions);
        rule.label = draft.label;
        rule.error = draft.error;
        const auto own = [&](std::size_t row) { return covers(draft.conditions, row); };
        rule.weight = count_rows(draft.label, own).all;
        for (ClassId c = 0; c < tree_.classes; ++c) rule.class_weights.push_back(count_rows(c, own).correct);
        const Counts first = count_rows(draft.label, [&](std::size_t row) { return left[row] != 0 && own(row); });
        rule.first_weight = first.all;
        rule.first_correct = first.correct;
        for (std::size_t row = 0; row < rows(); ++row)
            if (own(row)) left[row] = 0;
        return rule;
    }

    const Tree& tree_;
    const LabelledRows& rows_;
    double confidence_;
    std::vector<Draft> drafts_;
};

}  // namespace treewright::plain
