#include "treewright/io/read_training_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "treewright/base/error.h"
#include "treewright/base/spelling.h"
#include "treewright/io/place.h"
#include "treewright/io/read_table.h"

namespace treewright {

namespace {

/// What the user said about reading, for the record: not the names of files, nor the columns that were left out, which have their own record.
std::vector<NamedOption> given_options(const ReadOptions& read, const TargetOptions& target) {
    std::vector<NamedOption> given;
    const auto add = [&](const auto& parameters) {
        for (const ParameterOf<ReadOptions>& parameter : parameters)
            if (parameter.name != "ignore" && parameter.name != "bad-rows-to" && parameter.value(read) != parameter.usual)
                given.push_back({std::string(parameter.name), parameter.get(read)});
    };
    add(reading_parameters());
    add(column_parameters());
    if (target.weights_are) given.push_back({"weights-are", std::string(word_of(*target.weights_are))});
    return given;
}

}  // namespace

PrepareOptions prepare_options(const std::string& path, const ReadOptions& read, const TargetOptions& target) {
    for (const auto& [option, name] :
         {std::pair{"target", target.target}, std::pair{"weight", target.weight}, std::pair{"group", target.group}})
        if (!name.empty() && std::find(read.ignore.begin(), read.ignore.end(), name) != read.ignore.end())
            throw usage_error(fmt::format("'{}' is named by both {} and {}: leave it out of one of them", name, named(option),
                                          named("ignore")));
    refuse_idle_meaning(target.weight, target.weights_are);
    std::vector<std::string> kept = read.categorical;
    kept.insert(kept.end(), read.numeric.begin(), read.numeric.end());
    return {.source = shown_path(path),
            .target = target.target,
            .weight = target.weight,
            .task = target.task,
            .keep = std::move(kept),
            .group = target.group,
            .ignored = read.ignore,
            .weights_are = target.weights_are,
            .reading = given_options(read, target)};
}

TrainingSet read_training_set(const std::string& path, const ReadOptions& read, const TargetOptions& target, const Run& run) {
    const PrepareOptions prepare_by = prepare_options(path, read, target);  // refuses before it reads
    Table table = read_table(path, read, run);
    return prepare(std::move(table), prepare_by, run.messages);
}

}  // namespace treewright
