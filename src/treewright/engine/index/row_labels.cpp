#include "treewright/engine/index/row_labels.h"

namespace treewright {

namespace {

LabelKind label_kind_of(const Labels& labels) {
    if (!labels.is_classification()) return LabelKind::moments;
    if (labels.has_weights()) return LabelKind::weighted_classes;
    return labels.slots() <= 2 ? LabelKind::two_classes : LabelKind::classes;
}

}  // namespace

RowLabels::RowLabels(const Labels& all) : labels(all), shape(all), kind(label_kind_of(all)) {
    const auto classes = all.classes();
    if (kind == LabelKind::two_classes)
        is_second.resize(classes.size());
    else
        codes.resize(classes.size());
    for (std::size_t row = 0; row < is_second.size(); ++row) is_second[row] = classes[row] == 1 ? 1 : 0;
    for (std::size_t row = 0; row < codes.size(); ++row) codes[row] = static_cast<std::uint16_t>(classes[row]);
}

}  // namespace treewright
