// How the process meets its surroundings. Ctrl-C and the wish to end in general: within 100 ms, without a half file.
#pragma once

#include "treewright/base/progress.h"

namespace treewright::cli {

inline constexpr int interrupted_exit_code = 130;
inline constexpr char interrupted_sentence[] = "stopped; no half file is left";

/// True for the first who asks: who ends the program says so, and only once.
bool has_last_word();

/// From now on SIGINT, SIGTERM and SIGHUP cancel `progress`, and end the process 20 ms later if the work did not notice by then.
void end_on_interrupt(Progress& progress);

/// Opens what the caller has closed of standard input, output and error, so that no file of ours gets their place. Writing there
/// still fails.
void occupy_standard_descriptors();

/// A closed pipe and a file that has grown too large become errors of `write` instead of the end of the process.
void turn_write_signals_into_errors();

}  // namespace treewright::cli
