#include "treewright/export/sql/mixture_query.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "treewright/base/error.h"
#include "treewright/base/spelling.h"
#include "treewright/prediction/fractional_walk.h"
#include "treewright/prediction/predict.h"

namespace treewright {

namespace {

constexpr std::size_t most_leaves = 400;  // databases limit columns and the depth of sums
constexpr std::size_t most_classes = 100;

using Texts = std::vector<std::string>;

/// Where a leaf's share comes from: at a question on its path, the step that leads to it and the share of a row that goes to all.
struct SharedStep {
    NodeId question = 0;
    NodeId step = 0;
    double part = 0.0;
};

std::string with_row(std::string_view pattern, const std::string& row) {
    std::string text(pattern);
    return text.replace(text.find('@'), 1, row);
}

class MixtureQuery {
public:
    MixtureQuery(const SqlContext& context, SqlLayout& layout) : context_(context), rules_(context.rules()), layout_(layout) {
        for (const NodeId leaf : context.leaves()) shares_.push_back(own("s", leaf));
        for (std::size_t c = 0; c < context.classes().size(); ++c) {
            sums_.push_back(own("p", c + 1));
            costs_.push_back(own("c", c + 1));
        }
        if (sums_.empty()) sums_.push_back(own("value"));
        row_ = own("source_row");
    }

    void write() {
        layout_.line("WITH");
        layout_.indent();
        write_leaf_table(context_, layout_);
        layout_.line("),");
        write_stage("answers", "The node that follows each question (n0: that of node 0); NULL if the row goes down all branches.", answers(),
                    fmt::format("{} AS {}", context_.table(), own("source_table")));
        write_shares();
        write_stage("sums", "What the leaves predict together, by their shares.", sums(), own("shares"));
        write_stage("decided", "The leaf with the largest share, and what each label would cost.", decided(), own("sums"));
        write_stage("bounds", "Labels whose cost is within the bound are equally good: the first of them is predicted.", bounds(), own("decided"), ")");
        layout_.outdent();
        write_selection();
    }

private:
    [[nodiscard]] std::string own(std::string_view name) const { return context_.own(name); }
    [[nodiscard]] std::string own(std::string_view name, std::size_t number) const { return context_.own(name, number); }
    [[nodiscard]] std::string number(double value) const { return rules_.number(value); }

    void write_stage(std::string_view name, std::string_view comment, const std::vector<Texts>& columns, const std::string& source,
                     std::string_view end = "),") {
        layout_.line(fmt::format("-- {}", comment));
        layout_.line(own(name) + " AS (");
        layout_.indent();
        layout_.line("SELECT");
        layout_.indent();
        write_columns(columns);
        layout_.outdent();
        layout_.line("FROM " + source);
        if (!rules_.fence.empty()) layout_.line(rules_.fence);
        layout_.outdent();
        layout_.line(end);
    }

    void write_columns(const std::vector<Texts>& columns) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            Texts pieces = columns[i];
            if (i + 1 < columns.size()) pieces.back() += ",";
            layout_.pieces(pieces);
        }
    }

    /// For every question the number of the step that follows; NULL where the row goes to all in parts.
    [[nodiscard]] std::vector<Texts> answers() const {
        std::vector<Texts> columns = {{with_row(rules_.whole_row, own("source_table")), "AS " + row_}};
        for (NodeId node = 0; node < context_.tree().size(); ++node)
            if (!context_.tree().is_leaf(node)) columns.push_back(answer_at(node));
        return columns;
    }

    [[nodiscard]] Texts answer_at(NodeId node) const {
        const LoweredStep step = context_.tree().step(node);
        Texts pieces = {"CASE"};
        for (const NodeId next : next_steps(step)) {
            SqlCondition condition = context_.questions().goes_to(step, next);
            condition.pieces.front().insert(0, "WHEN ");
            pieces.insert(pieces.end(), condition.pieces.begin(), condition.pieces.end());
            pieces.push_back(fmt::format("THEN {}", next));
        }
        pieces.push_back("END AS " + own("n", node));
        return pieces;
    }

    /// The share of each leaf is a product along its path. A few questions per step, which goes on from the shares that the
    /// step before found: a product for each leaf from the root on would make the query grow with the square of the depth.
    void write_shares() {
        const std::vector<std::vector<SharedStep>> paths = paths_to_nodes();
        std::size_t deepest = 1;
        for (const auto& path : paths) deepest = std::max(deepest, path.size());
        const std::size_t last = (deepest - 1) / rules_.questions_per_step;
        std::string source = own("answers");
        for (std::size_t step = 0; step <= last; ++step) {
            const std::string name = step == last ? "shares" : fmt::format("shares{}", step + 1);
            write_stage(name, step == last ? "The share of the row in each leaf." : "The shares in leaves and nodes down to here.",
                        shares_after(step, paths), source);
            source = own(name);
        }
    }

