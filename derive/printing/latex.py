r"""Term → LaTeX of math mode, for amsmath."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from derive.language.operations import Operation
from derive.language.terms import Shape, Term, is_row, is_vector
from derive.printing.names import ACCENTS, GREEK, SIGNS, Name, escape_latex, read_name
from derive.printing.notation import ARROW, Notation
from derive.printing.spelling import ANY, Edge, Page, Piece, Spelling, Strength, gap_table
from derive.printing.typeset import is_formula, subscript, typeset
from derive.printing.walk import name_of, printed

_THIN = r"\,"
_TIMES = r" \cdot "


class LatexSpelling(Spelling):
    """LaTeX in one notation."""

    plus = " + "
    minus = " - "
    negative = "-"
    times = _TIMES
    line = False
    gaps = gap_table(
        " ",
        (ANY, (Edge.NUMBER,), _TIMES),
        ((Edge.NUMBER,), (Edge.FRACTION,), _TIMES),
        ((Edge.NUMBER,), (Edge.UNIT,), _THIN),
        ((Edge.RADICAL, Edge.WORD), ANY, _THIN),
        (ANY, (Edge.WORD,), _THIN),
        ((Edge.LETTER, Edge.SCRIPT), (Edge.GROUP,), _THIN),  # μ (a + b) is a product, μ(a + b) a function
        ((Edge.BAR,), (Edge.BAR,), _THIN),
        ((Edge.LETTER,), (Edge.LETTER,), ""),
    )
    entrywise = r"_\odot"
    comma = ", "
    by = r" \times "  # between the sizes of an array

    def __init__(self, notation: Notation) -> None:
        super().__init__(notation)
        self.hadamard = f" {notation.hadamard} "
        self.dot = f" {notation.dot} "
        self.transpose = notation.transpose
        self.pinv = notation.pinv

    def operation(self, operation: Operation) -> str:
        return operation.latex

    def join(self, left: str, gap: str, right: str, page: Page) -> str:
        if not gap:  # N\epsilon, but \Pi \vec a
            gap = "" if right.startswith("\\") and not re.search(r"\\[A-Za-z]+( [A-Za-z])?$", left) else " "
        return left + gap + right

    def group(self, text: str, tall: bool) -> str:
        return rf"\left({text}\right)" if tall else f"({text})"

    def bars(self, text: str, tall: bool, norm: bool) -> str:
        left, right = (self.notation.norm_left, self.notation.norm_right) if norm else ("|", "|")
        if tall:
            return rf"\left{left}{text}\right{right}"
        space = " " if left[-1].isalpha() else ""
        return f"{left}{space}{text}{' ' if right[0] != '|' else ''}{right}"

    def quotient(self, above: str, below: str) -> str:
        return rf"\frac{{{above}}}{{{below}}}"

    def root(self, text: str) -> str:
        return rf"\sqrt{{{text}}}"

    def raised(self, base: str, exponent: str) -> str:
        return f"{base}^{exponent if len(exponent) == 1 and exponent.isdigit() else f'{{{exponent}}}'}"

    def exponent(self, value: Fraction, hadamard: bool) -> str:
        return rf"{self.notation.hadamard} {value}" if hadamard else str(value)

    def exponential(self, text: str) -> str:
        return self.raised("e", text)

    def indexed(self, base: str, indices: tuple[str, ...]) -> str:
        if all(len(index) == 1 for index in indices):
            return f"{base}_{_braced(''.join(indices))}"
        tokens = all(re.fullmatch(r"\\[A-Za-z]+|.", index) for index in indices)
        return f"{base}_{_braced((' ' if tokens else ', ').join(indices))}"

    def ordered(self, left: str, right: str) -> str:
        return rf"\mathbf 1_{{{left} \le {right}}}"

    def table(self, rows: Sequence[Sequence[str]]) -> Piece:
        body = r" \\ ".join(" & ".join(row) for row in rows)
        return Piece(rf"\begin{{pmatrix}} {body} \end{{pmatrix}}", head=Edge.GROUP, tail=Edge.GROUP, tall=True)

    def name(self, name: str, vector: bool, page: Page) -> Piece:
        parts = read_name(name)
        if name in page.verbatim:
            return self.upright(name, vector)
        if name in self.notation.names:
            return self.entry(self.notation.names[name])
        if parts is not None:
            return self.letter(parts, vector)
        shown = typeset(name)
        if shown is not None and shown.latex and is_formula(name):
            tall, head = r"\frac" in name, Edge.LETTER if shown.closed else Edge.GROUP
            return Piece(
                shown.latex if shown.closed else self.group(shown.latex, tall), head=head, tail=Edge.GROUP, tall=tall
            )
        return self.entry(shown.latex) if shown is not None and shown.latex else self.upright(name, vector)

    def entry(self, latex: str) -> Piece:
        return _by_scripts(latex)

    def upright(self, name: str, vector: bool) -> Piece:
        """A word as it is; an alphabet for vectors applies to it, an arrow stands over letters only."""
        mark = self.notation.vector if vector else ""
        alphabet = mark if mark.startswith(r"\math") else r"\mathrm"
        return Piece(self.word(alphabet, name), head=Edge.WORD, tail=Edge.WORD)

    def word(self, alphabet: str, name: str) -> str:
        """A name of several letters in an alphabet, its primes behind it; that of functions is ``\\operatorname``."""
        bare = name.rstrip("'")
        return rf"{alphabet}{{{escape_latex(bare)}}}{name[len(bare) :]}"

    def letter(self, parts: Name, vector: bool) -> Piece:
        """A name of known parts; an accent takes the place of an arrow, but not of an alphabet."""
        core = SIGNS[parts.letter][0] if parts.letter in SIGNS else parts.letter
        core = rf"\{core}" if core in GREEK else core
        mark = self.notation.greek_vector if core.startswith("\\") else self.notation.vector
        alphabet = mark.startswith((r"\math", r"\boldsymbol"))
        return lettered(parts, self.spelled(core, mark if vector and (alphabet or not parts.accent) else "", parts))

    def spelled(self, core: str, mark: str, parts: Name) -> str:
        """A letter with its mark, its accent, primes and scripts."""
        if mark:
            core = rf"{mark}{{{core}}}" if parts.accent else f"{mark} {core}"
        if parts.accent:
            core = rf"{ACCENTS[parts.accent][0]}{{{core}}}"
        text = core + "'" * parts.primes
        if parts.sub:
            text += f"_{_braced(', '.join(subscript(part).latex for part in parts.sub))}"
        return self.raised(text, parts.sup) if parts.sup else text

    def special(self, kind: str, shape: Shape, sized: bool) -> Piece:
        notation = self.notation
        size = self.by.join(self.dim(dim) for dim in shape)
        if kind == "basis":
            return Piece(self.entry(notation.basis).text)
        if kind == "identity":
            return self.sized(notation.identity, self.dim(shape[0]) if sized else "")
        if is_vector(shape):
            text = notation.ones if kind == "ones" else notation.zero_vector
            return self.sized(text, size if sized and kind == "ones" else "")
        digit = "1" if kind == "ones" else "0"
        if not shape:
            return self.number(Fraction(digit))
        if is_row(shape) and kind == "zeros":
            zero = self.entry(notation.zero_vector).text
            return Piece(self.raised(zero, self.transpose), Strength.POWER, tail=Edge.SCRIPT)
        return self.sized(rf"\mathbf{{{digit}}}" if kind == "ones" else digit, size)

    def sized(self, text: str, size: str) -> Piece:
        """An entry of the notation, or a digit, with a size as its index."""
        head = Edge.NUMBER if text[0].isdigit() else Edge.UNIT if re.search("[0-9]", text) else Edge.LETTER
        if not size:
            return replace(_by_scripts(text), head=head)
        return Piece(f"{text}_{_braced(size)}", Strength.SUBSCRIPT, head, Edge.SCRIPT)

    def big(self, kind: str, index: str, dim: str, without: Sequence[str]) -> str:
        sign = {"sum": r"\sum", "product": r"\prod", "maximum": r"\max", "minimum": r"\min"}[kind]
        if without:
            unequal = ", ".join(rf"{index} \ne {other}" for other in without)
            return rf"{sign}_{{{index}=1, {unequal}}}^{{{dim}}}" if dim else rf"{sign}_{{{unequal}}}"
        if kind in ("maximum", "minimum"):
            return rf"{sign}_{{1 \le {index} \le {dim}}}"
        return rf"{sign}_{{{index}=1}}^{{{dim}}}"

    def call(self, head: str, arguments: tuple[Piece, ...]) -> str:
        tall = any(argument.tall for argument in arguments)
        return head + self.group(self.comma.join(argument.text for argument in arguments), tall)

    def defined(self, name: str, arguments: tuple[Piece, ...], terms: tuple[Term, ...], page: Page) -> Piece:
        tall = any(argument.tall for argument in arguments)
        match name if name not in self.notation.names else "", len(arguments):
            case "mean", 1:
                head = self.letter(Name("mu"), False)
                return Piece(self.call(head.text, arguments), Strength.CALL, Edge.LETTER, Edge.GROUP, tall)
            case "var", 1:
                head = self.letter(Name("sigma", sup="2"), False)
                return Piece(self.call(head.text, arguments), Strength.POWER, Edge.LETTER, Edge.GROUP, tall)
            case "cos", 2:
                between = [self._unmarked(term, piece, page) for term, piece in zip(terms, arguments, strict=True)]
                return Piece(self.cosine(between), Strength.BIG, Edge.OPERATOR, Edge.SCRIPT)
            case "max" | "min", 2:
                return Piece(self.call(self.extreme(name), arguments), Strength.CALL, Edge.OPERATOR, Edge.GROUP, tall)
            case "hat", 1:
                return self._hat(terms[0], arguments[0], page)
        head = self.name(name, False, page)
        if head.head is Edge.WORD:
            head = replace(head, text=self.word(r"\operatorname", name))
        strength = min(Strength.CALL, head.strength)
        return Piece(self.call(head.text, arguments), strength, Edge.OPERATOR, Edge.GROUP, tall)

    def extreme(self, name: str) -> str:
        """The name of the greatest or the least of two numbers."""
        return rf"\{name}"

    def cosine(self, between: Sequence[str]) -> str:
        """The cosine of the angle between two vectors."""
        comma = "," if all(len(text) == 1 for text in between) else ", "
        return rf"\cos\theta_{{{comma.join(between)}}}"

    def wide_hat(self, text: str) -> str:
        return rf"\widehat{{{text}}}"

    def _unmarked(self, term: Term, piece: Piece, page: Page) -> str:
        name = name_of(term)
        return piece.text if name is None else self.name(name, False, page).text

    def _hat(self, term: Term, piece: Piece, page: Page) -> Piece:
        name = name_of(term)
        parts = read_name(name) if name is not None and name not in {*page.verbatim, *self.notation.names} else None
        if parts is not None and not parts.accent and not parts.sup:
            return self.letter(replace(parts, accent="hat"), True)
        return Piece(self.wide_hat(piece.text), tall=piece.tall, bars=piece.bars)

    def derivative(self, term: Piece, symbol: str, simple: bool) -> str:
        if simple:
            return self.quotient(rf"\partial {term.text}", rf"\partial {symbol}")
        return self.quotient(r"\partial", rf"\partial {symbol}") + " " + self.group(term.text, True)


def lettered(parts: Name, text: str) -> Piece:
    """The piece of a name of known parts, as strong as its scripts say."""
    strength = Strength.POWER if parts.sup else Strength.SUBSCRIPT if parts.sub else Strength.ATOM
    head = Edge.UNIT if parts.letter == "one" else Edge.LETTER
    return Piece(text, strength, head, Edge.SCRIPT if parts.sub or parts.sup else Edge.LETTER)


def _braced(text: str) -> str:
    return text if len(text) == 1 else f"{{{text}}}"


def _by_scripts(latex: str) -> Piece:
    """A piece of given LaTeX, as strong as its scripts outside of braces say."""
    outside = latex
    while (inner := re.sub(r"\{[^{}]*\}", "", outside)) != outside:
        outside = inner
    strength = Strength.POWER if "^" in outside else Strength.SUBSCRIPT if "_" in outside else Strength.ATOM
    if re.search(r"[+*|/()<>=,.-]", outside.replace("^+", "").replace("^*", "")):
        strength = Strength.SUM  # more than one sign: never without parentheses
    return Piece(latex, strength, tail=Edge.LETTER if strength is Strength.ATOM else Edge.SCRIPT)


def latex(term: Term, notation: Notation = ARROW, *, beside: Iterable[Term] = ()) -> str:
    r"""The term as LaTeX of math mode.

    ``notation`` is the profile in which names and operations are spelled; ``beside`` are other terms of the same page, from
    which names and sizes are to be told apart.  Any name is spelled harmlessly; the result needs amsmath and nothing else.

    >>> from derive.language.build import dimension, sqrt, vector
    >>> N = dimension("N")
    >>> latex(sqrt(N) * vector("a", N) + vector("b", N))
    '\\sqrt{N}\\,\\vec a + \\vec b'
    """
    return printed(LatexSpelling, notation, term, frozenset((term, *beside)))
