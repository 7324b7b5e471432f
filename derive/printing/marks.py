r"""Entries of a notation as MathML: ``\vec e``, ``\mathsf{T}``, ``\varepsilon``.

A notation is written in the LaTeX of `derive.printing.notation.COMMANDS`, since it is what a user configures; `Marks` reads
just this alphabet, and the signs of sentences.  Terms are never printed by way of it.
"""

from __future__ import annotations

import re
import unicodedata

from derive.printing.markup import Sheet
from derive.printing.names import GREEK

#: Signs over a letter: the sign, whether it is as wide as what is below it, and its place.
_OVER: dict[str, tuple[str, bool]] = {
    r"\vec": ("→", False), r"\hat": ("ˆ", False), r"\bar": ("¯", False), r"\tilde": ("˜", False),
    r"\dot": ("˙", False), r"\ddot": ("¨", False), r"\check": ("ˇ", False), r"\breve": ("˘", False),
    r"\acute": ("´", False), r"\grave": ("`", False), r"\widehat": ("^", True), r"\widetilde": ("~", True),
    r"\overline": ("¯", True), r"\overrightarrow": ("→", True),
}  # fmt: skip

#: Alphabets: words that Unicode has in the names of their letters, in order of choice; none for plain letters.
_ALPHABETS: dict[str, tuple[str, ...]] = {
    r"\mathbf": ("MATHEMATICAL BOLD",), r"\boldsymbol": ("MATHEMATICAL BOLD ITALIC", "MATHEMATICAL BOLD"),
    r"\mathsf": ("MATHEMATICAL SANS-SERIF",), r"\mathtt": ("MATHEMATICAL MONOSPACE",),
    r"\mathcal": ("MATHEMATICAL SCRIPT", "SCRIPT"), r"\mathbb": ("MATHEMATICAL DOUBLE-STRUCK", "DOUBLE-STRUCK"),
    r"\mathrm": (), r"\mathit": (), r"\operatorname": (),
}  # fmt: skip
_UPRIGHT = frozenset({r"\mathrm", r"\operatorname"})

#: Letters: what LaTeX draws where Unicode has two forms, and letters that are no Greek.
_LETTERS: dict[str, str] = {
    **{rf"\{word}": char for word, char in GREEK.items()},
    r"\epsilon": "ϵ", r"\varepsilon": "ε", r"\phi": "ϕ", r"\varphi": "φ", r"\vartheta": "ϑ", r"\varpi": "ϖ",
    r"\varrho": "ϱ", r"\varsigma": "ς", r"\ell": "ℓ", r"\imath": "ı", r"\jmath": "ȷ", r"\partial": "∂",
    r"\nabla": "∇", r"\infty": "∞", r"\Re": "ℜ", r"\Im": "ℑ", r"\_": "_",
}  # fmt: skip
#: Letters that stand upright: capitals of Greek and what is no letter.
_STRAIGHT = frozenset("∇∞_")

_SIGNS: dict[str, str] = {
    r"\odot": "⊙", r"\circ": "∘", r"\cdot": "·", r"\times": "×", r"\ast": "∗", r"\star": "⋆", r"\bullet": "∙",
    r"\otimes": "⊗", r"\oplus": "⊕", r"\top": "⊤", r"\dagger": "†", r"\prime": "′", r"\perp": "⊥", r"\parallel": "∥",
    r"\mid": "∣", r"\lvert": "|", r"\rvert": "|", r"\vert": "|", r"\lVert": "‖", r"\rVert": "‖", r"\Vert": "‖",
    r"\|": "‖", r"\langle": "⟨", r"\rangle": "⟩", r"\{": "{", r"\}": "}", "-": "−", "*": "∗",
    r"\in": "∈", r"\subseteq": "⊆", r"\geq": "≥", r"\ge": "≥", r"\leq": "≤", r"\le": "≤", r"\neq": "≠", r"\ne": "≠",
    r"\pm": "±", r"\to": "→", r"\downarrow": "↓", r"\uparrow": "↑", r"\dots": "…", r"\colon": ":", ":=": ":=",
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
        styled = "".join(_styled(char, _ALPHABETS.get(alphabet, ())) for char in text)
        return self.sheet.identifier(styled, upright=alphabet in _UPRIGHT)

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


def _styled(char: str, styles: tuple[str, ...]) -> str:
    """The character in the first of the styles that has it."""
    name = unicodedata.name(char, "")
    for word in ("LATIN ", "GREEK ", "LETTER ", "LUNATE "):
        name = name.replace(word, "")
    for style in styles:
        try:
            return unicodedata.lookup(f"{style} {name}")
        except KeyError:
            continue
    return char
