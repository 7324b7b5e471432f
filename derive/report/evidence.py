"""Evidence beside the proofs: SymPy's opinion, exact values, floating point; the verifier's answer, and Rocq's reach.

What stands in a report is the same in every run: answers, counts, and whether bounds were kept; what depends on the machine
is the business of `derive.report.volatile`.

**Code, formula and theorem are one**: LaTeX that latexify-py makes of a Python function is read by the reader of papers,
which knows nothing of NumPy: its words are declared to it (`derive.interop.reference.GLOSSARY`).  Assignments become
definitions, in order; where the name is known, as that of the dimension is, the line is a claim that has to be proved.
Whether what the function returns is the formula is then decided, for every N.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice, pairwise
from typing import Any

from derive import verifier
from derive.authoring.theory import CheckedTheorem, Theorem
from derive.certificates.write import digest
from derive.errors import InputError, LimitError, UndefinedAtPoint
from derive.evaluate import arrays
from derive.evaluate.conditions import all_equal, index_values
from derive.evaluate.effort import Effort
from derive.evaluate.evaluate import Evaluation
from derive.evaluate.point import Point, Value
from derive.evaluate.points import names, points
from derive.interop.agreement import Agreement, LineConfirmation
from derive.interop.oracles import float64_agreement
from derive.interop.reference import GLOSSARY, REFERENCE, equations_of, render, why_not_rendered
from derive.language.hypotheses import Hypothesis
from derive.language.substitution import substitute, symbols_of, unfold_all
from derive.language.terms import Term
from derive.processes import Workers
from derive.reading.decided import context_from, proved
from derive.reading.environment import BARE
from derive.reading.latex import Context, read_latex, read_latex_term
from derive.report.model import ExactComparison, FloatAgreement, Recheck, ReferenceFunction
from derive.rocq.export import reach
from derive.statements.conjunction import all_of
from derive.statements.equation import prove_chain, prove_equation
from derive.statements.verdict import Verdict
from derive.theories.layernorm.maps import EQ1

_DIMENSION = "N"
#: Letters that Python writes in another way than the theory, and how the theory does.
_NAMES = {"epsilon": "eps"}


def check_function(function: Callable[..., Any], formula: Term) -> ReferenceFunction:
    """The function with its LaTeX, and the verdict whether what it returns is the formula, for all sizes and data.

    The formula is a vector of shape (N,) in a, g, b and ε.  Without latexify-py there is no LaTeX and no verdict; where the
    LaTeX cannot be read there is none, and the reason.
    """
    title, source = inspect.cleandoc(function.__doc__ or ""), inspect.getsource(function)
    if why_not_rendered():
        return ReferenceFunction(function.__name__, title, source, "")
    latex = render(function)
    try:
        verdict, why = decide(latex, formula), ""
    except InputError as error:
        verdict, why = None, f"the LaTeX cannot be read back: {error.message}"
    return ReferenceFunction(function.__name__, title, source, latex, verdict, why)


def decide(latex: str, formula: Term) -> Verdict:
    """Is what such LaTeX says the formula?  The links of the chain are the claims of the lines, then the equation itself.

    Raises `InputError` for LaTeX that cannot be read, or that says nothing of N.
    """
    context = Context(BARE, decide=proved)
    for words in GLOSSARY:
        context = context_from(words, context, "glossary")
    links: list[Verdict] = []
    *assigned, (_, returned) = equations_of(latex)
    for name, body in assigned:
        if name == _DIMENSION:
            links += prove_chain(read_latex(f"{name} = {body}", context).terms).links
        else:
            context = context_from(f"let {name} = {body}", context, "latex")
    found = read_latex_term(returned, context)
    theirs = {_NAMES[symbol.name]: symbol for symbol in symbols_of(found) if symbol.name in _NAMES}
    meant = unfold_all(formula)  # with the symbols that the LaTeX has: ε is ``epsilon`` there
    meant = substitute(meant, {mine: theirs[mine.name] for mine in symbols_of(meant) if mine.name in theirs})
    links.append(prove_equation(found, meant))
    return links[0] if len(links) == 1 else all_of(*(link.statement for link in links)).judge()


def recheck(theorem: Theorem, proved: Verdict, workers: Workers) -> Callable[[], Recheck]:
    """The verifier's answer to the certificate of a theorem, and why it cannot be exported to Rocq, if it cannot: begun."""
    exported = workers.begin(reach, Theorem(theorem.label, theorem.title, theorem.statement))  # without what makes it
    return lambda: replace(certified(theorem, proved), not_exported=exported() or "")


