r"""Reading of LaTeX: a formula → terms, in a context that comments declare.

`derive.reading.decided.context_from` reads declarations, `read_latex` and `read_latex_term` formulas,
`read_macros` a preamble.
"""

from derive.errors import AmbiguityError
from derive.reading.latex.context import Context
from derive.reading.latex.macros import Macros, read_macros
from derive.reading.latex.statement import LatexChain, read_latex, read_latex_term

__all__ = ["AmbiguityError", "Context", "LatexChain", "Macros", "read_latex", "read_latex_term", "read_macros"]
