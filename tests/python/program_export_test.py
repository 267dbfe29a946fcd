"""Random trees as programs in C and Python: they answer as the model does, to the last bit, and compile without a warning. The same for more
trees and for Java, JavaScript and C++ is `make test-exports`."""

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
        models = [answered.case.model for answered in self.cases]
        self.assertLessEqual({0, 60}, {model.tree.max_depth for model in models})
        self.assertLessEqual({0, 2, 30}, {len(answered.classes) for answered in self.cases})
        self.assertTrue(any((answered.leaves == -1).any() for answered in self.cases), "no row is refused")
        self.assertGreater(sum(answered.case.count for answered in self.cases), 5000)

    def test_c(self):
        self.replay("c")

    def test_python(self):
        self.replay("python")


if __name__ == "__main__":
    unittest.main()