def verifier_lines() -> int:
    """How long the program is that checks certificates, in lines."""
    return len(inspect.getsource(verifier).splitlines())


def certified(theorem: Theorem, proved: Verdict) -> Recheck:
    """What the verifier has said of the certificate of a theorem, which ``proved`` judges."""
    backing = proved.backing
    if backing is None:
        return Recheck(False, f"{theorem.label} is {proved.status}: no certificate")
    if backing.certificate is None:
        return Recheck(False, backing.why_not)
    return Recheck(True, digest=digest(theorem.label, backing.certificate))


SYMPY_SIZES = (1, 2, 3, 4)
EXACT_SIZES = (1, 2, 3, 5)
FLOAT_SIZES = (1, 2, 3, 8, 64, 768)
#: Points drawn at a size for an exact comparison, and how many of the last (the random ones) are used.
DRAWN = 12
USED = 3
#: Entry operations for one exact comparison.
EFFORT = 400_000

#: Theories with reference functions in Python, and the formula that each of these is.
REFERENCES: dict[str, tuple[Term, dict[str, Callable[..., object]]]] = {"layernorm": (EQ1, dict(REFERENCE))}


def sympy_answers(
    terms: Sequence[Term],
    hypotheses: Sequence[Hypothesis],
    sizes: Sequence[int] = SYMPY_SIZES,
    lines: Sequence[LineConfirmation] = (),
) -> tuple[Agreement, ...]:
    """SymPy's answer about a chain at each size: True when every link is, False when one is not.

    Where SymPy has confirmed every line of a derivation from the first term to the last, the chain is true with them.  What
    is too large at one size is not tried at a larger one.
    """
    answers: list[Agreement] = []
    for size in sizes:
        if lines and all(size in line.confirmed for line in lines):
            answers.append(Agreement(size, True))
        elif answers and answers[-1].reason.startswith("too large"):
            answers.append(Agreement(size, None, "too large: so it is at a smaller size"))
        else:
            answers.append(_chain_answer(terms, hypotheses, size))
    return tuple(answers)


def _chain_answer(terms: Sequence[Term], hypotheses: Sequence[Hypothesis], size: int) -> Agreement:
    from derive.interop.crosscheck import examine  # it loads SymPy
    from derive.interop.field import Field

    links, field = [], Field()
    for lhs, rhs in pairwise(terms):
        if lhs.shape != rhs.shape:
            return Agreement(size, None, "not written out: the sides have different shapes")
        links.append(examine(lhs, rhs, size, hypotheses, field))
    for wanted in (False, None):
        found = next((link for link in links if link.result is wanted), None)
        if found is not None:
            return found
    return Agreement(size, True)


def _compare(terms: Sequence[Term], given: Sequence[Hypothesis], size: int) -> ExactComparison:
    """All terms of a chain evaluated exactly at a few admissible points, every dimension having this size.

    The last points drawn are compared; the example is the first point of all with a value that is not zero.
    """
    dims, symbols = names(terms, given)
    at = dict.fromkeys(dims, size)
    try:
        drawn = list(points(symbols, at, given, DRAWN, Effort(EFFORT)))
    except LimitError:
        drawn = []
    at_point = cache(
        lambda number: _values(terms, drawn[number])
    )  # those between the last and the example are not asked
    rest = (_all_equal(found) for number in reversed(range(len(drawn))) if (found := at_point(number)) is not None)
    used = list(islice(rest, USED))
    found_at = ((point, found) for number, point in enumerate(drawn) if (found := at_point(number)) is not None)
    example, value = _example((point, found[0][0]) for point, found in found_at if _all_equal(found))
    return ExactComparison(size, len(used), sum(used), example, value)


