"""White space must be found where nobody sees it, and left where it is data."""

import contextlib
import io
import pathlib
import sys
import tempfile
import unittest

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "tools"))
import check_whitespace


class WhitespaceTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def write(self, name, content):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return name

    def check(self, *arguments):
        with contextlib.redirect_stdout(io.StringIO()):
            return check_whitespace.main(list(arguments), self.root)

    def test_a_clean_file_and_an_empty_one_pass(self):
        self.assertEqual(0, self.check(self.write("a.md", b"one\n\n  two\n"), self.write("b.txt", b"")))

    def test_flaws_are_found_and_mended(self):
        for content in (b"one \ntwo\n", b"one\t\n", b"one\r\n", b"one", b"one\n\n", b"\n"):
            name = self.write("a.md", content)
            self.assertEqual(1, self.check(name), content)
            self.assertEqual(content, (self.root / name).read_bytes())
            self.assertEqual(1, self.check("--fix", name), content)
            self.assertEqual(0, self.check(name), content)
        self.assertEqual(b"one\ntwo\n", check_whitespace.mended(b"one \ntwo"))

    def test_data_and_binary_files_are_left_alone(self):
        names = ("examples/data/a.csv", "tests/data/b.csv", "tests/sessions/data/c.csv", "tests/x.session", "tests/old_models/m.tree")
        for name in names:
            self.assertEqual(0, self.check(self.write(name, b"one \r\ntwo")), name)
        self.assertEqual(0, self.check(self.write("picture.png", b"a \n\0")))

    def test_a_file_that_was_deleted_is_no_flaw(self):
        self.assertEqual(0, self.check("gone.md"))


class HooksTest(unittest.TestCase):
    """The configuration of pre-commit names no repository but this one, and programs that exist."""

    def test_hooks_are_local_and_their_tools_exist(self):
        lines = (PROJECT / ".pre-commit-config.yaml").read_text().splitlines()
        values = {key: [line.split(": ", 1)[1] for line in lines if line.strip(" -").startswith(key + ": ")]
                  for key in ("repo", "entry", "language")}
        self.assertEqual(["local"], values["repo"])
        self.assertEqual(["system"] * len(values["entry"]), values["language"])
        tools = [entry.split()[0] for entry in values["entry"] if entry.startswith("tools/")]
        self.assertGreaterEqual(len(tools), 3)
        for tool in tools:
            self.assertTrue((PROJECT / tool).is_file(), tool)


if __name__ == "__main__":
    unittest.main()