    [[nodiscard]] std::vector<std::vector<SharedStep>> paths_to_nodes() const {
        std::vector<std::vector<SharedStep>> paths(context_.tree().size());
        for (NodeId node = 0; node < context_.tree().size(); ++node) {
            if (context_.tree().is_leaf(node)) continue;
            const LoweredStep step = context_.tree().step(node);
            for (const NodeId next : next_steps(step)) {
                paths[next] = paths[node];
                paths[next].push_back({node, next, part_of(step, next)});
            }
        }
        return paths;
    }

    /// The leaves that are met so far, the nodes from which the next step goes on, and the answers that it needs.
    [[nodiscard]] std::vector<Texts> shares_after(std::size_t step, const std::vector<std::vector<SharedStep>>& paths) const {
        const std::size_t first = step * rules_.questions_per_step;
        const std::size_t end = first + rules_.questions_per_step;
        std::vector<Texts> columns = {{row_}};
        for (NodeId node = 0; node < paths.size(); ++node) {
            const std::size_t depth = paths[node].size();
            const bool is_leaf = context_.tree().is_leaf(node);
            if (is_leaf && depth <= first)
                columns.push_back({own("s", node)});
            else if (is_leaf ? depth <= end : depth == end)
                columns.push_back(share_of(paths[node], first, own(is_leaf ? "s" : "h", node)));
            if (!is_leaf && depth >= end) columns.push_back({own("n", node)});
        }
        return columns;
    }

    [[nodiscard]] static double part_of(const LoweredStep& step, NodeId next) {
        const auto found = std::ranges::find(step.parts, next, &LoweredPart::step);
        return found == step.parts.end() ? 0.0 : found->share;
    }

    [[nodiscard]] Texts share_of(const std::vector<SharedStep>& path, std::size_t first, const std::string& name) const {
        Texts pieces;
        if (first > 0) pieces.push_back(own("h", path[first - 1].step));
        for (std::size_t i = first; i < path.size(); ++i) {
            const auto& [question, step, part] = path[i];
            const std::string answer = own("n", question);
            const std::string in_parts = part > 0.0 ? fmt::format(" WHEN {} IS NULL THEN {}", answer, number(part)) : "";
            pieces.push_back(fmt::format("{}CASE WHEN {} = {} THEN {}{} ELSE {} END", pieces.empty() ? "" : "* ", answer, step,
                                         number(1.0), in_parts, number(0.0)));
        }
        pieces.push_back("AS " + name);
        return pieces;
    }

    /// What the leaves predict, by their shares; the largest share, and how many leaves there are.
    [[nodiscard]] std::vector<Texts> sums() const {
        std::vector<Texts> columns = {{row_}};
        for (const std::string& share : shares_) columns.push_back({share});
        columns.push_back({extreme(rules_.greatest, shares_), "AS " + own("largest")});
        Texts reached;
        for (const std::string& share : shares_)
            reached.push_back(
                fmt::format("{}CASE WHEN {} > {} THEN 1 ELSE 0 END", reached.empty() ? "" : "+ ", share, number(0.0)));
        reached.push_back("AS " + own("reached"));
        columns.push_back(reached);
        for (std::size_t i = 0; i < sums_.size(); ++i) columns.push_back(sum_of_predictions(i));
        return columns;
    }

    [[nodiscard]] Texts sum_of_predictions(std::size_t position) const {
        Texts pieces;
        if (!context_.is_classification()) pieces.push_back(number(0.0));  // a sum of -0 alone is 0
        for (std::size_t i = 0; i < shares_.size(); ++i) {
            const NodeId leaf = context_.leaves()[i];
            const double predicted =
                context_.is_classification() ? context_.shares(leaf)[position] : context_.tree().step(leaf).leaf.constant.value;
            if (predicted == 0.0) continue;
            pieces.push_back(fmt::format("{}{} * {}", pieces.empty() ? "" : "+ ", shares_[i], number(predicted)));
        }
        if (pieces.empty()) pieces.push_back(number(0.0));
        pieces.push_back("AS " + sums_[position]);
        return pieces;
    }

    /// The leaf with the largest share, and what predicting each class would cost.
    [[nodiscard]] std::vector<Texts> decided() const {
        std::vector<Texts> columns = common_columns();
        Texts leaf = {"CASE"};
        for (std::size_t i = 0; i < shares_.size(); ++i)
            leaf.push_back(fmt::format("WHEN {} * {} >= {} THEN {}", shares_[i], number(share_tolerance), own("largest"),
                                       context_.leaves()[i]));
        leaf.push_back("END AS " + own("leaf"));
        columns.push_back(leaf);
        for (std::size_t c = 0; c < costs_.size(); ++c) columns.push_back(cost_of(c));
        return columns;
    }

    [[nodiscard]] std::vector<Texts> common_columns() const {
        std::vector<Texts> columns = {{row_}, {own("reached")}};
        for (const std::string& sum : sums_) columns.push_back({sum});
        return columns;
    }

