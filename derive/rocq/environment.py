"""What the terms of one file and of one proof have in common: names, types, and the environment of deep terms.

What DeriveNormal.v has no node for stands in the *environment*: symbols, roots √p, inverses d⁻¹ of scalars, and
componentwise inverses of vectors.  `Parameters` collects them, each with the term it belongs to.

Symbols, definitions and theorems have ASCII identifiers.  A name keeps its ASCII letters, digits and underscores; any other
character becomes the word that Unicode has for it (α is ``alpha``).  Two things that would get one identifier, or that would
hide a name the generated file uses, are told apart by a number, so the map is injective whatever the names are.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from derive.language import terms as t
from derive.language.substitution import substitute, symbols_of, unfold_all
from derive.rocq.pieces import Piece, Unreachable

_KEYWORDS = (
    "as at cofix else end exists fix for forall fun if in is isn let match mod of return then using where with "
    "Prop Set SProp Type by Definition Lemma Theorem Proof Qed Variable"
)
#: What a generated file writes itself.
_USED = (
    "F m n one norm I i j e ones dot diag hadamard vpow vinv conj erefl esym etrans Env Num GRing nat bool seq True False "
    "invmx const_mx char_poly delta_mx S0 S1 SN SP SAdd SSub SOpp SMul SPow SNat SDivNat SDot SEntry STr SSum V0 V1 VS VAdd "
    "VSub VOpp VScale VHad VPow VMul VTr VCol R0 RTr RAdd RSub ROpp RScale RMul M0 MId MScal MDiag MOuter MAdd MSub MOpp "
    "MScale MMul MPow MTr MHad MMat CS CI CJ CE CD CAdd CSub COpp CMul CPow CSumJ RS RV sRule vRule rels_hold"
)
RESERVED = frozenset(_KEYWORDS.split()) | frozenset(_USED.split())


def ascii_word(name: str) -> str:
    """A word of ASCII letters, digits and underscores that begins with a letter; not injective by itself."""
    pieces = [c if c.isascii() and (c.isalnum() or c == "_") else _spelt(c) for c in name]
    word = "".join(pieces).strip("_") or "x"
    return word if word[0].isalpha() else f"x{word}"


def _spelt(char: str) -> str:
    words = unicodedata.name(char, f"u{ord(char):x}").split()
    if words[0] in ("GREEK", "LATIN") and len(words) >= 4 and words[2] == "LETTER":
        word = words[3].lower()
        return word.capitalize() if words[1] == "CAPITAL" else word
    return "_" + "_".join(words).lower().replace("-", "_")


class Names:
    """Gives every key its own identifier."""

    def __init__(self) -> None:
        self._given: dict[Hashable, str] = {}
        self._taken = set(RESERVED)

    def copy(self) -> Names:
        """Names that give the same, and go on by themselves."""
        made = Names()
        made._given, made._taken = dict(self._given), set(self._taken)
        return made

    def __call__(self, key: Hashable, name: str) -> str:
        """The identifier of a key, made from a name when it is first asked for."""
        if key not in self._given:
            word = made = ascii_word(name)
            number = 2
            # h1, e2, s3, … are names inside proofs
            while made in self._taken or (made[0] in "hesRDELd" and made[1:].isdigit()):
                made, number = f"{word}_{number}", number + 1
            self._taken.add(made)
            self._given[key] = made
        return self._given[key]


@dataclass
class Parameter:
    """A scalar of the environment: ``kind`` is ``symbol``, ``inverse`` or ``value`` (of ``term``), or ``root``.

    ``term`` has its definitions unfolded, ``shown`` is the same as its author wrote it; ``authored`` is whether the
    statement itself has it, not only a certificate.
    """

    kind: str
    term: t.Term
    piece: Piece
    authored: bool
    shown: t.Term


@dataclass
class Parameters:
    """The environment of one proof."""

    scalars: list[Parameter] = field(default_factory=list)
    vectors: list[tuple[str, t.Term, str, bool]] = field(default_factory=list)  # kind, term, text, authored
    #: Inverses of diagonal matrices, as they are written → the diagonal.
    matrices: dict[str, t.Term] = field(default_factory=dict)
    #: Do the terms that are being written belong to the statement, or to a certificate?
    authored: bool = True

    def scalar(self, kind: str, shown: t.Term, text: str, level: int) -> Piece:
        """The parameter of a symbol, an inverse, a value or a root."""
        term = stripped(shown)
        for known in self.scalars:
            if known.kind == kind and known.term == term:
                known.authored |= self.authored
                return Piece(text, level, known.piece.deep, known.piece.degrees)
        number = len(self.scalars)
        made = Piece(text, level, f"(SP {number})", {number: 1})
        self.scalars.append(Parameter(kind, term, made, self.authored, shown))
        return made

    def vector(self, kind: str, term: t.Term, text: str) -> str:
        """The deep term of a symbol, or of the componentwise inverse of one."""
        for number, (its_kind, its_term, _, _) in enumerate(self.vectors):
            if (its_kind, its_term) == (kind, term):
                return f"(VS {number})"
        self.vectors.append((kind, term, text, self.authored))
        return f"(VS {len(self.vectors) - 1})"

    def find(self, kind: str, term: t.Term) -> int | None:
        """The number of a scalar."""
        found = (i for i, p in enumerate(self.scalars) if p.kind == kind and p.term == term)
        return next(found, None)


#: Bound and free indices → the name in the text, and I or J in the deep term.
Scope = Mapping[t.Index, tuple[str, str]]


class Library:
    """The names of one generated file: its variables and definitions, in the order they are needed."""

    def __init__(self) -> None:
        self.names = Names()
        self.variables: dict[tuple[str, str], str] = {}  # (name, type) → identifier
        self.bound: set[tuple[str, str]] = set()  # those that theorems quantify over themselves
        self.definitions: dict[t.Definition, tuple[str, str]] = {}  # → identifier, text

    def copy(self) -> Library:
        """A library to write something in that may fail."""
        made = Library()
        made.names, made.variables = self.names.copy(), dict(self.variables)
        made.bound, made.definitions = set(self.bound), dict(self.definitions)
        return made

    def symbol(self, symbol: t.Symbol) -> str:
        """The identifier of a symbol; its properties are premises, not part of its name."""
        if len(symbol.dims) > 1:
            raise Unreachable("a generic matrix")
        key = (symbol.name, type_of(symbol.dims))
        return self.variables.setdefault(key, self.names(("variable", *key), symbol.name))

    def bind(self, symbol: t.Symbol) -> str:
        """The identifier of a symbol that is no variable of the file."""
        self.bound.add((symbol.name, type_of(symbol.dims)))
        return self.symbol(symbol)


def type_of(shape: t.Shape) -> str:
    """The MathComp type of a shape."""
    if shape == ():
        return "F"
    if t.is_vector(shape):
        return f"'cV[F]_{size(shape[0])}"
    if t.is_row(shape):
        return f"'rV[F]_{size(shape[1])}"
    if t.is_matrix(shape) and shape[0] == shape[1]:
        return f"'M[F]_{size(shape[0])}"
    raise Unreachable("two dimensions" if t.is_matrix(shape) else "a tensor")


def size(dim: t.Dim) -> str:
    """n, or a number."""
    return "n" if isinstance(dim, t.Dimension) else str(dim)


def kind_of(shape: t.Shape) -> str:
    """The letter of its deep terms: S, V, R or M."""
    type_of(shape)
    return "S" if shape == () else "V" if t.is_vector(shape) else "R" if t.is_row(shape) else "M"


def square_of_norm(part: t.Term) -> t.Term:
    """|v|², as it stands under the root."""
    if t.is_vector(part.shape):
        return t.Dot(part, part)
    if t.is_row(part.shape):
        return t.Dot(t.Transpose(part), t.Transpose(part))
    return t.Trace(t.Product((t.Transpose(part), part)))


@lru_cache(maxsize=4096)
def stripped(term: t.Term) -> t.Term:
    """The term with its definitions unfolded and its symbols without properties: what tells one parameter from another."""
    plain = unfold_all(term)
    return substitute(plain, {s: t.Symbol(s.name, s.dims) for s in symbols_of(plain) if s.properties})


def value_of(term: t.Term) -> t.Term | None:
    """The radicand of a root, a symbol or N: what needs no parameter for its value."""
    match term:
        case t.Sqrt() | t.Norm() | t.Symbol() | t.Dimension():
            return term
        case t.Power(_, exponent) if exponent == Fraction(1, 2):
            return term
    return None
