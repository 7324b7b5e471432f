"""What is said of a line that is refused: how it is another than the one that was claimed, or that would follow."""

from __future__ import annotations

from collections.abc import Sequence

from derive.derivation.matching import Pattern
from derive.language.hypotheses import Hypothesis
from derive.language.substitution import unfolded_subterms
from derive.language.terms import Defined, Term
from derive.printing import text, text_hypothesis
from derive.search.readback import first_difference
from derive.statements.equation import prove_equation
from derive.statements.verdict import Verdict


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
