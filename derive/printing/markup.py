r"""Elements of MathML in a row, as a string in which each character stands for one element; entries of a notation so read.

The walk over terms (`derive.printing.walk`) puts pieces of text side by side.  A printer of markup has to know more of a
piece than its characters: is it one element, has it a script already?  So a `Sheet` gives every element a character of
its own, equal elements the same one; a row of elements is a string of these, and is written out once, at the end.  The
characters are those beyond the basic plane; none of them is ever shown, for what is shown is inside the elements.

A notation is written in the LaTeX of `derive.printing.notation.COMMANDS`, since it is what a user configures: ``\vec e``,
``\mathsf{T}``, ``\varepsilon``.  `Marks` reads just this alphabet, and the signs of sentences.  Terms are never printed by
way of it.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from html import escape

from derive.printing.typeset import ALPHABETS, LETTERS, styled

_FIRST = 0x10000

#: Elements whose arguments are one element each; all others hold rows.
_SCRIPTS = ("msub", "msup", "msubsup")
_FIXED = frozenset({*_SCRIPTS, "mfrac", "mover", "munder", "munderover"})

#: U+2061 between a function and its arguments, U+2062 between factors: read aloud, not seen; a blank that stays.
APPLY, TIMES, NO_BREAK = "\u2061", "\u2062", "\u00a0"


@dataclass(frozen=True)
class Element:
    """An element: its name and attributes; its text, or its contents in rows."""

    tag: str
    rows: tuple[str, ...] = ()
    text: str = ""
    attributes: tuple[tuple[str, str], ...] = ()

    @property
    def opening(self) -> str:
        """``<tag attribute="…">``."""
        attributes = (f' {name}="{escape(value)}"' for name, value in self.attributes)
        return f"<{self.tag}{''.join(attributes)}>"


class Sheet:
    """The elements that were made, and the characters that stand for them."""

    def __init__(self) -> None:
        self._signs: dict[Element, str] = {}
        self._elements: dict[str, Element] = {}

    def __getitem__(self, sign: str) -> Element:
        """The element that a character stands for."""
        return self._elements[sign]

    def add(self, tag: str, *rows: str, text: str = "", **attributes: str) -> str:
        """A row of one element."""
        made = tuple(map(self.one, rows)) if tag in _FIXED else rows
        element = Element(tag, made, text, tuple(attributes.items()))
        sign = self._signs.setdefault(element, chr(_FIRST + len(self._signs)))
        self._elements[sign] = element
        return sign

    def elements(self, row: str) -> tuple[Element, ...]:
        return tuple(self[sign] for sign in row if sign in self._elements)

    def one(self, row: str) -> str:
        """The row as one element: itself, or around it an ``mrow``."""
        row = row.replace(" ", "")
        return row if len(row) == 1 else self.add("mrow", row)

    def identifier(self, text: str, upright: bool = False) -> str:
        """A name; of one letter italic, unless it is to be ``upright``; of several letters always upright."""
        return self.add("mi", text=text, **({"mathvariant": "normal"} if upright and len(text) == 1 else {}))

    def number(self, text: str) -> str:
        return self.add("mn", text=text)

    def sign(self, text: str, **attributes: str) -> str:
        """An operator, a relation, a bracket, a comma."""
        return self.add("mo", text=text, **attributes)

    def space(self, width: str) -> str:
        return self.add("mspace", width=width)

    def fenced(self, left: str, row: str, right: str, tall: bool) -> str:
        """A row between brackets, as high as the row where it is ``tall``."""
        stretchy = {} if tall else {"stretchy": "false"}
        return self.add("mrow", self.sign(left, **stretchy) + row + self.sign(right, **stretchy))

    def scripted(self, base: str, sub: str = "", sup: str = "") -> str:
        """A row with scripts; one that has scripts already gets further ones, not scripts of scripts."""
        base = self.one(base)
        element = self[base]
        if element.tag in _SCRIPTS:
            base, *scripts = element.rows
            if element.tag != "msup":
                sub = scripts.pop(0) + sub
            sup = "".join(scripts) + sup
        if sub and sup:
            return self.add("msubsup", base, sub, sup)
        return self.add("msub", base, sub) if sub else self.add("msup", base, sup) if sup else base

    def written(self, row: str) -> str:
        """The markup of a row; of any depth."""
        out: list[str] = []
        stack = [*reversed(row)]
        while stack:
            item = stack.pop()
            element = self._elements.get(item)
            if element is None:
                out.append(item.strip(" "))  # the end of an element, or the gap after a sign of a sum
            elif element.rows:
                out.append(element.opening)
                stack.append(f"</{element.tag}>")
                stack.extend(sign for row in reversed(element.rows) for sign in reversed(row))
            else:
                out.append(f"{element.opening}{escape(element.text, quote=False)}</{element.tag}>")
        return "".join(out)


def math_element(markup: str, latex: str, *, display: bool = False) -> str:
    """``<math>`` around markup, with the LaTeX of it as its ``alttext``; ``display`` asks for the size of a display."""
    size = ' displaystyle="true"' if display else ""
    return f'<math{size} alttext="{escape(latex)}">{markup}</math>'


def words_markup(words: str) -> str:
    """Words inside a formula, with the blanks at their ends."""
    return f"<mtext>{escape(words, quote=False).replace(' ', NO_BREAK)}</mtext>"


#: Signs over a letter: the sign, whether it is as wide as what is below it, and its place.
_OVER: dict[str, tuple[str, bool]] = {
    r"\vec": ("→", False), r"\hat": ("ˆ", False), r"\bar": ("¯", False), r"\tilde": ("˜", False),
    r"\dot": ("˙", False), r"\ddot": ("¨", False), r"\check": ("ˇ", False), r"\breve": ("˘", False),
    r"\acute": ("´", False), r"\grave": ("`", False), r"\widehat": ("^", True), r"\widetilde": ("~", True),
    r"\overline": ("¯", True), r"\overrightarrow": ("→", True),
}  # fmt: skip

#: Alphabets as `derive.printing.typeset` has them; none for plain letters.
_ALPHABETS: dict[str, tuple[str, ...]] = {
    **ALPHABETS, r"\mathsf": ("MATHEMATICAL SANS-SERIF",), r"\mathtt": ("MATHEMATICAL MONOSPACE",),
    r"\mathrm": (), r"\mathit": (), r"\operatorname": (),
}  # fmt: skip
_UPRIGHT = frozenset({r"\mathrm", r"\operatorname"})

#: Letters: what LaTeX draws where Unicode has two forms, and letters that are no Greek.
_LETTERS: dict[str, str] = {
    **{rf"\{word}": char for word, char in LETTERS.items()},
    r"\epsilon": "ϵ", r"\phi": "ϕ", r"\partial": "∂", r"\infty": "∞", r"\Re": "ℜ", r"\Im": "ℑ", r"\_": "_",
}  # fmt: skip
#: Letters that stand upright: capitals of Greek and what is no letter.
_STRAIGHT = frozenset("∇∞_")

_SIGNS: dict[str, str] = {
    r"\odot": "⊙", r"\circ": "∘", r"\cdot": "·", r"\times": "×", r"\ast": "∗", r"\star": "⋆", r"\bullet": "∙",
    r"\otimes": "⊗", r"\oplus": "⊕", r"\top": "⊤", r"\dagger": "†", r"\prime": "′", r"\perp": "⊥", r"\parallel": "∥",
    r"\mid": "∣", r"\lvert": "|", r"\rvert": "|", r"\vert": "|", r"\lVert": "‖", r"\rVert": "‖", r"\Vert": "‖",
    r"\|": "‖", r"\langle": "⟨", r"\rangle": "⟩", r"\{": "{", r"\}": "}", "-": "−", "*": "∗",
    r"\in": "∈", r"\subseteq": "⊆", r"\geq": "≥", r"\ge": "≥", r"\leq": "≤", r"\le": "≤", r"\neq": "≠", r"\ne": "≠",
    r"\pm": "±", r"\to": "→", r"\downarrow": "↓", r"\uparrow": "↑", r"\dots": "…", r"\mapsto": "↦",
    r"\approx": "≈", r"\colon": ":", ":=": ":=",
    **{char: char for char in "+|/()<>=,.:"},
}  # fmt: skip
_FENCES = frozenset("|‖⟨⟩(){}")
_SPACES = {r"\,": "0.167em", r"\:": "0.222em", r"\;": "0.278em", r"\!": "-0.167em"}
_TOKEN = re.compile(r":=|\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|\S")


class Marks:
    """A reader of entries, at work on a sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet

    def read(self, latex: str) -> str:
        """The row of an entry; raises `KeyError` for a command that no notation may use."""
        tokens = _TOKEN.findall(latex)[::-1]
        return self._row(tokens)

    def marked(self, mark: str, row: str) -> str:
        r"""A row with a mark on it: an accent, an underline, or an alphabet, as ``\vec`` and ``\mathbf`` are."""
        if mark == r"\underline":
            return self.sheet.add("munder", row, self.sheet.sign("_", stretchy="true"), accentunder="true")
        if mark in _OVER:
            sign, wide = _OVER[mark]
            size = {"mathsize": "62%"} if sign == "→" and not wide else {}
            over = self.sheet.sign(sign, stretchy="true" if wide else "false", **size)
            return self.sheet.add("mover", row, over, accent="true")
        inside = self.sheet.elements(row)
        if all(element.tag in ("mi", "mn") for element in inside):
            return self.word(mark, "".join(element.text for element in inside))
        return row

    def word(self, alphabet: str, text: str) -> str:
        """A word in an alphabet, as one identifier."""
        letters = "".join(styled(char, _ALPHABETS.get(alphabet, ())) for char in text)
        return self.sheet.identifier(letters, upright=alphabet in _UPRIGHT)

    def letter(self, command: str) -> str:
        r"""A letter by its command, ``\alpha``, or by itself; capitals of Greek are upright."""
        char = _LETTERS.get(command, command)
        capital = unicodedata.name(char, "").startswith("GREEK CAPITAL")
        return self.sheet.identifier(char, upright=capital or char in _STRAIGHT)

    def _row(self, tokens: list[str], end: str = "") -> str:
        row = ""
        while tokens and tokens[-1] != end:
            if tokens[-1] in "^_'":
                kind = tokens.pop()
                script = self.sheet.sign("′") if kind == "'" else self._argument(tokens)
                base, row = (row[-1:], row[:-1])
                row += self.sheet.scripted(base, **{"sub" if kind == "_" else "sup": script})
            else:
                row += self._item(tokens)
        return row

    def _argument(self, tokens: list[str]) -> str:
        if tokens and tokens[-1][0].isdigit():  # one digit, as TeX takes it
            number = tokens.pop()
            tokens += _TOKEN.findall(number[1:])[::-1]
            return self.sheet.number(number[0])
        return self._item(tokens) if tokens and tokens[-1] != "}" else ""

    def _item(self, tokens: list[str]) -> str:
        token = tokens.pop()
        if token == "{":
            row = self._row(tokens, "}")
            tokens.pop()
            return row
        if token in _ALPHABETS or token in _OVER or token == r"\underline":
            return self.marked(token, self._argument(tokens))
        if token in _SPACES:
            return self.sheet.space(_SPACES[token])
        if token[0].isdigit():
            return self.sheet.number(token)
        if token in _LETTERS or token.isalpha():
            return self.letter(token)
        sign = _SIGNS[token] if token.startswith("\\") else _SIGNS.get(token, token)
        return self.sheet.sign(sign, **({"stretchy": "false"} if sign in _FENCES else {}))


def fence_sign(entry: str) -> str:
    """The sign of a fence of a notation: ``|`` or ``‖``."""
    return _SIGNS[entry]
