"""BatchNorm: the theory `THEORY`.

`names` holds the letters and definitions; the other modules state the theorems, in the order of the report.
"""

from derive.theories.batchnorm import forms, gradients, inference  # noqa: F401 (each states its theorems; the order is the report's)
from derive.theories.batchnorm.names import BUILDER

THEORY = BUILDER.build()
