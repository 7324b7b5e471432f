"""What every command's JSON says in the same way: the names of a statement, the certificate behind it, an error."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from derive.errors import AmbiguityError, InputError, LimitError, NameError_, ReadError, ShapeError

if TYPE_CHECKING:
    from derive.authoring.theory import Theory
    from derive.language.terms import Term
    from derive.reading import ReadChain
    from derive.statements.statement import Statement
    from derive.statements.verdict import Backing

#: The word for each kind of error; the first that fits.
ERRORS: dict[str, type[InputError]] = {
    "syntax": ReadError,
    "ambiguity": AmbiguityError,
    "name": NameError_,
    "shape": ShapeError,
    "limit": LimitError,
    "input": InputError,
}

_PLACE = re.compile(r"(?:(?P<file>[^\n]*?):)?(?P<line>\d+):(?P<column>\d+): ")


def error_to_json(error: InputError) -> dict[str, Any]:
    """An error as data: its kind, place, what was found and expected, a way on, and the readings of what has several."""
    placed = _PLACE.match(error.message)
    message = error.message.splitlines()[0] if error.message else ""
    said = message[placed.end() :] if placed else message
    found, expected, readings = said, "", tuple[str, ...]()
    match error:
        case ReadError():
            found, expected = error.found, error.expected
        case AmbiguityError():
            found, expected, readings = error.what, "one reading", error.readings
    return {
        "kind": next(word for word, kind in ERRORS.items() if isinstance(error, kind)),
        "message": said,
        "file": placed["file"] if placed else None,
        "line": int(placed["line"]) if placed else None,
        "column": int(placed["column"]) if placed else None,
        "found": found,
        "expected": expected,
        "hint": error.hint,
        "readings": list(readings),
    }


def names_to_json(statement: Statement, origins: Mapping[str, str]) -> tuple[dict[str, Any], ...]:
    """The names of a statement, of what it assumes and of its definitions, each once: what it is, and from which theory.

    ``origins`` has the theory of each name that came from one.
    """
    from derive.language.hypotheses import conditions_of
    from derive.language.substitution import unfolded_subterms
    from derive.language.terms import Defined, Symbol, unknown_function_of
    from derive.printing import text, text_condition

    found: dict[tuple[str, str], dict[str, Any]] = {}
    for part in (part for term in _terms(statement) for part in unfolded_subterms(term)):
        shape = part.shape
        if isinstance(part, Defined):
            whole = Defined(part.definition, part.definition.parameters)
            means, name, properties = text(whole.unfold(), beside=(whole,)), part.definition.name, []
        elif isinstance(part, Symbol):
            means, name = "", part.name
            properties = [text_condition(condition, beside=(part,)) for condition in conditions_of(part)]
        elif (function := unknown_function_of(part)) is not None:
            means, name, properties, shape = "", function.base.name, ["unknown function"], ()
        else:
            continue
        found.setdefault(
            (name, means),
            {
                "name": text(Symbol(name, ())),
                "shape": [str(dim) if isinstance(dim, int) else text(dim) for dim in shape],
                "properties": properties,
                "means": means,
                "theory": origins.get(name, ""),
            },
        )
    return tuple(found.values())


def origins_of(statement: Statement, theories: Sequence[Theory]) -> dict[str, str]:
    """The names in a statement that one of some theories has with this very meaning → that theory, the last if several."""
    from derive.language.substitution import unfolded_subterms
    from derive.language.terms import Defined

    parts = {_meant(part) for term in _terms(statement) for part in unfolded_subterms(term)} if theories else set()
    return {
        each.definition.name if isinstance(each, Defined) else name: theory.name
        for theory in theories
        for name, each in theory.names.items()
        if _meant(each) in parts
    }


def _meant(part: object) -> object:
    from derive.language.terms import Defined

    return part.definition if isinstance(part, Defined) else part


def came_from(chain: ReadChain, origins: Mapping[str, str]) -> tuple[str, ...]:
    """The names in a statement, and in what it assumes, that came from a theory, each theory with its own."""
    from derive.language.terms import Symbol
    from derive.printing import text

    found: dict[str, list[str]] = {}
    for name in _names_in(_terms(chain)):
        if (theory := origins.get(name)) is not None:
            found.setdefault(theory, []).append(text(Symbol(name, ())))
    return tuple(f"{', '.join(names)} of {theory}" for theory, names in found.items())


def _names_in(terms: Iterable[Term]) -> list[str]:
    """The names of symbols, definitions and free indices, each once."""
    from derive.language.order import Order
    from derive.language.places import places_in
    from derive.language.substitution import subterms
    from derive.language.terms import Defined
    from derive.printing.walk import name_of

    found: dict[str, None] = {}
    for part in (part for term in terms for part in subterms(term)):
        name = part.definition.name if isinstance(part, Defined) else name_of(part)
        if name is not None and not isinstance(part, Order):
            found[name] = None
    for term in terms:
        found |= dict.fromkeys(sorted(index.name for index in term.free - places_in(term.free)))
    return list(found)


def _terms(of: Statement | ReadChain) -> tuple[Term, ...]:
    """The terms of a statement, and of what it assumes."""
    return (*of.terms, *(term for given in of.hypotheses for term in given.terms))


def digest_of(backing: Backing | None, label: str = "") -> str | None:
    """The SHA-256 of the file of the certificate that backs a verdict, as `derive export` writes it; None without one."""
    from derive.certificates.write import digest

    if backing is None or backing.certificate is None:
        return None
    return digest(label or backing.certificate["label"], backing.certificate)
