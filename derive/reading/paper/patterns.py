r"""What a paper is cut at: patterns of TeX and of Markdown."""

from __future__ import annotations

import re

from derive.reading.latex.declaring import KEYWORDS, SYNONYMS

#: Environments whose content is displayed mathematics.
ENVIRONMENTS = (
    "align", "alignat", "flalign", "equation", "gather", "multline", "eqnarray", "displaymath", "dmath", "math",
    "xalignat", "xxalignat", "IEEEeqnarray", "empheq",
)  # fmt: skip
#: Those that take arguments before their content.
WITH_ARGUMENTS = ("alignat", "xalignat", "xxalignat", "IEEEeqnarray", "empheq", "dmath")

#: What TeX passes over between a command and its argument.
_GAP = r"(?:\s|%[^\n]*\n)*"
_DISPLAY = rf"(?P<display>\\begin{_GAP}\{{(?P<environment>(?:{'|'.join(ENVIRONMENTS)})\*?)\}} | \\\[ | \$\$)"
_NAME = r"[A-Za-z][^{}\\\n]{0,60}"
_DEFINE = r"""(?P<define>\\(?:(?:re|provide)?newcommand|providecommand|DeclareRobustCommand|DeclareMathOperator|[egx]?def|let
                     |(?:New|Renew|Provide|Declare)DocumentCommand|DeclarePairedDelimiter|(?:re)?newenvironment
                     |NewDocumentEnvironment|DeclareMathSymbol|DeclareMathAccent|(?:math)?chardef)(?![A-Za-z]))"""
#: A macro that stands before its other name: ``\\let\\be\\equation``.
LET = re.compile(r"\\let\s*(\\[A-Za-z@]+)\s*=?\s*\Z")

