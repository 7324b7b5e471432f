"""Where two lines differ, whether a rule explains each of these places, and what is said of a line that is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from derive.derivation.established import Established
from derive.derivation.matching import Binding, Pattern, instance, matches
from derive.language.alike import flat, has_terms, join, open_factors, same, split_factors, try_product
from derive.language.hypotheses import Hypothesis
from derive.language.substitution import symbols_of, unfolded_subterms
from derive.language.terms import Add, Defined, Grad, Hadamard, Index, Product, Term
from derive.printing import text, text_hypothesis
from derive.search.readback import first_difference
from derive.statements.equation import prove_equation
from derive.statements.verdict import Verdict


@dataclass(frozen=True)
class Change:
    """One place at which two lines differ, and the rule instance that explains it."""

    before: Term
    after: Term
    rule: int


def connects(rules: Sequence[Pattern], before: Term, after: Term, holds: Established) -> tuple[Change, ...] | None:
    """The changes that turn one line into the next, each by one of the rules; None when the rules do not."""
    if same(before, after):
        return ()
    for number, rule in enumerate(rules):
        if _is_instance(rule, before, after, holds):
            return (Change(before, after, number),)
    if isinstance(before, Grad) and isinstance(after, Grad):
        if before.symbol != after.symbol:
            return None
        return connects(rules, before.term, after.term, holds.inside(before.symbol))
    inner = _peel(before, after)
    if inner is None:
        return None
    changes: list[Change] = []
    for left, right in inner:
        found = connects(rules, left, right, holds)
        if found is None:
            return None
        changes += found
    return tuple(changes)


def _is_instance(rule: Pattern, before: Term, after: Term, holds: Established) -> bool:
    if before.shape != after.shape:
        return False
    for binding in matches(rule.lhs, before, rule.variables, Binding(), holds):
        missing = rule.variables & set(symbols_of(rule.rhs)) - set(binding.symbols)
        whole = matches(rule.rhs, after, rule.variables, binding, holds) if missing else (binding,)
        for bound in whole:
            sides = instance(rule, bound, holds)
            if sides is not None and same(sides[0], before) and same(sides[1], after):
                return True
    return False


def _peel(before: Term, after: Term) -> list[tuple[Term, Term]] | None:
    """What is left of two terms when what they share outside is taken away: pairs that must be connected."""
    if isinstance(before, Product) or isinstance(after, Product):
        pair = _peel_product(before, after)
        if pair is not None:
            return [pair]
    for kind in (Add, Hadamard):
        if isinstance(before, kind) or isinstance(after, kind):
            pairs = _peel_unordered(kind, before, after)
            if pairs is not None:
                return pairs
    if type(before) is not type(after) or len(before.children) != len(after.children):
        return None
    if isinstance(before, Defined) and not before.children:
        return None
    for mine, theirs in zip(before.values, after.values, strict=True):
        if not has_terms(mine) and not isinstance(mine, Index) and mine != theirs:
            return None
    pairs = list(zip(before.children, after.children, strict=True))
    return pairs if pairs and any(not same(x, y) for x, y in pairs) else None


def _peel_product(before: Term, after: Term) -> tuple[Term, Term] | None:
    """Take common scalars, and common factors from both ends, off two products."""
    scalars, others = split_factors(before)
    scalars2, others2 = split_factors(after)
    if not others and not others2 and len(scalars) == len(scalars2) == 1:  # two scalar products of vectors
        scalars, others, scalars2, others2 = [], open_factors(before), [], open_factors(after)
    start = 0
    while start < min(len(others), len(others2)) and same(others[start], others2[start]):
        start += 1
    stop = 0
    while stop < min(len(others), len(others2)) - start and same(others[-1 - stop], others2[-1 - stop]):
        stop += 1
    middle, middle2 = others[start : len(others) - stop], others2[start : len(others2) - stop]
    if (not middle or not middle2) and middle != middle2:  # keep one neighbour, so that both sides are terms
        if start:
            middle, middle2 = others[start - 1 : len(others) - stop], others2[start - 1 : len(others2) - stop]
        elif stop:
            middle, middle2 = others[start : len(others) - stop + 1], others2[start : len(others2) - stop + 1]
    rest, rest2 = _without_common(scalars, scalars2)
    left, right = [*rest, *middle], [*rest2, *middle2]
    if not left or not right:
        return None
    one, two = try_product(left), try_product(right)
    if one is None or two is None or one.shape != two.shape or (one == before and two == after):
        return None
    return one, two


def _peel_unordered(kind: type[Add | Hadamard], before: Term, after: Term) -> list[tuple[Term, Term]] | None:
    """Take common summands (or Hadamard factors) off; pair those that remain when there are equally many."""
    parts = flat(before) if isinstance(before, kind) else [before]
    parts2 = flat(after) if isinstance(after, kind) else [after]
    left, right = _without_common(parts, parts2)
    if not left or not right:
        return None
    if len(left) < len(parts):
        return [(join(kind, left), join(kind, right))]
    return list(zip(left, right, strict=True)) if len(left) == len(right) else None


def _without_common(left: Sequence[Term], right: Sequence[Term]) -> tuple[list[Term], list[Term]]:
    rest, rest2 = [], list(right)
    for part in left:
        twin = next((i for i, other in enumerate(rest2) if same(part, other)), None)
        if twin is None:
            rest.append(part)
        else:
            del rest2[twin]
    return rest, rest2


def needing(rules: Sequence[Pattern]) -> str:
    """What rules need where they are used, in words that end a sentence."""
    under = dict.fromkeys(text_hypothesis(given) for each in rules for given in each.hypotheses)
    return f" (proved under {', '.join(under)})" if under else ""


def how_it_differs(claim: Term, line: Term, hypotheses: Sequence[Hypothesis]) -> list[str]:
    """How a line is another than the one that was claimed: itself, or in what a name of it means."""
    said = "is not what is claimed"
    meant = {part.definition.name: part for part in unfolded_subterms(claim) if isinstance(part, Defined)}
    for part in unfolded_subterms(line):
        if isinstance(part, Defined) and part.definition != meant.get(part.definition.name, part).definition:
            claim, line = meant[part.definition.name].unfold(), part.unfold()
            said = f"defines {text(part)} otherwise than what is claimed"
            break
    if claim.shape != line.shape:
        return [said, f"expected {text(claim)}", f"found    {text(line)}", "of another shape"]
    verdict = prove_equation(claim, line, hypotheses)
    if verdict.theorem is None:
        return [said, *difference(claim, line, verdict, hypotheses)]
    return [f"{said}, but equal to it", f"expected {text(claim)}", f"found    {text(line)}"]


def difference(expected: Term, found: Term, verdict: Verdict, hypotheses: Sequence[Hypothesis]) -> list[str]:
    """Two lines that are not proved equal, with the first difference and a witness."""
    report = [f"expected {text(expected)}", f"found    {text(found)}"]
    first = first_difference(expected, found, hypotheses)
    if first:
        report.append(f"first difference of the normal forms: {first}")
    if verdict.counterexample is not None:
        return [*report, f"witness: {verdict.counterexample}"]
    return [*report, f"unsupported: {verdict.reason}"]
