"""LayerNorm and its geometric form: the theory `THEORY`.

`names` holds the letters and definitions; the other modules state the theorems, in the order of the report.
"""

from derive.theories.layernorm import projector, variance, forms, notebook, image, spaces, ellipsoid, contracts  # noqa: I001, F401 (each states its theorems; the order is the report's)
from derive.theories.layernorm import spectrum, spectrum_sums, axes, zero_gains  # noqa: F401 (the same)
from derive.theories.layernorm import jacobian, jacobian_spaces, hessian, ratio, ratio_epsilon  # noqa: F401 (the same)
from derive.theories.layernorm import figures  # noqa: F401 (draws what they say)
from derive.theories.layernorm.names import THEORY
from derive.theories.layernorm.note import NOTE

THEORY.note = NOTE

__all__ = ["THEORY"]
