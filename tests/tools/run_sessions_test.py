"""The session runner must notice every difference: a runner that passes everything would hide all the others."""

import contextlib
import io
import pathlib
import sys
import tempfile
import textwrap
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import run_sessions
import sessions


def steps_of(text):
    return sessions.parse_steps(textwrap.dedent(text).split("\n"))


class ParsingTest(unittest.TestCase):
    def test_command_output_and_exit_code(self):
        first, second = steps_of("""\
            # what it is about
            $ echo one
            one

            # the next
            $ cat <<END
            > two
            > END
            two
            [exit 3]
            """)
        self.assertEqual(("echo one", ["one"]), (first.command, first.expected))
        self.assertEqual(("cat <<END\ntwo\nEND", ["two", "[exit 3]"]), (second.command, second.expected))

    def test_blank_lines_inside_the_output_are_kept(self):
        (step,) = steps_of("$ x\na\n\nb\n\n")
        self.assertEqual(["a", "", "b"], step.expected)

    def test_a_hash_line_without_a_blank_before_it_is_output(self):
        (step,) = steps_of("$ x\na\n# b\n")
        self.assertEqual(["a", "# b"], step.expected)

    def test_text_before_the_first_command_is_refused(self):
        with self.assertRaises(sessions.FormatError):
            steps_of("output of nothing\n$ x\n")


class MatchingTest(unittest.TestCase):
    def test_exact(self):
        self.assertTrue(sessions.matches(["a", "b"], ["a", "b"]))
        for actual in (["a"], ["a", "b", "c"], ["a", "B"], ["a", "b "], []):
            self.assertFalse(sessions.matches(["a", "b"], actual), actual)

    def test_dots_stand_for_any_lines(self):
        for actual in (["a", "b"], ["a", "x", "b"], ["a", "b", "x", "b"]):
            self.assertTrue(sessions.matches(["a", "...", "b"], actual), actual)
        for actual in (["a", "x"], ["x", "b"], ["a", "b", "x"]):
            self.assertFalse(sessions.matches(["a", "...", "b"], actual), actual)

    def test_dots_inside_a_line_stand_for_any_text(self):
        self.assertTrue(sessions.matches(["took ... s (...)"], ["took 0.3 s ()"]))
        self.assertFalse(sessions.matches(["took ... s"], ["took 0.3 min"]))

    def test_dots_never_hide_an_exit_code(self):
        self.assertFalse(sessions.matches(["..."], ["a", "[exit 1]"]))
        self.assertFalse(sessions.matches(["...", "[exit 2]"], ["a", "[exit 1]"]))
        self.assertFalse(sessions.matches(["...", "[exit 2]"], ["a"]))
        self.assertTrue(sessions.matches(["...", "[exit 1]"], ["a", "b", "[exit 1]"]))


class AcceptingTest(unittest.TestCase):
    def test_dots_that_still_hold_are_kept(self):
        self.assertEqual(["new", "...", "took ... s"],
                         sessions.accepted(["old", "...", "took ... s"], ["new", "x", "y", "took 2 s"]))

    def test_dots_that_no_longer_hold_are_replaced(self):
        self.assertEqual(["took long"], sessions.accepted(["took ... s"], ["took long"]))

    def test_what_is_accepted_matches(self):
        cases = [(["a", "...", "b"], ["c"]), (["..."], ["x", "[exit 1]"]), (["a", "[exit 2]"], ["a"]), ([], ["n"]), (["o"], []),
                 (["...", "k", "..."], ["p", "q", "[exit 9]"])]
        for expected, actual in cases:
            self.assertTrue(sessions.matches(sessions.accepted(expected, actual), actual), (expected, actual))


class RunningTest(unittest.TestCase):
    """Real sessions against a small program that stands for treewright."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.program = self.folder / "program"
        self.program.write_text('#!/bin/bash\necho "said $1"\necho "complained" >&2\nexit "${2:-0}"\n')
        self.program.chmod(0o755)

    def run_session(self, text, *options):
        self.file = self.folder / "a.session"
        self.file.write_text(textwrap.dedent(text))
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            code = run_sessions.main([str(self.file), "--program", str(self.program), *options])
        return code, output.getvalue()

    def assert_result(self, code, last_line, session):
        actual_code, output = self.run_session(session)
        self.assertEqual((code, last_line), (actual_code, output.strip().split("\n")[-1]), output)

    def test_what_matches_passes(self):
        self.assert_result(0, "2 passed, 0 failed", """\
            $ treewright hello
            said hello
            complained

            # with an exit code
            $ treewright bye 3
            said bye
            complained
            [exit 3]
            """)

    def test_other_output_fails_and_is_shown(self):
        code, output = self.run_session("$ treewright hello\nsaid goodbye\ncomplained\n")
        self.assertEqual(1, code)
        self.assertIn("-said goodbye", output)
        self.assertIn("+said hello", output)
        self.assertTrue(output.endswith("0 passed, 1 failed\n"))

    def test_another_exit_code_fails(self):
        self.assert_result(1, "0 passed, 1 failed", "$ treewright hello 2\n...\n")
        self.assert_result(1, "0 passed, 1 failed", "$ treewright hello 2\n...\n[exit 3]\n")
        self.assert_result(1, "0 passed, 1 failed", "$ treewright hello\n...\n[exit 3]\n")

    def test_missing_output_fails(self):
        self.assert_result(1, "0 passed, 1 failed", "$ true\nsomething\n")

    def test_a_file_without_commands_fails(self):
        self.assert_result(1, "0 passed, 1 failed", "# nothing here\n")

    def test_no_program_fails(self):
        self.program.unlink()
        self.assert_result(1, "0 passed, 1 failed", "$ true\n")

    def test_commands_share_a_folder_with_the_examples(self):
        self.assert_result(0, "3 passed, 0 failed", "$ ls golf.csv\ngolf.csv\n$ echo x > made\n$ cat made\nx\n")

    def test_files_beside_the_session_are_there(self):
        (self.folder / "data").mkdir()
        (self.folder / "data" / "own.csv").write_text("mine\n")
        self.assert_result(0, "1 passed, 0 failed", "$ cat own.csv\nmine\n")

    def test_death_by_a_signal_is_an_exit_code(self):
        self.assert_result(0, "1 passed, 0 failed", "$ kill -TERM $$\n[exit 143]\n")

    def test_accept_rewrites_only_what_differs(self):
        code, _ = self.run_session("# why\n$ treewright a\nsaid ...\ncomplained\n\n$ treewright b 1\nold\n", "--accept")
        self.assertEqual(0, code)
        self.assertEqual("# why\n$ treewright a\nsaid ...\ncomplained\n\n$ treewright b 1\nsaid b\ncomplained\n[exit 1]\n",
                         self.file.read_text())

    def test_accepted_output_passes_even_if_it_looks_like_a_session(self):
        awkward = r"""$ printf '> a\n$ b\n\n# c\n[exit 7]\n'; exit 5""" + "\n"
        self.run_session(awkward, "--accept")
        self.assert_result(0, "1 passed, 0 failed", self.file.read_text())


if __name__ == "__main__":
    unittest.main()
