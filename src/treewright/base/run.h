// What long work is done with. Every function that may take long is given a `Run` as its last argument and keeps none of it.
#pragma once

#include <utility>

#include "treewright/base/messages.h"
#include "treewright/base/parallel.h"
#include "treewright/base/progress.h"

namespace treewright {

struct Run {
    Threads threads;
    Progress& progress;
    Messages& messages;
};

/// A run that shows nothing and has messages of its own: by itself, or as one of several pieces of a run that are done at the same time,
/// each on one thread. A piece stops when the whole does.
class QuietRun {
public:
    explicit QuietRun(Threads threads = Threads(1)) : run_{std::move(threads), progress_, messages_} {}
    explicit QuietRun(const Run& whole) : progress_(Progress::PartOf{whole.progress}), run_{Threads(1), progress_, messages_} {}
    QuietRun(const QuietRun&) = delete;
    QuietRun& operator=(const QuietRun&) = delete;

    operator const Run&() const { return run_; }  // stands wherever a run is asked for
    [[nodiscard]] const Messages& messages() const { return messages_; }

private:
    Progress progress_;
    Messages messages_;
    Run run_;
};

}  // namespace treewright
