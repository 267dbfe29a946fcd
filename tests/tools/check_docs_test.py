"""The documentation check must notice output that is no longer true, links that lead nowhere and folders that are not there."""

import contextlib
import io
import os
import pathlib
import sys
import tempfile
import textwrap
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import check_docs

ARCHITECTURE = """\
    # Map
    | `not_here` | a table elsewhere |

    ## Folders
    | folder | holds |
    |---|---|
    | `base` | errors |
    | `src/treewright/tree/`, `criteria` | see `data` |

    ## Words
    | `row` | a row |
    """


class CheckDocsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in ("base", "tree", "criteria"):
            self.write(f"src/treewright/{name}/CMakeLists.txt", "")
        self.write("src/treewright/base/names.h", "int not_here, row, data, rules;\n")
        self.write("docs/ARCHITECTURE.md", ARCHITECTURE)
        self.write("examples/data/golf.csv", "Play\n")
        self.write("program", '#!/bin/bash\necho "said $1"\n')
        (self.root / "program").chmod(0o755)

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(textwrap.dedent(text))

    def check(self, *options):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            code = check_docs.main(["--root", str(self.root), "--program", str(self.root / "program"), *options])
        return code, output.getvalue()

    def with_package(self):
        """A package of this name for the Python examples, whatever is installed."""
        self.write("packages/treewright.py", "def fit(rows):\n    print('a tree,')\n    print()\n    return rows\n")
        setting = unittest.mock.patch.dict(os.environ, PYTHONPATH=str(self.root / "packages"))
        setting.start()
        self.addCleanup(setting.stop)

    def assert_complaint(self, words, *options):
        code, output = self.check(*options)
        self.assertEqual(1, code, output)
        self.assertIn(words, output)
        self.assertIn(", 1 failed", output)

    def test_true_pages_pass(self):
        self.write("README.md", """\
            See [the map](docs/ARCHITECTURE.md#words), [the web](https://example.org) and [below](#end), not `[this](nowhere)`.

            ```sh
            make demo
            ```
            ```console
            $ treewright hello > said; cat golf.csv
            Play
            ```
            Then
            ```console
            $ cat said
            said hello
            ```
            """)
        self.assertEqual((0, "5 passed, 0 failed\n"), self.check())

    def test_other_output_is_a_complaint(self):
        self.write("docs/a.md", "```console\n$ treewright hello\nsaid goodbye\n```\n")
        self.assert_complaint("+said hello")

    def test_another_exit_code_is_a_complaint(self):
        self.write("docs/a.md", "```console\n$ false\n```\n")
        self.assert_complaint("+[exit 1]")

    def test_a_block_that_is_no_session_is_a_complaint(self):
        self.write("docs/a.md", "```console\ntreewright hello\n```\n")
        self.assert_complaint("neither a command")

    def test_accept_rewrites_the_block_only(self):
        self.write("docs/a.md", "$ before\n```console\n$ treewright a\nold\n```\nbetween\n```console\n$ treewright b\n```\n")
        self.assertEqual(0, self.check("--accept")[0])
        self.assertEqual("$ before\n```console\n$ treewright a\nsaid a\n```\nbetween\n```console\n$ treewright b\nsaid b\n```\n",
                         (self.root / "docs/a.md").read_text())
        self.assertEqual(0, self.check()[0])

    def test_python_examples_share_a_namespace_and_the_folder_of_the_commands(self):
        self.with_package()
        self.write("README.md", """\
            ```pycon
            >>> import treewright as tw
            >>> def count(rows):
            ...     return len(rows)
            >>> count(tw.fit(open("golf.csv").readlines()))
            a tree,

            1
            >>> with open("said.txt", "w") as file:
            ...     print("from Python", file=file)
            ```
            ```console
            $ cat said.txt
            from Python
            $ echo 3 > three.txt
            ```
            ```pycon
            >>> print("one\\ntwo\\nabc")
            ...
            a...c
            >>> count(open("three.txt").read().split())
            1
            >>> count(1)
            Traceback (most recent call last):
              ...
            TypeError: object of type 'int' has no len()
            >>> import warnings; warnings.warn("careful")
            ...UserWarning: careful
            ```
            """)
        self.assertEqual((0, "13 passed, 0 failed\n"), self.check())

    def test_other_output_of_a_python_example_is_a_complaint(self):
        self.with_package()
        self.write("docs/a.md", "```pycon\n>>> 1 + 1\n3\n```\n")
        self.assert_complaint("+2")

    def test_accept_rewrites_python_examples(self):
        self.with_package()
        self.write("docs/a.md", "```pycon\n>>> x = 2\nold\n>>> x + 1\n\n```\nbetween\n```pycon\n>>> x\n...\n```\n")
        self.assertEqual(0, self.check("--accept")[0])
        self.assertEqual("```pycon\n>>> x = 2\n>>> x + 1\n3\n\n```\nbetween\n```pycon\n>>> x\n...\n```\n",
                         (self.root / "docs/a.md").read_text())

    def test_without_the_package_a_python_example_fails_and_is_not_rewritten(self):
        self.write("python", f'#!/bin/bash\nexec env -u PYTHONPATH {sys.executable} -S "$@"\n')
        (self.root / "python").chmod(0o755)
        page = "```pycon\n>>> import treewright\n```\n"
        self.write("docs/a.md", page)
        for options in ((), ("--accept",)):
            self.assert_complaint("has no package 'treewright'", "--python", str(self.root / "python"), *options)
        self.assertEqual(page, (self.root / "docs/a.md").read_text())

    def test_an_interpreter_that_ends_is_a_complaint(self):
        self.with_package()
        self.write("docs/a.md", "```pycon\n>>> import os; os._exit(3)\n```\n")
        self.assert_complaint("+[the interpreter ended]")

    def test_a_block_that_is_no_python_example_is_a_complaint(self):
        self.write("docs/a.md", "```pycon\nimport treewright\n```\n")
        self.assert_complaint("neither an example")

    def test_a_broken_link_is_a_complaint(self):
        self.write("docs/deep/a.md", "Read [this](../b.md).\n")
        self.assert_complaint("deep/a.md:1: the link leads nowhere: ../b.md")

    def test_a_broken_reference_is_a_complaint(self):
        self.write("docs/a.md", "Read [this][x].\n\n[x]: b.md\n")
        self.assert_complaint("a.md:3: the link leads nowhere: b.md")

    def test_a_folder_that_the_map_does_not_name_is_a_complaint(self):
        self.write("src/treewright/io/csv.h", "")
        self.assert_complaint("does not name the folder src/treewright/io")

    def test_a_folder_that_is_not_there_is_a_complaint(self):
        self.write("docs/ARCHITECTURE.md", ARCHITECTURE.replace("`base`", "`base`, `rules`"))
        self.assert_complaint("names the folder rules")

    def test_a_folder_named_twice_is_a_complaint(self):
        self.write("docs/ARCHITECTURE.md", ARCHITECTURE.replace("`base`", "`base`, `tree`"))
        self.assert_complaint("more than once")

    def test_a_name_of_the_map_that_is_not_in_the_sources_is_a_complaint(self):
        self.write("docs/ARCHITECTURE.md", ARCHITECTURE + "See `base/names.h`, `row` and `tree/seedling.h`, which has `grow(rows)`.\n")
        code, output = self.check()
        self.assertEqual(1, code, output)
        self.assertIn("`tree/seedling.h`: there is no seedling in the sources", output)
        self.assertIn("`grow`: there is no grow in the sources", output)
        self.assertNotIn("names.h", output)

    def test_names_of_the_python_package_may_be_in_the_map(self):
        self.write("python/treewright/_tables.py", "class Table:\n    pass\n")
        self.write("docs/ARCHITECTURE.md", ARCHITECTURE + "See `Table` in `_tables.py`.\n")
        self.assertEqual(0, self.check()[0])

    def test_a_missing_map_is_a_complaint(self):
        (self.root / "docs/ARCHITECTURE.md").unlink()
        self.assert_complaint("this page is missing")


if __name__ == "__main__":
    unittest.main()
