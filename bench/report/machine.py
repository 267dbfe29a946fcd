"""What the figures were measured on."""

import datetime
import os
import pathlib
import platform
import subprocess


def said_by(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def describe():
    changed = "" if not said_by("git", "status", "--porcelain", "--untracked-files=no", "src") else " with changes"
    return {
        "date": datetime.date.today().isoformat(),
        "commit": (said_by("git", "rev-parse", "--short", "HEAD") or "of unknown commit") + changed,
        "processor": processor(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_gb": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9,
        "system": f"Linux {platform.release().partition('-')[0]}",
        "compiler": said_by("c++", "--version").partition("\n")[0],
        "python": platform.python_version(),
        "load": os.getloadavg()[0],
    }
