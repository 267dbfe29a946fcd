"""The nodes of a tree as NumPy arrays, so that any program can walk it; and the same tree as thresholds only, as other libraries know trees."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from . import _core

_LEAF, _THRESHOLD, _SUBSET, _MULTIWAY, _IS_MISSING = range(5)
_KINDS = ("leaf", "threshold", "subset", "multiway", "is_missing")

_ARRAYS = {
    "kind": "What a node asks, as a position in `Tree.kinds`: leaf, threshold (value <= threshold: child 0, else child 1), subset (level among "
            "the left ones: child 0, among the right ones: child 1, else the heavier child), multiway (level i: child i), is_missing (missing: "
            "child 0, else child 1).",
    "feature": "Position of the feature that a node asks about; -1 in a leaf.",
    "threshold": "Of threshold nodes; NaN in others. Of an ordered feature the values are positions of levels, of dates days since 1970-01-01, of "
                 "times seconds since then in UTC.",
    "child_start": "The children of node i are children[child_start[i]:child_start[i + 1]].",
    "children": "The children of all nodes, one node after the other.",
    "missing_child": "Position among a node's children to which missing and unseen values go; 0 in a leaf. `missing` says when that is not all.",
    "parent": "The parent of every node; -1 for the root.",
    "depth": "Questions between the root and the node.",
    "weight": "Of the training rows in the node; 0 for a branch that no row took.",
    "class_weights": "The weight of each class in the node, in the order of `classes`; None in regression.",
    "label": "The predicted class, a position in `classes`; -1 in regression.",
    "mean": "The predicted number in regression; 0 with classes.",
    "impurity": "In the measure of the criterion; in regression the variance.",
    "gain": "Of the split, in the measure of the criterion; 0 in a leaf.",
    "surrogates": "How many other questions may decide for a row that lacks the value.",
    "left_level_start": "The left levels of a subset node i are left_levels[left_level_start[i]:left_level_start[i + 1]].",
    "left_levels": "The left levels of all subset nodes, one node after the other: positions in the levels of the node's feature.",
    "right_level_start": "The same for the right levels.",
    "right_levels": "The right levels of all subset nodes.",
}


class Tree:
    """A fitted tree as read-only arrays. Nodes are numbered in preorder: node 0 is the root, and a node's first child follows it.

    features:       names of the features
    feature_kinds:  what each of them holds: number, date, time, ordered, category
    levels:         of each feature, in the order of their codes; empty for numbers
    classes:        names of the classes; None in regression
    missing:        what happens to a row that lacks a value: default_child (the surrogates decide, else `missing_child`), all_children (it goes
                    down all branches, with shares by their weights), refuse (it is not predicted)
    """

    kinds: tuple[str, ...] = _KINDS
    kind: np.ndarray
    feature: np.ndarray
    threshold: np.ndarray
    child_start: np.ndarray
    children: np.ndarray
    missing_child: np.ndarray
    parent: np.ndarray
    depth: np.ndarray
    weight: np.ndarray
    class_weights: np.ndarray | None
    label: np.ndarray
    mean: np.ndarray
    impurity: np.ndarray
    gain: np.ndarray
    surrogates: np.ndarray
    left_level_start: np.ndarray
    left_levels: np.ndarray
    right_level_start: np.ndarray
    right_levels: np.ndarray
    missing: str
    features: tuple[str, ...]
    feature_kinds: tuple[str, ...]
    levels: tuple[tuple[str, ...], ...]
    classes: tuple[str, ...] | None

    def __init__(self, model: _core.FittedModel) -> None:
        """model: a compiled model that is a tree."""
        self._arrays = model.tree_arrays()
        for name, array in self._arrays.items():
            if isinstance(array, np.ndarray):
                array = array.view(np.int64) if array.dtype == np.int64 else array  # of C's two types of 64 bits the one that NumPy prints as int
                array.flags.writeable = False
                self._arrays[name] = array
        self.missing = self._arrays["missing"]
        self.features = tuple(name for name, _, _ in model.features)
        self.feature_kinds = tuple(kind for _, kind, _ in model.features)
        self.levels = tuple(tuple(levels) for _, _, levels in model.features)
        self.classes = tuple(model.target[2]) if model.is_classification else None

    def __repr__(self):
        return f"Tree({self.node_count} nodes, {self.leaf_count} leaves, depth {self.max_depth})"

    @property
    def node_count(self) -> int:
        return len(self.kind)

    @property
    def leaf_count(self) -> int:
        return int(np.count_nonzero(self.kind == _LEAF))

    n_leaves = leaf_count

    @property
    def max_depth(self) -> int:
        return int(self.depth.max())

    @property
    def is_leaf(self) -> np.ndarray:
        """Whether a node is a leaf."""
        return self.kind == _LEAF

    @property
    def value(self) -> np.ndarray:
        """What each node predicts: the shares of the classes (nodes × classes), or the mean (nodes × 1). An empty branch predicts what its
        parent does."""
        if self.classes is None:
            return self.mean.reshape(-1, 1)
        source = np.where((self.weight == 0) & (self.parent >= 0), self.parent, np.arange(self.node_count))
        weights = self.class_weights[source]
        return weights / np.add.accumulate(weights, axis=1)[:, -1:]

    def children_of(self, node: int) -> np.ndarray:
        """The numbers of a node's children."""
        self._refuse_unknown(node)
        return self.children[self.child_start[node] : self.child_start[node + 1]]

    def left_levels_of(self, node: int) -> np.ndarray:
        """The levels, as positions, that a subset node sends to its first child; of another node none."""
        self._refuse_unknown(node)
        return self.left_levels[self.left_level_start[node] : self.left_level_start[node + 1]]

    def right_levels_of(self, node: int) -> np.ndarray:
        """Those that it sends to its second child."""
        self._refuse_unknown(node)
        return self.right_levels[self.right_level_start[node] : self.right_level_start[node + 1]]

    def path_to(self, node: int) -> np.ndarray:
        """The nodes from the root to this one, both included."""
        self._refuse_unknown(node)
        path = [int(node)]
        while path[-1] != 0:
            path.append(int(self.parent[path[-1]]))
        return np.array(path[::-1])

    def _refuse_unknown(self, node):
        if not 0 <= node < self.node_count:
            raise IndexError(f"the tree has the nodes 0 to {self.node_count - 1}, but no node {node}")

    # --- as thresholds only -----------------------------------------------------------------------------------------------------

    def binary_arrays(self) -> BinaryArrays:
        """The same nodes in scikit-learn's layout. A ValueError where a node asks about a category: `lowered` expresses that, too."""
        split = np.flatnonzero((self.kind == _SUBSET) | (self.kind == _MULTIWAY))
        if len(split) > 0:
            node = int(split[0])
            raise ValueError(f"node {node} asks about the levels of '{self.features[self.feature[node]]}', which one threshold cannot say: "
                             "lowered() makes several thresholds on the positions of the levels of it")
        return self.lowered()

    def lowered(self, most_nodes: int = 1_000_000) -> BinaryArrays:
        """The tree as thresholds only: a category is the position of its level in `levels`, a missing or unseen one NaN.

        A node with k levels or runs of neighbouring levels becomes a chain of k - 1 nodes. A branch that takes several runs is copied for each,
        with equal parts of its weight, so that the prediction of every row is the same, and so is the mean over the rows that a question
        sends either way. A ValueError if it would have more than `most_nodes`.
        """
        return _Lowering(self, most_nodes).arrays()

    def shap_dict(self, complete_rows: bool = False) -> dict[str, Any]:
        """What `shap.TreeExplainer` takes for a model; its rows are those of a matrix as in `lowered`.

        complete_rows:  only rows without missing values will be explained. Needed for trees whose surrogates or shares decide about rows
                        with missing values, which thresholds cannot say.
        """
        if not complete_rows and self.missing == "all_children":
            raise ValueError("a row that lacks a value goes down all branches of this tree, which shap's form cannot say: to explain rows "
                             "without missing values, give complete_rows=True")
        if not complete_rows and np.any(self.surrogates > 0):
            raise ValueError("surrogates decide about rows that lack a value in this tree, which shap's form cannot say: to explain rows "
                             "without missing values, give complete_rows=True")
        lowered = self.lowered()
        tree = {
            "children_left": lowered.children_left.astype(np.int32),
            "children_right": lowered.children_right.astype(np.int32),
            "children_default": np.where(lowered.missing_go_to_left, lowered.children_left, lowered.children_right).astype(np.int32),
            "features": lowered.feature.astype(np.int32),
            "thresholds": lowered.threshold,
            "values": lowered.value[:, 0, :],
            "node_sample_weight": lowered.weighted_n_node_samples,
        }
        is_regression = self.classes is None
        return {
            "trees": [tree],
            "input_dtype": np.float64,
            "internal_dtype": np.float64,
            "objective": "squared_error" if is_regression else "binary_crossentropy",
            "tree_output": "raw_value" if is_regression else "probability",
        }


