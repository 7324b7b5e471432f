r"""Functions of the field that a text uses and does not define: their usual definitions, to be proposed and never assumed.

``\operatorname{softmax}``, σ and others are what the text defines them to be: a hint and ``derive check --init`` say how.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Usual:
    """A definition in LaTeX of a function of a number, or of a vector; ``{x}`` is its argument."""

    of_vector: bool
    body: str

    def let(self, name: str, argument: str = "", size: str = "") -> str:
        """The declaration, of a name and an argument as they are written; ``size``: that of an argument without one.

        >>> print(FUNCTIONS_OF_THE_FIELD["sigmoid"].let("s"))
        let s(t) = \\frac{1}{1 + e^{-t}}
        """
        argument = argument or ("z" if self.of_vector else "t")
        typed = f"{argument} : {size}" if size and self.of_vector else argument
        return f"let {name}({typed}) = {self.body.replace('{x}', argument)}"


_SIGMOID = Usual(False, r"\frac{1}{1 + e^{-{x}}}")
_SILU = Usual(False, r"\frac{{x}}{1 + e^{-{x}}}")
_LOG_SUM_EXP = Usual(True, r"\log(\mathbf 1^\top \exp({x}))")

#: By the words for them.
FUNCTIONS_OF_THE_FIELD = {
    "softmax": Usual(True, r"\frac{\exp({x})}{\mathbf 1^\top \exp({x})}"),
    "logsumexp": _LOG_SUM_EXP,
    "LSE": _LOG_SUM_EXP,
    "lse": _LOG_SUM_EXP,
    "sigmoid": _SIGMOID,
    "sigm": _SIGMOID,
    "expit": _SIGMOID,
    "logit": Usual(False, r"\log \frac{{x}}{1 - {x}}"),
    "softplus": Usual(False, r"\log(1 + e^{{x}})"),
    "silu": _SILU,
    "SiLU": _SILU,
    "swish": _SILU,
    "Swish": _SILU,
}
