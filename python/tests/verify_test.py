"""An export, replayed: `Model.verify`."""

import pathlib
import tempfile
import unittest

import pandas as pd

import treewright as tw

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples" / "data"
GOLF = pd.read_csv(EXAMPLES / "golf.csv")


class VerifyTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.model = tw.train(GOLF, "Play", preset="c45")

    def test_a_sound_export_passes(self):
        for target, options in (("c", {}), ("python", {"style": "table", "name": "Golf"}), ("python", {"self_test": True})):
            result = self.model.verify(self.model.export(target, **options), name=options.get("name"))
            self.assertTrue(result)
            self.assertTrue(result.passed and result.replayed and result.equal_bytes)
            self.assertEqual((result.target, result.rows, result.leaves, result.leaves_reached), (target, 54, 5, 5))
            self.assertEqual(set(result.different.values()), {0})
            self.assertEqual(result.to_dict()["options"]["style"], options.get("style", "nested"))
            self.assertIn("every answer is that of the model", str(result))
            self.assertIn("Every answer is that of the model.", result._repr_html_())

    def test_the_python_that_runs_is_this_one(self):
        self.assertEqual(self.model.verify(self.model.export("python")).tools, {"python": ".".join(map(str, __import__("sys").version_info[:3]))})

    def test_rows_of_the_users_and_fewer_of_its_own(self):
        result = self.model.verify(self.model.export("python"), GOLF)
        self.assertEqual((result.rows, result.rows_by_kind["data"]), (68, 14))
        large = tw.train({"x": [i * i for i in range(3000)], "y": [i % 7 * 1.0 for i in range(3000)]}, "y", preset="cart", prune="none", task="regression")
        few = large.verify(large.export("python"), probe_rows=1000, timeout=120)
        self.assertTrue(few)
        self.assertLessEqual(few.rows, 1000)
        self.assertGreater(few.to_dict()["left_out"], 1000)

    def test_a_changed_export_is_only_run_if_it_is_trusted(self):
        changed = self.model.export("python").replace("<= 75.0", "<= 75.5")
        with self.assertRaisesRegex(ValueError, r"is not what the model exports to python now .* or say trust=True to run it all the same"):
            self.model.verify(changed, to="python")
        with self.assertRaisesRegex(ValueError, "its name does not say what it is: say so by to="):
            self.model.verify(changed)
        result = self.model.verify(changed, to="python", trust=True)
        self.assertFalse(result or result.equal_bytes)
        self.assertGreater(min(result.different[what] for what in ("leaves", "labels", "probabilities")), 0)
        self.assertIn("It answers otherwise than the model.", result._repr_html_())
        self.assertEqual(result.first_differences[0]["cells"]["Humidity"], "75.00000000000001")
        broken = self.model.verify("raise SystemExit('broken')\n", to="python", trust=True)
        self.assertIn("broken", broken.failure)
        self.assertIn("The consumer failed.", broken._repr_html_())

    def test_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "golf.py")
            path.write_text(self.model.export("python"))
            for way in (path, str(path), path.read_bytes()):
                self.assertTrue(self.model.verify(way))
            with self.assertRaises(FileNotFoundError):
                self.model.verify(pathlib.Path(folder, "nowhere.py"))

    def test_a_drawing_is_compared(self):
        result = self.model.verify(self.model.export("dot"))
        self.assertTrue(result.passed and not result.replayed)
        self.assertIn("It is what the model exports.", result._repr_html_())
        with self.assertRaisesRegex(AttributeError, "this Verification has no 'rows'"):
            result.rows

    def test_mistakes(self):
        text = self.model.export("python")
        with self.assertRaisesRegex(ValueError, "there is no parameter 'styl' of an export: did you mean 'style'"):
            self.model.verify(text, styl="table")
        with self.assertRaisesRegex(ValueError, "timeout= cannot be '0'"):
            self.model.verify(text, timeout=0)
        with self.assertRaisesRegex(OSError, "/nowhere/python3 is not installed"):
            self.model.verify(text, python="/nowhere/python3")
        with self.assertRaisesRegex(ValueError, "the model is a rule list: a verification takes a tree"):
            tw.train(GOLF, "Play", prune="rules").verify(text)


if __name__ == "__main__":
    unittest.main()
