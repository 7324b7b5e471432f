"""One theorem of the file: its premises, its statement, its proof."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from derive.language.substitution import unfolded_subterms
from derive.language.terms import Dimension, Index, Symbol, Term
from derive.rocq.environment import Library, kind_of, type_of
from derive.rocq.pieces import Piece, Unreachable
from derive.rocq.proofs import Proof
from derive.rocq.statements import Plan


def size_of(terms: Iterable[Term]) -> str:
    """The one dimension of some terms: m for a symbol, k − 1 for a number k; raises `Unreachable`."""
    dims = {dim for term in terms for part in unfolded_subterms(term) for dim in _dims(part) if dim != 1}
    if len(dims) > 1:
        raise Unreachable("two dimensions")
    dim = next(iter(dims), None)
    return "m" if not isinstance(dim, int) else str(dim - 1)


def _dims(part: Term) -> tuple[object, ...]:
    return (part,) if isinstance(part, Dimension) else part.shape


@dataclass(frozen=True)
class Draft:
    """A theorem of the file, with the premises that its proof found to be needed.

    Attributes:
        text: statement and proof.
        statement: the premises and the claim, after what the theorem quantifies over itself.
        premises, claim: its two parts.
        domain: the premises that only say that a term is defined: kind and term.
    """

    text: str
    statement: str
    premises: tuple[str, ...]
    claim: str
    domain: tuple[tuple[str, Term], ...]


def draft(
    library: Library,
    name: str,
    plan_: Plan,
    fails: bool = False,
    bound: Sequence[Symbol] = (),
    roots: Sequence[tuple[Term, Term]] = (),
) -> Draft:
    """A plan as a theorem of the file; with ``fails``, that the proof of its one equation is rejected.

    ``bound`` are symbols that the theorem quantifies over itself, ``roots`` radicands with the values of their roots.
    """
    certificate = (*(term for sides in plan_.equations for term in sides), *(term for _, term in plan_.signs))
    spoken = (*plan_.authored, *(term for hypothesis in plan_.hypotheses for term in hypothesis.terms))
    size = size_of((*spoken, *certificate))
    places = _places((*plan_.authored, *(term for sides in plan_.equations for term in sides)))
    outer = {index: place for index, place in places.items() if any(index in term.free for term in plan_.authored)}
    proof = Proof(library, plan_.hypotheses, plan_.authored, certificate, places=places, roots=roots)
    signs = [proof.given.need(kind, term, False) for kind, term in plan_.signs]
    width = "n" if size == "m" else str(int(size) + 1)
    quantified = "".join(f"forall {index} : 'I_{width}, " for index, _ in outer.values())
    body: list[str] = []
    names: list[str] = []
    for number, (lhs, rhs) in enumerate(plan_.equations):
        left, right, kind = _sides(proof, lhs, rhs)
        made = proof.identity(left, right, kind, fails)
        cast = f" :> {type_of(lhs.shape)}" if kind != "C" else ""
        names.append(f"L{number}")
        inner = [places[i][0] for i in places if i not in outer and i in lhs.free | rhs.free]
        before = "".join(f"forall {index} : 'I_{width}, " for index in inner)
        body.append(f"have L{number} : {before}{left.text} = {right.text}{cast}.")
        body += [f"  {line}" for line in (*(f"move=> {index}." for index in inner), *made)]
    claim = quantified + plan_.claim(proof.side)
    variables = [library.bind(symbol) for symbol in bound]
    before_all = "".join(
        f"forall {variable} : {type_of(s.dims)}, " for variable, s in zip(variables, bound, strict=True)
    )
    statement = before_all + " ->\n  ".join([*proof.given.texts, claim])
    moved = [*variables, *(f"h{i + 1}" for i in range(len(proof.given.texts))), *(index for index, _ in outer.values())]
    script = [*([f"move=> {' '.join(moved)}."] if moved else []), *proof.script(size), *body]
    if fails:
        text = f"Goal\n  {statement}.\nProof.\n" + "\n".join(script) + "\nAbort.\n"
    else:
        script.append(f"exact: {plan_.closing.format(*names, *signs)}.")
        text = f"Theorem {name} :\n  {statement}.\nProof.\n" + "\n".join(script) + "\nQed.\n"
    return Draft(text, statement, tuple(proof.given.texts), claim, tuple(proof.given.domain))


def _places(terms: Sequence[Term]) -> dict[Index, tuple[str, str]]:
    """The free indices of a statement as i and j."""
    free = sorted({index for term in terms for index in term.free}, key=lambda index: index.name)
    if len(free) > 2:
        raise Unreachable("three free indices")
    if any(term.shape != () for term in terms if term.free):
        raise Unreachable("a vector with a free index")
    return dict(zip(free, (("i", "I"), ("j", "J")), strict=False))


def _sides(proof: Proof, lhs: Term, rhs: Term) -> tuple[Piece, Piece, str]:
    """Both sides, and the letter of their deep terms; a closed side of an equation of components is made one."""
    left, right = proof.side(lhs), proof.side(rhs)
    if not (lhs.free or rhs.free):
        return left, right, kind_of(lhs.shape)
    made = [p if t.free else replace(p, deep=f"(CS {p.deep})") for p, t in ((left, lhs), (right, rhs))]
    return made[0], made[1], "C"
