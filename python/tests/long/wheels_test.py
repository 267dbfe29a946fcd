"""The wheels work in a fresh environment of every Python of this machine: without a compiler, and without the libraries that they were
built with."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools"))
import make_wheels

FIRST_TREE = """
import treewright as tw
model = tw.train({"outlook": ["sunny", "rain", "sunny", "rain"] * 3, "wind": [1.0, 2, 3, 4] * 3}, ["no", "yes"] * 6, preset="id3")
assert list(model.predict({"outlook": ["rain"], "wind": [1.0]})) == ["yes"]
print(tw.__version__)
"""


class Wheels(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        subprocess.run(["make", "--no-print-directory", "wheel"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        cls.wheels = sorted((ROOT / "build" / "wheels").glob("*.whl"))

    def wheel_for(self, version):
        tags = (f"cp{version[0]}{version[1]}-cp{version[0]}{version[1]}", "cp312-abi3" if version >= make_wheels.STABLE else "-none-")
        return next(wheel for wheel in self.wheels if any(tag in wheel.name for tag in tags))

    def test_serve_every_python(self):
        for version, python in make_wheels.pythons().items():
            with self.subTest(version=version), tempfile.TemporaryDirectory() as folder:
                subprocess.run([python, "-m", "venv", folder], check=True)
                own = pathlib.Path(folder) / "bin"
                subprocess.run([own / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", self.wheel_for(version)],
                               check=True)
                clean = {"PATH": str(own), "HOME": folder, "CC": "/nowhere", "CXX": "/nowhere"}
                printed = subprocess.run([own / "python", "-c", FIRST_TREE], env=clean, cwd=folder, check=True, capture_output=True, text=True)
                program = subprocess.run([own / "treewright", "--version"], env=clean, check=True, capture_output=True, text=True)
                self.assertEqual(f"treewright {printed.stdout}", program.stdout)

    def test_hold_their_libraries_and_need_numpy_only(self):
        for wheel in self.wheels:
            with self.subTest(wheel=wheel.name), zipfile.ZipFile(wheel) as archive:
                names = archive.namelist()
                inside = [pathlib.Path(name).name.split("-")[0] for name in names if name.startswith("treewright.libs/")]
                self.assertIn("libfmt", inside)
                self.assertIn("libzstd", inside)
                self.assertTrue({"treewright/py.typed", "treewright/_core.pyi", "treewright/bin/treewright"} <= set(names))
                metadata = archive.read(next(name for name in names if name.endswith(".dist-info/METADATA"))).decode()
                needed = [line for line in metadata.splitlines() if line.startswith("Requires-Dist:") and "extra ==" not in line]
                self.assertEqual([line.split()[1].split(">")[0] for line in needed], ["numpy"])

    def test_pass_auditwheel(self):
        tool = ROOT / "build" / "wheels" / "auditwheel" / "bin" / "python"
        for wheel in self.wheels:
            shown = subprocess.run([tool, "-m", "auditwheel", "show", wheel], check=True, capture_output=True, text=True,
                                   env=os.environ | {"PATH": f"{tool.parent}{os.pathsep}{os.environ['PATH']}"})
            self.assertRegex(shown.stdout, r"manylinux_2_\d+_x86_64")


if __name__ == "__main__":
    unittest.main()
