"""RMSNorm and its geometric form: the theory `THEORY`.

`names` holds the letters and definitions; the other modules state the theorems, in the order of the report.
"""

from derive.theories.rmsnorm import forms, jacobian, image  # noqa: I001, F401 (each states its theorems; the order is the report's)
from derive.theories.rmsnorm.names import THEORY

__all__ = ["THEORY"]
