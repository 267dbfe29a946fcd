#include "treewright/verification/probe_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <set>
#include <utility>

#include "treewright/data/level_spelling.h"
#include "treewright/verification/probing/arrival.h"
#include "treewright/verification/probing/row_table.h"
#include "treewright/verification/probing/step_probes.h"

namespace treewright {

namespace {

/// Lets `limit` of `asked` calls through, evenly.
class Thinner {
public:
    Thinner(std::size_t asked, std::size_t limit) : asked_(std::max<std::size_t>(asked, 1)), limit_(std::min(limit, asked_)) {}
    bool take() {
        const std::size_t before = calls_ * limit_ / asked_;
        return ++calls_ * limit_ / asked_ != before;
    }

private:
    std::size_t asked_;
    std::size_t limit_;
    std::size_t calls_ = 0;
};

const std::vector<double>& special_values() {
    using Limits = std::numeric_limits<double>;
    static const std::vector<double> list = {
        0.0,           -0.0,           Limits::denorm_min(), -Limits::denorm_min(), Limits::min(), -Limits::min(),
        Limits::max(), -Limits::max(), Limits::infinity(),   -Limits::infinity()};
    return list;
}

bool takes_special_values(const ColumnSchema& feature) { return feature.type == ColumnType::numeric && !is_whole_part(feature); }

std::size_t probes_of_feature(const ColumnSchema& feature) {
    if (feature.type == ColumnType::categorical) return 2;
    return takes_special_values(feature) ? 1 + special_values().size() : 1;
}

/// How many probes there are, before the limits.
struct ProbeCounts {
    std::size_t leaves = 0;
    std::size_t at_steps = 0;
    std::size_t of_features = 0;
};

ProbeCounts counts_of(const LoweredTree& tree, const Schema& schema) {
    ProbeCounts counts;
    for (NodeId node = 0; node < tree.size(); ++node) {
        if (tree.is_leaf(node))
            ++counts.leaves;
        else
            for_each_probe(tree.step(node), schema, [&](ProbeKind, std::span<const CellWish>) { ++counts.at_steps; });
    }
    for (const ColumnSchema& feature : schema.features) counts.of_features += probes_of_feature(feature);
    return counts;
}

std::size_t most_rows(const ProbeLimits& limits, const Schema& schema) {
    constexpr std::size_t always_allowed = 1000;
    const std::size_t features = std::max<std::size_t>(schema.features.size(), 1);
    return std::min(limits.rows, std::max(always_allowed, limits.cells / features));
}

/// Walks the tree depth first, with the cells by which a row arrives at the node where it stands. Without recursion: trees are deep.
class ProbeMaker {
public:
    ProbeMaker(const Model& model, const ProbeLimits& limits)
        : schema_(model.schema),
          tree_(model.tree),
          counts_(counts_of(tree_, schema_)),
          rows_(most_rows(limits, schema_)),
          leaves_(counts_.leaves, rows_ / 2),
          features_(counts_.of_features, rows_ / 4),
          steps_(counts_.at_steps, rows_ - std::min(counts_.leaves, rows_ / 2) - std::min(counts_.of_features, rows_ / 4)),
          budget_{limits.steps, limits.steps_per_row},
          arrival_(schema_),
          table_(model),
          special_at_(schema_.features.size(), 0) {}

    ProbeRows make() {
        walk();
        vary_features();
        ProbeRows made = table_.take();
        made.leaves = counts_.leaves;
        made.leaves_reached = made.count(ProbeKind::leaf);
        made.left_out = left_out_;
        return made;
    }

private:
    /// A node on the path to where the walk stands.
    struct Frame {
        LoweredStep step;
        std::vector<NodeId> successors;
        std::size_t next = 0;
        std::size_t mark = 0;
        std::unique_ptr<std::vector<CellSet>> cells_of_parent;  ///< if the search found another way here
    };

