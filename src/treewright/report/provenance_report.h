// Where a model came from, and the command that makes it again from the same rows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "treewright/data/schema.h"
#include "treewright/prediction/any_model.h"
#include "treewright/report/document.h"

namespace treewright {

/// The words of the command, each as the shell takes it: treewright, train, FILE, --target, Play, … FILE stands for the table.
[[nodiscard]] std::vector<std::string> repeating_command(const AnyModel& model);

[[nodiscard]] std::string provenance_text(const AnyModel& model);
/// What repeats the result: `train`, or another verb with words of its own.
struct RepeatedBy {
    std::string verb = "train";
    std::vector<std::string> words = {};  ///< behind those of train, each as the shell takes it
    std::string what = {};                ///< "page"; empty: the tree, or the list of rules
    bool knows_weight = false;            ///< the words name the column of the weights, or there is none
};
/// One word as the shell takes it.
[[nodiscard]] std::string shell_word(std::string_view text);
/// The same for a page.
[[nodiscard]] Document provenance_document(const AnyModel& model, const RepeatedBy& by = {});
[[nodiscard]] std::string provenance_json(const AnyModel& model);

}  // namespace treewright
