"""Certificates: a statement with what establishes it (`FORMAT.md`, sections 4, 11 and 13).

A body has the shape of the judgement: the parts of a part in their order, equations at the ends, and beside them what their
authors gave, such as splittings, preimages and forms that show a sign.  The links of equations are empty at first; those
that the verifier does not accept so are searched for (`derive.certificates.completing`).  Nothing here is trusted: what is
handed out has been accepted by `derive.verifier`, which was given its text, as a file would hold it.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from itertools import pairwise
from typing import Any

from derive import verifier
from derive.certificates.declarations import JSON, Declarations, plain
from derive.certificates.links.known import Link
from derive.certificates.statements import SCHEMA as STATEMENTS
from derive.certificates.statements import FieldValue, NoPlace, fields_of, write_plain
from derive.errors import DeriveError, InputError
from derive.language.hypotheses import Equality
from derive.language.terms import Identity, Term
from derive.statements.bound import Bound
from derive.statements.cases import Cases
from derive.statements.eigenvalue_count import EigenvalueCount
from derive.statements.equation import Equations, by_entries, judged_by_entries
from derive.statements.limit import Limit
from derive.statements.linear_order import LinearImplication
from derive.statements.spectrum import CharacteristicPolynomial
from derive.statements.statement import Statement
from derive.statements.verdict import Backing, Verdict

SCHEMA = verifier.CERTIFICATE
#: The label of a certificate that was made for no theorem of a theory.
UNLABELLED = "statement"


class NotAccepted(InputError):
    """A statement that comes out proved, and for which no body was found that the verifier accepts."""


def certificate_of(label: str, proved: Statement | Verdict) -> JSON:
    """A certificate of a statement that the verifier accepts; a judgement is used as it is, where that is possible.

    That of an equation with matrices written out is one of what it says of their entries.

    Raises:
        NoPlace: for kinds that the format does not have.
        NotAccepted: where the verifier accepts none that was found.
        InputError: where one name has two meanings.
        DeriveError: for a statement that does not come out proved.
    """
    statement = proved.statement if isinstance(proved, Verdict) else proved
    entries = by_entries(statement)
    made = plain(entries)
    written, known = write_plain(made)
    if entries != statement:
        judgement = judged_by_entries(made, proved if isinstance(proved, Verdict) else statement.judge())
    else:
        judgement = proved if isinstance(proved, Verdict) and made == statement else made.judge()
    if judgement.status != "proved":
        raise DeriveError(f"{label} is {judgement.status}: no certificate")
    between = _between(proved, made) if isinstance(proved, Verdict) else ()
    try:
        return _shown(label, written, known, replace(judgement, through=between))
    except NotAccepted:
        if not between:
            raise
        return _shown(label, written, known, replace(judgement, through=()))  # of lines that need more than the ends


def _between(proved: Verdict, made: Statement) -> tuple[Term, ...]:
    """The lines of a derivation between the ends, in the words of a plain statement."""
    if not proved.through or not isinstance(made, Equations):
        return ()
    lines = plain(Equations((proved.lhs, *proved.through, proved.rhs), proved.hypotheses))
    return lines.terms[1:-1] if (lines.terms[0], lines.terms[-1]) == made.chain else ()


def _shown(label: str, written: JSON, known: Declarations, judgement: Verdict) -> JSON:
    """The certificate that goes with a judgement that is proved, if the verifier accepts it."""
    body = _Bodies().body(judgement)
    names = Declarations.of(_terms_of(body), known)
    strange = [name for name in names.dimensions if name not in known.dimensions]
    if strange:
        raise NoPlace(f"what shows {label} speaks of the dimension {strange[0]}, the statement does not")
    own = {key: value for key, value in names.to_json().items() if value and key != "dimensions"}
    given = (hypothesis for equation in judgement.equations for hypothesis in equation.hypotheses)
    by_cofactors = any(isinstance(hypothesis, Equality) for hypothesis in given)
    return _accepted(label, written, {**own, **_notated(body)}, by_cofactors)


def _accepted(label: str, statement: JSON, body: JSON, by_cofactors: bool) -> JSON:
    """The certificate with this body if it is accepted as it is, else with one whose links were searched for.

    ``by_cofactors``: links have hypotheses that are equations, which the verifier uses by cofactors alone; then the body as
    it is, which has none, is not tried.
    """
    claimed = json.dumps({"schema": STATEMENTS, "statements": {label: statement}})
    certificate = {"schema": SCHEMA, "label": label, "statement": statement, "sha256": fingerprint(statement)}

    def accepted() -> bool:
        return verifier.verify(json.dumps({**certificate, "body": body}), claimed).verdict == "accepted"

    if by_cofactors or not accepted():
        from derive.certificates.completing import completed  # most need nothing of it

        if not completed(statement, body) or not accepted():
            raise NotAccepted("no certificate was found that the verifier accepts")
    return {**certificate, "body": body}


def backing_of(proved: Verdict) -> Backing:
    """What a verdict that is *proved* rests on: a certificate that `derive.verifier` accepted, or the search alone.

    A characteristic polynomial is the equation det(zI − M) = p(z).
    """
    if isinstance(proved.statement, CharacteristicPolynomial):
        (determinant,) = proved.parts
        proved = determinant.judgement
    try:
        return Backing(certificate_of(UNLABELLED, proved))
    except DeriveError as error:
        return Backing(why_not=error.message if isinstance(error, InputError) else str(error))


def canonical(value: object) -> str:
    """The canonical form of JSON: keys sorted, no spaces, characters as themselves."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def fingerprint(value: object) -> str:
    """The SHA-256 of the canonical form, in hexadecimal."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


# --- bodies: with fields in their places, until `_notated` ------------------------------------------------------


class _Bodies:
    """Bodies of judgements that are proved."""

    def body(self, judgement: Verdict) -> JSON:
        """The body that goes with a judgement that is proved."""
        statement = judgement.statement
        if isinstance(statement, Equations) and judgement.through:
            between = judgement.through
            links = [Link(*pair, judgement.hypotheses) for pair in pairwise((judgement.lhs, *between, judgement.rhs))]
            return {"through": [[FieldValue("term", term) for term in between]], "links": links}
        if isinstance(statement, Equations):
            return {"links": [Link(each.lhs, each.rhs, each.hypotheses) for each in judgement.links]}
        if isinstance(statement, Bound) and statement.relation == "=":
            return {"links": [Link(statement.lhs, statement.rhs, statement.hypotheses)]}
        if isinstance(statement, LinearImplication) and not isinstance(statement.conclusion, Equality):
            return self._order(statement)
        if isinstance(statement, Limit):
            return self._limit(statement, judgement)
        shown: JSON = fields_of(statement, statement.shown)
        parts = [self.body(part.judgement) for part in judgement.parts]
        if isinstance(statement, Bound):
            return self._bound(statement, parts)
        if isinstance(statement, Cases):  # that they are all data: where p = 0, the other equality holds
            parts[0] = {"links": [{}]}
        if isinstance(statement, EigenvalueCount) and isinstance(statement.space, Identity):
            parts[1:1] = [{"links": [{}]} for _ in range(3)]
        return {**shown, "parts": parts} if parts else shown

    def _bound(self, bound: Bound, parts: list[JSON]) -> JSON:
        """The condition of the difference, by a form of it if there is one; of squares after that of the larger side."""
        squared = parts[:1] if bound.squared and bound.relation != "!=" else []
        shown = fields_of(bound, bound.shown)
        rest = {**shown, "parts": parts[len(squared) :]} if shown else parts[-1]
        return {"squared": True, "parts": [*squared, rest]} if bound.squared else rest

    def _limit(self, limit: Limit, judgement: Verdict) -> JSON:
        """The term beside the point, its value there, and the rate; the judgement writes the variable as point ± h."""
        if limit.lemmas:
            raise NoPlace("a limit with lemmas has no certificate")
        beside, *_, there = judgement.parts
        parts = [self.body(part.judgement) for part in ([there] if limit.equal_to is None else [beside, there])]
        if limit.rate is not None:
            squares: JSON = (
                {}
                if limit.rate_by is None
                else {"form": FieldValue("term", limit.rate_by), "parts": [{"links": [{}]}, {}]}
            )
            parts.append({"squared": True, "parts": [{}, squares]})
        return {**fields_of(limit, limit.shown), "parts": parts}

    def _order(self, statement: LinearImplication) -> JSON:
        """A nonnegative combination of inequalities; the equalities that it needs are found for its link."""
        if statement.form is None:
            raise NoPlace("no multipliers are known")
        link = Link(statement.goal, statement.form, statement.hypotheses)
        return {**fields_of(statement, statement.shown), "parts": [{"links": [link]}, {}]}


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
        case Link():
            return value
        case dict():
            return {key: _notated(item) for key, item in value.items()}
        case list():
            return [_notated(item) for item in value]
    return value
