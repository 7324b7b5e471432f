"""Term → one line of Unicode text, for terminals and messages: ``√N diag(g) Πa / √(|Πa|² + Nε) + b``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from derive.language.operations import Operation
from derive.language.substitution import with_children
from derive.language.terms import Shape, Symbol, Term, is_row, is_vector
from derive.printing.names import ACCENTS, GREEK, SIGNS, Name, harmless, is_word, read_name
from derive.printing.notation import ARROW
from derive.printing.spelling import ANY, Edge, Page, Piece, Spelling, Strength, gap_table
from derive.printing.typeset import is_formula, lowered, subscript, superscript, typeset
from derive.printing.walk import name_of, printed


class TextSpelling(Spelling):
    """Unicode; there are no raised and lowered forms of most letters, so brackets help out: v[b]."""

    plus = " + "
    minus = " - "
    negative = "-"
    hadamard = " ⊙ "
    dot = " · "
    times = " · "
    line = True
    transpose = "ᵀ"
    pinv = "⁺"
    gaps = gap_table(
        " ",
        (ANY, (Edge.NUMBER,), " · "),
        ((Edge.NUMBER,), (Edge.UNIT,), " · "),
        ((Edge.LETTER,), (Edge.LETTER,), ""),
        ((Edge.NUMBER,), (Edge.LETTER, Edge.RADICAL), ""),
    )
    entrywise = "⊙"

    def operation(self, operation: Operation) -> str:
        return operation.text

    def join(self, left: str, gap: str, right: str, page: Page) -> str:
        return left + (gap or (" " if page.words else "")) + right

    def group(self, text: str, tall: bool) -> str:
        return f"({text})"

    def bars(self, text: str, tall: bool, norm: bool) -> str:
        return f"|{text}|"

    def quotient(self, above: str, below: str) -> str:
        return f"{above} / {below}"

    def rational(self, above: str, below: str) -> str:
        return f"{above}/{below}"

    def root(self, text: str) -> str:
        return f"√{text}"

    def raised(self, base: str, exponent: str) -> str:
        return base + exponent

    def exponent(self, value: Fraction, hadamard: bool) -> str:
        if hadamard:
            return f"^(⊙{value})"
        return superscript(value) if value.denominator == 1 else f"^({value})"

    def exponential(self, text: str) -> str:
        return f"e^({text})"

    def indexed(self, base: str, indices: tuple[str, ...]) -> str:
        signs = [lowered(index) for index in indices]
        if all(len(index) == 1 for index in indices) and all(signs):
            return base + "".join(signs)
        return f"{base}[{', '.join(indices)}]"

    def ordered(self, left: str, right: str) -> str:
        return f"[{left} ≤ {right}]"

    def table(self, rows: Sequence[Sequence[str]]) -> Piece:
        text = f"[{'; '.join(', '.join(row) for row in rows)}]"
        return Piece(text, head=Edge.GROUP, tail=Edge.GROUP, bars="|" in text)

    def name(self, name: str, vector: bool, page: Page) -> Piece:
        parts = read_name(name)
        if parts is None and name not in page.verbatim and (shown := typeset(name)) is not None:
            if is_formula(name):
                head = Edge.LETTER if shown.closed else Edge.GROUP
                return Piece(shown.text if shown.closed else f"({shown.text})", head=head, tail=Edge.GROUP)
            return Piece(shown.text, Strength.POWER if "^" in name else Strength.SUBSCRIPT, tail=Edge.SCRIPT)
        if name in page.verbatim or parts is None:
            plain = is_word(name) and (parts is None or (len(name) > 1 and name != self.letter(parts).text))
            text = name if plain else f"⟨{harmless(name)}⟩"
            return Piece(text, head=Edge.WORD, tail=Edge.WORD)
        return self.letter(parts)

    def letter(self, parts: Name) -> Piece:
        text = SIGNS[parts.letter][1] if parts.letter in SIGNS else GREEK.get(parts.letter, parts.letter)
        head = Edge.UNIT if text == "1" else Edge.LETTER
        text += ACCENTS[parts.accent][2] if parts.accent else ""
        text += "′" * parts.primes
        text += superscript(parts.sup) if parts.sup else ""
        for part in parts.sub:
            sub = subscript(part).text
            text += lowered(sub) or f"_{sub}"
        strength = Strength.POWER if parts.sup else Strength.SUBSCRIPT if parts.sub else Strength.ATOM
        scripts = parts.sub or parts.sup or head is Edge.UNIT
        return Piece(text, strength, head, Edge.SCRIPT if scripts else Edge.LETTER)

    def special(self, kind: str, shape: Shape, sized: bool) -> Piece:
        text = {"ones": "1", "zeros": "0", "identity": "I", "basis": "e"}[kind]
        if kind in ("identity", "basis"):
            piece = Piece(text)
        elif not shape:
            return Piece(text, head=Edge.NUMBER, tail=Edge.NUMBER)
        else:
            piece = Piece(text, head=Edge.UNIT, tail=Edge.UNIT)
        if kind == "zeros" and is_row(shape):
            return replace(piece, text=text + self.transpose, strength=Strength.POWER, tail=Edge.SCRIPT)
        matrix = kind in ("ones", "zeros") and not is_vector(shape)
        if matrix or (sized and kind in ("ones", "identity")):
            size = " × ".join(self.dim(dim) for dim in (shape if matrix else shape[:1]))
            return replace(piece, text=f"{text}[{size}]", strength=Strength.SUBSCRIPT, tail=Edge.SCRIPT)
        return piece

    def big(self, kind: str, index: str, dim: str, without: Sequence[str]) -> str:
        sign = {"sum": "Σ", "product": "∏", "maximum": "max", "minimum": "min"}[kind]
        if without:
            return f"{sign}_{{{f'{index}≤{dim}, ' if dim else ''}{index}≠{','.join(without)}}}"
        return sign + ((lowered(index) if len(index) == 1 else "") or f"_{index}")

    def call(self, head: str, arguments: tuple[Piece, ...]) -> str:
        return f"{head}({', '.join(argument.text for argument in arguments)})"

    def defined(self, name: str, arguments: tuple[Piece, ...], terms: tuple[Term, ...], page: Page) -> Piece:
        match name, len(arguments):
            case "mean", 1:
                return Piece(self.call("μ", arguments), Strength.CALL, Edge.OPERATOR, Edge.GROUP)
            case "var", 1:
                return Piece(self.call("σ²", arguments), Strength.POWER, Edge.OPERATOR, Edge.GROUP)
            case "hat", 1:
                inner = name_of(terms[0])
                parts = read_name(inner) if inner is not None and inner not in page.verbatim else None
                if parts is not None and parts.bare:
                    return self.letter(replace(parts, accent="hat"))
        head = self.name(name, False, page)
        strength = min(Strength.CALL, head.strength)
        return Piece(self.call(head.text, arguments), strength, Edge.OPERATOR, Edge.GROUP)

    def derivative(self, term: Piece, symbol: str, simple: bool) -> str:
        return f"∂{term.text if simple else f'({term.text})'}/∂{symbol}"


def text(term: Term, *, beside: Iterable[Term] = ()) -> str:
    """The term as one line of Unicode text.

    ``beside``: other terms of the same page, from which names and sizes are to be told apart.

    >>> from derive.language.build import dimension, sqrt, vector
    >>> N = dimension("N")
    >>> text(sqrt(N) * vector("a", N) / 2 + vector("b", N))
    '√N a / 2 + b'
    """
    return printed(TextSpelling, ARROW, term, frozenset((term, *beside)))


#: Characters of a line of a message, steps into a term that are shown in it, and characters of what is shown all the same.
LINE, STEPS, SHORT = 90, 12, 8


def outline(term: Term) -> str:
    """The term as text that fits in a line of a message: where it is longer, ⟨…⟩ is what stands deep inside of it.

    >>> from derive.language.build import scalar, sqrt
    >>> x = scalar("x")
    >>> outline(sqrt(1 + x))
    '√(1 + x)'
    >>> for _ in range(20):
    ...     x = sqrt(1 + x)
    >>> outline(x)
    '√(1 + √(1 + √(1 + √(1 + √(1 + √(1 + ⟨…⟩))))))'
    """
    shown = text(term)
    for steps in range(STEPS, 0, -1):
        if len(shown) <= LINE:
            return shown
        shown = text(_to(steps, term))
    return f"{shown[: LINE - 2]} …" if len(shown) > LINE else shown


def _to(steps: int, term: Term) -> Term:
    """The term with … for what stands so many steps inside of it, unless that is short."""
    if not term.children or (steps == 0 and len(text(term)) <= SHORT):
        return term
    return (
        with_children(term, tuple(_to(steps - 1, part) for part in term.children)) if steps else Symbol("…", term.shape)
    )
