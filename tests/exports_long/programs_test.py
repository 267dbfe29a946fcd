"""Random trees as programs in C, C++, Java, JavaScript and Python: labels, probabilities, numbers and leaves are those of the model, to the last
bit. No name of a column, a level or a class becomes a part of a program."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import warnings

import numpy as np
import pyarrow as pa

import treewright as tw

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from hostile_names import EXECUTED, NAMES, WITH_NUL  # noqa: E402
from program_cases import deep, single_leaf  # noqa: E402
from program_drivers import RUNNERS, Answered, Failed, Program, call, replayed  # noqa: E402
from random_models import Case, Feature, Maker, chain, many  # noqa: E402

CASES = int(os.environ.get("TREEWRIGHT_CASES", "300"))
SEED = int(os.environ.get("TREEWRIGHT_SEED", "20260302"))
MISSING = ("majority", "direction", "category", "error", "fractional", "surrogate")
TREEWRIGHT = os.environ.get("TREEWRIGHT", "treewright")
AT_ONCE = 60  # programs of one compilation


def programs_of(cases, language):
    return [Program(case, 2 * i + j, language, style) for i, case in enumerate(cases) for j, style in enumerate(("nested", "table"))]


class RandomTrees(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cases = [*many(CASES, SEED), *(deep(depth, missing) for depth in (2, 20, 60) for missing in MISSING), *map(chain, (1, 2, 60, 1000, 5000)),
                 single_leaf(False), single_leaf(True)]
        cls.cases = [Answered(case) for case in cases]

    def replay(self, language, cases=None, **settings):
        programs = programs_of(cases or self.cases, language)
        for start in range(0, len(programs), AT_ONCE):
            with tempfile.TemporaryDirectory() as folder:
                self.assertEqual(replayed(language, programs[start:start + AT_ONCE], folder, **settings), [])
        print(f"{language}: {len(programs)} programs, {sum(program.answered.case.count for program in programs)} rows")

    def test_the_cases_are_of_every_kind(self):
        methods = {answered.case.model.options.get("missing") for answered in self.cases}
        self.assertLessEqual(set(MISSING), methods)
        self.assertLessEqual({0, 2, 3, 5, 12, 30}, {len(answered.classes) for answered in self.cases})
        self.assertLessEqual({0, 1, 60, 5000}, {answered.case.model.tree.max_depth for answered in self.cases})

    def test_c(self):
        self.replay("c")

    def test_c_when_optimised_for_this_machine(self):
        self.replay("c", self.cases[:100], flags=("-std=gnu17", "-O3", "-march=native", "-ffp-contract=fast"))

    def test_cpp(self):
        self.replay("cpp")

    def test_cpp_of_today(self):
        self.replay("cpp", self.cases[:30], flags=("-std=c++20", "-O2"))

    def test_java(self):
        self.replay("java")

    def test_javascript(self):
        self.replay("javascript")

    def test_python(self):
        self.replay("python")


class HostileNames(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def replay(self, cases):
        for language in RUNNERS:
            found = replayed(language, programs_of(list(map(Answered, cases)), language), self.folder)
            self.assertEqual(found, [], language)
            self.assertFalse((self.folder / EXECUTED).exists(), language)

    def test_as_levels_and_classes(self):
        """One question with all names for branches, each of which leads to a class of its own."""
        names = NAMES * 3
        table = pa.table({"x": names, "y": list(reversed(names))})
        cases = []
        for preset, missing in (("id3", "majority"), ("c45", "fractional"), ("cart", "direction")):
            model = tw.train(table, "y", preset=preset, prune="none", missing=missing)
            cases.append(Case(preset, model, [Feature("x", "category", NAMES)], [[*NAMES, None, "never seen"]]))
            labels, shares, leaves = cases[-1].answers()
            self.assertEqual(set(labels), set(NAMES))
        self.replay(cases)

    def test_as_features(self):
        """Trees that ask about every one of them, each once: whether it has the level that is its name."""
        size, cases = 40, []
        for start in range(0, len(NAMES), size):
            names = NAMES[start:start + size]
            count = 3 * len(names)
            features = [Feature(name, "category", [name, names[i - 1]], [name if row % len(names) == i else names[i - 1] for row in range(count)])
                        for i, name in enumerate(names)]
            labels = [names[row % len(names)] for row in range(count)]
            table = pa.table({feature.name: feature.arrow(feature.cells) for feature in features} | {"the target": labels})
            for missing in ("error", "surrogate"):
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    model = tw.train(table, "the target", preset="cart", prune="none", missing=missing)
                rows = Maker(start).rows(model, features)
                cases.append(Case(f"{start}, {missing}", model, features, rows, missing == "error"))
                asked = {node["feature"] for node in model.to_dict()["nodes"] if "feature" in node}
                self.assertGreaterEqual(len(asked), len(names) - 1)
        self.replay(cases)

    def test_as_ordered_levels(self):
        levels = NAMES[::-1]
        random = np.random.default_rng(SEED)
        codes = random.integers(0, len(levels), 2000)
        feature = Feature("x", "ordered", levels, [levels[code] for code in codes])
        table = pa.table({"x": feature.arrow(feature.cells), "y": np.sin(codes) * 100 + codes})
        model = tw.train(table, "y", task="regression", preset="cart", prune="none", max_depth=8)
        self.replay([Case("ordered", model, [feature], [[*levels, None]])])

    def test_as_targets(self):
        """The name of the target names the program."""
        texts = []
        for i, name in enumerate(NAMES):
            table = pa.table({"the feature": ["a", "b"] * 5, name: [1.0, 2.0] * 5 if i % 3 == 0 else ["n", "y"] * 5})
            model = tw.train(table, name, task="regression" if i % 3 == 0 else "classification", preset="cart", prune="none")
            texts.append({language: model.export(language, self_test=True) for language in RUNNERS})
        for language, run in {"c": self.run_c, "cpp": self.run_cpp, "java": self.run_java, "javascript": self.run_javascript, "python": self.run_python}.items():
            printed = run([text[language] for text in texts]).splitlines()
            self.assertEqual(len(printed), len(texts), language)
            self.assertEqual([line for line in printed if not re.fullmatch("0 (of [0-9]+ )?rows differ", line)], [], language)
            self.assertFalse((self.folder / EXECUTED).exists(), language)

    def written(self, texts, extension):
        for i, text in enumerate(texts):
            (self.folder / f"target_{i}{extension}").write_text(text)
        return [f"target_{i}{extension}" for i in range(len(texts))]

    def run_c(self, texts):
        """Each is a file of its own: it defines a function that is called like the name."""
        mains = [f"#define {re.search('^#ifdef ([A-Z0-9_]+_MAIN)$', text, re.MULTILINE)[1]}\n#define main main_{i}\n" for i, text in enumerate(texts)]
        files = self.written([main + text for main, text in zip(mains, texts)], ".c")
        calls = "".join(f"int main_{i}(void);\n" for i in range(len(texts))) + "int main(void) {\n" + "".join(f"    main_{i}();\n" for i in range(len(texts))) + "    return 0;\n}\n"
        (self.folder / "all.c").write_text(calls)
        call(["cc", "-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-o", "all", "all.c", *files, "-lm"], self.folder)
        return call([self.folder / "all"], self.folder)

    def run_cpp(self, texts):
        files = self.written(texts, ".hpp")
        code = "#include <array>\n#include <cmath>\n#include <cstddef>\n#include <cstdio>\n#include <cstring>\n#include <stdexcept>\n#include <string>\n"
        for i, (text, file) in enumerate(zip(texts, files)):
            guard = re.search("^#ifndef ([A-Z0-9_]+_HPP)$", text, re.MULTILINE)[1]
            main = re.search("^#ifdef ([A-Z0-9_]+_MAIN)$", text, re.MULTILINE)[1]
            code += f'#define {main}\n#define main main_{i}\nnamespace scope_{i} {{\n#include "{file}"\n}}\n#undef main\n#undef {main}\n#undef {guard}\n'
        code += "int main() {\n" + "".join(f"    scope_{i}::main_{i}();\n" for i in range(len(texts))) + "    return 0;\n}\n"
        (self.folder / "all.cpp").write_text(code)
        call(["c++", "-std=c++11", "-Wall", "-Wextra", "-pedantic", "-Werror", "-o", "all", "all.cpp"], self.folder)
        return call([self.folder / "all"], self.folder)

    def run_java(self, texts):
        names = [re.search(r"^public final class (\w+) \{$", text, re.MULTILINE)[1] for text in texts]
        inner = [f"final class Scope{i} {{\n{text.replace('public final class', 'public static final class', 1)}\n}}\n" for i, text in enumerate(texts)]
        for i, text in enumerate(inner):
            (self.folder / f"Scope{i}.java").write_text(text)
        calls = "".join(f"        Scope{i}.{name}.main(arguments);\n" for i, name in enumerate(names))
        (self.folder / "All.java").write_text(f"final class All {{\n    public static void main(String[] arguments) {{\n{calls}    }}\n}}\n")
        call(["javac", "-Xlint", "-Werror", "All.java", *(f"Scope{i}.java" for i in range(len(texts)))], self.folder)
        return call(["java", "-cp", ".", "All"], self.folder)

    def run_javascript(self, texts):
        files = self.written(texts, ".js")
        (self.folder / "all.js").write_text(f"for (const file of {json.dumps(files)}) require('module')._load(process.cwd() + '/' + file, null, true);\n")
        return call(["node", "all.js"], self.folder)

    def run_python(self, texts):
        files = self.written(texts, ".py")
        (self.folder / "all.py").write_text(f"import runpy\nfor file in {files!r}:\n    try:\n        runpy.run_path(file, run_name='__main__')\n"
                                            "    except SystemExit as end:\n        assert not end.code\n")
        return call([sys.executable, "-W", "error", "all.py"], self.folder)

    def test_with_nul(self):
        """No file holds such names, but a model of a program's own arrays may."""
        nodes = 2 * len(WITH_NUL) + 1
        splits = np.arange(len(WITH_NUL))
        weights = np.random.default_rng(1).integers(1, 9, (nodes, len(WITH_NUL))).astype(float)
        arrays = {"left": np.full(nodes, -1), "right": np.full(nodes, -1), "feature": np.zeros(nodes, dtype=np.int64), "threshold": np.zeros(nodes),
                  "label": np.arange(nodes) % len(WITH_NUL), "class_weights": weights, "weight": weights.sum(axis=1)}
        arrays["left"][2 * splits], arrays["right"][2 * splits], arrays["feature"][2 * splits] = 2 * splits + 1, 2 * splits + 2, splits
        model = tw.Model(tw._core.model_of_arrays(tw._core.Names(WITH_NUL, "y\0z", WITH_NUL), arrays, {}, "a test"))
        texts = [{language: model.export(language, self_test=True) for language in RUNNERS}]
        for language, run in {"c": self.run_c, "cpp": self.run_cpp, "java": self.run_java, "javascript": self.run_javascript, "python": self.run_python}.items():
            self.assertRegex(run([text[language] for text in texts]), "^0 (of [0-9]+ )?rows differ\n$", language)


