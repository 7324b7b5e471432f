"""Images in Rocq: {f(a)} = {v : conditions}, as a theorem over all v.

    forall v, (exists a, D(a) /\\ f(a) = v) <-> C(v)

D(a) says that a is in the domain and that f(a) is defined.  It rests on theorems over all a, or all v, one for each
obligation of the kind: every image satisfies each condition; the preimage h(v) is in the domain, f is defined there, and
f(h(v)) = v.  Roots at the preimage have the values that the lemmas of the statement give; each is proved by squaring.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from derive.language.hypotheses import Condition, Equality, Hypothesis
from derive.language.substitution import substitute, unfold_all
from derive.language.terms import Norm, Power, Sqrt, Symbol, Term, is_vector
from derive.rocq.environment import Library, Parameters, type_of
from derive.rocq.pieces import POSTFIX, Unreachable
from derive.rocq.premises import Premises
from derive.rocq.statements import Plan, plan
from derive.rocq.terms import Writer
from derive.rocq.theorem import Draft, draft
from derive.statements.bound import Bound, condition_holds
from derive.statements.declaration import terms_in
from derive.statements.image import Image, certificate, hypothesis_at


@dataclass
class _Parts:
    """The theorems about one image, while they are written."""

    library: Library
    name: str
    drafts: list[tuple[str, Draft]]

    def add(self, made: Plan, bound: Symbol, roots: Sequence[tuple[Term, Term]] = ()) -> Draft:
        """One more theorem."""
        name = f"{self.name}_{len(self.drafts) + 1}"
        found = draft(self.library, name, made, bound=(bound,), roots=roots)
        self.drafts.append((name, found))
        return found


def image_texts(library: Library, name: str, statement: Image) -> list[str]:
    """The theorems for an image, the last one with the name; raises `Unreachable`."""
    argument, element = (
        Symbol(f"{s.name}0", s.dims, s.properties) for s in (statement.map.argument, statement.set.element)
    )
    there = {statement.map.argument: argument}
    here = {statement.set.element: element}
    image = substitute(statement.map.term, there)
    domain = [hypothesis_at(h, there) for h in statement.map.conditions]
    conditions = [hypothesis_at(h, here) for h in statement.set.all_conditions]
    back = substitute(statement.preimage, here)
    a, v = library.bind(argument), library.bind(element)
    parts = _Parts(library, name, [])

    known = (*statement.hypotheses, *domain)
    forward = []
    for condition in statement.set.all_conditions:
        by = _at(certificate(statement.set.by, condition), there)
        fact = _holds(hypothesis_at(condition, {statement.set.element: image}), known, by)
        forward.append(parts.add(replace(fact, authored=(image,)), argument))
    needs = list(dict.fromkeys(need for made in forward for need in made.domain))
    known = (*statement.hypotheses, *conditions)
    roots = [_root(lemma, here) for lemma in statement.lemmas]
    spoken = (element, *terms_in(tuple(conditions)))
    put = {argument: back}
    backward = [
        _holds(hypothesis_at(h, put), known, _at(certificate(statement.by, original), here))
        for h, original in zip(domain, statement.map.conditions, strict=True)
    ]
    backward += [_sign(kind, substitute(term, put), known) for kind, term in needs]
    preimage = substitute(image, put)
    sides = ((preimage, element),)
    backward.append(Plan(known, (), sides, (), lambda text: f"{text(preimage)} = {text(element)}", "{0}"))
    for made in backward:
        parts.add(replace(made, authored=spoken), element, roots)

    text = Writer(library, Parameters())
    tell = Premises(text)
    said = [_said(tell, h) for h in domain] + [tell.condition(Condition(kind, term)) for kind, term in needs]
    claims = [_said(tell, h) for h in conditions]
    bound = re.compile(rf"\b({re.escape(a)}|{re.escape(v)})\b")
    premises = dict.fromkeys(premise for _, made in parts.drafts for premise in made.premises)
    outside = [premise for premise in premises if not bound.search(premise) and premise not in said]
    exists = " /\\ ".join([*(f"({s})" if "forall" in s else s for s in said), f"{text.piece(image).text} = {v}"])
    given = f"exists {a} : {type_of(argument.dims)}, {exists}"
    reached = " /\\ ".join(claims)
    claim = f"forall {v} : {type_of(element.dims)},\n  ({given}) <->\n  {reached}"
    globals_ = [f"g{i + 1}" for i in range(len(outside))]
    names = [part for part, _ in parts.drafts]
    lines = [
        f"move=> {' '.join([*globals_, v])}; split.",
        f"  move=> [{a} {_pattern([*(f'd{i + 1}' for i in range(len(said))), '<-'])}].",
        f"  {_each(names[: len(forward)])}.",
        f"move=> {_pattern([f'c{i + 1}' for i in range(len(claims))])}; exists {text.piece(back).at(POSTFIX)}.",
        f"{_each(names[len(forward) :])}.",
    ]
    whole = " ->\n  ".join([*outside, claim])
    texts = [made.text for _, made in parts.drafts]
    return [*texts, f"Theorem {name} :\n  {whole}.\nProof.\n" + "\n".join(lines) + "\nQed.\n"]


def _holds(fact: Hypothesis, known: tuple[Hypothesis, ...], by: Term | None) -> Plan:
    """That a condition holds there; v ≠ 0 by |v|² > 0."""
    found = condition_holds(fact, known, by)
    made = plan(found)
    if isinstance(fact, Condition) and fact.kind == "not_zero" and isinstance(found, Bound):
        term, closing = fact.term, f"(not_zero_of_norm {made.closing})"
        return replace(made, claim=lambda text: f"{text(term)} != 0", closing=closing)
    return made


def _sign(kind: str, term: Term, known: tuple[Hypothesis, ...]) -> Plan:
    """That a divisor, or a radicand, of f is what it must be at the preimage."""
    claims = {"nonneg": "0 <= {}", "nonzero": "{} != 0"}
    if kind not in claims or is_vector(term.shape):
        raise Unreachable("an image with another condition on its domain")
    return Plan(known, (), (), ((kind, term),), lambda text: claims[kind].format(text(term)), "{0}")


def _root(lemma: object, here: Mapping[Symbol, Term]) -> tuple[Term, Term]:
    """The radicand and the value of a lemma √p = q."""
    if not isinstance(lemma, Bound) or lemma.relation != "=":
        raise Unreachable("an image with another lemma")
    left, right = unfold_all(substitute(lemma.lhs, here)), unfold_all(substitute(lemma.rhs, here))
    match left:
        case Sqrt(radicand):
            return radicand, right
        case Power(Norm(), _) | Norm():
            raise Unreachable("an image with a lemma about a norm")
    raise Unreachable("an image with another lemma")


def _at(term: Term | None, values: Mapping[Symbol, Term]) -> Term | None:
    return None if term is None else substitute(term, values)


def _said(tell: Premises, hypothesis: Hypothesis) -> str:
    if isinstance(hypothesis, Equality):
        left, right = map(tell.writer.piece, hypothesis.terms)
        return f"{left} = {right}"
    return tell.condition(hypothesis)


def _pattern(names: Sequence[str]) -> str:
    """[h1 [h2 h3]]"""
    made = names[-1]
    for name in reversed(names[:-1]):
        made = f"[{name} {made}]"
    return made


def _each(names: Sequence[str]) -> str:
    """A conjunction, each part by its theorem."""
    made = f"by apply: {names[-1]}"
    for name in reversed(names[:-1]):
        made = f"split; [by apply: {name}|{made}]"
    return made
