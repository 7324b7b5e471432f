"""Mutation of certificates: every field, and every node of every term, of every certificate of ``output/certificates``.

Three attacks, by what is changed:

* *copy*: something outside of the body, the statements' file as it was.  It must not be accepted: what it says is something
  else.
* *body*: a body that is still accepted must still be a proof.  A second check confirms it: the changed term is equal to the
  one before, by exact evaluation; or the certificate is accepted without that field, so that it is not needed; or the parts
  of the statement with the changed certificate hold by exact evaluation.
* *both*: the statement is changed in the statements' file and in the certificate, fingerprint and all.  What is accepted
  must be true at every point at which it is evaluated.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from derive.certificates.certificate import canonical, fingerprint
from derive.errors import DeriveError
from derive.language.terms import Term
from derive.statements.bound import Bound, BoundChain
from derive.statements.cases import Cases
from derive.statements.conjunction import All
from derive.statements.domain import domain_of
from derive.statements.eigenpair import Eigenpair
from derive.statements.eigenvalue_count import EigenvalueCount
from derive.statements.eigenvalues import Eigenvalues
from derive.statements.equation import Equations
from derive.statements.image import Image
from derive.statements.implication import Implication
from derive.statements.linear_order import LinearImplication
from derive.statements.null_space import NullSpace, Splitting
from derive.statements.rank import Nullity, Rank
from derive.statements.statement import Statement
from tests.attacks import truth
from tests.attacks.json_mutations import Spot, Tree, get, mutants, put, spots, vocabulary
from tests.attacks.statements import show
from tests.attacks.tally import Tally
from tests.attacks.verifying import statements_text, verifier
from tests.certificates.reader import Scope, read_term, scope_of
from tests.certificates.statement_reader import read_declarations, read_inner, read_statement

FOLDER = Path(__file__).parents[2] / "output" / "certificates"
TRIES = 16
Json = Any


@cache
def certificates() -> tuple[Json, ...]:
    """The certificates, by label."""
    found = (json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json")))
    return tuple(made for made in found if truth.is_attacked(read_statement(made["statement"])))


@dataclass(frozen=True)
class Mutant:
    """A certificate that was changed, and what is asked of it."""

    attack: str
    way: str
    spot: Spot
    original: Json
    certificate: Json
    statement: Json

    @property
    def texts(self) -> tuple[str, str]:
        """The certificate and the statements' file."""
        return json.dumps(self.certificate), statements_text(self.statement, self.original["label"])

    def __str__(self) -> str:
        return f"{self.attack} of {self.original['label']}, {self.spot}: {self.way}"


def spots_of(original: Json, attack: str) -> list[Spot]:
    """The places that an attack changes: in the body, in the statement, or anywhere but in the body."""
    fields = {"body": {"body"}, "both": {"statement"}, "copy": original.keys() - {"body"}}[attack]
    return [spot for spot in spots(original) if spot.path and spot.path[0] in fields]


def mutants_at(original: Json, attack: str, spot: Spot, random: Random, words: list[Tree]) -> Iterator[Mutant]:
    """All mutants of one spot; ``words`` is the vocabulary of the original."""
    before, statement_before = canonical(original), canonical(original["statement"])
    for way, made in mutants(original, spot, random, words):
        if canonical_or_text(made) == before:
            continue
        statement = original["statement"]
        if attack == "both":
            if "statement" not in made or canonical_or_text(made["statement"]) == statement_before:
                continue
            statement = made["statement"]
            made = {**made, "sha256": _fingerprint(statement)}
            if spot.node is not None:  # what the body says in the same words, it says in the new words
                made["body"] = _replaced(made["body"], get(original, spot.path), get(made, spot.path))
        yield Mutant(attack, way, spot, original, made, statement)


