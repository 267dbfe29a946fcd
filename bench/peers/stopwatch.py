"""What one piece of work took: time by the clock, time of the processor, and memory. The twin of bench/measurement.cpp."""

import contextlib
import time


def status_bytes(key):
    with open("/proc/self/status") as status:
        for line in status:
            if line.startswith(key):
                return int(line.split()[1]) * 1024
    return 0


def forget_peak():
    """The kernel's high-water mark starts again from what is held now (proc(5), clear_refs)."""
    with contextlib.suppress(OSError), open("/proc/self/clear_refs", "w") as file:
        file.write("5")


@contextlib.contextmanager
def measured(answer):
    """Adds wall, cpu, resident_before and peak of the block to `answer`."""
    forget_peak()
    before = status_bytes("VmRSS:")
    cpu, wall = time.process_time(), time.perf_counter()
    yield
    answer["wall"] = time.perf_counter() - wall
    answer["cpu"] = time.process_time() - cpu
    answer["resident_before"] = before
    answer["peak"] = status_bytes("VmHWM:")
