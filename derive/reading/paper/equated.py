r"""``SSE = e^\top e`` of a name that nothing declares: the text defines it there, as with ``:=``.

It does where the text has not spoken of the name before: no display has it in it, and no words say what it is.  Where it
stands before a sign of equality or an assignment again, and is not proved, it may be a claim, or a new definition: nothing
that has the name below is proved or refuted.
"""

from __future__ import annotations

import re
from dataclasses import replace

from derive.errors import InputError, NameError_
from derive.language.node import Dimension
from derive.language.substitution import subterms
from derive.language.terms import Basis, Defined, Symbol, Term
from derive.reading.latex import Context, read_latex
from derive.reading.latex.declaring import Declaring, arguments, opening, outside
from derive.reading.latex.signs import INLINE, RELATIONS
from derive.reading.latex.spelling import Key, plain_name
from derive.reading.latex.text_definitions import define
from derive.reading.paper.chains import Formula
from derive.reading.paper.lost import bare_letters
from derive.reading.paper.parts import BOUNDS
from derive.reading.source import Source

_NUMBERED = re.compile(r"\d(?: ?,? ?\d)*")
#: Signs behind which stands what they define.
_BACKWARDS = ("=:", r"\eqqcolon", r"\doteq")
_FONT = r"(?:\\(?:mathbf|bm|boldsymbol|mathrm|vec|mathit|mathcal|text\w*|operatorname)\s*\{?\s*|\{\s*)*"
#: What stands in braces, and what in brackets, each with others in it.
_BRACED = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
_ARGUMENTS = r"(?:\\left\s*)?[(\[](?:[^()\[\]=]|[(\[][^()\[\]=]*[)\]])*[)\]]"
_SCRIPTS = rf"(?:[\s}}]*(?:[_^](?:{_BRACED}|\\[A-Za-z]+|\s*[^\s{{}}\\])|'))*[\s}}]*(?:{_ARGUMENTS}[\s}}]*)?"
_ATTACHED = re.compile(rf"[_^]\s*(?:{_BRACED}|\\[A-Za-z]+|[^\s{{}}\\])|{_ARGUMENTS}")
_EDGE = re.compile(r"[=&,;:\n$<>]|\\\\|\\q?quad(?![A-Za-z])|\\[,;!: ]")
_COUNTED = re.compile(r"[-+*/\d]")
_BEFORE = r"(?:\A|[=&,;:\n{}$]|\\\\|\\q?quad|\\[,;!: ])\s*"
_SIGN = (
    r"&?\s*(?::?\s*=|\\(?:coloneqq|triangleq|equiv|leftarrow|gets|doteq|overset|stackrel|approx|sim)(?![A-Za-z])|≡|←"
    r"|\+\s*=|\\mathrel)"
)
_BACK = r"(?:=\s*:|\\(?:eqqcolon|doteq)(?![A-Za-z]))\s*&?\s*"
_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_WORDED = re.compile(r"\\(?:text\w*|mbox|hbox|label|tag|ref|eqref)\s*\{[^{}]*\}|\\(?:begin|end)\s*\{[^{}]*\}")
_COMMAND = re.compile(r"\\[A-Za-z]+")
#: Words with which a sentence says what a name is.
_TELLS = re.compile(
    r"\b(?:let|denot\w+|defin\w+|call(?:ed|s)?|stands? for|represent\w*|be|is|are|where|with|suppose|assume|writ\w+|set)\b",
    re.IGNORECASE,
)
#: Words before what may be a definition.
_WORDS = ("", "where", "with", "and")


def word_of(key: Key) -> str:
    """What a name is told by in a text: its core, with a subscript of digits, as C_{11} is another name than C_{12}."""
    return f"{key.core}_{key.sub}" if _NUMBERED.fullmatch(key.sub) else key.core


def spelled(core: str) -> str:
    """A pattern of a core as it may be written: its tokens, with blanks and braces between them."""
    tokens = re.findall(r"\\[A-Za-z]+|[^\s{}]", core)
    return r"[\s{}]*".join(re.escape(token) + (r"(?![A-Za-z])" if token[0] == "\\" else "") for token in tokens)


class Seen:
    """The displays of a text up to here, each as it is written."""

    def __init__(self) -> None:
        self.displays = list[str]()

    def add(self, text: str) -> None:
        """One more display."""
        self.displays.append(_WORDED.sub(" ", _COMMENT.sub(" ", text)))

    def has(self, core: str) -> bool:
        """Has a display a name in it?"""
        return any(occurs(core, text) for text in self.displays)


