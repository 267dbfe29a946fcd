"""Pages fit the terminal that they are printed on."""

import fcntl
import os
import pathlib
import pty
import struct
import subprocess
import tempfile
import termios
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("TREEWRIGHT", ROOT / "build" / "release" / "apps" / "cli" / "treewright"))
NAME = "a name that is far too long for a narrow terminal, and for most others"


def lines_on_terminal(columns, arguments, folder, variables):
    control, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen([PROGRAM, *arguments], cwd=folder, stdout=terminal, stderr=subprocess.DEVNULL, env=variables)
    os.close(terminal)
    text = b""
    try:
        while block := os.read(control, 4096):
            text += block
    except OSError:  # how Linux says that the other side is closed
        pass
    os.close(control)
    process.wait(60)
    return text.decode().splitlines()


class Width(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        rows = "".join(f"{i},{i * 7 % 10},{'yes' if i < 30 else 'no'}\n" for i in range(60))
        (self.folder / "t.csv").write_text(f'"{NAME}",x,y\n{rows}')
        self.variables = {name: value for name, value in os.environ.items() if name != "COLUMNS"} | {"NO_COLOR": "1"}

    def longest(self, columns, **variables):
        lines = lines_on_terminal(columns, ["describe", "t.csv"], self.folder, self.variables | variables)
        self.assertGreater(len(lines), 4)
        return max(len(line) for line in lines[2:6])

    def piped(self, **variables):
        return subprocess.run([PROGRAM, "describe", "t.csv"], cwd=self.folder, capture_output=True, check=True, text=True,
                              env=self.variables | variables).stdout

    def test_the_terminal_decides(self):
        self.assertLessEqual(self.longest(90), 90)
        self.assertGreater(self.longest(200), 100)
        self.assertLessEqual(self.longest(90, COLUMNS="200"), 90)

    def test_a_pipe_has_no_width_unless_columns_says_one(self):
        self.assertIn(NAME, self.piped())
        self.assertNotIn(NAME, self.piped(COLUMNS="90").split("\n\n")[1])
        self.assertIn(NAME, self.piped(COLUMNS="wide"))


if __name__ == "__main__":
    unittest.main()
