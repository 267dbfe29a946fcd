// How the process meets its surroundings. Ctrl-C and the wish to end in general: within 100 ms, without a half file.
#pragma once

#include "treewright/base/progress.h"

namespace treewright::cli {

inline constexpr int interrupted_exit_code = 130;

/// From now on SIGINT and SIGTERM cancel `progress`, and end the process 20 ms later if the work did not notice by then.
void end_on_interrupt(Progress& progress);

/// Opens what the caller has closed of standard input, output and error, so that no file of ours gets their place. Writing there
/// still fails.
void occupy_standard_descriptors();

/// A closed pipe becomes an error of `write` instead of the end of the process.
void ignore_closed_pipes();

}  // namespace treewright::cli
