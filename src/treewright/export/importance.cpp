#include "treewright/export/importance.h"

#include <algorithm>
#include <numeric>

#include "treewright/base/number_text.h"
#include "treewright/export/display.h"
#include "treewright/export/names.h"
#include "treewright/export/table_text.h"
#include "treewright/export/wording.h"

namespace treewright {

namespace {

std::vector<FeatureId> by_share(const std::vector<double>& shares) {
    std::vector<FeatureId> order(shares.size());
    std::iota(order.begin(), order.end(), FeatureId{0});
    std::stable_sort(order.begin(), order.end(), [&](FeatureId a, FeatureId b) { return shares[a] > shares[b]; });
    return order;
}

std::string gain_share_text(double share) { return share < 0.0005 ? "< 0.1 %" : percent_text(share); }

}  // namespace

std::string importance_text(const Schema& schema, const std::vector<double>& shares, const TextStyle& style) {
    TextTable table({TextTable::Align::left, TextTable::Align::right, TextTable::Align::left});
    table.add_row({"feature", "share of gain", ""});
    std::string unused;
    for (const FeatureId feature : by_share(shares)) {
        const std::string name = shown_name(schema.features[feature].name);
        if (shares[feature] > 0.0)
            table.add_row({name, gain_share_text(shares[feature]), bar_text(shares[feature], 20)});
        else
            unused += (unused.empty() ? "" : ", ") + name;
    }
    const bool none = std::none_of(shares.begin(), shares.end(), [](double share) { return share > 0.0; });
    std::string text = none ? "No feature brings any gain.\n" : table.text(0, style.table_width());
    if (!unused.empty() && !none) text += wrapped("without gain: " + unused, style.width, 2) + "\n";
    return text;
}

void write_importance(JsonWriter& json, const Schema& schema, const std::vector<double>& shares) {
    json.begin_array();
    for (const FeatureId feature : by_share(shares)) {
        json.begin_object();
        json.member("feature", schema.features[feature].name);
        json.member("share", shares[feature]);
        json.end_object();
    }
    json.end_array();
}

}  // namespace treewright