#: A ``.tex`` file: the first group that matched says what stands there.
TEX = re.compile(
    rf"""(?P<comment>%[^\n]*)
    | \\begin{_GAP}\{{(?P<verbatim>(?:verbatim|Verbatim|lstlisting|minted|comment|filecontents)\*?)\}}
    | \\(?:url|nolinkurl|path|href)\s*\{{[^{{}}\n]*\}}
    | \\(?:lstinline|mintinline)(?:\[[^\]\n]*\])?(?:\{{[^{{}}\n]*\}}){{1,2}}
    | \\(?:[vV]erb|lstinline)\*?(?P<mark>[^A-Za-z\s*{{\[])[^\n]*?(?P=mark)
    | (?P<false>\\iffalse(?![A-Za-z]))
    | {_DISPLAY}
    | \$(?:[^$\\\n]|\\[^\[\]]|\n(?!\s*\n))*\$ | \\\((?:[^\\\n]|\\[^()\[\]]|\n(?!\s*\n))*\\\)
    | \\(?:input|include|subfile(?:include)?)(?![A-Za-z])\s*\{{\s*(?P<input>[^{{}}\n]*?)\s*\}}
    | \\input\s+(?P<bare>[^\s{{}}\\%]+)
    | (?P<unfollowed>\\(?:InputIfFileExists|@@?input|@iinput|includestandalone|loadglsentries|LoadClass|documentclass
                     |input|include|subfile|standaloneinput|markdownInput)(?![A-Za-z]))
      \s*(?:\[[^\]]{{0,1000}}\]\s*)?(?:\{{\s*(?P<left>[^{{}}\n]*?)\s*\}}|(?P<leftbare>\\?[^\s{{}}\\%]*))
    | \\(?:sub)?(?:import|includefrom|inputfrom)\*?\s*\{{(?P<folder>[^{{}}\n]*)\}}\s*\{{(?P<imported>[^{{}}\n]*)\}}
    | \\(?:usepackage|RequirePackage)\s*(?:\[[^\]]{{0,1000}}\])?\s*\{{(?P<packages>[^{{}}]*)\}}
    | {_DEFINE}
    | (?P<stop>\\end\s*\{{document\}} | \\endinput(?![A-Za-z]))
    | (?P<start>\\begin\s*\{{document\}})
    | \\newif\s*\\if[A-Za-z@]+ | \\iff(?![A-Za-z@]) | \\ifthenelse(?![A-Za-z@])
    | (?P<if>\\if[A-Za-z@]*) | (?P<fi>\\fi(?![A-Za-z@]))
    | (?P<category>\\catcode\s*`\s*\\?[%$&{{}}\\])
    | \\begin{_GAP}\{{(?P<other>{_NAME})\}}
    | (?P<opens>\{{ | \\begingroup(?![A-Za-z]))
    | (?P<closes>\}} | \\endgroup(?![A-Za-z]) | \\end{_GAP}\{{(?P<ends>{_NAME})\}})
    | (?P<command>\\[A-Za-z]+) | \\.""",
    re.VERBOSE | re.DOTALL,
)
#: A ``.md`` file.
MARKDOWN = re.compile(
    rf"""^[ \t]*(?:(?:[-*+]|\d{{1,9}}[.)])[ \t]+)?(?P<fence>`{{3,}}+|~{{3,}}+|:{{3,}}+)[ \t]*+(?P<info>[^\n`]*+)\n
    | (?P<html><!--.*?(?:-->|\Z))
    | (?<!`)(?P<ticks>`++)(?:(?!\n[ \t]*\n).){{1,2000}}?(?<!`)(?P=ticks)(?!`)
    | (?P<comment>^[ \t]*%+[ \t]*(?i:derive)(?![A-Za-z])[^\n]*)
    | (?P<doubled>\\\\\[)
    | {_DISPLAY}
    | (?<!\$)\$(?![\s$])(?:[^$\\\n]|\\[^\[\]]|\n(?!\s*\n))*(?<!\s)\$(?![\d$])
    | \\begin\s*\{{(?P<other>{_NAME})\}}
    | {_DEFINE} | \\.""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
#: Languages of fences that could hold a display, and lines of options in a fence of ``math``.
MATHEMATICAL = frozenset({"latex", "tex", "katex", "mathjax", "amsmath", "asciimath", "equation", "align"})
OPTIONS = re.compile(r"(?:[ \t]*:[a-z-]+:[^\n]*\n)*")
#: Where the false part of ``\iffalse`` ends.
LIVE = re.compile(r"\\(?:fi|else)(?![A-Za-z])")
DERIVE = re.compile(r"%+[ \t]*derive:")
HTML = re.compile(r"<!--\s*derive:")
#: Comments that nearly are declarations: in another case, with another sign, or without a colon before a declaration.
_WORDS = "|".join(sorted({*KEYWORDS, *SYNONYMS}, key=len, reverse=True))
NEARLY = re.compile(
    rf"(?:%+|<!--+)\s*derive(?:\s*[:;=\uff1a\uff1b\ufe55\ua789\u2236]|[ \t.,-]+(?:{_WORDS})(?![A-Za-z]))", re.IGNORECASE
)
#: Environments that hold no mathematics of their own, though signs of it may stand in them.
PLAIN = frozenset(
    f"{name}{star}"
    for name in (
        "tabular", "tabularx", "tabulary", "longtable", "longtabu", "tabu", "tblr", "longtblr", "supertabular", "xtabular",
        "tabbing", "tikzpicture", "tikzcd", "axis", "pgfpicture", "picture", "pspicture", "algorithm", "algorithmic",
        "algorithm2e", "pseudocode", "forest", "asy", "filecontents", "thebibliography", "alltt", "code", "document",
    )
    for star in ("", "*")
)  # fmt: skip
_ARGUMENT = re.compile(
    r"""\A\s*(?:\[[^\]]*\]|\{[^{}]*\})+
    | \\(?:label|(?:[a-zA-Z]*ref)|cite[a-z]*|includegraphics|input|bibliography|[hv]space|setlength|hypersetup|lstset
          |text[a-z]*|caption|index|pdfbookmark)\*?\s*(?:\[[^\]]*\])*\s*(?:\{[^{}]*\})?
    | \\[A-Za-z]+\*?\s*\[[^\]]*\]""",
    re.VERBOSE,
)
_SIGN = re.compile(r"(?<!\\)=|\\(?:leq?|geq?|leqslant|geqslant|neq?|equiv|coloneqq|triangleq)(?![A-Za-z])")
_WORD = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{3,}")
#: Names whose usual meaning hides what stands behind them.
HIDING = frozenset(
    {r"\iffalse", r"\fi", r"\else", "verbatim", "Verbatim", "lstlisting", "minted", "comment", "filecontents"}
)
_SET = re.compile(r"(?<!\\)[&_^]|\\\\")
COMMENT = re.compile(r"\\.|%[^\n]*", re.DOTALL)
CLOSING = re.compile(rf"%[^\n]*|\\(begin|end){_GAP}\{{([A-Za-z]+\*?)\}}|\$\$|\\[A-Za-z]+|\\.", re.DOTALL)
#: Arguments of an environment; ``inner`` is what ``empheq`` is of.
ARGUMENTS = re.compile(r"(?:\s*\[[^\]\n]*\])?(?:\s*\{(?P<inner>[A-Za-z]*)[^{}\n]*\})?")
#: The beginning of a display, wherever it stands; ``\\[2pt]`` begins a row.
DISPLAYS = re.compile(
    rf"\\begin\s*\{{(?:{'|'.join(ENVIRONMENTS)})\*?\}}|(?<!\\)(?:\\\\)*\\\[|\$\$|\\(?:{'|'.join(ENVIRONMENTS)})(?![A-Za-z])"
)
#: Lines of a quotation, their marks, and code, in which dollars say nothing.
_QUOTED = re.compile(r"(?:^[ \t]{0,3}>[^\n]*(?:\n|\Z))+", re.MULTILINE)
_MARKS = re.compile(r"^[ \t]{0,3}(?:>[ \t]?)+", re.MULTILINE)
_CODE = re.compile(r"^[ \t]*(`{3,}|~{3,}).*?(?:^[ \t]*\1[`~]*[ \t]*$|\Z)|`[^`\n]*`", re.MULTILINE | re.DOTALL)


def looks_displayed(text: str) -> bool:
    """Has a text a relation, and what only displayed mathematics has: ``&``, ends of rows, scripts; or has it no words?"""
    bare = _ARGUMENT.sub(" ", text)
    return bool(_SIGN.search(bare) and (_SET.search(bare) or not _WORD.search(bare)))


def unquoted(text: str) -> str:
    """Markdown with the marks of quotations blanked; a line within ``$$`` that begins with ``>`` is no quotation."""
    made, at, dollars = "", 0, 0
    for run in _QUOTED.finditer(text):
        dollars += _CODE.sub("", text[at : run.start()]).count("$$")
        inside = run[0] if dollars % 2 else _MARKS.sub(lambda marks: " " * len(marks[0]), run[0])
        made += text[at : run.start()] + inside
        dollars += run[0].count("$$")
        at = run.end()
    return made + text[at:]