class Verify(unittest.TestCase):
    """The same by 'treewright verify', which makes its own rows and has drivers of its own."""

    def test_random_trees(self):
        rows = 0
        for i, case in enumerate([*many(max(3, CASES // 15), SEED + 1), deep(60, "surrogate"), deep(60, "fractional"), single_leaf(True), single_leaf(False)]):
            with tempfile.TemporaryDirectory() as folder:
                case.model.save(pathlib.Path(folder, "m.tree"))
                for language, extension in (("c", ".h"), ("cpp", ".hpp"), ("java", ".java"), ("javascript", ".js"), ("python", ".py")):
                    file = pathlib.Path(folder, "export" + extension)
                    file.write_text(case.model.export(language, style=("nested", "table")[i % 2]))
                    done = subprocess.run([TREEWRIGHT, "verify", "m.tree", file, "--to", language, "--json", "--python", sys.executable], cwd=folder, capture_output=True, text=True)
                    self.assertEqual(done.returncode, 0, f"{case.name}: {done.stdout[:2000]}{done.stderr[:2000]}")
                    record = json.loads(done.stdout)
                    self.assertTrue(record["replayed"] and record["passed"] and record["equal_bytes"])
                    self.assertEqual((set(record["different"].values()), record["skipped"]), ({0}, 0))
                    rows += record["rows"]
        self.assertGreater(rows, 1000)


class TheTestsThemselves(unittest.TestCase):
    def test_find_a_wrong_program(self):
        case = Answered(chain(5))
        for language in RUNNERS:
            for style in ("nested", "table"):
                program = Program(case, 0, language, style, self_test=False)
                right, program.text = program.text, program.text.replace(" <= ", " < ")
                self.assertNotEqual(program.text, right)
                with tempfile.TemporaryDirectory() as folder:
                    (title, found), = replayed(language, [program], folder)
                self.assertEqual([row for row, *told in found], [0, 3, 6])

    def test_find_a_warning(self):
        program = Program(Answered(chain(5)), 0, "c", "nested")
        program.text += "\nstatic int unused;\n"
        with tempfile.TemporaryDirectory() as folder, self.assertRaisesRegex(Failed, "Werror=unused"):
            replayed("c", [program], folder)


if __name__ == "__main__":
    unittest.main()
