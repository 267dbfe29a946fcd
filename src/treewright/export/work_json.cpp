#include "treewright/export/work_json.h"

#include <algorithm>
#include <limits>

#include "treewright/export/drawing/node_paths.h"
#include "treewright/export/names.h"
#include "treewright/export/value_json.h"
#include "treewright/export/worked/ledger.h"
#include "treewright/export/worked/work_figures_json.h"

namespace treewright {

namespace {

std::string_view stop_word(StopReason stop) {
    switch (stop) {
        case StopReason::none: return "split";
        case StopReason::pure: return "pure";
        case StopReason::depth: return "depth";
        case StopReason::rows: return "rows";
        case StopReason::no_question: return "no-question";
        case StopReason::gain: return "gain";
        case StopReason::test: return "test";
        case StopReason::bits: return "bits";
        case StopReason::leaves: return "leaves";
    }
    return "";
}

class WorkJson {
public:
    WorkJson(JsonWriter& json, const WorkedTree& worked)
        : json_(json), worked_(worked), ledger_(worked.set, worked.options, worked.terms), paths_(worked.model) {}

    void write() {
        json_.begin_array();
        for (const NodeWork& work : worked_.work) {
            json_.line_break();
            write_node(work);
        }
        json_.line_break();
        json_.end_array();
    }

private:
    void write_node(const NodeWork& work) {
        const Node& node = worked_.model.tree.nodes[work.node];
        json_.begin_object();
        json_.member("node", work.node);
        json_.key("path");
        json_.begin_array();
        for (const std::string& condition : paths_.conditions(work.node, most_conditions)) json_.string(condition);
        json_.end_array();
        json_.member("stop", stop_word(work.stop));
        json_.member("measure", ledger_.criterion().measure);
        json_.key("rows");
        json_.begin_object();
        write_worked_figures(json_, ledger_, ledger_.figures(work.sums));
        json_.end_object();
        if (work.search) write_search(*work.search);
        if (node.test) write_test(json_, *node.test);
        json_.end_object();
    }

    void write_search(const SearchResult& search) {
        json_.key("features");
        json_.begin_array();
        for (std::size_t f = 0; f < search.features.size(); ++f) {
            json_.begin_object();
            json_.member("feature", name_of(search.features[f].feature));
            if (search.features[f].best) {
                write_best(*search.features[f].best);
                if (std::find(search.tied.begin(), search.tied.end(), f) != search.tied.end()) json_.member("tied", true);
                if (!search.features[f].cuts.empty()) write_cuts(search.features[f]);
            } else {
                json_.member("none", no_candidate_word(search.features[f].reason));
            }
            json_.end_object();
        }
        json_.end_array();
        if (search.winner) json_.member("chosen", name_of(search.features[*search.winner].feature));
        if (worked_.options.gain_filter == GainFilter::average) json_.member("average_gain", search.average_gain);
    }

    void write_best(const Candidate& best) {
        const NamedSplit question{best.split, ledger_.set().features[best.split.feature].schema};
        const bool by_ratio = ledger_.criterion().ranks_by_ratio;
        json_.member("question", question_text(question));
        json_.member("gain", ledger_.real(best.gain));
        json_.member("score", by_ratio ? best.score : ledger_.real(best.score));
        if (by_ratio) {
            json_.member("split_information", best.split_information);
            json_.member("penalty", best.penalty);
            json_.member("eligible", best.eligible);
        }
        json_.member("known_share", best.known_share);
        json_.member("mean_impurity", ledger_.mean_impurity(best));
        if (best.heuristic) json_.member("heuristic", true);
        json_.key("branches");
        json_.begin_array();
        for (std::size_t b = 0; b < best.counted.size(); ++b) {
            json_.begin_object();
            json_.member("branch", branch_text(question, b));
            write_worked_figures(json_, ledger_, ledger_.figures(best.counted[b]));
            json_.end_object();
        }
        json_.end_array();
    }

    void write_cuts(const FeatureResult& feature) {
        json_.key("cuts");
        json_.begin_array();
        for (const CutRecord& cut : feature.cuts) {
            json_.begin_object();
            write_cut(json_, ledger_, feature.feature, cut);
            json_.end_object();
        }
        json_.end_array();
    }

    [[nodiscard]] const std::string& name_of(FeatureId feature) const { return ledger_.set().features[feature].schema.name; }

    static constexpr std::size_t most_conditions = 100;  // a deep chain would else be written as its square

    JsonWriter& json_;
    const WorkedTree& worked_;
    Ledger ledger_;
    NodePaths paths_;
};

}  // namespace

void write_work(JsonWriter& json, const WorkedTree& worked) { WorkJson(json, worked).write(); }

std::string work_json(const WorkedTree& worked) {
    std::string text;
    JsonWriter json(text);
    write_work(json, worked);
    return text + "\n";
}

}  // namespace treewright
