r"""Definitions in a text, ``\mu := …``: of a name that has none they are definitions, and claims of one that has.

The declarations come first: what they define a text says again, or something else.
"""

from __future__ import annotations

from derive.errors import DeclaredTwice, InputError
from derive.language.substitution import subterms
from derive.language.terms import Defined, Term
from derive.reading.environment import Meaning
from derive.reading.latex import left_sides
from derive.reading.latex.context import Context
from derive.reading.latex.declaring import Declaring, opening
from derive.reading.latex.lets import let_be, with_waiting
from derive.reading.latex.spelling import Key
from derive.reading.source import Source


def define(
    source: Source, left: tuple[int, int], right: tuple[int, int], context: Context, declared: set[tuple[Key, bool]],
    sign: tuple[int, int] = (0, 0),
) -> Context | None:  # fmt: skip
    """The context in which the name in one range is what stands in another; None when no name stands there, or one that is
    defined or used already, or declared where the sign is ≡, which may be an identity.  Raises as `with_declarations` does.
    """
    identity = source.text[slice(*sign)].strip(" &") == r"\equiv"
    here, text = Declaring(source, context, declared), source.text
    bracket = opening(text, *left)
    try:
        key, mark, _ = here.name(left[0], bracket if bracket >= 0 else left[1])
    except InputError:
        return None
    if key in context.opened or key._replace(sub="") in context.matrices:
        return None
    meant: list[Meaning] = []
    if bracket >= 0:
        known = context.function(key) is not None and context.unknown(key) is None
    else:
        names = [context.env.names[name] for name in context.names(key, mark)]
        meant = [*names, *left_sides.arrays_of(here, key, mark, *left)]
        known = (identity and bool(names)) or any(isinstance(each, Defined) for each in meant)
    if known:
        return None
    try:
        return with_waiting(let_be(here, *left, *right), declared)
    except DeclaredTwice:
        if not meant:
            raise
        return None


def is_unknown(term: Term | None) -> bool:
    """Has the left side of a definition that cannot be read no definition yet?  One that it has is what is declared."""
    return term is not None and not any(isinstance(part, Defined) for part in subterms(term))
