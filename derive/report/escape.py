r"""Prose for a document: what a user supplied, as harmless Markdown or LaTeX.

Prose is Unicode text in paragraphs, with ``code`` in double backquotes.  Every character that a document could take for a
command is escaped; in LaTeX the signs of mathematics become math, since plain pdflatex knows few of them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from derive.printing.names import GREEK, harmless

_CODE = re.compile(r"``(.+?)``", re.DOTALL)
#: Characters that start something in Markdown; ``$`` starts math, ``|`` ends a cell.
_MARKDOWN = re.compile(r"[\\`*_\[\]<>#$|~&!]")
#: At the beginning of a line these make lists, quotations or rules.
_LEADING = re.compile(r"(?m)^([ \t]*\d*)([-+=.)])(?=[\s=-]|$)")

_TEX_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\textquotedbl{}", "`": r"\textasciigrave{}", "'": r"\textquotesingle{}",
    "–": "--", "—": "---", "“": "``", "”": "''", "‘": "`", "’": "'", "…": r"\dots{}", "§": r"\S{}", "\u00a0": "~",
}  # fmt: skip
#: Signs of mathematics; the fallback for other characters is their code point.
_TEX_MATH = {
    "·": r"\cdot", "⊙": r"\odot", "∘": r"\circ", "×": r"\times", "±": r"\pm", "−": "-", "√": r"\surd", "∂": r"\partial",
    "≠": r"\neq", "≥": r"\geq", "≤": r"\leq", "≈": r"\approx", "≡": r"\equiv", "∝": r"\propto", "∈": r"\in", "∉": r"\notin",
    "⊂": r"\subset", "⊆": r"\subseteq", "∪": r"\cup", "∩": r"\cap", "∀": r"\forall", "∃": r"\exists", "∞": r"\infty",
    "Σ": r"\Sigma", "∑": r"\sum", "∏": r"\prod", "→": r"\to", "↦": r"\mapsto", "⇒": r"\Rightarrow", "⇔": r"\Leftrightarrow",
    "←": r"\leftarrow", "⟨": r"\langle", "⟩": r"\rangle", "⊥": r"\perp", "∥": r"\parallel", "‖": r"\|", "ℝ": r"\mathbb{R}",
    "ℚ": r"\mathbb{Q}", "ℕ": r"\mathbb{N}", "ℤ": r"\mathbb{Z}", "ᵀ": r"{}^{\top}", "⊤": r"\top", "⁺": "{}^{+}",
    "⁻": "{}^{-}", "ℋ": r"\mathcal{H}",
    "′": "{}'", "½": r"\tfrac12", "∇": r"\nabla", "ℓ": r"\ell", "⌊": r"\lfloor", "⌋": r"\rfloor", "∅": r"\emptyset",
    "∖": r"\setminus", "∧": r"\wedge", "∨": r"\vee", "¬": r"\neg", "⊢": r"\vdash", "⊗": r"\otimes", "⊕": r"\oplus",
    "✓": r"\checkmark", "✗": r"\times",
}  # fmt: skip
_TEX_GREEK = {**{char: rf"\{word}" for word, char in GREEK.items()}, "ϵ": r"\epsilon"}
_ACCENTS = {"\u20d7": r"\vec", "\u0302": r"\hat", "\u0304": r"\bar", "\u0303": r"\tilde"}
#: Letters with these accents are in the fonts that a LaTeX report asks for (T1, utf8).
_LATIN = re.compile(r"[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017f]")


def markdown(prose: str) -> str:
    """Prose as Markdown.

    >>> print(markdown("a_b of ``x_1`` <script>"))
    a\\_b of `x_1` \\<script\\>
    """

    def plain(text: str) -> str:
        escaped = _MARKDOWN.sub(lambda found: "\\" + found[0], harmless_prose(text))
        return _LEADING.sub(r"\1\\\2", escaped)

    return _with_code(prose, plain, markdown_code)


def markdown_cell(prose: str) -> str:
    """Prose as Markdown in one line, for the cell of a table or a heading."""
    return re.sub(r"(?<!\\)\|", r"\|", markdown(" ".join(prose.split())))


def markdown_code(text: str) -> str:
    """Text in backquotes, one more of them than it holds."""
    inside = harmless(" ".join(text.split()))
    ticks = "`" * (1 + max((len(run) for run in re.findall("`+", inside)), default=0))
    pad = " " if inside.startswith("`") or inside.endswith("`") or not inside else ""
    return f"{ticks}{pad}{inside}{pad}{ticks}"


def tex(prose: str) -> str:
    r"""Prose as LaTeX text: no character of it is a command.

    >>> print(tex("100% of Π² in a_b \\input{x}"))
    100\% of $\Pi^{2}$ in a\_b \textbackslash{}input\{x\}
    """
    return _with_code(prose, _tex_plain, tex_code)


def tex_line(prose: str) -> str:
    """Prose as LaTeX in one line, for a title or the cell of a table."""
    return tex(" ".join(prose.split()))


def tex_code(text: str) -> str:
    """Text in typewriter, breakable after dots, underscores and brackets that open."""
    inside = _tex_plain(" ".join(text.split()))
    breakable = re.sub(r"[.(]|\\_", lambda found: found[0] + r"\allowbreak{}", inside)
    return rf"\texttt{{{breakable}}}"


def harmless_prose(text: str) -> str:
    """Text without characters that are not printed; its line ends stay."""
    return "\n".join(harmless(line.replace("\t", " ")) for line in text.splitlines())


def _with_code(prose: str, plain: Callable[[str], str], code: Callable[[str], str]) -> str:
    parts = _CODE.split(prose)
    return "".join(code(part) if number % 2 else plain(part) for number, part in enumerate(parts))


def _tex_plain(text: str) -> str:
    """Character by character; neighbouring signs of mathematics share one formula.

    In a word with such a sign, single letters are letters of the formula: Πa, but not the letters of diag(g)Π.
    """
    words: list[tuple[bool, str]] = []
    cleaned = harmless_prose(text)
    letters = _formula_letters(cleaned)
    for position, char in enumerate(cleaned):
        if char in _ACCENTS:
            if words:
                math, before = words.pop()
                words.append((True, rf"{_ACCENTS[char]}{{{before if math or before.isalnum() else ''}}}"))
            continue
        words.append((True, char) if position in letters else _tex_char(char))
    out: list[str] = []
    open_math = False
    for math, word in words:
        if math != open_math:
            out.append("$")
            open_math = math
        elif math and out[-1][-1].isalpha() and "\\" in out[-1] and word[0].isalnum():
            out.append(" ")
        out.append(word)
    return _scripts("".join(out) + ("$" if open_math else ""))


def _scripts(latex: str) -> str:
    r"""Scripts that were written sign by sign, as the scripts of one letter: ``G{}^{-}{}^{1}`` is ``G^{-1}``."""
    while (joined := _RUN.sub(r"{}\1{\2\3}", latex)) != latex:
        latex = joined
    latex = re.sub(r"(\{\}_\{[^{}]*\})\{\}(?=\^)", r"\1", latex)
    return re.sub(r"(?<=[A-Za-z0-9])\{\}(?=[_^]\{)", "", latex)


#: Two scripts of one kind, one behind the other.
_RUN = re.compile(r"\{\}([_^])\{([^{}]*)\}\{\}\1\{([^{}]*)\}")


def _formula_letters(text: str) -> frozenset[int]:
    """The places of single ASCII letters and of digits in words that hold a sign of mathematics."""
    found: set[int] = set()
    for word in re.finditer(r"\S+", text):
        if any(char in _ACCENTS or _tex_char(char)[0] for char in word[0]):
            for run in re.finditer(r"[A-Za-z]+|[0-9]+", word[0]):
                if len(run[0]) == 1 or run[0].isdigit():
                    found.update(range(word.start() + run.start(), word.start() + run.end()))
    return frozenset(found)


def _tex_char(char: str) -> tuple[bool, str]:
    """(is it math?, its LaTeX)."""
    if char in _TEX_SPECIAL:
        return False, _TEX_SPECIAL[char]
    if char in _TEX_MATH:
        return True, _TEX_MATH[char]
    if char in _TEX_GREEK:
        return True, _TEX_GREEK[char]
    if char.isascii() or _LATIN.fullmatch(char):
        return False, char
    kind, _, plain = unicodedata.decomposition(char).partition(" ")
    if kind in ("<super>", "<sub>") and re.fullmatch(r"[0-9A-Za-z+=-]+", _decoded(plain)):
        return True, f"{{}}{'^' if kind == '<super>' else '_'}{{{_decoded(plain)}}}"
    return False, rf"U+{ord(char):04X}"


def _decoded(code_points: str) -> str:
    return "".join(chr(int(code, 16)) for code in code_points.split()).replace("\u2212", "-")
