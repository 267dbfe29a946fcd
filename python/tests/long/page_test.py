"""The blocks of docs/python.md that need what only the long tests have (shap). All others are run by tools/check_docs.py."""

import contextlib
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class PageTest(unittest.TestCase):
    def test_its_programs_run(self):
        programs = BLOCK.findall((ROOT / "docs" / "python.md").read_text(encoding="utf-8"))
        self.assertEqual(1, len(programs))
        with contextlib.chdir(ROOT / "examples" / "data"):
            exec(compile(programs[0], "docs/python.md", "exec"), {})


if __name__ == "__main__":
    unittest.main()
