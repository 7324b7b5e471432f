r"""The text around a display as words: what a theorem says, and its title."""

from __future__ import annotations

import re

from derive.errors import InputError
from derive.printing import text
from derive.reading.latex import Context, read_latex

_TITLE = re.compile(
    r"\\begin\s*\{[A-Za-z]+\*?\}\s*\[(?P<latex>[^\]\n]*)\]|^#+[ \t]+(?P<heading>[^\n]*\S)", re.MULTILINE
)
_COMMENT = re.compile(r"(?<!\\)%[^\n]*|<!--.*?(?:-->|\Z)|\A[^\n]*?-->", re.DOTALL)
_LAYOUT = re.compile(
    r"\\(?:begin|end)\s*\{[^{}]*\}(?:\s*\[[^\]\n]*\])?|\\(?:label|ref|eqref|cite[a-z]*)\s*\{[^{}]*\}"
    r"|\\(?:noindent|par|[a-z]+skip)(?![A-Za-z])|^#+[^\n]*|\$\$|\\\[|^`{3,}[^\n]*",
    re.MULTILINE,
)
_MATH = re.compile(r"\$([^$]+)\$|\\\((.+?)\\\)", re.DOTALL)
_EMPHASIS = re.compile(r"\\(?:emph|text[a-z]*)\s*\{([^{}]*)\}|\*\*(.+?)\*\*|(?<!\w)[*_]([^*_]+)[*_](?!\w)")
_SIGNS = {"<=": "≤", ">=": "≥", "!=": "≠", ":=": "=", "~": "≈"}


def title_in(prose: str) -> str:
    """The title that an environment, or a heading of Markdown, has in the text before a display; "" where there is none."""
    found = list(_TITLE.finditer(_COMMENT.sub("", prose)))
    return _plain((found[-1]["latex"] or found[-1]["heading"]) if found else "", None)


def in_words(prose: str, context: Context | None) -> str:
    """The text before a display in words, its formulas as they are read; "" where there is none."""
    below = prose.partition("\n")[2]
    return _plain(_LAYOUT.sub(" ", _COMMENT.sub("", below)), context).rstrip(",:")


def _plain(words: str, context: Context | None) -> str:
    said = _MATH.sub(lambda found: _formula(found[1] or found[2], context), words)
    said = _EMPHASIS.sub(lambda found: found[1] or found[2] or found[3], said)
    return " ".join(said.replace("~", " ").replace(r"\ ", " ").split())


def _formula(latex: str, context: Context | None) -> str:
    if context is None:
        return latex
    try:
        chain = read_latex(latex, context)
    except InputError:
        return latex
    first, *others = chain.terms
    return text(first) + "".join(
        f" {_SIGNS.get(sign, sign)} {text(term)}" for sign, term in zip(chain.relations, others, strict=True)
    )
