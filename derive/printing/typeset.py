r"""Names that are LaTeX themselves, ``\varepsilon``, ``W^{(1)}``, ``\mathcal{L}_{h_t}``: as they are typeset, and as text.

Such a name is one letter under accents and in alphabets, with scripts; in scripts stand several.  Only what is listed here
is read, so that no command from outside is ever printed.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from derive.printing.names import GREEK

#: Commands that are one letter.
LETTERS: dict[str, str] = {
    **GREEK, "varepsilon": "ε", "vartheta": "ϑ", "varpi": "ϖ", "varrho": "ϱ", "varsigma": "ς", "varphi": "φ", "ell": "ℓ",
    "hbar": "ħ", "imath": "ı", "jmath": "ȷ", "nabla": "∇",
}  # fmt: skip
#: Commands that put an accent on a letter, as a combining character.
ACCENTS = {"hat": "\u0302", "widehat": "\u0302", "bar": "\u0304", "overline": "\u0304", "tilde": "\u0303",
           "widetilde": "\u0303", "dot": "\u0307", "ddot": "\u0308", "check": "\u030c", "breve": "\u0306",
           "acute": "\u0301", "grave": "\u0300"}  # fmt: skip
#: Commands for another alphabet, as Unicode names its letters.
ALPHABETS = {"mathcal": "SCRIPT", "mathscr": "SCRIPT", "mathfrak": "FRAKTUR", "mathbf": "BOLD", "boldsymbol": "BOLD",
             "bm": "BOLD", "mathbb": "DOUBLE-STRUCK"}  # fmt: skip
#: Signs in scripts.
_SIGNS = frozenset("+-*,()")
#: Names of letters that no other letter begins.
_LONG = "|".join(sorted((word for word in LETTERS if len(word) > 4), key=len, reverse=True))
_TOKEN = re.compile(r"\\(?P<command>[A-Za-z]+)|(?P<sign>[A-Za-z0-9{}_^'+*,()-])")
_RAISED = {**dict(zip("0123456789+-()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾", strict=True)),
           **dict(zip("abcdefghijklmnoprstuvwxyz", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ", strict=True))}  # fmt: skip
_LOWERED = {**dict(zip("0123456789+-()", "₀₁₂₃₄₅₆₇₈₉₊₋₍₎", strict=True)),
            **dict(zip("aehijklmnoprstuvx", "ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True)),
            **dict(zip("βγρφχ", "ᵦᵧᵨᵩᵪ", strict=True))}  # fmt: skip


@dataclass(frozen=True)
class TypesetName:
    """A name as LaTeX, and as Unicode text."""

    latex: str
    text: str


class _Unread(Exception):
    """The name is something else than a letter with scripts."""


@lru_cache(maxsize=1024)
def typeset(name: str) -> TypesetName | None:
    r"""What a name says that is LaTeX; None for any other.

    >>> typeset(r"\varepsilon"), typeset("W^{(1)}").text, typeset(r"\delta_{h_{L+1}}").text
    (TypesetName(latex='\\varepsilon', text='ε'), 'W⁽¹⁾', 'δ_{h_{L+1}}')
    >>> typeset(r"\input{x}"), typeset("x^2^2"), typeset("rate")
    (None, None, None)
    """
    try:
        return _Reading(name).whole()
    except _Unread:
        return None


class _Reading:
    def __init__(self, name: str) -> None:
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
        return made

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
        command = token.removeprefix("\\")
        if token.isalpha() and len(token) == 1:
            return TypesetName(token, token)
        if token.startswith("\\") and command in LETTERS:
            return TypesetName(token, LETTERS[command])
        if not token.startswith("\\") or command not in {*ACCENTS, *ALPHABETS}:
            raise _Unread
        braced = self.ahead == "{"
        if braced:
            self.take()
        inner = self.letter()
        if braced and self.take() != "}":
            raise _Unread
        text = inner.text + ACCENTS[command] if command in ACCENTS else _in_alphabet(inner.text, ALPHABETS[command])
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
        return self.letter()


def _beside(parts: list[TypesetName]) -> TypesetName:
    latex = ""
    for part in parts:
        latex += (" " if re.search(r"\\[A-Za-z]+$", latex) and part.latex[0].isalpha() else "") + part.latex
    return TypesetName(latex, "".join(part.text for part in parts))


def _in_alphabet(letter: str, alphabet: str) -> str:
    """The letter of Unicode's alphabet; the letter itself where there is none."""
    kind = "CAPITAL" if letter.isupper() else "SMALL"
    for lead in ("", "MATHEMATICAL "):
        try:
            return unicodedata.lookup(f"{lead}{alphabet} {kind} {letter.upper()}")
        except KeyError:
            continue
    return letter


def _raised(text: str) -> str:
    raised = [_RAISED.get(letter, "") for letter in text]
    return "".join(raised) if all(raised) else f"^({text})" if not text.startswith("(") else f"^{text}"


def _lowered(text: str) -> str:
    return lowered(text) or (f"_{text}" if text.isalnum() else f"_{{{text}}}")


def subscript(part: str) -> TypesetName:
    r"""A subscript that is a word of a name: a Greek letter, also behind a Latin one, letters, or a word in upright letters.

    >>> subscript("theta").latex, subscript("nvarepsilon"), subscript("max").latex
    ('\\theta', TypesetName(latex='n\\varepsilon', text='nε'), '\\mathrm{max}')
    """
    found = re.fullmatch(rf"(?P<before>[A-Za-z]?)(?P<letter>{_LONG})", part)
    if part in LETTERS:
        return TypesetName(rf"\{part}", LETTERS[part])
    if found is not None:
        return TypesetName(rf"{found['before']}\{found['letter']}", found["before"] + LETTERS[found["letter"]])
    return TypesetName(part if len(part) <= 2 or part.isdigit() else rf"\mathrm{{{part}}}", part)


def lowered(text: str) -> str:
    """A digit string, or one or two letters, in subscripts; "" where there are none, and for words."""
    signs = [_LOWERED.get(letter, "") for letter in text]
    word = len(text) > 2 and any(letter.isalpha() for letter in text)
    return "".join(signs) if all(signs) and not word else ""
