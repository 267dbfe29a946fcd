#include "cli/interrupt.h"

#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <csignal>

#include "treewright/base/atomic_file.h"

namespace treewright::cli {

namespace {

constexpr suseconds_t patience_in_microseconds = 50'000;

std::atomic<Progress*> to_cancel{nullptr};

/// The work had its chance to end by itself.
void end_at_once(int /*signal*/) {
    AtomicFile::discard_pending();
    _exit(interrupted_exit_code);
}

void cancel_and_wait(int /*signal*/) {
    if (Progress* progress = to_cancel.load()) progress->cancel();
    const itimerval timer{{0, 0}, {0, patience_in_microseconds}};
    setitimer(ITIMER_REAL, &timer, nullptr);
}

void handle(int signal, void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
}

}  // namespace

void end_on_interrupt(Progress& progress) {
    to_cancel = &progress;
    handle(SIGALRM, end_at_once);
    handle(SIGINT, cancel_and_wait);
    handle(SIGTERM, cancel_and_wait);
}

void ignore_closed_pipes() { handle(SIGPIPE, SIG_IGN); }

}  // namespace treewright::cli