def _example(shown: Iterable[tuple[Point, Value]]) -> tuple[Point, Value] | tuple[None, None]:
    """The first point with a value that is not zero, else the first of all."""
    first = None
    for point, value in shown:
        if any(entry != 0 for entry in arrays.entries(value)):
            return point, value
        first = first or (point, value)
    return first or (None, None)


def _values(terms: Sequence[Term], point: Point) -> list[list[Value]] | None:
    """The values of all terms, one row for each choice of free indices; None where one is not defined, or not decided."""
    evaluation = Evaluation(point, Effort(EFFORT))
    try:
        values = [
            [evaluation(term, {i: n for i, n in place.items() if i in term.free}) for term in terms]
            for place in index_values(point, *terms)
        ]
    except (UndefinedAtPoint, LimitError):
        return None
    overlap = (all_equal(left, right) is None for row in values for left, right in pairwise(row))
    return None if any(overlap) else values  # enclosures that overlap are neither equal nor different


def _all_equal(values: list[list[Value]]) -> bool:
    return all(all_equal(left, right) is True for row in values for left, right in pairwise(row))


@dataclass(frozen=True)
class SpotChecks:
    """What was computed beside the proof of a chain: exact values, SymPy's answers, and those for each line."""

    exact: tuple[ExactComparison, ...]
    sympy: tuple[Agreement, ...]
    lines: tuple[LineConfirmation, ...]

    @property
    def speak_against(self) -> bool:
        """Does something of it differ?"""
        unequal = any(row.agreed != row.points for row in self.exact)
        return unequal or any(each.result is False for each in self.sympy) or any(line.denied for line in self.lines)


#: Those of what is no equation.
NO_CHECKS = SpotChecks((), (), ())


def spot_checks(checked: CheckedTheorem, workers: Workers) -> Callable[[], SpotChecks]:
    """Exact values and SymPy's answers of a theorem that was checked, at the sizes of this module: begun."""
    theorem, derivation = checked.theorem, checked.derivation
    lines = tuple(line.term for line in derivation.lines) if derivation is not None else ()
    return workers.begin(_spot_checks, theorem.terms, lines, theorem.hypotheses, checked.conditions)


def _spot_checks(
    terms: Sequence[Term], lines: Sequence[Term], hypotheses: Sequence[Hypothesis], conditions: Sequence[Hypothesis]
) -> SpotChecks:
    from derive.interop.crosscheck import confirm_lines  # it loads SymPy

    confirmed = confirm_lines(lines, hypotheses, SYMPY_SIZES)
    exact = tuple(_compare(terms, (*hypotheses, *conditions), size) for size in EXACT_SIZES)
    return SpotChecks(exact, sympy_answers(terms, hypotheses, lines=confirmed), confirmed)


def reference_functions(theory: str) -> tuple[tuple[ReferenceFunction, ...], str]:
    """The reference functions of a theory, each decided to be its formula; and, when there is no LaTeX, the reason."""
    if theory not in REFERENCES:
        return (), ""
    formula, functions = REFERENCES[theory]
    return tuple(check_function(function, formula) for function in functions.values()), why_not_rendered()


def float_agreement(theory: str) -> FloatAgreement | None:
    """Whether the reference functions keep their a-priori bounds in float64; None for a theory without any."""
    if theory not in REFERENCES:
        return None
    return FloatAgreement(FLOAT_SIZES, all(row.within for row in float64_agreement(FLOAT_SIZES)))