def occurs(core: str, text: str) -> bool:
    """Stands a core in a text of formulas?"""
    if core[:1] != "\\":
        text = _COMMAND.sub(" ", text)
    return re.search(spelled(core), text) is not None


def is_told(core: str, text: str, begin: int) -> bool:
    """Do words, or a formula in them, say what a name is, in a sentence before one that begins at an offset?"""
    for found in INLINE.finditer(text, 0, begin):
        formula = (found[1] or found[2] or "").strip()
        if re.match(_FONT + spelled(core) + _SCRIPTS + _SIGN, formula):
            return True
        if re.fullmatch(_FONT + spelled(core) + _SCRIPTS, formula):
            around = max(text.rfind(". ", 0, found.start()), text.rfind("\n\n", 0, found.start()), 0)
            stop = re.compile(r"[.:](?:\s|\Z)|\n\n").search(text, found.end())
            if _TELLS.search(text[around : stop.start() if stop else len(text)]):
                return True
    return False


def assigns(core: str, text: str) -> bool:
    """Does a name stand before a sign of equality or an assignment in a display, or behind ``=:``?

    However it is set: so does what has its letters alone, besides scripts and arguments, no number and no sign.
    """
    bare = _COMMENT.sub(" ", text)
    name = _FONT + spelled(core)
    if re.search(_BEFORE + name + _SCRIPTS + _SIGN + "|" + _BACK + name, bare):
        return True
    bare, wanted = _ATTACHED.sub(" ", bare), bare_letters(core) if "_" not in core else []
    lefts = (_EDGE.split(bare[: sign.start()])[-1] for sign in re.finditer(_SIGN, bare))
    return wanted != [] and any(bare_letters(left) == wanted and not _COUNTED.search(left) for left in lefts)


def new_names(source: Source, formula: Formula, context: Context) -> int:
    """How many names a chain begins with that are not known, ``Q = MSE = …``, and that are no part of a premise or reason.

    A number says for which value something holds, ``n = 3``, and a name alone at what: ``x = x_0``.
    """
    signs = [source.text[slice(*sign)].strip(" &\n") for sign in formula.signs]
    apart = formula.arrow or formula.joint or formula.condition or formula.unread or formula.after
    if signs[:1] != ["="] or formula.goes_on or apart or formula.aside is not None or formula.word not in _WORDS:
        return 0
    if formula.behind and not formula.word:
        return 0
    count = 1
    while signs[count : count + 1] == ["="] and _is_unknown(source, formula.sides[count], context):
        count += 1
    if name_on(source, formula.sides[0], context) is None:
        return 0
    unknown = _is_unknown(source, formula.sides[0], context)
    if not unknown and not isinstance(_read(source, formula.sides[0], context), Basis):
        return 0
    body = _read(source, formula.sides[count], context)  # e_i = y_i - x_i is no basis vector, if it is a number
    if body is None or body.leaf or (isinstance(body, Defined) and not body.arguments) or (body.shape and not unknown):
        return 0
    written = bool(body.shape) or any(isinstance(part, Symbol | Dimension | Defined) for part in subterms(body))
    return count if written else 0


def _is_unknown(source: Source, side: tuple[int, int], context: Context) -> bool:
    """Is a side one name that is not known, with no mark either, or a function of that name at its arguments?"""
    key = name_on(source, side, context)
    if key is None or context.written(key) or _is_differential(key, context):
        return False
    if key.sup and any(other.core == key.core for other in context.keys.table):  # a power, or so, of what is declared
        return False
    try:
        read_latex(source.text, context, source.file, begin=side[0], end=side[1])
    except NameError_:
        return True
    except InputError:
        return False
    return False


