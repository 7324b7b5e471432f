"""What networks of LayerNorm can tell apart: the theory `THEORY`.

`names` holds the sources and letters; the other modules state the theorems, in the order of the report.
"""

from derive.theories.expressivity import fold, merging, xor, scaling, queries  # noqa: I001, F401 (each states its theorems; the order is the report's)
from derive.theories.expressivity.names import THEORY

__all__ = ["THEORY"]
