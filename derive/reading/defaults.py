"""What may be used without declaring it: `DEFAULT`, and with a theory the names of that theory.

The theory is the one source of its names; none of them is written here again.
"""

from __future__ import annotations

from derive.language.build import diag, let, matrix, scalar, vector
from derive.language.terms import Defined, Dimension, Identity, Ones
from derive.reading.environment import Environment, environment_from, environment_of
from derive.theories.theory import Theory

_N = Dimension("N")

#: Dimension N; vectors a, g, b, u, v, w, x, y; G = diag(g); scalars c and eps ≥ 0; square matrices A, B, C.
DEFAULT: Environment = environment_from(
    {
        "N": _N,
        **{name: vector(name, _N) for name in "agbuvwxy"},
        "G": let("G", diag(vector("g", _N))),
        "c": scalar("c"),
        "eps": scalar("eps", "nonneg"),
        **{name: matrix(name, _N, _N) for name in "ABC"},
    }
)

#: The same without what a theory would define: G is a name of layernorm.
LETTERS: Environment = environment_from({name: meaning for name, meaning in DEFAULT.names.items() if name != "G"})
#: The dimension N alone.
BARE: Environment = environment_from({"N": _N})


def environment_of_theory(theory: Theory) -> Environment:
    """`DEFAULT`, and on top the names of a theory and its definitions without parameters.

    A definition may be stated of a symbol with more properties than the one of that name has (α = 1/g, of nonzero g).
    Here it speaks of the theory's g, so that one name means one thing; a statement that needs more assumes it.
    """
    env = DEFAULT
    for definition in theory.definitions:
        if isinstance(definition.term, Defined) and not definition.term.arguments:
            env = env.extend(environment_of(definition.term).names)
    # `one` and `I` as the reader knows them fit every dimension.
    return env.extend({name: term for name, term in theory.names.items() if not isinstance(term, Ones | Identity)})