    /// Not needed for a row that reaches one leaf. In a branch of its own, Spark does not look for what the sums have in common, which would
    /// take it time and memory exponential in the number of classes.
    [[nodiscard]] Texts cost_of(std::size_t predicted) const {
        const std::vector<double>& losses = context_.model().tree.losses;
        Texts pieces;
        for (std::size_t truth = 0; truth < sums_.size(); ++truth) {
            const double loss = losses.empty() ? 1.0 : losses[truth * sums_.size() + predicted];
            if (truth == predicted || loss == 0.0) continue;
            const std::string factor = loss == 1.0 ? "" : " * " + number(loss);
            pieces.push_back(fmt::format("{}{}{}", pieces.empty() ? "" : "+ ", sums_[truth], factor));
        }
        if (pieces.empty()) pieces.push_back(number(0.0));
        pieces.front().insert(0, fmt::format("CASE WHEN {} <> 1 THEN ", own("reached")));
        pieces.push_back("END AS " + costs_[predicted]);
        return pieces;
    }

    /// Classes whose cost is within the bound are equally good.
    [[nodiscard]] std::vector<Texts> bounds() const {
        std::vector<Texts> columns = common_columns();
        columns.push_back({own("leaf")});
        if (costs_.empty()) return columns;
        for (const std::string& cost : costs_) columns.push_back({cost});
        const std::string least = extreme(rules_.least, costs_);
        const std::string total = fmt::format("{}", fmt::join(costs_, " + "));
        columns.push_back({fmt::format("{} + {}", least, number(label_tolerance)),
                           "* " + extreme(rules_.greatest, {least, total}), "AS " + own("bound")});
        return columns;
    }

    /// Functions take a limited number of arguments.
    [[nodiscard]] std::string extreme(std::string_view function, Texts numbers) const {
        constexpr std::size_t most_arguments = 50;
        while (numbers.size() > 1) {
            Texts next;
            for (std::size_t i = 0; i < numbers.size(); i += most_arguments) {
                const auto end = numbers.begin() + static_cast<std::ptrdiff_t>(std::min(i + most_arguments, numbers.size()));
                const Texts group(numbers.begin() + static_cast<std::ptrdiff_t>(i), end);
                next.push_back(group.size() == 1 ? group.front() : fmt::format("{}({})", function, fmt::join(group, ", ")));
            }
            numbers = std::move(next);
        }
        return numbers.front();
    }

    void write_selection() {
        const Texts outputs = sql_output_names(context_);
        const std::string table = own("bounds");
        const bool unpacks = !rules_.row_columns.empty();
        layout_.line("SELECT");
        layout_.indent();
        std::vector<Texts> columns = {{unpacks ? with_row(rules_.row_columns, fmt::format("{}.{}", table, row_))
                                               : own("source_table") + ".*"}};
        columns.push_back(predicted());
        columns.back().push_back("AS " + outputs.front());
        for (std::size_t i = 0; context_.is_classification() && i < sums_.size(); ++i)
            columns.push_back({fmt::format("{} AS {}", of_leaf_or_sum(sums_[i], sums_[i]), outputs[i + 1])});
        columns.push_back({fmt::format("{}.{} AS {}", table, own("leaf"), outputs.back())});
        write_columns(columns);
        layout_.outdent();
        layout_.line("FROM " + table);
        if (!unpacks)
            layout_.line(fmt::format("JOIN {} AS {} ON {} = {}.{}", context_.table(), own("source_table"),
                                     with_row(rules_.whole_row, own("source_table")), table, row_));
        layout_.line(fmt::format("LEFT JOIN {0} ON {0}.{1} = {2}.{1}", own("leaves"), own("leaf"), table));
    }

    [[nodiscard]] std::string of_leaf_or_sum(const std::string& of_leaf, const std::string& sum) const {
        return fmt::format("CASE WHEN {0}.{1} = 1 THEN {2}.{3} ELSE {0}.{4} END", own("bounds"), own("reached"), own("leaves"),
                           of_leaf, sum);
    }

    [[nodiscard]] Texts predicted() const {
        if (!context_.is_classification()) return {of_leaf_or_sum(own("prediction"), sums_.front())};
        Texts pieces = {"CASE", fmt::format("WHEN {}.{} = 1 THEN {}.{}", own("bounds"), own("reached"), own("leaves"),
                                            own("prediction"))};
        for (std::size_t c = 0; c < costs_.size(); ++c)
            pieces.push_back(fmt::format("WHEN {0}.{1} <= {0}.{2} THEN {3}", own("bounds"), costs_[c], own("bound"),
                                         context_.class_label(static_cast<ClassId>(c))));
        pieces.emplace_back("END");
        return pieces;
    }

    const SqlContext& context_;
    const SqlRules& rules_;
    SqlLayout& layout_;
    Texts shares_;  ///< columns: the share of each leaf
    Texts sums_;    ///< what all leaves predict together: a probability for each class, or a number
    Texts costs_;   ///< of predicting each class
    std::string row_;
};

}  // namespace

void write_mixture_query(const SqlContext& context, SqlLayout& layout) {
    if (context.leaves().size() > most_leaves || context.classes().size() > most_classes)
        throw input_error(
            fmt::format("the tree has {} leaves and {} classes, and rows without a value go down all branches in parts: SQL "
                        "can say that of at most {} "
                        "leaves and {} classes. Prune it, or train with another {} method",
                        context.leaves().size(), context.classes().size(), most_leaves, most_classes, named("missing")));
    MixtureQuery(context, layout).write();
}

}  // namespace treewright
