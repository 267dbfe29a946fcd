// treewright man: the manual page, made from the help of all verbs.
#include "cli/flags/common_options.h"
#include "cli/shells/shells.h"
#include "cli/verbs.h"

namespace treewright::cli {

void run_man(const Arguments& arguments, Console& console) {
    CommonOptions common;
    ArgumentParser parser("man", "print the manual page, for man(1)");
    declare_common(parser, common);
    parser.example("read it", "treewright man | man -l -");
    if (!parse_or_help(parser, arguments, common, console)) return;
    console.print(manual_page(all_descriptions()));
}

}  // namespace treewright::cli
