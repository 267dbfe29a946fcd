// The verbs of the program, one file each.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/console/console.h"

namespace treewright::cli {

using Arguments = std::vector<std::string>;

void run_describe(const Arguments& arguments, Console& console);
void run_table(const Arguments& arguments, Console& console);
void run_train(const Arguments& arguments, Console& console);
void run_prune(const Arguments& arguments, Console& console);
void run_show(const Arguments& arguments, Console& console);
void run_export(const Arguments& arguments, Console& console);
void run_verify(const Arguments& arguments, Console& console);
void run_rules(const Arguments& arguments, Console& console);
void run_predict(const Arguments& arguments, Console& console);
void run_evaluate(const Arguments& arguments, Console& console);
void run_explain(const Arguments& arguments, Console& console);
void run_report(const Arguments& arguments, Console& console);
void run_cv(const Arguments& arguments, Console& console);
void run_compare(const Arguments& arguments, Console& console);
void run_curve(const Arguments& arguments, Console& console);
void run_split(const Arguments& arguments, Console& console);
void run_completion(const Arguments& arguments, Console& console);
void run_man(const Arguments& arguments, Console& console);
void run_parameters(const Arguments& arguments, Console& console);

struct Verb {
    std::string_view name;
    std::string_view purpose;  ///< for the list in `treewright --help`
    void (*run)(const Arguments& arguments, Console& console);
};

/// In the order in which the help lists them.
std::span<const Verb> verbs();

/// What `treewright ARGUMENTS…` does.
void run_program(const Arguments& arguments, Console& console);

}  // namespace treewright::cli
