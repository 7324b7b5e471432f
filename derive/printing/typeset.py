r"""Names that are LaTeX themselves, ``\varepsilon``, ``W^{(1)}``, ``\mathcal{L}_{h_t}``: as they are typeset, and as text.

Such a name is one letter under accents and in alphabets, with scripts; in scripts stand several.  Or it is written as a
formula, ``\nabla L(\theta_k)``, ``\frac{\partial L}{\partial z}``, ``(n+1)``.  Only what is listed here is read, so that
no command from outside is ever printed, and none that needs more than amsmath.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from derive.printing.names import ACCENTS as NAMED
from derive.printing.names import GREEK

#: Commands that are one letter.
LETTERS: dict[str, str] = {
    **GREEK, "varepsilon": "ε", "vartheta": "ϑ", "varpi": "ϖ", "varrho": "ϱ", "varsigma": "ς", "varphi": "φ", "ell": "ℓ",
    "hbar": "ħ", "imath": "ı", "jmath": "ȷ", "nabla": "∇",
}  # fmt: skip
#: Commands that put an accent on a letter, as a combining character.
_ACCENTS = {**{command: sign for narrow, wide, sign in NAMED.values() for command in (narrow, wide)},
            r"\dot": "\u0307", r"\ddot": "\u0308", r"\check": "\u030c", r"\breve": "\u0306", r"\acute": "\u0301",
            r"\grave": "\u0300"}  # fmt: skip
#: Alphabets: words that Unicode has in the names of their letters, in order of choice.
ALPHABETS: dict[str, tuple[str, ...]] = {
    r"\mathbf": ("MATHEMATICAL BOLD",), r"\boldsymbol": ("MATHEMATICAL BOLD ITALIC", "MATHEMATICAL BOLD"),
    r"\mathcal": ("MATHEMATICAL SCRIPT", "SCRIPT"), r"\mathbb": ("MATHEMATICAL DOUBLE-STRUCK", "DOUBLE-STRUCK"),
}  # fmt: skip
#: Alphabets of other packages: as text they are shown, in LaTeX such a name is spelled letter by letter.
_OF_PACKAGES: dict[str, tuple[str, ...]] = {
    r"\mathscr": ALPHABETS[r"\mathcal"], r"\mathfrak": ("MATHEMATICAL FRAKTUR", "BLACK-LETTER"),
    r"\bm": ALPHABETS[r"\boldsymbol"], r"\mathbb": ALPHABETS[r"\mathbb"],
}  # fmt: skip
_STYLES = {**ALPHABETS, **_OF_PACKAGES}
#: Signs in scripts.
_SIGNS = frozenset("+-*,()|")
_COMMANDS = {r"\star": "⋆", r"\ast": "*", r"\dagger": "†"}
#: A word of a subscript that is a letter with a long name, behind another letter or none.
_VARIED = re.compile(
    rf"(?P<before>[A-Za-z]?)(?P<letter>{'|'.join(sorted((w for w in LETTERS if len(w) > 4), key=len, reverse=True))})"
)
#: Brackets in a name that is written as a formula, and signs in them.
_CLOSING = {"(": ")", "[": "]"}
_OF_DERIVATIVES = {r"\nabla": "∇", r"\partial": "∂", "d": "d"}
_BETWEEN = {",": (", ", ", "), ";": ("; ", "; "), "+": (" + ", " + "), "-": (" - ", " - "), "/": ("/", "/"),
            r"\cdot": (r" \cdot ", " · "), r"\top": (r"\top", "ᵀ")}  # fmt: skip
_TOKEN = re.compile(r"\\(?P<command>[A-Za-z]+)|(?P<sign>[A-Za-z0-9{}_^'+*,()|\[\];/-])")
_RAISED = {**dict(zip("0123456789+-()⋆†", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾⋆†", strict=True)),
           **dict(zip("abcdefghijklmnoprstuvwxyz", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ", strict=True))}  # fmt: skip
_LOWERED = {**dict(zip("0123456789+-()", "₀₁₂₃₄₅₆₇₈₉₊₋₍₎", strict=True)),
            **dict(zip("aehijklmnoprstuvx", "ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True)),
            **dict(zip("βγρφχ", "ᵦᵧᵨᵩᵪ", strict=True))}  # fmt: skip


@dataclass(frozen=True)
class TypesetName:
    """A name as LaTeX, "" where that needs more than amsmath, and as Unicode text; ``closed`` when it is one as it stands.

    One that is written as a formula is closed when it ends with a bracket.
    """

    latex: str
    text: str
    closed: bool = True


class _Unread(Exception):
    """The name is something else than a letter with scripts."""


@lru_cache(maxsize=1024)
def typeset(name: str) -> TypesetName | None:
    r"""What a name says that is LaTeX; None for any other.

    >>> typeset(r"\varepsilon"), typeset("W^{(1)}").text, typeset(r"\delta_{h_{L+1}}").text
    (TypesetName(latex='\\varepsilon', text='ε', closed=True), 'W⁽¹⁾', 'δ_{h_{L+1}}')
    >>> typeset(r"\nabla{L}(\theta_k)"), typeset(r"\frac{\partial{L}}{\partial{z}_j}").text
    (TypesetName(latex='\\nabla L(\\theta_k)', text='∇L(θₖ)', closed=True), '∂L/∂zⱼ')
    >>> typeset(r"\input{x}"), typeset("x^2^2"), typeset("rate")
    (None, None, None)
    """
    for read in (_Reading.whole, _Reading.formula):
        try:
            return read(_Reading(name))
        except _Unread:
            continue
    return None


def is_formula(name: str) -> bool:
    """Is a name one that is written as a formula?"""
    return name[-1:] in (")", "]") or name.startswith((r"\frac", r"\partial", r"\nabla{"))


class _Reading:
    def __init__(self, name: str) -> None:
        self.plain = True
        self.tokens: list[str] = []
        at = 0
        while at < len(name):
            token = _TOKEN.match(name, at)
            if token is None:
                raise _Unread
            self.tokens.append(token[0])
            at = token.end()
        self.tokens.reverse()

    def whole(self) -> TypesetName:
        letter = self.letter()
        if letter.latex in (r"\Delta", r"\delta") and self.ahead not in ("", "_", "^", "'"):  # another name, varied
            varied = self.letter()
            letter = _beside([letter, varied])
        made = self.scripted(letter)
        if self.tokens:
            raise _Unread
        return made if self.plain else TypesetName("", made.text)

    def formula(self) -> TypesetName:
        """A name that is written as a formula: a letter behind the sign of a derivative, or a fraction; and a bracket."""
        sign = self.ahead
        if sign == r"\frac":
            self.take()
            above, below = self.side(), self.side()
            parts = [TypesetName(rf"{sign}{{{above.latex}}}{{{below.latex}}}", f"{above.text}/{below.text}")]
        else:
            parts = [self.scripted(self.sign())] if sign in (r"\nabla", r"\partial") else []
            parts += [] if sign == "(" else [self.scripted(self.head())]  # (n+1), a size
        closes = self.ahead in _CLOSING
        if closes:
            parts = [_closed(parts) if sign == r"\frac" else _beside(parts), self.bracket()]
        if self.ahead == "_":  # entries of a matrix of that name
            closes = bool(self.take())
            below = self.script()
            parts = [_closed(parts), TypesetName(f"_{{{below.latex}}}", _lowered(below.text))]
        if self.tokens or not (closes or sign in (r"\frac", r"\nabla", r"\partial")):
            raise _Unread
        made = _beside(parts)
        return TypesetName(made.latex if self.plain else "", made.text, closes)

    def sign(self) -> TypesetName:
        """The sign of a derivative."""
        token = self.take()
        if token == r"\mathrm" and [self.take() for _ in "{d}"] == list("{d}"):
            return TypesetName(r"\mathrm{d}", "d")
        if token not in _OF_DERIVATIVES:
            raise _Unread
        return TypesetName(token, _OF_DERIVATIVES[token])

    def head(self) -> TypesetName:
        """A letter, between braces or not."""
        if self.ahead != "{":
            return self.letter()
        self.take()
        letter = self.letter()
        if self.take() != "}":
            raise _Unread
        return letter

    def side(self) -> TypesetName:
        """What stands above or below the bar of a derivative."""
        if self.take() != "{":
            raise _Unread
        parts = [self.scripted(self.sign()), self.scripted(self.head())]
        if self.ahead in _CLOSING:
            parts.append(self.bracket())
        if self.take() != "}":
            raise _Unread
        return _beside(parts)

    def bracket(self) -> TypesetName:
        """What stands in a bracket: letters, numbers, signs."""
        opening = self.take()
        parts: list[TypesetName] = []
        while self.ahead != _CLOSING[opening]:
            if self.ahead in _BETWEEN:
                parts.append(TypesetName(*_BETWEEN[self.take()]))
            elif self.ahead in _CLOSING:
                parts.append(self.bracket())
            else:
                parts.append(self.scripted(self.part()))
        inside = _beside(parts)
        closing = self.take()
        return TypesetName(f"{opening}{inside.latex}{closing}", f"{opening}{inside.text}{closing}")

    @property
    def ahead(self) -> str:
        return self.tokens[-1] if self.tokens else ""

    def take(self) -> str:
        if not self.tokens:
            raise _Unread
        return self.tokens.pop()

    def letter(self) -> TypesetName:
        """A letter, under its accents and in its alphabet."""
        token = self.take()
        if token.isalpha():
            return TypesetName(token, token)
        if token.removeprefix("\\") in LETTERS:
            return TypesetName(token, LETTERS[token.removeprefix("\\")])
        if token not in _ACCENTS and token not in _STYLES:
            raise _Unread
        self.plain = self.plain and token not in _OF_PACKAGES
        braced = self.ahead == "{"
        if braced:
            self.take()
        inner = self.letter()
        if braced and self.take() != "}":
            raise _Unread
        text = inner.text + _ACCENTS[token] if token in _ACCENTS else styled(inner.text, _STYLES[token])
        return TypesetName(f"{token}{{{inner.latex}}}", text)

    def scripted(self, base: TypesetName) -> TypesetName:
        """What stands behind a letter: primes, one subscript, one superscript."""
        latex, text = base.latex, base.text
        primes = 0
        scripts: dict[str, TypesetName] = {}
        while self.ahead in ("_", "^", "'") and self.tokens:
            sign = self.take()
            if sign == "'":
                primes += 1
                continue
            if sign in scripts:
                raise _Unread
            scripts[sign] = self.script()
        if primes and "^" in scripts:
            raise _Unread
        latex += "'" * primes
        text += "′" * primes
        for sign in ("_", "^"):
            if (script := scripts.get(sign)) is not None:
                latex += f"{sign}{script.latex if len(script.latex) == 1 else f'{{{script.latex}}}'}"
                text += _lowered(script.text) if sign == "_" else _raised(script.text)
        return TypesetName(latex, text)

    def script(self) -> TypesetName:
        """One token, or what stands between braces."""
        if self.ahead != "{":
            return self.part()
        self.take()
        parts = []
        while self.ahead != "}":
            parts.append(self.scripted(self.part()))
        self.take()
        if not parts:
            raise _Unread
        return _beside(parts)

    def part(self) -> TypesetName:
        """A letter, a digit, a sign, or several of them between braces."""
        if self.ahead == "{":
            return self.script()
        if self.ahead in _SIGNS or self.ahead.isdigit():
            token = self.take()
            return TypesetName(token, token)
        if self.ahead in _COMMANDS:
            token = self.take()
            return TypesetName(token, _COMMANDS[token])
        return self.letter()


def _closed(parts: list[TypesetName]) -> TypesetName:
    whole = _beside(parts)
    return TypesetName(rf"\left({whole.latex}\right)", f"({whole.text})")


def _beside(parts: list[TypesetName]) -> TypesetName:
    latex = ""
    for part in parts:
        latex += (" " if re.search(r"\\[A-Za-z]+$", latex) and part.latex[0].isalpha() else "") + part.latex
    return TypesetName(latex, "".join(part.text for part in parts))


def styled(char: str, styles: tuple[str, ...]) -> str:
    """The character in the first of the styles, as in `ALPHABETS`, that has it; itself where none has."""
    name = unicodedata.name(char, "") if len(char) == 1 else ""
    for word in ("LATIN ", "GREEK ", "LETTER ", "LUNATE "):
        name = name.replace(word, "")
    for style in styles:
        try:
            return unicodedata.lookup(f"{style} {name}")
        except KeyError:
            continue
    return char


def superscript(value: object) -> str:
    """An integer, or signs of one, raised.

    >>> superscript(-12)
    '⁻¹²'
    """
    return "".join(_RAISED.get(char, char) for char in str(value))


def _raised(text: str) -> str:
    raised = [_RAISED.get(letter, "") for letter in text]
    return "".join(raised) if all(raised) else f"^({text})" if not text.startswith("(") else f"^{text}"


def _lowered(text: str) -> str:
    return lowered(text) or (f"_{text}" if text.isalnum() else f"_{{{text}}}")


def subscript(part: str) -> TypesetName:
    r"""A subscript that is a word of a name: a Greek letter, also behind a Latin one, letters, or a word in upright letters.

    >>> subscript("theta").latex, subscript("nvarepsilon"), subscript("max").latex
    ('\\theta', TypesetName(latex='n\\varepsilon', text='nε', closed=True), '\\mathrm{max}')
    """
    if part in LETTERS:
        return TypesetName(rf"\{part}", LETTERS[part])
    if found := _VARIED.fullmatch(part):
        return TypesetName(rf"{found['before']}\{found['letter']}", found["before"] + LETTERS[found["letter"]])
    return TypesetName(part if len(part) <= 2 or part.isdigit() else rf"\mathrm{{{part}}}", part)


def lowered(text: str) -> str:
    """A digit string, or one or two letters, in subscripts; "" where there are none, and for words."""
    signs = [_LOWERED.get(letter, "") for letter in text]
    word = len(text) > 2 and any(letter.isalpha() for letter in text)
    return "".join(signs) if all(signs) and not word else ""
