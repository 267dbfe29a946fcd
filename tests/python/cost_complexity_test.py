"""The cost-complexity sequence of scikit-learn's own trees, by impurity, equals its cost_complexity_pruning_path.

scikit-learn grows a tree; here it becomes a Treewright model file, as docs/model-file.md has it, and `treewright prune --sequence
--complexity impurity` says its sequence. scikit-learn cuts one node a step, Breiman all weakest links together: so neighbours of
its path whose prices are equal to 1e-12 are one, with the leaves and the impurity of the last.
"""

import decimal
import hashlib
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import numpy
from sklearn import datasets
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("TREEWRIGHT", ROOT / "build" / "release" / "apps" / "cli" / "treewright"))


def number_text(value):
    """The shortest digits of a double: plain, or with an exponent where that is shorter."""
    value = float(value) + 0.0
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    sign, digits, exponent = decimal.Decimal(repr(value)).normalize().as_tuple()
    text = "".join(map(str, digits))
    plain = format(decimal.Decimal(repr(value)).normalize(), "f")
    power = exponent + len(text) - 1
    mantissa = text[0] + ("." + text[1:] if len(text) > 1 else "")
    scientific = f"{'-' if sign else ''}{mantissa}e{'-' if power < 0 else '+'}{abs(power):02d}"
    return scientific if len(scientific) < len(plain) else plain


def node_text(tree, node, classes):
    left, right = int(tree.children_left[node]), int(tree.children_right[node])
    rows = int(tree.n_node_samples[node])
    parts = ['"kind":"leaf"' if left < 0 else '"kind":"threshold"']
    if left >= 0:
        heaviest = 0 if tree.n_node_samples[left] >= tree.n_node_samples[right] else 1
        parts += [f'"feature":{tree.feature[node]}', f'"threshold":{number_text(tree.threshold[node])}',
                  f'"children":[{left},{right}]', f'"missing_child":{heaviest}']
    if classes:
        counts = [round(share * rows) for share in tree.value[node][0].tolist()]
        parts += [f'"label":{int(numpy.argmax(counts))}', f'"weight":{rows}', f'"class_weights":[{",".join(map(str, counts))}]']
    else:
        parts += [f'"mean":{number_text(tree.value[node][0][0])}', f'"weight":{rows}']
    parts.append(f'"impurity":{number_text(max(0.0, tree.impurity[node]))}')
    if left >= 0:
        weighted = sum(tree.n_node_samples[c] * tree.impurity[c] for c in (left, right)) / rows
        parts.append(f'"gain":{number_text(tree.impurity[node] - weighted)}')
    return "{" + ",".join(parts) + "}"


def model_text(tree, features, classes):
    names = ",\n".join(f'{{"name":"x{i}","type":"numeric"}}' for i in range(features))
    target = f'{{"name":"y","type":"categorical","levels":[{",".join(json.dumps(str(c)) for c in range(classes))}]}}' \
        if classes else '{"name":"y","type":"numeric"}'
    nodes = ",\n".join(node_text(tree, node, classes) for node in range(tree.node_count))
    text = ('{"treewright":"model","format":1,"kind":"tree",\n"schema":{"features":[\n' + names + f'\n],"target":{target}}},\n'
            '"options":{},\n"provenance":{"total_weight":' + str(int(tree.n_node_samples[0])) + ',"content_hash":"' + "0" * 32 +
            '","program_version":"scikit-learn"},\n"tree":{"nodes":[\n' + nodes + "\n]},\n")
    return text + '"checksum":"' + hashlib.sha256(text.encode()).hexdigest() + '"}\n'


def sequence_of(model, features, classes):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "model.tree"
        path.write_text(model_text(model.tree_, features, classes))
        command = [PROGRAM, "prune", path, "--sequence", "--complexity", "impurity", "--json"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise AssertionError(done.stderr)
        return json.loads(done.stdout)["sequence"]


def grouped_path(model, features, labels):
    """[(alpha, impurity, leaves)] with equal prices merged."""
    path = model.cost_complexity_pruning_path(features, labels)
    groups = []
    for alpha, impurity in zip(path.ccp_alphas, path.impurities):
        pruned = type(model)(random_state=0, ccp_alpha=alpha * (1 + 1e-12)).fit(features, labels)
        entry = (alpha, impurity, pruned.get_n_leaves())
        if groups and abs(alpha - groups[-1][0]) <= 1e-12 * max(alpha, 1e-300):
            groups[-1] = (groups[-1][0], impurity, entry[2])
        else:
            groups.append(entry)
    return groups


class CostComplexityTest(unittest.TestCase):
    def check(self, data, learner, classes):
        features, labels = data.data, data.target
        model = learner(random_state=0).fit(features, labels)
        ours = sequence_of(model, features.shape[1], classes)
        theirs = grouped_path(model, features, labels)
        self.assertEqual(len(ours), len(theirs))
        for own, (alpha, impurity, leaves) in zip(ours, theirs):
            self.assertAlmostEqual(own["alpha"], alpha, delta=1e-9 * max(1.0, alpha))
            self.assertAlmostEqual(own["loss"], impurity, delta=1e-9 * max(1.0, impurity))
            if own is not ours[-1]:  # scikit-learn's own price of the last member leaves the root or not, by a rounding
                self.assertEqual(own["leaves"], leaves)
        self.assertEqual(ours[-1]["leaves"], 1)
        self.assertGreater(len(ours), 5)

    def test_iris(self):
        self.check(datasets.load_iris(), DecisionTreeClassifier, 3)

    def test_breast_cancer(self):
        self.check(datasets.load_breast_cancer(), DecisionTreeClassifier, 2)

    def test_wine(self):
        self.check(datasets.load_wine(), DecisionTreeClassifier, 3)

    def test_diabetes(self):
        self.check(datasets.load_diabetes(), DecisionTreeRegressor, 0)


if __name__ == "__main__":
    unittest.main()
