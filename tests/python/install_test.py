"""The library as a user gets it: installed into a folder, then found by CMake and pkg-config, with the examples compiled against it and run."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("TREEWRIGHT", ROOT / "build/release/apps/cli/treewright")).resolve().parents[2]
LOANS = ROOT / "examples" / "data" / "loans.csv"

# What the program does for `train FILE --target NAME --preset PRESET -o MODEL`.
FIT = """#include <treewright/treewright.h>
int main(int, char** words) {
    treewright::DataOptions data;
    data.target = words[2];
    data.drops_identifiers = true;
    treewright::fit(treewright::Dataset::read(words[1], data), treewright::options({{"preset", words[3]}})).save(words[4]);
}
"""


def run(*command, **settings):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **settings)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")
    return done.stdout


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.prefix = cls.folder / "prefix"
        run("cmake", "--install", BUILD, "--prefix", cls.prefix)
        run("cmake", "-S", ROOT / "examples", "-B", cls.folder / "build", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={cls.prefix}")
        run("cmake", "--build", cls.folder / "build")

    def example(self, name, *arguments):
        return run(self.folder / "build" / name, *arguments, cwd=self.folder)

    def test_train_and_predict(self):
        text = self.example("train_and_predict", LOANS, "repaid")
        self.assertIn("debt", text)
        self.assertIn("accuracy", text)
        self.assertRegex(text, r"a new row: yes, leaf \d+\n$")

    def test_the_saved_model_is_the_programs(self):
        program = self.prefix / "bin" / "treewright"
        source = self.folder / "fit.cpp"
        source.write_text(FIT)
        run("g++", "-std=c++20", "-o", self.folder / "fit", source, *self.flags())
        for preset in ("auto", "id3", "c45", "cart"):
            run(self.folder / "fit", LOANS, "repaid", preset, "library.tree", cwd=self.folder)
            run(program, "train", LOANS, "--target", "repaid", "--preset", preset, "-o", "program.tree", "--force", cwd=self.folder)
            self.assertEqual((self.folder / "library.tree").read_bytes(), (self.folder / "program.tree").read_bytes(), preset)

    def test_the_archive_can_become_a_shared_library(self):
        shared = self.folder / "libtreewright.so"
        archive = next(self.prefix.glob("lib*/**/libtreewright.a"))
        libraries = [flag for flag in self.flags() if flag.startswith("-l") and flag != "-ltreewright"]
        run("g++", "-shared", "-o", shared, "-Wl,--no-undefined", "-Wl,--whole-archive", archive, "-Wl,--no-whole-archive", *libraries)
        includes = [flag for flag in self.flags() if flag.startswith("-I")]
        run("g++", "-std=c++20", "-o", self.folder / "by_shared", ROOT / "examples" / "arrow_in.cpp", *includes, shared, *libraries)
        self.assertIn("x = 7.5", run(self.folder / "by_shared", env=os.environ | {"LD_LIBRARY_PATH": str(self.folder)}))

    def test_cross_validate_and_prune(self):
        text = self.example("cross_validate_and_prune", LOANS, "repaid")
        self.assertIn("unpruned − pruned", text)
        self.assertIn("5 folds, repeated 2 times", text)
        self.assertIn("the best depth, with at most three leaves:\n", text)

    def test_arrow_in(self):
        self.assertIn("x = 1.5: 10.425, x = 7.5: 20.075", self.example("arrow_in"))

    def test_progress_bar(self):
        self.assertEqual(self.example("progress_bar", LOANS, "repaid"), "30 rounds, progress was shown\n")

    def test_a_mistake_is_one_sentence_without_flags(self):
        done = subprocess.run([self.folder / "build" / "train_and_predict", LOANS, "repayed"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("did you mean 'repaid'", done.stderr)
        self.assertNotIn("--", done.stderr)

    def flags(self):
        settings = {"env": os.environ | {"PKG_CONFIG_PATH": str(next(self.prefix.glob("lib*/**/pkgconfig")))}}
        return run("pkg-config", "--cflags", "--libs", "--static", "treewright", **settings).split()

    def test_pkg_config_knows_it(self):
        program = self.folder / "by_pkg_config"
        run("g++", "-o", program, ROOT / "examples" / "arrow_in.cpp", *self.flags())
        self.assertIn("x = 7.5", run(program))


class Documented(unittest.TestCase):
    def test_the_page_shows_the_examples_as_they_are(self):
        examples = "".join(file.read_text() for file in (ROOT / "examples").glob("*.cpp"))
        blocks = re.findall(r"```cpp\n(.*?)```", (ROOT / "docs" / "library.md").read_text(), re.DOTALL)
        self.assertGreater(len(blocks), 3)
        for block in blocks:
            self.assertIn(block, examples)


if __name__ == "__main__":
    unittest.main()
