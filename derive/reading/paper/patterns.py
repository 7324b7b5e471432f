r"""What a paper is cut at: patterns of TeX and of Markdown; definitions of macros, and what of them is in a display."""

from __future__ import annotations

import re
from dataclasses import dataclass

from derive.reading.latex.declaring import KEYWORDS, SYNONYMS
from derive.reading.paper import fences
from derive.reading.source import Source

#: Environments whose content is displayed mathematics.
ENVIRONMENTS = (
    "align", "alignat", "flalign", "equation", "gather", "multline", "eqnarray", "displaymath", "dmath", "math",
    "xalignat", "xxalignat", "IEEEeqnarray", "empheq", "aligned", "alignedat", "gathered", "split",
)  # fmt: skip
#: Those that take arguments before their content.
WITH_ARGUMENTS = ("alignat", "alignedat", "xalignat", "xxalignat", "IEEEeqnarray", "empheq", "dmath")

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
    | (?P<inline>\$(?:[^$\\\n]|\\[^\[\]]|\n(?!\s*\n))*\$ | \\\((?:[^\\\n]|\\[^()\[\]]|\n(?!\s*\n))*\\\))
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
    | (?P<heading>^[ ]{{0,3}}\#{{1,6}}[ \t])
    | ^[ \t]*\$`(?P<ticked>(?:(?!`\$|\n[ \t]*\n).){{1,5000}}?)`\$[ \t]*$
    | (?<!`)(?P<ticks>`++)(?:(?!\n[ \t]*\n).){{1,2000}}?(?<!`)(?P=ticks)(?!`)
    | (?P<comment>^[ \t]*%+[ \t]*(?i:derive)(?![A-Za-z])[^\n]*)
    | (?P<doubled>\\\\\[)
    | {_DISPLAY}
    | (?P<inline>(?<!\$)\$(?![\s$])(?:[^$\\\n]|\\[^\[\]]|\n(?!\s*\n))*(?<!\s)\$(?![\d$])
      | \\\((?:[^\\\n]|\\[^()\[\]\\])*\\\) | \\\\\((?:[^\\\n]|\\[^()\[\]\\])*\\\\\))
    | \\begin\s*\{{(?P<other>{_NAME})\}}
    | {_DEFINE} | \\.""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
#: Commands of headings.
HEADINGS = frozenset({r"\part", r"\chapter", r"\section", r"\subsection", r"\subsubsection"})
#: Languages of fences that could hold a display.
MATHEMATICAL = frozenset({"latex", "tex", "katex", "mathjax", "amsmath", "asciimath", "equation", "align"})
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
#: The number of pairs of columns that ``alignat`` is told first.
COUNTED = re.compile(r"\s*(?:\{[^{}]*\}|\d)")
#: The beginning of a display, wherever it stands; ``\\[2pt]`` begins a row.
DISPLAYS = re.compile(
    rf"\\begin\s*\{{(?:{'|'.join(ENVIRONMENTS)})\*?\}}|(?<!\\)(?:\\\\)*\\\[|\$\$|\\(?:{'|'.join(ENVIRONMENTS)})(?![A-Za-z])"
)
#: Lines of a quotation, their marks, and comments and code within a line, in which dollars say nothing.
_QUOTED = re.compile(r"(?:^[ \t]{0,3}>[^\n]*(?:\n|\Z))+", re.MULTILINE)
_MARKS = re.compile(r"^[ \t]{0,3}(?:>[ \t]?)+", re.MULTILINE)
_SILENT = re.compile(r"<!--.*?(?:-->|\Z)|`[^`\n]*`", re.DOTALL)


def looks_displayed(text: str) -> bool:
    """Has a text a relation, and what only displayed mathematics has: ``&``, ends of rows, scripts; or has it no words?"""
    bare = _ARGUMENT.sub(" ", text)
    return bool(_SIGN.search(bare) and (_SET.search(bare) or not _WORD.search(bare)))


def unread(info: str, text: str) -> str:
    """Why what a fence holds is not read though it looks like mathematics; "" of any other."""
    if fences.language(info) in MATHEMATICAL and looks_displayed(text):
        return f"a fence of {fences.language(info)} is code, and is not read; a fence of math is a display"
    if fences.is_unknown(info) and DISPLAYS.search(text):
        return (
            f"the directive {fences.directive(info)} is not known: what it holds is not read; ::: opens a block of text"
        )
    return ""


#: Displays as a renderer has them in HTML, and as Doxygen has them on lines of their own.
_SCRIPT = re.compile(
    r"""(?P<opens><script\s+type\s*=\s*["']math/tex(?P<display>;\s*mode\s*=\s*display)?["']\s*>)(?P<inside>[^<$]{0,5000})</script>"""
)
_DOXYGEN = re.compile(r"^(?P<opens>[ \t]*\\f\[)[ \t]*\n(?P<inside>[^$]{0,5000}?)^[ \t]*\\f\][ \t]*$", re.MULTILINE)


def with_dollars(text: str) -> str:
    r"""Markdown with dollar signs for ``<script type="math/tex; mode=display">`` and ``\f[``, every place what it was."""

    def rewritten(found: re.Match[str]) -> str:
        mark = "$$" if found.re is _DOXYGEN or found["display"] else "$"
        start, stop = found.start("inside") - found.start(), found.end("inside") - found.start()
        rest = found[0][len(found["opens"]) : start]
        return f"{mark:<{len(found['opens'])}}{rest}{found['inside']}{mark:<{len(found[0]) - stop}}"

    return _DOXYGEN.sub(rewritten, _SCRIPT.sub(rewritten, text))


def unquoted(text: str) -> str:
    """Markdown with the marks of quotations blanked; a line in ``$$`` or in a fence that begins with ``>`` is none."""
    made, at, dollars = "", 0, 0
    inside, bare = [fence for fence in fences.fences(text) if fence.kind != "edge"], text
    for fence in inside:
        bare = f"{bare[: fence.begin]}{' ' * (fence.end - fence.begin)}{bare[fence.end :]}"
    bare = _SILENT.sub(lambda found: " " * len(found[0]), bare)
    for run in _QUOTED.finditer(text):
        dollars += bare[at : run.start()].count("$$")
        keeps = dollars % 2 or any(fence.begin < run.start() < fence.end for fence in inside)
        made += text[at : run.start()]
        made += run[0] if keeps else _MARKS.sub(lambda marks: " " * len(marks[0]), run[0])
        dollars += bare[run.start() : run.end()].count("$$")
        at = run.end()
    return made + text[at:]


#: The longest definition of a macro.
MAX_BODY = 1000

#: The beginning of a definition, up to its body.
_HEAD = re.compile(
    r"""\\(?:(?:re|provide)?newcommand|providecommand|DeclareRobustCommand|DeclareMathOperator)\*?(?:\s|%[^\n]*\n)*
        (?:\{\s*(?P<braced>\\(?:[A-Za-z]+|.))\s*\}|(?P<bare>\\(?:[A-Za-z]+|.)))(?:\s|%[^\n]*\n)*
        (?P<arguments>(?:\[[^\]]{0,1000}\](?:\s|%[^\n]*\n)*)*)
    | \\let\s*(?P<let>\\(?:[A-Za-z]+|.))\s*=?\s*(?P<meant>\\\[|\\\])
    | \\(?:[egx]def|let|(?:New|Renew|Provide|Declare)DocumentCommand|DeclareMath(?:Symbol|Accent)|(?:math)?chardef)
        \s*\{?\s*(?P<other>\\(?:[A-Za-z]+|.))
    | \\def\s*(?P<defined>\\(?:[A-Za-z]+|.))(?P<parameters>[^{}\n]*)
    | \\(?:re)?newenvironment\*?\s*\{\s*(?P<new>[A-Za-z]+\*?)\s*\}\s*(?P<taken>(?:\[[^\]]*\]\s*)*)
    | \\DeclarePairedDelimiter\s*\{?\s*(?P<paired>\\[A-Za-z]+)\s*\}?\s*""",
    re.VERBOSE,
)
#: A name that is spelled out: what is defined under it is not followed further.
_CSNAME = re.compile(r"\\csname\s*([A-Za-z]+)\s*\\endcsname")
#: Definitions in mathematics, and what opens and closes a group there.
_INSIDE = re.compile(
    rf"""{_DEFINE} | %[^\n]* | (?P<opens>\{{|\\(?:begin|left)(?![A-Za-z])) | (?P<closes>\}}|\\(?:end|right)(?![A-Za-z]))
    | \\(?:[A-Za-z]+|.)""",
    re.VERBOSE | re.DOTALL,
)
_GROUP = re.compile(r"\\.|%[^\n]*|[{}]|\S", re.DOTALL)
_EDGE = re.compile(r"\s*\\(?P<which>begin|end)\s*\{(?P<environment>[A-Za-z]+\*?)\}\s*|\s*(?P<bracket>\\[\[\]])\s*")


@dataclass(frozen=True)
class Definition:
    """A definition of the macro ``name``; ``sure`` when it stands in no conditional."""

    source: Source
    begin: int
    end: int
    name: str
    sure: bool = True


class Edges:
    """Names that have to do with displays.

    ``macros`` begin or end one, ``environments`` of the author stand for one, ``hidden`` macros and environments have one in
    them that cannot be seen from outside.
    """

    def __init__(self) -> None:
        self.macros: dict[str, tuple[str, str]] = {}
        self.environments: dict[str, str] = {}
        self.hidden: set[str] = set()

    def of(self, command: str | None) -> tuple[str, str]:
        """``begin`` or ``end`` and an environment, if a macro stands for that."""
        return self.macros.get(command or "", ("", ""))

    def closing(self, text: str, at: int, name: str) -> tuple[int, int]:
        """Where a display ends, and the offset after that; -1 when it does not."""
        depth = 1
        for found in CLOSING.finditer(text, at):
            which, environment = (found[1], found[2]) if found[1] else self.of(found[0])
            if name in ("[", "$"):
                depth -= found[0] == {"[": r"\]", "$": "$$"}[name] or (which, environment) == ("end", name)
            elif environment == name:
                depth += 1 if which == "begin" else -1
            if not depth:
                return found.start(), found.end()
        return -1, at

    def define(self, source: Source, at: int, sure: bool) -> Definition | None:
        """The definition that begins here; None for one that is not understood."""
        text, head = source.text, _HEAD.match(source.text, at)
        if head is None:
            return None
        if head["let"]:
            self.macros[head["let"]] = ("begin" if head["meant"] == r"\[" else "end", "[")
            return Definition(source, at, head.end(), head["let"], sure)
        name = head["new"] or head["braced"] or head["bare"] or head["defined"] or head["paired"] or head["other"]
        if name == r"\csname" and (named := _CSNAME.match(text, text.index(name, head.start()))):
            return Definition(source, at, named.end(), f"\\{named[1]}", sure=False)
        begin = head.end()
        end = 0 if head["other"] else group(text, begin)
        if head["paired"] and end > 0:
            end = group(text, end)
        self.macros.pop(name, None)
        self.environments.pop(name, None)
        self.hidden.discard(name)
        if end <= 0:
            return Definition(source, at, begin, name, sure)
        edge = _EDGE.fullmatch(text, begin + 1, end - 1)
        plain = sure and edge is not None and not (head["arguments"] or head["parameters"] or head["taken"])
        if plain and edge is not None and head["new"] and edge["environment"]:
            self.environments[name] = edge["environment"]
        elif plain and edge is not None and (edge["bracket"] or edge["environment"].rstrip("*") in ENVIRONMENTS):
            which = edge["which"] or ("begin" if edge["bracket"] == r"\[" else "end")
            self.macros[name] = (which, edge["environment"] or "[")
        elif DISPLAYS.search(text, begin, end):
            self.hidden.add(name)
        return Definition(source, at, max(group(text, end), end) if head["new"] else end, name, sure)

    def inside(self, source: Source, begin: int, end: int, most: int) -> list[Definition]:
        """The definitions in mathematics, one more than ``most`` at most; in a group they are not sure."""
        made: list[Definition] = []
        depth, at = 0, begin
        while len(made) <= most and (found := _INSIDE.search(source.text, at, end)):
            at = found.end()
            depth += bool(found["opens"]) - bool(found["closes"])
            if found["define"] and (definition := self.define(source, found.start(), depth == 0)) is not None:
                made.append(definition)
                at = definition.end
        return made


def group(text: str, at: int, end: int | None = None) -> int:
    """The offset after the group in braces that begins here, blanks passed over; -1 without one before the ``end``."""
    depth = 0
    for found in _GROUP.finditer(text, at, at + MAX_BODY if end is None else end):
        depth += (found[0] == "{") - (found[0] == "}")
        if not depth:
            return found.end() if found[0] == "}" else -1
    return -1
