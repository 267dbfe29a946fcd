#include "treewright/export/worked/work_figures_json.h"

#include "treewright/export/value_json.h"

namespace treewright {

void write_worked_figures(JsonWriter& json, const Ledger& ledger, const Figures& figures) {
    json.member("weight", figures.weight);
    if (ledger.is_classification())
        write_counts(json, ledger.set().target.schema.levels, figures.classes);
    else if (figures.weight > 0.0)
        json.member("mean", figures.mean);
    json.member("impurity", figures.impurity);
}

void write_cut(JsonWriter& json, const Ledger& ledger, FeatureId feature, const CutRecord& cut) {
    json.key("threshold");
    write_value(json, ledger.set().features[feature].schema, cut.threshold);
    json.key("above");
    json.begin_object();
    write_worked_figures(json, ledger, ledger.figures(cut.above));
    json.end_object();
    json.member("gain", ledger.real(cut.gain));
    if (cut.side == MissingSide::left) json.member("missing", "left");
    if (cut.side == MissingSide::right) json.member("missing", "right");
}

std::string_view no_candidate_word(NoCandidate reason) {
    switch (reason) {
        case NoCandidate::used_on_path: return "used";
        case NoCandidate::all_missing: return "missing";
        case NoCandidate::constant: return "constant";
        case NoCandidate::row_limits: return "rows";
        case NoCandidate::none: break;
    }
    return "none";
}

}  // namespace treewright
