#include "cli/flags/plan_options.h"

#include "cli/flags/parameter_flags.h"

namespace treewright::cli {

void declare_folds(ArgumentParser& parser, PlanOptions& options) {
    parser.group("Which rows are held out");
    const auto list = plan_parameters();
    declare_fields(parser, list.first(list.size() - 1), options);
}

void declare_plan(ArgumentParser& parser, PlanOptions& options) {
    declare_folds(parser, options);
    declare_field(parser, plan_parameters().back(), options);
}

}  // namespace treewright::cli