def _array_property(name, doc):
    return property(lambda tree: tree._arrays[name], doc=doc)


for _name, _doc in _ARRAYS.items():
    setattr(Tree, _name, _array_property(_name, _doc))


@dataclasses.dataclass(frozen=True)
class BinaryArrays:
    """A tree of thresholds in scikit-learn's layout, under the names of its `tree_`. A row goes left where value <= threshold; a missing
    value where `missing_go_to_left` says. An infinite threshold asks whether the value is missing. In leaves both children are -1 and feature
    and threshold -2."""

    children_left: np.ndarray
    children_right: np.ndarray
    feature: np.ndarray
    threshold: np.ndarray
    missing_go_to_left: np.ndarray
    value: np.ndarray  # nodes × 1 × classes, or nodes × 1 × 1
    impurity: np.ndarray
    weighted_n_node_samples: np.ndarray
    node: np.ndarray  # of the Tree, which each of these stands for

    @property
    def node_count(self) -> int:
        return len(self.feature)


@dataclasses.dataclass(frozen=True)
class _Run:
    """Values up to `upper`, and where they go."""

    upper: float
    child: int
    weight: float


@dataclasses.dataclass(frozen=True)
class _Part:
    """What is still to be written: a node, or some of its runs; and the entry of children_left or children_right that refers to it."""

    node: int
    scale: float  # the part of the node's weight that this copy of it has
    runs: tuple | None = None
    slot: tuple | None = None


