"""Runs one measurement in a process of its own: pinned to cores, watched for memory and time, its answer read from its last line."""

import json
import os
import re
import subprocess
import tempfile
import time

LONGEST_SECONDS = 1200
LARGEST_SHARE_OF_MEMORY = 0.7  # more would make the machine swap or kill something else
WATCH_SECONDS = 0.2


def cores_for(threads):
    """The last cores: the first one serves most interrupts."""
    return sorted(os.sched_getaffinity(0))[-threads:]


def environment(threads):
    """The thread pools of the peers ask the environment, once, when they are imported."""
    names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "POLARS_MAX_THREADS")
    return os.environ | {name: str(threads) for name in names} | {"PYTHONDONTWRITEBYTECODE": "1"}


def memory_of_machine():
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def resident_bytes(pid):
    try:
        with open(f"/proc/{pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0  # it has just ended


def wait_watched(process):
    """Empty if the process ended by itself, else the reason why it was stopped."""
    limit, end = LARGEST_SHARE_OF_MEMORY * memory_of_machine(), time.monotonic() + LONGEST_SECONDS
    while True:
        try:
            process.wait(WATCH_SECONDS)
            return ""
        except subprocess.TimeoutExpired:
            pass
        if resident_bytes(process.pid) > limit:
            reason = f"stopped: it needed more than {limit / 1e9:.0f} GB"
        elif time.monotonic() > end:
            reason = f"stopped: not done after {LONGEST_SECONDS} s"
        else:
            continue
        process.kill()
        process.wait()
        return reason


def reason_in(errors, code):
    """The last line that was said, without the paths of this machine."""
    lines = [line.strip() for line in errors.splitlines() if line.strip()]
    said = re.sub(r"(/[\w.+-]+){2,}", "…", lines[-1])[:200] if lines else "it said nothing"
    return f"ended with code {code}: {said}"


def answer_in(output):
    for line in reversed(output.splitlines()):
        if line.startswith("{"):
            return json.loads(line)
    return None


def run(command, threads):
    """The answer of the process with its duration; {"failed": reason} if there is none."""
    cores = cores_for(threads)
    start = time.monotonic()
    with tempfile.TemporaryFile("w+", errors="replace") as output, tempfile.TemporaryFile("w+", errors="replace") as errors:
        process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=output, stderr=errors,
                                   env=environment(threads), preexec_fn=lambda: os.sched_setaffinity(0, cores))
        reason = wait_watched(process)
        output.seek(0)
        errors.seek(0)
        answer = answer_in(output.read()) if process.returncode == 0 else None
        failed = reason or (reason_in(errors.read(), process.returncode) if answer is None else "")
    result = {"failed": failed} if failed else answer
    return result | {"process_seconds": time.monotonic() - start}
