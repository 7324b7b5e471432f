"""Certificates: a statement with what establishes it (`FORMAT.md`, sections 4 and 5).

A body has the shape of the judgement: the parts of a part in their order, equations at the ends, and beside them what their
authors gave, such as splittings, preimages and forms that show a sign.  Where an equation rests on hypotheses that are
equations, its cofactors are read back from the kernel (`derive.certificates.cofactors`).  Nothing here is trusted: whoever
checks a certificate establishes every part anew.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from derive.certificates.cofactors import cofactors_of
from derive.certificates.declarations import JSON, Declarations, plain
from derive.certificates.notation import write_index
from derive.certificates.opaque import opaque
from derive.certificates.statements import FieldValue, NoPlace, fields_of, write_plain
from derive.errors import DeriveError, NameError_
from derive.language.hypotheses import Condition, Equality
from derive.language.terms import Symbol, Term
from derive.statements.equation import Equations
from derive.statements.linear_order import LinearImplication
from derive.statements.spectrum import CharacteristicPolynomial
from derive.statements.statement import Statement
from derive.statements.verdict import Verdict

SCHEMA = "derive-certificate/1"
#: The properties of a scalar symbol that are hypotheses of a linear implication.
SIGNS = ("nonneg", "positive")
#: The label of a certificate that was made for no theorem of a theory.
UNLABELLED = "statement"


def certificate_of(label: str, proved: Statement | Verdict) -> JSON:
    """The certificate of a statement, which is decided for it; a judgement is used as it is, where that is possible.

    Raises:
        NoPlace: for kinds that the format does not have.
        InputError: where one name has two meanings.
        DeriveError: for a statement that does not come out proved.
    """
    statement = proved.statement if isinstance(proved, Verdict) else proved
    made = plain(statement)
    written, known = write_plain(made)
    judgement = proved if isinstance(proved, Verdict) and made == statement else made.judge()
    if judgement.status != "proved":
        raise DeriveError(f"{label} is {judgement.status}: no certificate")
    body = _Bodies(known).body(judgement)
    names = Declarations.of(_terms_of(body), known)
    strange = [name for name in names.dimensions if name not in known.dimensions]
    if strange:
        raise NoPlace(f"what shows {label} speaks of the dimension {strange[0]}, the statement does not")
    own = {key: value for key, value in names.to_json().items() if value and key != "dimensions"}
    return {
        "schema": SCHEMA,
        "label": label,
        "statement": written,
        "sha256": fingerprint(written),
        "body": {**own, **_notated(body)},
    }


def certificate(verdict: Verdict) -> JSON | None:
    """The certificate of a verdict, as JSON; None where it is not proved, or the format has no place for the statement.

    It has none for what follows from a theorem about other symbols or from laws of functions of matrices, for some kinds,
    and where one name has two meanings.
    """
    try:
        return unlabelled(verdict) if verdict.status == "proved" else None
    except (NoPlace, NameError_):
        return None


def unlabelled(proved: Verdict) -> JSON:
    """The certificate of a verdict that is proved; a characteristic polynomial is the equation det(zI − M) = p(z).

    Raises as `certificate_of`.
    """
    if isinstance(proved.statement, CharacteristicPolynomial):
        (determinant,) = proved.parts
        return certificate_of(UNLABELLED, determinant.judgement)
    return certificate_of(UNLABELLED, proved)


def canonical(value: object) -> str:
    """The canonical form of JSON: keys sorted, no spaces, characters as themselves."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def fingerprint(value: object) -> str:
    """The SHA-256 of the canonical form, in hexadecimal."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


# --- bodies: with fields in their places, until `_notated` ------------------------------------------------------


class _Bodies:
    """Bodies for a statement with these names."""

    def __init__(self, names: Declarations) -> None:
        scalars = [symbol for symbol in names.symbols.values() if symbol.shape == ()]
        signs = [(symbol.name, word) for symbol in scalars for word in symbol.properties if word in SIGNS]
        #: The declared signs, as the format numbers them.
        self.signs = sorted(signs)

    def body(self, judgement: Verdict) -> JSON:
        """The body that goes with a judgement that is proved."""
        statement = judgement.statement
        if isinstance(statement, Equations):
            return {"links": [_link(verdict) for verdict in judgement.links]}
        if isinstance(statement, LinearImplication) and not isinstance(statement.conclusion, Equality):
            return self._multipliers(statement)
        shown: JSON = {} if isinstance(statement, LinearImplication) else fields_of(statement, statement.shown)
        parts = [self.body(part.judgement) for part in judgement.parts]
        return {**shown, "parts": parts} if parts else shown

    def _multipliers(self, statement: LinearImplication) -> JSON:
        found = statement.certificate
        if found is None:
            raise NoPlace("no multipliers are known")
        used = sorted((self._number(statement, place), value) for place, value in found.of.items() if value)
        return {"multipliers": [[number, str(value)] for number, value in used], "constant": str(found.constant)}

    def _number(self, statement: LinearImplication, place: int) -> int:
        """The number of a hypothesis: the declared signs follow those written, by the names of the symbols."""
        written = len(statement.hypotheses)
        if place < written:
            return place
        condition = statement.assumed[place]
        if not isinstance(condition, Condition) or not isinstance(condition.term, Symbol):
            raise NoPlace("a linear implication that rests on more than its hypotheses and declared signs")
        return written + self.signs.index((condition.term.name, condition.kind))


def _link(verdict: Verdict) -> JSON:
    """The body of a link; raises `NoPlace` where it follows from another theorem, and no cofactors show it."""
    found = None
    functions = opaque(verdict.lhs, verdict.rhs, verdict.hypotheses)
    if functions is not None:
        if not functions.holds():
            raise NoPlace("an equation that rests on laws of functions of matrices")
        found = functions.cofactors()
    elif any(isinstance(hypothesis, Equality) for hypothesis in verdict.hypotheses):
        found = cofactors_of(verdict.lhs, verdict.rhs, verdict.hypotheses)
    if found is None:
        if verdict.own_theorem is None:
            raise NoPlace("an equation that follows from a theorem about other symbols")
        return {}
    scale = {} if found.scale is None else {"scale": FieldValue("term", found.scale)}
    return {
        "indices": [write_index(index) for index in found.indices],
        "cofactors": [
            [each.hypothesis, [write_index(index) for index in each.indices], FieldValue("term", each.term)]
            for each in found.cofactors
        ],
        **scale,
    }


def _terms_of(value: object) -> tuple[Term, ...]:
    """The terms in a body, in order."""
    match value:
        case FieldValue():
            return value.terms
        case dict():
            return tuple(term for item in value.values() for term in _terms_of(item))
        case list():
            return tuple(term for item in value for term in _terms_of(item))
    return ()


def _notated(value: Any) -> Any:
    """A body with its fields as they are written."""
    match value:
        case FieldValue():
            return value.written()
        case dict():
            return {key: _notated(item) for key, item in value.items()}
        case list():
            return [_notated(item) for item in value]
    return value
