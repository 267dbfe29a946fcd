"""Random trees as programs in C and Python: they answer as the model does, to the last bit, and compile without a warning. The same for more
trees and for Java, JavaScript and C++ is `make test-exports`."""

import collections
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "exports_long"))
from program_cases import deep, of_every_kind, single_leaf  # noqa: E402
from program_drivers import Answered, Program, replayed  # noqa: E402
from random_models import chain  # noqa: E402

SEED = 20260301


class Programs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cases = [*of_every_kind(SEED, 3), deep(60, "surrogate"), deep(60, "fractional"), chain(60), single_leaf(False), single_leaf(True)]
        cls.cases = [Answered(case) for case in cases]

    def replay(self, language, **settings):
        programs = [Program(case, 2 * i + j, language, style) for i, case in enumerate(self.cases) for j, style in enumerate(("nested", "table"))]
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(replayed(language, programs, folder, **settings), [])

    def test_the_cases_are_of_every_kind(self):
        seen = collections.defaultdict(set)
        for answered in self.cases:
            model = answered.case.model
            for option in ("preset", "missing", "categories"):
                seen[option].add(model.options.get(option, "given"))  # a tree made by hand has none
            seen["task"].add(model.is_classifier)
            seen["kind"] |= {feature.kind for feature, cells in answered.columns}
            seen["classes"].add(len(answered.classes))
            seen["depth"].add(model.tree.max_depth)
            seen["refused"].add(bool((answered.leaves == -1).any()))
        self.assertEqual(seen["preset"], {"given", "auto", "id3", "c45", "cart"})
        self.assertEqual(seen["missing"], {"given", "majority", "direction", "category", "error", "fractional", "surrogate"})
        self.assertLessEqual({"multiway", "subset", "one-vs-rest"}, seen["categories"])
        self.assertEqual(seen["kind"], {"number", "date", "time", "ordered", "category"})
        self.assertLessEqual({2, 30}, seen["classes"])
        self.assertLessEqual({0, 60}, seen["depth"])
        self.assertEqual((seen["task"], seen["refused"]), ({True, False}, {True, False}))
        self.assertGreater(sum(answered.case.count for answered in self.cases), 5000)

    def test_c(self):
        self.replay("c")

    def test_python(self):
        self.replay("python")


if __name__ == "__main__":
    unittest.main()
