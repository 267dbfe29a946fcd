#include "treewright/prediction/any_model.h"

#include "treewright/rules/rule_file.h"
#include "treewright/tree/model_envelope.h"
#include "treewright/tree/model_file.h"

namespace treewright {

AnyModel load_any_model(const std::string& path) { return any_model_from(model_file::read(path), path); }

bool is_model_file(const std::string& path) { return model_file::begins_as_model(path); }

AnyModel any_model_from(std::string_view bytes, const std::string& name) {
    const bool is_list = model_file::declared_kind(model_file::opened(bytes, name)) == rules_kind;
    if (is_list) return rules_from_bytes(bytes, name);
    return from_bytes(bytes, name);
}

std::string bytes_of(const AnyModel& model) {
    return std::visit([](const auto& either) { return to_bytes(either); }, model);
}

void save_any_model(const AnyModel& model, const std::string& path) {
    if (const auto* list = std::get_if<RuleModel>(&model)) return save_rules(*list, path);
    save_model(std::get<Model>(model), path);
}

const Schema& schema_of(const AnyModel& model) {
    return std::visit([](const auto& either) -> const Schema& { return either.schema; }, model);
}

const std::vector<NamedOption>& recorded_options(const AnyModel& model) {
    return std::visit([](const auto& either) -> const std::vector<NamedOption>& { return either.options; }, model);
}

}  // namespace treewright