def for_all(source: Source, formula: Formula, context: Context) -> Context | None:
    r"""The context with the arguments of a declared function that nothing declares, ``\sigma(-z) = \frac{1}{1 + e^z}``.

    It is claimed for every number.  None of any other chain.
    """
    begin, end = formula.sides[0]
    bracket = source.text.find("(", begin, end)
    if bracket < 0 or formula.goes_on or not source.text[begin:end].endswith(")"):
        return None
    here = Declaring(source, context, set())
    try:
        head, _, _ = here.name(begin, bracket)
        parts = arguments(source.text, bracket + 1, end - 1)[0]
        begins = [last - len(source.text[first:last].lstrip(" -")) for first, last in parts]
        found = [here.name(first, last)[:2] for first, (_, last) in zip(begins, parts, strict=True)]
    except InputError:
        return None
    function = context.function(head) or context.function(head._replace(primes=0))
    new = [one for one in found if one[0] == Key(one[0].core) and not context.is_word(one[0].core, upright=True)]
    plain = function is not None and not any(parameter.shape for parameter in function.parameters[: len(found)])
    if not new or not plain or any(one[0].core in ("e", "d") for one in new):
        return None
    return context.declare({one: Symbol(plain_name(one[0], context.env.names), ()) for one in new})


def _is_differential(key: Key, context: Context) -> bool:
    """Is a name a d before one that is declared?"""
    rest = key.core[1:].strip()
    return key.core.startswith("d") and bool(rest) and context.is_word(rest, upright=True)


def is_new_behind(source: Source, formula: Formula, context: Context) -> bool:
    """Does a chain end with ``=:`` and a name that is not known?"""
    sign = re.sub(r"[\s&]", "", source.text[slice(*formula.signs[-1])]) if formula.signs else ""
    begin, end = formula.sides[-2] if formula.signs else (0, 0)
    if sign not in _BACKWARDS or begin == end or formula.aside is not None or formula.unread is not None:
        return False
    return _is_unknown(source, formula.sides[-1], context)


def _read(source: Source, side: tuple[int, int], context: Context) -> Term | None:
    try:
        return read_latex(source.text, context, source.file, begin=side[0], end=side[1]).terms[0]
    except InputError:
        return None


def name_on(source: Source, left: tuple[int, int], context: Context) -> Key | None:
    """The key of the one name on a left side, that of a function before its arguments; no product, ``x y``, is one."""
    bracket = opening(source.text, *left)
    end = bracket if bracket >= 0 else left[1]
    inside = [depth for at, _, depth in outside(source.text, *left) if at > bracket]
    if bracket >= 0 and (not all(inside) or source.text[left[1] - 1] not in ")]"):
        return None  # L(x) + c
    try:
        key, _, _ = Declaring(source, context, set()).name(left[0], end)
    except InputError:
        return None
    core = key.core
    product = core.isalpha() and len(core) > 1 and core in source.text[left[0] : end]
    if product and not (core.isupper() or len(core) > 2):
        return None
    if product and any(context.is_word(letter) for letter in core):
        return None
    return key


def defined(
    source: Source, formula: Formula, count: int, context: Context, declared: set[tuple[Key, bool]]
) -> Context | None:
    """The context in which so many names at the beginning of a chain are what stands behind them; see `define`."""
    for side in formula.sides[:count]:
        made = define(source, side, formula.sides[count], context, declared, formula.signs[0])
        if made is None:
            return None
        key = name_on(source, side, context)
        context = made if key is None else replace(made, equated=made.equated | {key, *_whole(key)})
    return context


def _whole(key: Key) -> set[Key]:
    """The name of which a display has defined a component."""
    return {key._replace(sub="")} if word_of(key) == key.core else set()


def is_anew(source: Source, formula: Formula, context: Context) -> tuple[int, int] | None:
    """The side of a chain that is a name which a display has defined: the first, or the last one behind ``=:``; or None."""
    if not formula.signs:
        return None
    first, last = (re.sub(r"[\s&]", "", source.text[slice(*formula.signs[n])]) for n in (0, -1))
    begins = not formula.goes_on and RELATIONS.get(first) not in BOUNDS  # E >= 0 defines nothing
    sides = (formula.sides[:1] if begins else []) + (formula.sides[-1:] if last in _BACKWARDS else [])
    known = {(word_of(key), key.primes) for key in context.equated}
    for side in sides:
        key = name_on(source, side, context)
        identity = key == Key("I") and not context.names(Key("I"))
        if key is not None and (not known.isdisjoint(((key.core, key.primes), (word_of(key), key.primes))) or identity):
            return side
    return None


def anew(source: Source, at: int) -> InputError:
    """Why it is not known what a chain says that begins with a name that a display has defined, and is not proved."""
    readings = ("it is claimed of what a display above defines", "it is a new definition")
    hint = "for a claim declare the name above: % derive: let … = …; for another thing take another name"
    return source.ambiguous(at, "a name that a display has defined, in an equation", readings, hint)
