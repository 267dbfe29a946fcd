"""What arguments are called in signatures. For editors and type checkers: at run time `_frames` decides what is a table."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, Union

from numpy.typing import ArrayLike

if TYPE_CHECKING:
    from ._frames import Table
    from ._model import Model


class ArrowStream(Protocol):
    """Tables of pandas, polars, pyarrow, DuckDB and others."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


class FittedEstimator(Protocol):
    """A TreeClassifier, TreeRegressor or RuleClassifier."""

    model_: Model


TableLike = Union["Table", ArrowStream, ArrayLike, Mapping[str, Any], Sequence[Sequence[Any]]]
Labels = Union[ArrayLike, ArrowStream]
# A column of the table by its name, or one value per row.
PerRow = Union[str, ArrayLike, ArrowStream]
Costs = Union[Mapping[Any, Mapping[Any, float]], ArrayLike]
ClassNumbers = Union[str, Mapping[Any, float]]
Names = Sequence[Union[str, int]]
# An estimator of this package, the name of a preset, or a dictionary of parameters.
Learner = Any
AnyModel = Union["Model", FittedEstimator]
Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]
