// Signals, lack of memory and inherited descriptors. Ctrl-C and other requests to end are met within 100 ms, without leaving a
// partial file.
#pragma once

#include "treewright/base/progress.h"

namespace treewright::cli {

inline constexpr int system_failed_exit_code = 1;
inline constexpr int interrupted_exit_code = 130;
inline constexpr char interrupted_sentence[] = "stopped; no partial file is left behind";

/// True for the first caller only: whoever ends the program prints the message, exactly once.
bool has_last_word();

/// From now on SIGINT, SIGTERM and SIGHUP cancel `progress`, and end the process 20 ms later if the work did not notice by then.
void end_on_interrupt(Progress& progress);

/// Without allocating anything.
void say_out_of_memory();

/// From now on an exception that cannot be caught leaves no partial file behind, and one for lack of memory ends the process as
/// any other lack of memory does.
void clean_up_if_lost();

/// Reopens standard input, output and error if the parent process closed them, so that no file of ours gets their descriptor.
/// Writing there still fails.
void occupy_standard_descriptors();

/// Ignores SIGPIPE and SIGXFSZ: a closed pipe or a file that is too large becomes an error of `write`.
void turn_write_signals_into_errors();

}  // namespace treewright::cli
