// Options from Python's dictionaries, whose keys are the names of the catalogue.
#pragma once

#include <nanobind/nanobind.h>

#include <map>
#include <string>
#include <vector>

#include "treewright/treewright.h"

namespace treewright::python {

/// The values by their names. None is no value; a dictionary is a number for each key, or a list of levels for each key; a pair of a list of
/// classes and a matrix is a table of costs. A TypeError for anything else.
std::map<std::string, ParameterValue> parameter_values(const nanobind::dict& options);

/// A pair of lists: the classes and the costs, row by row: rows are true classes. `name`: of the parameter, for its errors.
CostTable cost_table(const nanobind::tuple& pair, const std::string& name = "costs");

TrainOptions train_options(const nanobind::dict& options);

/// The same as texts.
struct SettingTexts {
    std::vector<std::pair<std::string, std::string>> texts;
    [[nodiscard]] std::vector<NamedSetting> settings() const { return {texts.begin(), texts.end()}; }
};
SettingTexts setting_texts(const nanobind::dict& options);

}  // namespace treewright::python
