"""What a theorem assumes, as propositions of Rocq, and the signs and rules that follow from it.

A sign that is needed is read off by `derive.rocq.signs`.  One that cannot be read off is a premise of the theorem, where the
statement itself has the divisor or the radicand: that its terms are defined.
"""

from __future__ import annotations

from dataclasses import dataclass

from derive.language.hypotheses import Condition, Equality, Hypothesis
from derive.language.substitution import symbols_of
from derive.language.terms import Dot, Norm, Power, Symbol, Term, is_vector
from derive.rocq.environment import kind_of, stripped
from derive.rocq.leads import leading
from derive.rocq.pieces import Unreachable
from derive.rocq.signs import Signs
from derive.rocq.terms import Writer


@dataclass(frozen=True)
class Relation:
    """A rewrite rule as a deep term, and the proof that it holds."""

    rule: str
    proof: str


class Premises:
    """The premises of one theorem, and what is known by them.

    Attributes:
        texts: the premises; their names are h1, h2, …
        domain: those that only say that a term is defined: kind and term.
        facts: the rules that they give.
        lines: the proofs of what follows, so far.
        known: the names of the proofs of signs.
    """

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.texts: list[str] = []
        self.domain: list[tuple[str, Term]] = []
        self.facts: list[Relation] = []
        self.lines: list[str] = []
        self.known: dict[tuple[str, Term], str] = {}
        self.signs = Signs(self.known)
        self._count = 0

    def _premise(self, text: str) -> str:
        self.texts.append(text)
        return f"h{len(self.texts)}"

    def assume(self, hypothesis: Hypothesis) -> None:
        """One premise more."""
        if isinstance(hypothesis, Equality):
            left, right = (self.writer.piece(term).text for term in hypothesis.terms)
            self._equality(hypothesis, self._premise(f"{left} = {right}"))
            return
        name = self._premise(self.condition(hypothesis))
        term = stripped(hypothesis.term)
        self.known[hypothesis.kind, term] = name
        if hypothesis.kind == "mask":
            made = self.writer.piece(term)
            self.facts.append(Relation(f"vRule (VHad {made.deep} {made.deep}) {made.deep}", name))

    def condition(self, condition: Condition) -> str:
        """A condition as a proposition; raises `Unreachable` for those of matrices."""
        made = self.writer.piece(condition.term)
        cast = "" if condition.term.shape or symbols_of(condition.term) else " :> F"
        match condition.kind:
            case "nonzero" if is_vector(condition.term.shape):
                return f"(forall i, {made:apply} i 0 != 0)"
            case "nonzero" | "not_zero":
                return f"{made.text} != 0{cast}"
            case "nonneg":
                return f"0 <= {made.text}{cast}"
            case "positive":
                return f"0 < {made.text}{cast}"
            case "mask":
                return f"hadamard {made:postfix} {made:postfix} = {made.text}"
        raise Unreachable(f"a matrix that is {condition.kind}")

    def _equality(self, hypothesis: Equality, name: str) -> None:
        """A rule from an equality, for a symbol that is alone on a side, or for its largest monomial."""
        lhs, rhs = (stripped(term) for term in hypothesis.terms)
        if free := lhs.free | rhs.free:
            raise Unreachable(f"a hypothesis about free indices {len(free)}")
        letter = {"S": "RS", "V": "RV"}.get(kind_of(lhs.shape))
        if letter is None:
            raise Unreachable("an equality of matrices as a hypothesis")
        for left, right, proof in ((lhs, rhs, name), (rhs, lhs, f"(esym {name})")):
            if isinstance(left, Symbol) and left not in symbols_of(right):
                a, b = self.writer.piece(left).deep, self.writer.piece(right).deep
                self.facts.append(Relation(f"{letter} {a} {a} {b}", proof))
                return
        match lhs:
            case Power(Norm(part), exponent) if exponent == 2 and is_vector(part.shape):
                lhs, name = Dot(part, part), f"(etrans (norm_square _) {name})"
        lead = leading(lhs, rhs)
        made, a, b = (self.writer.piece(term).deep for term in (lead, lhs, rhs))
        self.facts.append(Relation(f"{letter} {made} {a} {b}", name))

    def need(self, kind: str, term: Term, authored: bool) -> str:
        """The proof of a sign, read off, or made a premise where the statement itself needs it."""
        key = (kind, stripped(term))
        found = getattr(self.signs, kind)(term)
        if found is None:
            if not authored:
                raise Unreachable("a sign that only the certificate needs")
            self.domain.append((kind, term))
            found = self.known[key] = self._premise(self.condition(Condition(kind, term)))
        if not found.startswith("("):
            return str(found)
        name = self.name("s")
        self.lines.append(f"have {name} : {self.condition(Condition(kind, term))} by exact: {found}.")
        self.known[key] = name
        return name

    def name(self, letter: str) -> str:
        """A name for something that is proved."""
        self._count += 1
        return f"{letter}{self._count}"

    def entries(self, vector: Term, authored: bool = True) -> str:
        """The proof that no component of a vector is 0, read off, or made a premise."""
        found = self.signs.entries(vector)
        if found is None:
            if not authored:
                raise Unreachable("a sign that only the certificate needs")
            found = self.known["nonzero", stripped(vector)] = self._premise(
                self.condition(Condition("nonzero", vector))
            )
        return found