class _Lowering:
    """Writes the nodes of a tree as thresholds, in preorder."""

    def __init__(self, tree, most_nodes):
        self._tree = tree
        self._most_nodes = most_nodes
        self._left, self._right, self._feature, self._threshold, self._default_left, self._weight, self._node = ([] for _ in range(7))

    def arrays(self):
        waiting = [_Part(0, 1.0)]
        while waiting:
            self._write(waiting.pop(), waiting)
        node = np.array(self._node)
        return BinaryArrays(
            children_left=np.array(self._left),
            children_right=np.array(self._right),
            feature=np.array(self._feature),
            threshold=np.array(self._threshold, dtype=np.float64),
            missing_go_to_left=np.array(self._default_left, dtype=bool),
            value=self._tree.value[node][:, None, :],
            impurity=self._tree.impurity[node],
            weighted_n_node_samples=np.array(self._weight, dtype=np.float64),
            node=node,
        )

    def _write(self, part, waiting):
        if part.runs is not None and len(part.runs) == 1:
            run = part.runs[0]
            weight = self._tree.weight[run.child]
            part = _Part(run.child, run.weight * part.scale / weight if weight > 0 else part.scale, None, part.slot)
        position = len(self._node)
        if position >= self._most_nodes:
            raise ValueError(f"as thresholds only the tree would have more than {self._most_nodes} nodes, because branches for several runs of "
                             "levels are copied: make a smaller tree, or one with categories='one-vs-rest' or 'multiway'")
        if part.slot is not None:
            side, parent = part.slot
            side[parent] = position
        self._node.append(part.node)
        if part.runs is None and self._tree.kind[part.node] == _LEAF:
            return self._append(-2, -2.0, False, self._tree.weight[part.node] * part.scale)
        return self._write_split(part, position, waiting)

    def _append(self, feature, threshold, default_left, weight):
        self._left.append(-1)
        self._right.append(-1)
        self._feature.append(feature)
        self._threshold.append(threshold)
        self._default_left.append(default_left)
        self._weight.append(weight)

    def _write_split(self, part, position, waiting):
        """A node or a link of its chain: one run to one side, the others to the other side. All links have a run of positive weight."""
        tree, node = self._tree, part.node
        missing = int(tree.children_of(node)[tree.missing_child[node]])
        runs = self._runs_of(node) if part.runs is None else part.runs
        known_only = part.runs is None and all(run.child != missing for run in runs)
        if known_only:  # a branch for missing values only
            left, right = runs, (_Run(np.inf, missing, tree.weight[missing]),)
            threshold = np.inf
        else:
            heaviest = max(range(len(runs)), key=lambda i: runs[i].weight)
            cut = 1 if heaviest > 0 else len(runs) - 1
            left, right = runs[:cut], runs[cut:]
            threshold = left[-1].upper
        default_left = not known_only and any(run.child == missing for run in left)
        self._append(int(tree.feature[node]), threshold, default_left, sum(run.weight for run in left + right) * part.scale)
        waiting.append(_Part(node, part.scale, right, (self._right, position)))
        waiting.append(_Part(node, part.scale, left, (self._left, position)))

    def _runs_of(self, node):
        """From the lowest values to the highest; neighbours go to different children."""
        tree = self._tree
        children = [int(child) for child in tree.children_of(node)]
        if tree.kind[node] == _THRESHOLD:
            bounds = [(float(tree.threshold[node]), children[0]), (np.inf, children[1])]
        elif tree.kind[node] == _IS_MISSING:
            bounds = [(np.inf, children[1])]
        else:
            bounds = self._bounds_of_levels(node, children)
        copies = {child: sum(1 for _, other in bounds if other == child) for child in children}
        return tuple(_Run(upper, child, float(tree.weight[child]) / copies[child]) for upper, child in bounds)

    def _bounds_of_levels(self, node, children):
        goes_to = self._children_of_levels(node, children)
        ends = [i for i in range(len(goes_to)) if i + 1 == len(goes_to) or goes_to[i] != goes_to[i + 1]]
        return [(np.inf if i == ends[-1] else i + 0.5, goes_to[i]) for i in ends]

    def _children_of_levels(self, node, children):
        """The child of every level."""
        tree = self._tree
        levels = len(tree.levels[tree.feature[node]])
        if tree.kind[node] == _MULTIWAY:
            return children[:levels]
        heavier = children[0] if tree.weight[children[0]] >= tree.weight[children[1]] else children[1]
        goes_to = [heavier] * levels
        for child, side in zip(children, (tree.left_levels_of(node), tree.right_levels_of(node))):
            for level in side:
                goes_to[level] = child
        return goes_to