    void walk();
    void enter(NodeId node, std::size_t mark, std::unique_ptr<std::vector<CellSet>> cells_of_parent);
    void leave();
    void go_to(NodeId successor);
    void probe_leaf();
    void probe_step(const LoweredStep& step);
    void probe(ProbeKind kind, std::span<const CellWish> wishes);
    void probe_special(FeatureId feature);
    void vary_features();

    const Schema& schema_;
    LoweredTree tree_;
    ProbeCounts counts_;
    std::size_t rows_;
    Thinner leaves_;
    Thinner features_;
    Thinner steps_;
    SearchBudget budget_;
    Arrival arrival_;
    RowTable table_;
    std::vector<std::size_t> special_at_;  ///< steps that got the special values of a feature
    std::size_t left_out_ = 0;
    std::vector<NodeId> path_;
    std::vector<Frame> frames_;
};

std::vector<NodeId> successors_of(const LoweredStep& step) {
    if (step.is_leaf) return {};
    std::set<NodeId> all(step.test.by_level.begin(), step.test.by_level.end());
    if (step.test.split.kind != SplitKind::multiway) all.insert({step.test.yes, step.test.no});
    all.insert({step.when_missing, step.when_unseen});
    return {all.begin(), all.end()};
}

void ProbeMaker::walk() {
    enter(0, 0, nullptr);
    while (!frames_.empty()) {
        Frame& frame = frames_.back();
        if (frame.next == frame.successors.size())
            leave();
        else
            go_to(frame.successors[frame.next++]);
    }
}

void ProbeMaker::enter(NodeId node, std::size_t mark, std::unique_ptr<std::vector<CellSet>> cells_of_parent) {
    path_.push_back(node);
    frames_.push_back({tree_.step(node), {}, 0, mark, std::move(cells_of_parent)});
    Frame& frame = frames_.back();
    frame.successors = successors_of(frame.step);
    if (frame.step.is_leaf)
        probe_leaf();
    else
        probe_step(frame.step);
}

void ProbeMaker::leave() {
    Frame& frame = frames_.back();
    arrival_.widen_to(frame.mark);
    if (frame.cells_of_parent) arrival_.exchange(*frame.cells_of_parent);
    frames_.pop_back();
    path_.pop_back();
}

void ProbeMaker::go_to(NodeId successor) {
    const std::size_t mark = arrival_.mark();
    for (const Way& way : ways_to(frames_.back().step, successor, schema_))
        if (arrival_.narrow(way)) return enter(successor, mark, nullptr);
    std::vector<NodeId> path = path_;
    path.push_back(successor);
    auto cells = cells_down(tree_, schema_, path, {}, budget_);
    if (!cells) return;  // nothing below can be reached either
    arrival_.exchange(*cells);
    enter(successor, mark, std::make_unique<std::vector<CellSet>>(std::move(*cells)));
}

void ProbeMaker::probe_leaf() {
    if (leaves_.take())
        table_.add(ProbeKind::leaf, arrival_.cells());
    else
        ++left_out_;
}

void ProbeMaker::probe_step(const LoweredStep& step) {
    for_each_probe(step, schema_, [this](ProbeKind kind, std::span<const CellWish> wishes) {
        if (steps_.take())
            probe(kind, wishes);
        else
            ++left_out_;
    });
    probe_special(step.test.split.feature);
}

void ProbeMaker::probe(ProbeKind kind, std::span<const CellWish> wishes) {
    Way way;
    for (const CellWish& wish : wishes) way.push_back(demand_of(wish, schema_));
    const std::size_t mark = arrival_.mark();
    if (arrival_.narrow(way)) {
        table_.add(kind, arrival_.cells());
        arrival_.widen_to(mark);
    } else if (const auto cells = cells_down(tree_, schema_, path_, way, budget_)) {
        table_.add(kind, *cells);
    }
}

/// At the first two steps that ask about a number.
void ProbeMaker::probe_special(FeatureId feature) {
    if (!takes_special_values(schema_.features[feature]) || special_at_[feature]++ >= 2) return;
    for (const double value : special_values()) {
        const std::size_t mark = arrival_.mark();
        if (!arrival_.narrow({{feature, one_value(value)}})) continue;
        table_.add(ProbeKind::special, arrival_.cells());
        arrival_.widen_to(mark);
    }
}

/// Each feature in turn, also those that the tree does not ask about, in rows that end in one leaf or another.
void ProbeMaker::vary_features() {
    const auto vary = [this](ProbeKind kind, FeatureId feature, const CellSet& cells) {
        if (features_.take())
            table_.add_variant(kind, feature, cells);
        else
            ++left_out_;
    };
    for (FeatureId feature = 0; feature < schema_.features.size(); ++feature) {
        vary(ProbeKind::missing, feature, missing_cells());
        if (schema_.features[feature].type == ColumnType::categorical) vary(ProbeKind::unseen, feature, unseen_cells());
        if (!takes_special_values(schema_.features[feature])) continue;
        for (const double value : special_values()) vary(ProbeKind::special, feature, one_value(value));
    }
}

}  // namespace

std::string_view word_of(ProbeKind kind) {
    switch (kind) {
        case ProbeKind::leaf: return "leaves";
        case ProbeKind::threshold: return "thresholds";
        case ProbeKind::level: return "levels";
        case ProbeKind::surrogate: return "surrogates";
        case ProbeKind::missing: return "missing";
        case ProbeKind::unseen: return "unseen";
        case ProbeKind::special: return "special";
        case ProbeKind::data: return "data";
    }
    return {};
}

std::size_t ProbeRows::count(ProbeKind kind) const {
    return static_cast<std::size_t>(std::count(kinds.begin(), kinds.end(), kind));
}

ProbeRows probe_rows(const Model& model, const ProbeLimits& limits) { return ProbeMaker(model, limits).make(); }

std::vector<std::string> unseen_texts(const ColumnSchema& category) {
    const LevelFinder known(category);
    const auto is_unseen = [&](const std::string& text) {
        const auto& words = category.reading.missing_words;
        return known.find(text) == unseen_code && !(words && std::find(words->begin(), words->end(), text) != words->end());
    };
    std::vector<std::string> wanted = {"unseen"};
    while (!is_unseen(wanted.front())) wanted.front() += '!';
    for (std::size_t i = 0; i < category.levels.size(); i += std::max<std::size_t>(category.levels.size() / 3, 1)) {
        const std::string& level = category.levels[i];
        std::string other_case = level;
        for (char& c : other_case)
            if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) c = static_cast<char>(c ^ 0x20);
        wanted.insert(wanted.end(), {level + " ", " " + level, other_case, level + level});
    }
    std::vector<std::string> texts;
    for (std::string& text : wanted)
        if (!text.empty() && is_unseen(text) && std::find(texts.begin(), texts.end(), text) == texts.end())
            texts.push_back(std::move(text));
    return texts;
}

Table named_probe_rows(const Model& model, const ProbeLimits& limits) {
    Table table = probe_rows(model, limits).table;
    std::vector<char> fits(table.rows, 1);
    for (Column& column : table.columns) {
        const auto unseen = static_cast<LevelCode>(column.schema.levels.size());
        if (std::ranges::find(column.codes, unseen_code) != column.codes.end()) column.schema.levels.push_back(unseen_texts(column.schema).front());
        std::ranges::replace(column.codes, unseen_code, unseen);
        for (std::size_t row = 0; row < column.values.size(); ++row)
            if (std::isinf(column.values[row])) fits[row] = 0;
    }
    std::vector<RowId> kept;
    for (std::size_t row = 0; row < table.rows; ++row)
        if (fits[row] != 0) kept.push_back(static_cast<RowId>(row));
    for (Column& column : table.columns) {
        Column some;
        some.schema = column.schema;
        for (const RowId row : kept) {
            if (column.has_values())
                some.values.own().push_back(column.values[row]);
            else
                some.codes.push_back(column.codes[row]);
        }
        column = std::move(some);
    }
    table.rows = kept.size();
    return table;
}

}  // namespace treewright
