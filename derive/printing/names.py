"""What a name is made of: ``sigma2_x`` is the letter σ, squared, with the subscript x.

A name is read once, here; the printers spell the parts.  A name that is not read (several letters, unknown signs) is
spelled as a whole and upright, with every special sign made harmless.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

#: Greek words with their character; those without a LaTeX command (omicron, capital Alpha, …) are left out.
GREEK: dict[str, str] = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ",
    "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ",
    "tau": "τ", "upsilon": "υ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
    "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Upsilon": "Υ",
    "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
}  # fmt: skip

#: Other words for a letter.
ALIASES: dict[str, str] = {"eps": "epsilon", "lam": "lambda", "lamda": "lambda", **{c: w for w, c in GREEK.items()}}

#: Words that stand for another sign than a letter; ``one`` only under an accent (1̂), so that it is never the number.
SIGNS: dict[str, tuple[str, str]] = {"ell": (r"\ell", "ℓ"), "one": ("1", "1")}

#: Accent → LaTeX command, wide LaTeX command, combining character.
ACCENTS: dict[str, tuple[str, str, str]] = {
    "hat": (r"\hat", r"\widehat", "\u0302"),
    "bar": (r"\bar", r"\overline", "\u0304"),
    "tilde": (r"\tilde", r"\widetilde", "\u0303"),
}

#: Suffixes that are written as a superscript.
RAISED: dict[str, str] = {"plus": "+", "star": "*"}

#: Letters whose 2 is a square and not a subscript: the variance has no name but σ².
SQUARED = frozenset({"sigma"})

_WORDS = "|".join(sorted({*GREEK, *ALIASES, *SIGNS}, key=lambda word: (-len(word), word)))
_NAME = re.compile(
    rf"\\?(?P<letter>{_WORDS}|[A-Za-z])(?P<digits>[0-9]*)(?P<rest>(?:_(?:[A-Za-z0-9]+|\{{[A-Za-z0-9]+\}}))*)"
    r"(?:\^\{?(?P<sup>[0-9]+|[+*])\}?)?(?P<primes>'*)"
)


@dataclass(frozen=True)
class Name:
    """The parts of a name; ``letter`` is a Latin letter or a key of `GREEK` or `SIGNS`, subscripts are as written."""

    letter: str
    accent: str = ""
    primes: int = 0
    sub: tuple[str, ...] = ()
    sup: str = ""

    @property
    def bare(self) -> bool:
        return self == Name(self.letter)


@lru_cache(maxsize=1024)
def read_name(name: str) -> Name | None:
    """The parts of a name, or None when it is not of the known form.

    >>> read_name("sigma2_x")
    Name(letter='sigma', accent='', primes=0, sub=('x',), sup='2')
    >>> read_name("Pi2").sub, read_name("a_prime").primes, read_name("rate")
    (('2',), 1, None)
    """
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    letter = ALIASES.get(match["letter"], match["letter"])
    parts = Name(letter, primes=len(match["primes"]), sup=match["sup"] or "")
    if digits := match["digits"]:
        squared = letter in SQUARED and digits == "2"
        if squared and parts.sup:
            return None
        parts = replace(parts, sup="2") if squared else replace(parts, sub=(digits,))
    for suffix in re.findall(r"[A-Za-z0-9]+", match["rest"]):
        if suffix in ACCENTS and not parts.accent:
            parts = replace(parts, accent=suffix)
        elif suffix == "prime":
            parts = replace(parts, primes=parts.primes + 1)
        elif suffix in RAISED and not parts.sup:
            parts = replace(parts, sup=RAISED[suffix])
        else:
            parts = replace(parts, sub=(*parts.sub, suffix))
    return None if letter == "one" and not parts.accent else parts


def is_word(name: str) -> bool:
    """A name of letters, digits and underscores that may be shown as it is."""
    return re.fullmatch(r"[^\W\d]\w*'*", name) is not None and name.isprintable()


def harmless(name: str) -> str:
    """The name with unprintable characters replaced by their code points.

    >>> harmless("a\\x1b[0m")
    'aU+001B[0m'
    """
    return "".join(c if c.isprintable() else f"U+{ord(c):04X}" for c in name)


_ESCAPES = {"\\": r"\backslash ", "{": r"\lbrace ", "}": r"\rbrace ", "_": r"\_", "$": r"\$", "%": r"\%", "#": r"\#",
            "&": r"\&", "~": r"\sim ", "^": r"\wedge ", "'": r"{\prime}"}  # fmt: skip


def escape_latex(name: str) -> str:
    r"""A name as harmless upright LaTeX of math mode: ASCII letters and digits as they are, no command from outside.

    >>> escape_latex(r"a_\input{x}")
    'a\\_\\backslash input\\lbrace x\\rbrace '
    """
    return "".join(_escaped(c) for c in name)


def _escaped(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    if char in ALIASES:
        return rf"\{ALIASES[char]} "
    if not char.isascii() or not char.isprintable():
        return f"U{{+}}{ord(char):04X}"
    return char if char.isalnum() else f"{{{char}}}"
