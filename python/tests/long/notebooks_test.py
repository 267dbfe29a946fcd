"""The notebooks of examples/notebooks run, and print what they show.

    python python/tests/long/notebooks_test.py            compares
    python python/tests/long/notebooks_test.py --accept   runs them and keeps what they print

They run like the examples of the pages: in a folder with the tables of examples/data, where the program is `treewright` (TREEWRIGHT
names it). The kernel is the running Python. Times are not compared.
"""

import os
import pathlib
import re
import sys
import tempfile
import unittest

import nbformat
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import KernelManager
from nbclient import NotebookClient

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools"))
import sessions  # noqa: E402

NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))
PROGRAM = os.environ.get("TREEWRIGHT", sessions.DEFAULT_PROGRAM)
METADATA = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}, "language_info": {"name": "python"}}
CELL_FILE = re.compile(r"\S*ipykernel_\d+/\d+\.py")  # where a warning comes from
TIME = re.compile(r"(< )?\d+(\.\d+)? (ms|s|min)\b")
SMALL = 400_000  # bytes of a notebook


def kernel(folder):
    """The running Python, whatever kernels are installed. Its connection is in this folder."""
    manager = KernelManager(transport="ipc", ip=f"{folder}/ipc", connection_file=f"{folder}/kernel.json")
    manager._kernel_spec = KernelSpec(argv=[sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"], language="python")
    return manager


def executed(notebook):
    """The notebook with the outputs of a run, in one form for every machine."""
    notebook = nbformat.from_dict(notebook)
    with sessions.Workspace(PROGRAM) as workspace, tempfile.TemporaryDirectory() as own:
        folders = [os.path.abspath(folder) for folder in os.environ.get("PYTHONPATH", "").split(os.pathsep) if folder]
        environment = workspace.environment | {"PYTHONPATH": os.pathsep.join(folders), "IPYTHONDIR": own, "JUPYTER_RUNTIME_DIR": own,
                                               "PYTHONWARNINGS": "ignore:IProgress not found"}  # what shap imports would like to have
        manager = kernel(own)
        client = NotebookClient(notebook, km=manager, timeout=300, record_timing=False, resources={"metadata": {"path": str(workspace.folder)}})
        try:
            client.execute(env=environment)
        finally:
            manager.shutdown_kernel(now=True)
    notebook.metadata = nbformat.from_dict(METADATA)
    for place, cell in enumerate(notebook.cells):
        cell.id, cell.metadata = f"cell-{place}", {}
        cell["outputs"] = [tidy(output) for output in joined(cell.get("outputs", []))]
        if cell.cell_type != "code":
            del cell["outputs"]
    return notebook


def joined(outputs):
    """Pieces of one stream are one output: where they break is chance."""
    result = []
    for output in outputs:
        if result and output.output_type == "stream" == result[-1].output_type and output.name == result[-1].name:
            result[-1].text += output.text
        else:
            result.append(output)
    return result


def tidy(output):
    output.pop("metadata", None)
    if output.output_type == "stream":
        output.text = CELL_FILE.sub("this cell", output.text)
    else:
        output.metadata = {}
    return output


def compared(notebook):
    """What has to be equal: code and what it printed."""
    return [(cell.source, [comparable(output) for output in cell.outputs]) for cell in notebook.cells if cell.cell_type == "code"]


def comparable(output):
    texts = {"text": output.text} if output.output_type == "stream" else dict(output.get("data", {}))
    return {kind: re.sub(r"\s+", " ", TIME.sub("TIME", str(text))) for kind, text in texts.items()}


def read(path):
    return nbformat.read(path, as_version=4)


class NotebooksTest(unittest.TestCase):
    maxDiff = 5000

    def test_there_are_four(self):
        self.assertEqual(["first_tree", "raw_business_file", "scikit_learn_and_back", "teaching"], [path.stem for path in NOTEBOOKS])

    def test_they_run_and_print_what_they_show(self):
        for path in NOTEBOOKS:
            with self.subTest(notebook=path.stem):
                committed = read(path)
                self.assertLess(path.stat().st_size, SMALL)
                self.assertEqual(compared(committed), compared(executed(committed)))


def accept():
    for path in NOTEBOOKS:
        nbformat.write(executed(read(path)), path)
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    if sys.argv[1:] == ["--accept"]:
        accept()
    else:
        unittest.main()
