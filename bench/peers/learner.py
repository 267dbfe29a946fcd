"""What the benchmark asks of a peer that learns or predicts."""

import dataclasses


class CannotDo(Exception):
    """The peer has no way to do the task; the sentence says why and goes into the report."""


@dataclasses.dataclass
class Request:
    depth: int  # 0: as deep as it gets
    threads: int
    classes: int  # 0: regression


class Learner:
    """Every peer overrides what it can do. Only `fit`, `grow`, `cross_validate` and `predict` are ever timed."""

    def __init__(self, request):
        self.request = request

    def arrange(self, part):
        """The rows in the layout that the peer likes best: not counted, as it is the caller's choice how to hold them."""
        raise NotImplementedError

    def fit(self, rows, part):
        """A model, from rows in memory: whatever the peer has to build from them is counted."""
        raise CannotDo("it only predicts")

    def prepare(self, rows, part):
        """What the peer can build before it grows."""
        raise CannotDo("it cannot prepare its data apart from growing")

    def grow(self, prepared):
        raise CannotDo("it cannot prepare its data apart from growing")

    def cross_validate(self, rows, part):
        """The mean score of ten stratified folds, with the peer's own means."""
        raise CannotDo("it has no cross-validation of its own")

    def predict(self, model, rows):
        """Class codes, or numbers, as a numpy array; boosters may give raw scores that `decide` makes classes of."""
        raise CannotDo("it does not predict here")

    def decide(self, predicted):
        """Not counted: from what `predict` gave to classes."""
        return predicted

    def shape(self, model):
        """What can be said about the tree: leaves and depth, or nothing."""
        return {}

    def save(self, model, path):
        raise CannotDo("its models are not used for prediction here")

    def load(self, path):
        raise CannotDo("its models are not used for prediction here")
