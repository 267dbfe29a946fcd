// Threads, progress and messages for long work. Every function that may take long gets a `Run` as its last argument and keeps
// no reference to it.
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

/// A run that shows nothing and has messages of its own: on its own, or for one of several concurrent pieces of a run, each on
/// one thread. A piece stops when the whole does.
class QuietRun {
public:
    explicit QuietRun(Threads threads = Threads(1)) : run_{std::move(threads), progress_, messages_} {}
    explicit QuietRun(const Run& whole) : progress_(Progress::PartOf{whole.progress}), run_{Threads(1), progress_, messages_} {}
    QuietRun(const QuietRun&) = delete;
    QuietRun& operator=(const QuietRun&) = delete;

    operator const Run&() const { return run_; }  // implicit, to be passed wherever a `Run` is expected
    [[nodiscard]] const Messages& messages() const { return messages_; }

private:
    Progress progress_;
    Messages messages_;
    Run run_;
};

}  // namespace treewright
