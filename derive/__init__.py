"""`derive`: derivations and proof checks for the mathematics of normalisation layers, for every dimension N.

>>> import derive
>>> N = derive.dimension("N")
>>> a, one = derive.vector("a", N), derive.ones(N)
>>> Pi = derive.identity(N) - one * one.T / N
>>> print(derive.prove(Pi * Pi, Pi))
(I - 1 1ᵀ / N) (I - 1 1ᵀ / N) = I - 1 1ᵀ / N
proved for all N ≥ 1
>>> derive.prove(derive.trace(Pi), N).counterexample.dimensions
{'N': 1}

Terms are built with Python's operators and the functions below; `prove` also takes SymPy matrix expressions.  Nothing of
SymPy or NumPy is imported before it is needed.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from derive.above import ANSWERS
from derive.version import __version__ as __version__

if TYPE_CHECKING:
    from derive.api import *  # noqa: F403  (for type checkers alone; at run time `__getattr__` imports what is asked for)


def _find_certificates(statement: Any) -> Any:
    return import_module("derive.answers.bounds").with_certificates(statement)


def _ask_verifier(proved: Any) -> Any:
    return import_module("derive.certificates.certificate").backing_of(proved)


def load_ipython_extension(shell: Any) -> None:
    """``%load_ext derive`` in IPython: the magics ``%derive`` and ``%%derive`` (`derive.notebook`)."""
    import_module("derive.notebook").load(shell)


def _known_rules(beside: Any) -> Any:
    return (*beside, *import_module("derive.theories.algebra").RULES)


def _theory_of_document(path: Any) -> Any:
    return import_module("derive.reading.paper.theory").theory_of_paper(path)


ANSWERS.update(
    find_certificates=_find_certificates,
    ask_verifier=_ask_verifier,
    known_rules=_known_rules,
    theory_of_document=_theory_of_document,
)


def __getattr__(name: str) -> Any:
    """A name of `derive.api`, imported when it is first asked for: `derive --help` needs none of them."""
    # ``from derive import verifier`` asks for the name first
    if f"{__name__}.api" not in sys.modules and find_spec(f"{__name__}.{name}") is not None:
        raise AttributeError(f"the module derive.{name} has not been imported")
    api = import_module("derive.api")
    if name == "__all__":  # asked for by ``from derive import *``
        return list(api.__all__)
    if name not in api.__all__:
        raise AttributeError(f"module 'derive' has no attribute {name!r}")
    return getattr(api, name)


def __dir__() -> list[str]:
    return sorted([*globals(), *import_module("derive.api").__all__])
