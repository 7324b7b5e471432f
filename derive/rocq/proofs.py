"""Proofs of equations by reflection: side relations, denominators, one call of a tactic.

An equation of terms over an environment is proved in three steps.

1. *Side relations* of the parameters, each with its proof: d · d⁻¹ = 1, (√p)² = p, v ⊙ v⁻¹ = 1, s ⊙ s = s, √p = a product of
   other roots (`derive.rocq.roots`), and the equalities among the hypotheses.
2. *Denominators* other than N and symbols are multiplied out: with D = ∏ dᵢ^kᵢ ≠ 0, it is enough that D · lhs = D · rhs.  In
   the environment each such d is a parameter of its own; first d · d⁻¹ → 1 uses up the inverses, then d is replaced by
   what it stands for.  So every rule rewrites one monomial, and sums in denominators need no ordering.
3. The tactic ``derive_…`` computes both normal forms and compares.

Signs that step 1 and 2 need (d ≠ 0, p ≥ 0) are those of `derive.rocq.premises`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from derive.language.hypotheses import Hypothesis, conditions_of
from derive.language.substitution import symbols_of, unfold_all
from derive.language.terms import Dimension, Index, Norm, Power, Sqrt, Symbol, Term
from derive.rocq.environment import Library, Parameters, square_of_norm, stripped
from derive.rocq.leads import monomials
from derive.rocq.pieces import POSTFIX, POWER, SUM, Piece, Unreachable, top
from derive.rocq.premises import Premises, Relation
from derive.rocq.roots import dependences
from derive.rocq.terms import Writer

#: Monomials, by an estimate, up to which denominators are multiplied out.
MAX_MONOMIALS = 100_000

TACTICS = {"S": "scalar", "V": "vector", "R": "row", "M": "matrix", "C": "component"}
CHECKS = {"S": "s_check", "V": "v_check", "R": "r_check", "M": "m_check", "C": "c_check"}
MEANINGS = {"S": "sval", "V": "vval", "R": "rval", "M": "mval", "C": "cval"}


@dataclass
class Proof:
    """The proof of one theorem: premises, environment, relations; `identity` proves equations over them.

    Made for the terms a statement speaks of (``authored``) and those its certificate adds.
    """

    library: Library
    hypotheses: Sequence[Hypothesis]
    authored: Sequence[Term]
    certificate: Sequence[Term] = ()
    places: dict[Index, tuple[str, str]] = field(default_factory=dict)
    roots: Sequence[tuple[Term, Term]] = ()

    def __post_init__(self) -> None:
        self.parameters = Parameters()
        self.writer = Writer(self.library, self.parameters)
        self.given = Premises(self.writer)
        assumed = list(self.hypotheses)
        for term in (*self.authored, *(t for h in self.hypotheses for t in h.terms)):
            for symbol in symbols_of(term):
                assumed += [c for c in conditions_of(symbol) if c not in assumed]
        for hypothesis in assumed:
            self.given.assume(hypothesis)
        for term in self.authored:
            self.side(term)
        self.parameters.authored = False
        for term in self.certificate:
            self.side(term)
        self._relate()

    def _relate(self) -> None:
        """The relations of all parameters; what their proofs need is added to the lines."""
        self._complete()
        roots = [(i, unfold_all(p.shown)) for i, p in enumerate(self.parameters.scalars) if p.kind == "root"]
        self.products: dict[int, Term] = {
            roots[d.root][0]: d.value for d in dependences([term for _, term in roots], self.hypotheses)
        }
        values = {stripped(radicand): value for radicand, value in self.roots}
        self.products |= {i: values[p] for i, radicand in roots if (p := stripped(radicand)) in values}
        for value in self.products.values():
            self.side(value)
        self._complete()
        self.cancelling: dict[int, Relation] = {}
        self.expanding: dict[int, Relation] = {}
        self.behind: dict[int, Piece] = {}
        self.flat: set[int] = set()
        self._waiting: dict[int | None, list[int]] = {}  # root → inverses that need the root's product to be proved
        self._settled: set[Term] = set()
        for number in range(len(self.parameters.scalars)):
            self._scalar(number)
        for number, (kind, term, _, authored) in enumerate(self.parameters.vectors):
            if kind == "inverse":
                entries = self.given.entries(term, authored)
                base = self.writer.piece(term).deep
                self.given.facts.insert(
                    0, Relation(f"vRule (VHad {base} (VS {number})) V1", f"(hadamard_vinv {entries})")
                )
        for number, (text, vector) in enumerate(self.parameters.matrices.items()):
            entries = self.given.entries(vector)
            self.given.lines.append(
                f"have W{number} : {text} = diag (vinv {self.writer.piece(vector).at(POSTFIX)}) := invmx_diag {entries}."
            )
        self.given.lines.append("pose e := @Env F SIZE [:: SCALARS] [:: VECTORS].")
        self._held = ""
        for number, value in self.products.items():
            self._product(number, value)

    def _complete(self) -> None:
        """Register what the parameters are made of."""
        number = 0
        while number < len(self.parameters.scalars):
            parameter = self.parameters.scalars[number]
            self.parameters.authored = parameter.authored
            if parameter.kind != "symbol":
                self.writer.piece(parameter.term)
            if parameter.kind == "inverse" and (dim := _root_of_size(parameter.term)) is not None:
                self.writer.inverse(dim)
            number += 1
        self.parameters.authored = False

    def _scalar(self, number: int) -> None:
        parameter = self.parameters.scalars[number]
        term, deep = parameter.term, f"(SP {number})"
        match parameter.kind:
            case "inverse":
                if (dim := _root_of_size(term)) is not None:
                    root, inverse = self.writer.piece(Sqrt(dim)), self.writer.inverse(dim)
                    self.behind[number] = Piece("", 0, "", {**root.degrees, **inverse.degrees})
                    proof = "(root_inv (nat_ge0 F n) (succ_neq0 F m))"
                    self.expanding[number] = Relation(f"sRule {deep} (SMul {root.deep} {inverse.deep})", proof)
                    return
                value = self._value(term)
                root_ = self._root_of(term)
                if root_ is not None and root_ in self.products and term not in self._settled:
                    self._waiting.setdefault(root_, []).append(number)
                    return
                self.cancelling[number] = Relation(
                    f"sRule (SMul {value.deep} {deep}) S1",
                    f"(mul_inv {self.given.need('nonzero', parameter.shown, parameter.authored)})",
                )
                if isinstance(term, Dimension | Symbol):
                    self.flat.add(number)
                else:
                    self.behind[number] = value
            case "value":
                self.behind[number] = piece = self.writer.piece(term)
                self.expanding[number] = Relation(f"sRule {deep} {piece.deep}", "erefl")
            case "root" if number not in self.products:
                self.behind[number] = piece = self.writer.piece(term)
                proof = f"(sqr_sqrtr {self.given.need('nonneg', parameter.shown, parameter.authored)})"
                self.expanding[number] = Relation(f"sRule (SPow {deep} 2) {piece.deep}", proof)
            case "root":
                self.behind[number] = self.writer.piece(self.products[number])

    def _root_of(self, term: Term) -> int | None:
        """The number of the root that a term is."""
        if isinstance(term, Sqrt):
            return self.parameters.find("root", term.radicand)
        return self.parameters.find("root", square_of_norm(term.term)) if isinstance(term, Norm) else None

    def _value(self, term: Term) -> Piece:
        """The parameter that stands for the value of a divisor, or the divisor itself."""
        known = self.parameters.find("value", term)
        return self.writer.piece(term) if known is None else self.parameters.scalars[known].piece

    def _product(self, number: int, value: Term) -> None:
        """√p = a product of other roots, by squaring."""
        radicand = self.parameters.scalars[number].shown
        sign = self.given.need("nonneg", value, False)
        square, fact = self.given.name("E"), self.given.name("E")
        left, right = self.writer.piece(Power(value, Fraction(2))), self.writer.piece(radicand)
        self.given.lines += [
            f"have {square} : {left.text} = {right.text} :> F.",
            *(f"  {line}" for line in self.identity(left, right, "S")),
            f"have {fact} : Num.sqrt {right:postfix} = {self.writer.piece(value).text} := sqrt_unique {square} {sign}.",
        ]
        self.expanding[number] = Relation(f"sRule (SP {number}) {self.writer.piece(value).deep}", fact)
        self._nonzero_root(stripped(Sqrt(radicand)), right, value, fact)
        for inverse in self._waiting.get(number, ()):
            term = self.parameters.scalars[inverse].term
            self._settled.add(term)
            self._nonzero_root(term, right, value, fact)
            self._scalar(inverse)
        self._held = ""

    def _nonzero_root(self, root: Term, radicand: Piece, value: Term, fact: str) -> None:
        """√p ≠ 0, where that is read off its value."""
        nonzero = self.given.signs.nonzero(value)
        if nonzero is not None and ("nonzero", root) not in self.given.known:
            name = self.given.known["nonzero", root] = self.given.name("s")
            claim = f"Num.sqrt {radicand:postfix} != 0 :> F"
            self.given.lines.append(f"have {name} : {claim} by rewrite {fact}; exact: {nonzero}.")

    def _order(self) -> list[int]:
        """The scalars, each before those it is replaced by."""
        seen: list[int] = []

        def visit(number: int) -> None:
            if number not in seen:
                for other in self.behind.get(number, Piece("", 0, "")).degrees:
                    visit(other)
                seen.append(number)

        for number in range(len(self.parameters.scalars)):
            visit(number)
        return seen[::-1]

    def held(self) -> str:
        """The name of the proof that all relations known so far hold; stated when it is first asked for."""
        if not self._held:
            order = self._order()
            relations = [self.cancelling[i] for i in order if i in self.cancelling]
            relations += [self.expanding[i] for i in order if i in self.expanding]
            relations += self.given.facts
            self._held = self.given.name("R")
            proof = "".join(f"(conj {relation.proof} " for relation in relations) + "I" + ")" * len(relations)
            self._rules = "[:: " + "; ".join(relation.rule for relation in relations) + "]"
            self.given.lines.append(f"have {self._held} : rels_hold e {self._rules} := {proof}.")
        return self._held

    # --- identities -------------------------------------------------------------------------------------------------

    def side(self, term: Term) -> Piece:
        """A side of an equation: closed, or a component."""
        return self.writer.component(term, self.places) if term.free else self.writer.piece(term)

    def identity(self, left: Piece, right: Piece, kind: str, fails: bool = False) -> list[str]:
        """The lines that prove left = right; with ``fails`` the lines that show that this proof is rejected."""
        held = self.held()
        divisors = self._divisors(dict(top(left, right)))
        rewrites = " ".join(f"?W{number}" for number in range(len(self.parameters.matrices)))
        lines: list[str] = [f"rewrite {rewrites}."] if rewrites else []
        if divisors:
            text = " * ".join(
                f"{piece:apply} ^+ {degree}" if degree > 1 else piece.at(POWER) for piece, degree, _ in divisors
            )
            deep, proof = "", ""
            for piece, degree, nonzero in divisors:
                factor = f"(SPow {piece.deep} {degree})" if degree > 1 else piece.deep
                fact = f"(expf_neq0 {degree} {nonzero})" if degree > 1 else nonzero
                deep, proof = (f"(SMul {deep} {factor})", f"(mulf_neq0 {proof} {fact})") if deep else (factor, fact)
            name = self.given.name("D")
            lemma = "mul_cancel" if kind in "SC" else "scale_cancel"
            lines += [f"have {name} : {text} != 0 :> F by exact: {proof}.", f"apply: ({lemma} {name})."]
            left, right = _scaled(deep, left, kind), _scaled(deep, right, kind)
        indices = "" if kind != "C" else f" {self._at('I')} {self._at('J')}"
        call = f"derive_{TACTICS[kind]} {held} {left.deep} {right.deep}{indices}."
        if fails:
            tied = "" if kind != "C" else f"{indices}"
            goal = f"{MEANINGS[kind]} e {left.deep}{tied} = {MEANINGS[kind]} e {right.deep}{tied}"
            check = f"{CHECKS[kind]} {self._rules} {left.deep} {right.deep} = false"
            return [*lines, f"change ({goal}).", f"have _ : {check} by reflexivity.", f"Fail {call}"]
        return [*lines, call]

    def _at(self, place: str) -> str:
        names = [name for name, its_place in self.places.values() if its_place in (place, "I")]
        return names[-1] if place == "J" and len(self.places) == 2 else names[0]

    def _divisors(self, degrees: dict[int, int]) -> list[tuple[Piece, int, str]]:
        """The divisors to multiply by, with exponents and proofs that they are not 0."""
        found: list[tuple[Piece, int, str]] = []
        size = 1
        for number in self._order():
            count = degrees.get(number, 0)
            if not count or number in self.flat:
                continue
            parameter = self.parameters.scalars[number]
            if parameter.kind == "inverse" and number not in self.expanding:
                nonzero = self.given.need("nonzero", parameter.shown, False)
                text = self.writer.text(parameter.shown)
                value = self._value(parameter.term)
                found.append((Piece(text, SUM, value.deep, value.degrees), count, nonzero))
            times = count // 2 if parameter.kind == "root" and number not in self.products else count
            if parameter.kind in ("value", "root") and number not in self.products:
                size *= monomials(parameter.term) ** times
            if size > MAX_MONOMIALS:
                raise Unreachable("denominators too large to multiply out")
            for other, degree in self.behind.get(number, Piece("", 0, "")).degrees.items():
                degrees[other] = degrees.get(other, 0) + times * degree
        return found

    def script(self, size: str) -> list[str]:
        """The lines so far, with the environment filled in."""
        scalars = "; ".join(p.piece.text for p in self.parameters.scalars)
        vectors = "; ".join(text for _, _, text, _ in self.parameters.vectors)
        made = f"pose e := @Env F {size} [:: {scalars}] [:: {vectors}]."
        return [made if line.startswith("pose e :=") else line for line in self.given.lines]


def _scaled(deep: str, piece: Piece, kind: str) -> Piece:
    text = f"(SMul {deep} {piece.deep})" if kind == "S" else f"(CMul (CS {deep}) {piece.deep})" if kind == "C" else ""
    return Piece("", 0, text or f"({kind}Scale {deep} {piece.deep})", piece.degrees)


def _root_of_size(term: Term) -> Term | None:
    """N, for √N."""
    if isinstance(term, Sqrt) and isinstance(term.radicand, Dimension):
        return term.radicand
    return None