def canonical_or_text(value: Json) -> str:
    """The canonical form, also of what has none."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _fingerprint(statement: Json) -> str:
    try:
        return fingerprint(statement)
    except ValueError:
        return "0" * 64


def _replaced(value: Json, old: str, new: str) -> Json:
    if isinstance(value, dict):
        return {key: _replaced(part, old, new) for key, part in value.items()}
    if isinstance(value, list):
        return [_replaced(part, old, new) for part in value]
    return new if value == old else value


def one_mutant(seed: str) -> Mutant | None:
    """The mutant of a seed."""
    random = Random(seed)
    attack = random.choice(("copy", "body", "body", "both", "both"))
    original = random.choice(certificates())
    if attack == "body" and random.random() < 0.8:  # most bodies hold nothing: prefer those that do
        original = random.choice(_with_bodies())
    found = spots_of(original, attack)
    spot = random.choice(found) if found else None
    made = [] if spot is None else list(mutants_at(original, attack, spot, random, vocabulary(original)))
    return random.choice(made) if made else None


@cache
def _with_bodies() -> tuple[Json, ...]:
    return tuple(made for made in certificates() if len(canonical(made["body"])) > 40)


def every(attack: str, seed: str, part: int, parts: int) -> Iterator[Mutant]:
    """Every mutant of every spot of one part in so many of the certificates."""
    for original in certificates()[part::parts]:
        random, words = Random(f"{seed} {original['label']}"), vocabulary(original)
        for spot in spots_of(original, attack):
            yield from mutants_at(original, attack, spot, random, words)


# --- the attack ------------------------------------------------------------------------------------------------


def attack(seeds: Sequence[str]) -> Tally:
    """The mutants of these seeds."""
    tally = Tally("mutated certificates")
    for seed in seeds:
        made = one_mutant(seed)
        if made is not None:
            look(tally, seed, made)
    return tally


def missed(chosen: Sequence[Json]) -> list[str]:
    """The certificates as they are that are not accepted: none may be missing."""
    return [made["label"] for made in chosen if not _accepted(made, made)]


def _accepted(certificate: Json, original: Json) -> bool:
    """Is it accepted for the statement of the original?"""
    return verifier(json.dumps(certificate), statements_text(original["statement"], original["label"])) == "accepted"


def look(tally: Tally, seed: str, mutant: Mutant) -> None:
    """Ask the verifier for one mutant, and check what it accepts."""
    row = f"{mutant.attack}: {mutant.way}"
    tally.count(row, "cases")
    try:
        verdict = verifier(*mutant.texts)
    except Exception as error:  # whatever gets out of it
        tally.count(row, "crash")
        tally.report(seed, f"{mutant}: the verifier raises {type(error).__name__}: {error}: {_shown(mutant)}")
        return
    tally.count(row, verdict)
    if verdict != "accepted":
        return
    if mutant.attack == "copy":
        wrong = "accepted, though its statement is not the one that is asked for"
    elif mutant.attack == "body":
        reason = _confirmed(mutant, Random(f"{seed} points"))
        if reason:
            tally.count(row, reason)
        wrong = "" if reason else "accepted, and not confirmed to be a proof"
    else:
        wrong = _false(mutant, Random(f"{seed} points"), tally, row)
    if wrong:
        tally.count(row, "wrong")
        tally.report(seed, f"{mutant}: {wrong}: {_shown(mutant)}")


def _shown(mutant: Mutant) -> str:
    try:
        return json.dumps(get(mutant.certificate, mutant.spot.path), ensure_ascii=False)[:400]
    except (KeyError, IndexError, TypeError):
        return "(not there any more)"


def _false(mutant: Mutant, random: Random, tally: Tally, row: str) -> str:
    """Where an accepted statement is false; "" where no such point was found."""
    try:
        statement = certified(mutant.certificate)
    except (DeriveError, AttributeError, KeyError, TypeError, ValueError) as error:
        tally.count(row, "ill-formed")
        tally.note(str(mutant.spot), f"{mutant}: accepted, and the reader refuses it: {error}: {_shown(mutant)}")
        return ""
    held, wrong = truth.falsified(statement, random, TRIES)
    tally.count(row, "true at all points" if held else "no point")
    return f"{show(statement)} is accepted, and {wrong}" if wrong else ""


# --- is an accepted body still a proof? ------------------------------------------------------------------------


def _confirmed(mutant: Mutant, random: Random) -> str:
    """How it was confirmed; "" if it was not."""
    if _equal_terms(mutant, random):
        return "an equal term"
    if _not_needed(mutant):
        return "not needed"
    try:
        statement = certified(mutant.certificate)
    except (DeriveError, AttributeError, KeyError, TypeError, ValueError):
        return ""
    return "" if _parts_fail(statement, random) else "parts hold"


def _equal_terms(mutant: Mutant, random: Random) -> bool:
    """Is a changed term the same as before, wherever both are defined?"""
    try:
        old, new = get(mutant.original, mutant.spot.path), get(mutant.certificate, mutant.spot.path)
        if not (isinstance(old, str) and isinstance(new, str)):
            return False
        scope = names_of(mutant.original)
        given = read_statement(mutant.original["statement"]).hypotheses
        sides = Equations((read_term(old, scope), read_term(new, scope)), given)
        if sides.chain[0] == sides.chain[1]:
            return True
        held, wrong = truth.falsified(sides, random, TRIES)
    except (DeriveError, KeyError, IndexError, TypeError, ValueError):  # terms of two shapes
        return False
    return held > 0 and not wrong


def _not_needed(mutant: Mutant) -> bool:
    """Is the certificate accepted without the field that was changed, or without the cofactors of that link?"""
    for length in range(len(mutant.spot.path), 1, -1):
        *path, key = mutant.spot.path[:length]
        if isinstance(key, str) and key not in ("parts", "links"):
            holder = get(mutant.original, tuple(path))
            of_a_link = key in ("indices", "cofactors", "scale") and "cofactors" in holder
            kept = {} if of_a_link else {name: part for name, part in holder.items() if name != key}
            if _accepted(put(mutant.original, tuple(path), kept), mutant.original):
                return True
    return False


def _parts_fail(statement: Statement, random: Random) -> bool:
    """Does a part of the statement, by its closing lemma, fail at a point?"""
    if truth.is_attacked(statement) and truth.falsified(statement, random, TRIES)[1]:
        return True
    if isinstance(statement, All):
        return any(_parts_fail(member, random) for _, member in statement.members)
    if isinstance(statement, Implication) and statement.form is None and statement.covector is None:
        return False
    if isinstance(statement, LinearImplication) and statement.certificate is None:  # shown by a form alone
        return statement.judge().status == "refuted"
    given = (*statement.hypotheses, *domain_of(statement.terms, statement.hypotheses))
    return any(_parts_fail(part.statement, random) for part in statement.obligations(given))


# --- statements with the certificates that a body gives ---------------------------------------------------------


_DECLARED = frozenset({"dimensions", "symbols", "definitions"})


def names_of(certificate: Json) -> Scope:
    """The names of the statement and of the body."""
    statement, body = certificate["statement"], certificate["body"]
    return scope_of(
        read_declarations(
            {
                "dimensions": statement["dimensions"],
                "symbols": {**statement["symbols"], **body.get("symbols", {})},
                "definitions": [*statement["definitions"], *body.get("definitions", [])],
            }
        )
    )


def certified(certificate: Json) -> Statement:
    """The statement, as it is written, with the certificates of the body in their places."""
    inner = {key: value for key, value in certificate["statement"].items() if key not in _DECLARED}
    scope = names_of(certificate)
    return _certified(read_inner(inner, scope), certificate["body"], scope)


def _certified(statement: Statement, body: Json, scope: Scope) -> Statement:
    def term(key: str) -> Term | None:
        return read_term(body[key], scope) if key in body else None

    def needed(key: str) -> Term:
        return read_term(body[key], scope)

    match statement:
        case Bound():
            inner = body["parts"][-1] if "squared" in body else body
            shown = {
                key: read_term(inner[field], scope)
                for key, field in (("by", "form"), ("scale", "scale"))
                if field in inner
            }
            return replace(statement, **{"by": None, "scale": None, **shown}, squared="squared" in body)
        case BoundChain(links):
            made = (_certified(link, part, scope) for link, part in zip(links, body["parts"], strict=True))
            return replace(statement, links=tuple(link for link in made if isinstance(link, Bound)))
        case Implication():
            return replace(statement, form=term("form"), covector=term("covector"))
        case Eigenpair():
            body = body["parts"][-1]
            return replace(statement, form=term("form"), covector=term("covector"))
        case NullSpace():
            coefficients = tuple(read_term(text, scope) for text in body["coefficients"])
            return replace(statement, splitting=Splitting(coefficients, needed("left")))
        case Rank() | Nullity():
            return replace(statement, inverse=needed("inverse"))
        case Eigenvalues(_, pairs):
            given = zip(pairs, body["projections"], strict=True)
            return replace(statement, eigenvalues=tuple(replace(p, projection=read_term(e, scope)) for p, e in given))
        case EigenvalueCount():
            vector = scope.symbols[body["vector"]]
            by = read_term(body["parts"][-1]["form"], scope)
            return replace(statement, projection=needed("projection"), vector=vector, by=by)
        case Image():
            body = body["parts"][-1]
            lemmas: tuple[Any, ...] = tuple(read_inner(lemma, scope) for lemma in body["lemmas"])
            return replace(statement, preimage=needed("preimage"), lemmas=lemmas)
        case All(members):
            inner = zip(members, body["parts"], strict=True)
            return replace(statement, members=tuple((name, _certified(m, part, scope)) for (name, m), part in inner))
        case Cases(cases):
            halves = zip(cases, body["parts"][-2:], strict=True)
            return replace(statement, cases=tuple((case, _certified(s, part, scope)) for (case, s), part in halves))
    return statement
