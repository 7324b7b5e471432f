r"""The signs and commands that are read, and what each is: relations, operations, functions, fences; and annotations.

What is written below or above a part of a formula says nothing when it is a name or words; a relation is a claim or a
reason. ``\underbrace{u - v}_{=0}`` claims that u = v, and the ``c = 0`` of ``\overset{c=0}{=}`` could be a premise of the
relation that it stands over or a claim beside it.  Neither is passed over: both are errors here.

Of bare bars, ``|x|`` and ``\|x\|``, TeX does not say which open and which close; neighbours do.  Every pairing that makes
sense at its neighbours is given, and the reader tries them all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from derive.errors import LimitError
from derive.language.operations import OPERATIONS as OF_LANGUAGE
from derive.printing.names import ACCENTS as PRINTED_ACCENTS
from derive.reading.latex.properties import NO_ORDER
from derive.reading.latex.spelling import ACCENTS, ALPHABETS, LETTERS, MARKS, UPRIGHT, Lexeme
from derive.reading.latex.tokens import ROWS, WORDS, Tok, group, is_unseen
from derive.reading.source import Source

#: Between vectors a relation, in a script a part of a name.
ORTHOGONAL = r"\perp"
#: Relation signs, and the relation that each is.
RELATIONS = {
    "=": "=", "<": "<", ">": ">", r"\le": "<=", r"\leq": "<=", r"\leqslant": "<=", r"\ge": ">=", r"\geq": ">=",
    r"\geqslant": ">=", r"\ne": "!=", r"\neq": "!=", r"\lt": "<", r"\gt": ">", r"\equiv": ":=", r"\coloneqq": ":=",
    r"\triangleq": ":=", r"\doteq": "=", r"\eqqcolon": "=",
    r"\approx": "~", r"\simeq": "~", r"\sim": "~", r"\propto": "∝", ORTHOGONAL: "⊥", r"\bot": "⊥",
}  # fmt: skip
#: Relation signs that are not read.
NOT_READ = frozenset({
    r"\nleq", r"\ngeq", r"\nless", r"\ngtr", r"\lneq", r"\gneq", r"\ll", r"\gg", r"\lesssim", r"\gtrsim", r"\cong",
    r"\asymp", r"\colonequals", r"\eqdef", r"\prec", r"\succ", r"\preceq", r"\succeq", r"\input",
    r"\leqq", r"\geqq", r"\lneqq", r"\gneqq", r"\nleqslant", r"\ngeqslant", r"\nequiv", r"\eqcirc", r"\circeq", r"\doteqdot",
    r"\lessgtr", r"\gtrless", r"\lesseqgtr", r"\gtreqless", r"\eqsim", r"\lll", r"\ggg", r"\preccurlyeq", r"\succcurlyeq",
    r"\coloneq", r"\Coloneqq", r"\Eqqcolon", r"\equalscolon", "≤", "≥", "≠", "≡", "≔", "≕", "≜", "≐",
})  # fmt: skip
#: Signs of operations.
OPERATIONS = {
    r"\cdot": ".", "*": "*", r"\times": "x", r"\odot": "o", r"\circ": "∘", r"\ast": "*", "/": "/", r"\slash": "/",
}  # fmt: skip
#: Those of products by entries, of which a circle may be another product.
BY_ENTRIES = ("o", "∘")
#: The greatest and the least of numbers, and of what an index below the sign runs through.
EXTREMES = ("max", "min")
#: Functions by their words.
FUNCTIONS = {
    **{word: row.plain[0] for row in OF_LANGUAGE for word in row.synonyms},
    **{word: word for word in ("cos", "mean", "var", *EXTREMES)},
    "Var": "var",
}
#: The length of the longest of these words.
LONGEST_FUNCTION = max(map(len, FUNCTIONS))
#: Commands for them, of LaTeX or of what people define and leave out.
COMMANDS = frozenset({
    r"\cos", r"\tr", r"\Tr", r"\diag", r"\rank", *(rf"\{word}" for word in EXTREMES),
    *(rf"\{word}" for row in OF_LANGUAGE if row.is_command for word in row.synonyms),
})  # fmt: skip
BIG = {r"\sum": "sum", r"\prod": "prod"}
FRACTIONS = frozenset({r"\frac", r"\tfrac", r"\dfrac", r"\cfrac"})
#: Superscripts that are a transpose.
TRANSPOSES = (r"\top", r"\intercal", "T")
SYMBOLS = frozenset({r"\top", r"\intercal", r"\dagger", r"\star", r"\parallel", r"\infty", r"\prime",
                      r"\bullet", r"\in", r"\dots", r"\ldots"})  # fmt: skip
#: Commands of packages for an upright d.
DIFFERENTIALS = frozenset({r"\dd", r"\differential"})
INTEGRALS = frozenset({r"\int", r"\iint", r"\iiint", r"\oint", r"\idotsint"})
_ORDERS = (r"\succeq", r"\preceq", r"\succ", r"\prec", r"\succcurlyeq", r"\preccurlyeq")
#: Commands and environments that say what the language has no operation for.
BEYOND = {
    r"\sup": "a supremum", r"\inf": "an infimum", r"\lim": "a limit",
    r"\arg": "the place of a maximum", r"\argmax": "the place of a maximum", r"\argmin": "the place of a minimum",
    r"\binom": "a binomial coefficient", r"\otimes": "a Kronecker product", r"\oplus": "a direct sum",
    r"\lfloor": "a floor", r"\lceil": "a ceiling", r"\ker": "a kernel", r"\dim": "the dimension of a space",
    r"\bigcup": "a union", r"\bigcap": "an intersection", "!": "a factorial",
    **dict.fromkeys(_ORDERS, "an order of matrices"),
}  # fmt: skip
#: What words of functions say that the language has no operation for.
WORDS_BEYOND = {
    "vec": "a matrix as a vector", "sign": "a sign", "sgn": "a sign", "argmin": "the place of a minimum",
    "ReLU": "the positive part of a number", "relu": "the positive part of a number",
    "span": "a span", "dim": "the dimension of a space", "ker": "a kernel", "argmax": "the place of a maximum",
}  # fmt: skip
#: What stands for the environment of a list with dots in brackets, ``(x_1, \dots, x_N)``; no text can have it.
LIST = ","
#: Environments of matrices, and the brackets that they have.
TABLES = {
    "pmatrix": "(", "bmatrix": "[", "psmallmatrix": "(", "bsmallmatrix": "[", "vmatrix": "|", "vsmallmatrix": "|",
    "matrix": "", "smallmatrix": "", "array": "", LIST: "",
}  # fmt: skip
#: Environments that are refused by name.
REFUSED = {
    "Vmatrix": "a norm of a matrix written out", "Vsmallmatrix": "a norm of a matrix written out",
    "Bmatrix": "a matrix written out in curly brackets", "Bsmallmatrix": "a matrix written out in curly brackets",
    "cases": "a distinction of cases", "dcases": "a distinction of cases", "rcases": "a distinction of cases",
}  # fmt: skip
#: Commands that only decorate their last argument, and how many arguments in braces they have before it.
DECORATIONS = {
    r"\boxed": 0, r"\Aboxed": 0, r"\fbox": 0, r"\bbox": 0, r"\colorbox": 1, r"\fcolorbox": 2,
    r"\textcolor": 1, r"\mathcolor": 1,
    r"\underbrace": 0, r"\overbrace": 0, r"\cancel": 0, r"\bcancel": 0, r"\xcancel": 0,
}  # fmt: skip
#: Those of them that strike out what they are around, of which a relation would be another one.
STRIKES = frozenset({r"\cancel", r"\bcancel", r"\xcancel"})
#: Those of them that group nothing.
COLOURS = frozenset({r"\textcolor", r"\mathcolor"})
#: Those, and the sign of a colour, that may have one in square brackets first, ``\textcolor[rgb]{1,0,0}{x}``.
BRACKETED = frozenset({r"\bbox", r"\colorbox", r"\fcolorbox", r"\color", *COLOURS})
#: Those of them whose argument is text, with mathematics between dollar signs.
IN_TEXT = frozenset({r"\fbox", r"\colorbox", r"\fcolorbox"})
#: How many arguments a sign takes.
ARGUMENTS = {
    **dict.fromkeys(FRACTIONS, 2),
    **dict.fromkeys((*MARKS - {r"\bf", r"\sf"}, *UPRIGHT - {r"\rm"}, *ALPHABETS, *ACCENTS, r"\sqrt", "_", "^"), 1),
}
SIZES = re.compile(r"\\(?:[bB]igg?)(?P<side>[lrm]?)$")
FENCES = {
    "(": ("OPEN", "("), "[": ("OPEN", "["), r"\{": ("OPEN", "{"), r"\lbrace": ("OPEN", "{"), r"\lbrack": ("OPEN", "["),
    ")": ("CLOSE", ")"), "]": ("CLOSE", "]"), r"\}": ("CLOSE", "}"), r"\rbrace": ("CLOSE", "}"), r"\rbrack": ("CLOSE", "]"),
    r"\langle": ("LANGLE", "<"), r"\rangle": ("RANGLE", ">"), r"\lang": ("LANGLE", "<"), r"\rang": ("RANGLE", ">"),
    r"\lvert": ("LBAR", "|"), r"\rvert": ("RBAR", "|"),
    r"\lVert": ("LNORM", "||"), r"\rVert": ("RNORM", "||"),
}  # fmt: skip
#: The kinds of fences that open.
OPENS = frozenset({"OPEN", "LANGLE", "LBAR", "LNORM"})
BARS = {"|": "BAR", r"\vert": "BAR", r"\|": "NORM", r"\Vert": "NORM", r"\mid": "BAR"}
PUNCTUATION = {
    "{": "LBRACE", "}": "RBRACE", "_": "SUB", "^": "SUP", "'": "PRIME", ",": "COMMA", ".": "STOP", ";": "STOP", "?": "STOP",
}  # fmt: skip
#: What is a lexeme by itself: its terminal and its text.
SIGNS = {
    **{sign: ("OP", word) for sign, word in OPERATIONS.items()},
    **{sign: ("SIGN", sign) for sign in "+-"},
    **FENCES,
    **{sign: (kind, sign) for sign, kind in BARS.items()},
    **{sign: ("BIG", word) for sign, word in BIG.items()},
    **{sign: ("FRAC", "frac") for sign in FRACTIONS},
    **{sign: ("SYMBOL", sign) for sign in SYMBOLS},
    **{sign: ("REL", word) for sign, word in RELATIONS.items()},
    r"\partial": ("PARTIAL", r"\partial"),
    r"\sqrt": ("SQRT", r"\sqrt"),
    **{sign: ("ACCENT", sign) for narrow, wide, _ in PRINTED_ACCENTS.values() for sign in (narrow, wide)},
}


def function_of(found: Sequence[Tok], at: int, alone: bool) -> tuple[str, str]:
    r"""What a command of a function is: ``\max`` before a subscript is a big sign, and alone in a script a name."""
    word = FUNCTIONS[found[at].text[1:]]
    after = next((token.text for token in found[at + 1 :] if not is_unseen(token)), "")
    if word in EXTREMES and after == "_":
        return "BIG", word
    return "NAME" if word in EXTREMES and alone and after not in ("(", r"\left", r"\{") else "FUNC", word


def is_alone(found: Sequence[Tok], at: int) -> bool:
    """Does a relation sign stand alone in braces here?"""
    return found[at].text == "{" and found[at + 1].text in RELATIONS and found[at + 2].text == "}"


def fence_at(source: Source, found: Sequence[Tok], at: int) -> Lexeme:
    r"""The fence after ``\left``, ``\right``, ``\bigl``, …; ``\left.`` opens what ``\right|`` closes, with a value below."""
    token, size = found[at], SIZES.match(found[at].text)
    side = {r"\left": "l", r"\right": "r"}.get(token.text) or (size["side"] if size else "")
    if at + 1 >= len(found):
        raise source.error(token.end, "the end", f"a delimiter after {token.text}")
    fence = found[at + 1]
    word = {"<": r"\langle", ">": r"\rangle"}.get(fence.text, fence.text)
    if token.text == r"\left" and word == ".":
        return Lexeme("OPEN", ".", token.at, token.spaced, fence.end)
    if token.text == r"\right" and word in BARS and _opens_with_dot(found, at):
        return Lexeme("CLOSE", "|", token.at, token.spaced, fence.end)
    if word in BARS:
        kind = {"l": "L", "r": "R"}.get(side, "") + BARS[word]
        return Lexeme(kind, "|" if kind.endswith("BAR") else "||", token.at, token.spaced, fence.end)
    if word in FENCES:
        return Lexeme(*FENCES[word], token.at, token.spaced, fence.end)
    if word in ("/", r"\middle"):
        return Lexeme("OP", "/", fence.at)
    raise source.error(fence.at, f"'{fence.text[:20]}' after {token.text}", "a parenthesis, a bracket or a bar")


def _opens_with_dot(found: Sequence[Tok], at: int) -> bool:
    r"""Is the ``\left`` of a ``\right`` followed by a full stop?"""
    depth = 0
    for n in range(at - 1, -1, -1):
        depth += (found[n].text == r"\right") - (found[n].text == r"\left")
        if depth < 0:
            return found[n + 1].text == "."
    return False


def is_known(command: str) -> bool:
    """Does a command say something here, as it stands?"""
    names = MARKS | UPRIGHT | ALPHABETS | ACCENTS.keys() | LETTERS
    others = (r"\left", r"\right", r"\overset", r"\underset", r"\stackrel", r"\phantom", r"\text")
    return command in names or command in SIGNS or command in OPERATIONS or command in COMMANDS or command in others


#: Where the annotation of a brace stands.
BRACES = {r"\underbrace": "_", r"\overbrace": "^"}
#: Signs besides those of `RELATIONS` that say something of what they are written beside.
_SAYING = frozenset({
    *RELATIONS, *NOT_READ, r"\in", r"\notin", r"\ni", r"\subset", r"\subseteq", r"\perp", r"\parallel", r"\to",
    r"\rightarrow", r"\longrightarrow", r"\implies", r"\Rightarrow", r"\Longrightarrow", r"\iff", r"\nearrow", r"\searrow",
    r"\forall", r"\exists", r"\succcurlyeq", r"\preccurlyeq", r"\not",
})  # fmt: skip
_TWO_SIGNS = "write a relation for each sign, or declare the sign: % derive: scalar s; assume s^2 = 1"
_LOGIC = r"for what values it holds stands behind a relation: a_i = b_i \quad \forall i"
_DOTS = r"sums and products with dots are x_1 + \dots + x_N, or \sum_{i=1}^N x_i; of an order each relation is written"
_BECAUSE = r"a reason is \quad (\text{since } x = y); what is supposed is declared: % derive: assume …"
_ARROW = r"what follows stands behind \implies; of a limit, nothing is decided"
#: Commands that no declaration makes a name, and what to write.
NO_NAMES = {
    **dict.fromkeys(_ORDERS, NO_ORDER),
    **dict.fromkeys((r"\pm", r"\mp"), _TWO_SIGNS), **dict.fromkeys((r"\forall", r"\exists", r"\nexists"), _LOGIC),
    **dict.fromkeys((r"\cdots", r"\dots", r"\ldots", r"\vdots", r"\ddots"), _DOTS),
    **dict.fromkeys((r"\to", r"\rightarrow", r"\longrightarrow"), _ARROW), r"\because": _BECAUSE,
    **dict.fromkeys((r"\_", r"\*"), "a backslash before _ and * is of Markdown; in a formula leave it out"),
}  # fmt: skip
#: Mathematics among words.
INLINE = re.compile(r"\$([^$]*)\$|\\\((.*?)\\\)", re.DOTALL)
_SIGN_IN_WORDS = re.compile(r"[=<>≤≥≠]|\\[A-Za-z]+")
#: What above a sign makes it say less than it says of values: in distribution, almost surely, in question.
_WEAKER = re.compile(
    r"(?:\\(?:mathrm|mathcal|mathscr|mathit|text|textrm|rm|operatorname))?\s*\{?\s*"
    r"(?:[dDpPwL]|dist|law|a\.?\s*s\.?|a\.?\s*e\.?|w\.?\s*p\.?\s*1|i\.?\s*i\.?\s*d\.?|\?)\s*\}?\.?"
)


def claims(found: Sequence[Tok]) -> bool:
    """Do tokens say something that may be false: is a relation sign among them, in groups and in words too?"""
    return any(_says(token) for token in found)


def _says(token: Tok) -> bool:
    return says(token.text) if token.kind in WORDS else token.text in _SAYING


def annotated(source: Source, found: Sequence[Tok]) -> bool:
    r"""Does a relation stand in words among tokens, or in the annotation of an ``\\underbrace``?"""
    for at, token in enumerate(found):
        if token.kind in WORDS and _says(token):
            return True
        if token.text in BRACES and at + 1 < len(found):
            after = group(source, found, at + 1)[1]
            scripted = after + 1 < len(found) and found[after].text in ("_", "^")
            if scripted and claims(group(source, found, after + 1)[0]):
                return True
    return False


def says(words: str) -> bool:
    """Is a relation sign in words, or in mathematics among them?"""
    texts = [said[1] or said[2] or "" for said in INLINE.finditer(words)]
    texts.append(re.sub(r"\\[A-Za-z]+", " ", INLINE.sub(" ", words)))
    signs = {sign[0] for text in texts for sign in _SIGN_IN_WORDS.finditer(text)}
    return bool(signs & {*_SAYING, *"≤≥≠"})


def check_reason(source: Source, command: Tok, reason: Sequence[Tok]) -> None:
    r"""Raise `AmbiguityError` for a relation over a sign, ``\overset{c=0}{=}``, `ReadError` for one "in distribution"."""
    if claims(reason):
        what = f"a relation in an annotation, the first argument of {command.text}"
        readings = ("it is a premise of what stands here", "it is claimed besides")
        hint = r"a claim is a formula of its own; a reason is words: \text{(a)}"
        raise source.ambiguous(command.at, what, readings, f"declare the premise: % derive: assume …; {hint}")
    said = "".join(token.text for token in reason)
    if _WEAKER.fullmatch(said):
        found = f"{said[:20]} {command.text[1:]} a sign"
        hint = r"what is distributed so, or converges so, is left to the text; a reason is words, \text{(a)}"
        raise source.error(command.at, f"{found}, which is no relation of values", "a relation of values", hint)


#: What stands around rows of words.
_STACKED = frozenset({r"\substack", "{", "}", *ROWS})
_REASONED = re.compile(r"\W*(?:since|because|as)(?![A-Za-z])|[\s($]*\\because(?![A-Za-z])", re.IGNORECASE)


def is_reason(found: Sequence[Tok]) -> bool:
    """Are tokens words alone, each relation in them behind "since"?"""
    words = [token for token in found if token.kind in WORDS]
    rest = (token.text in _STACKED for token in found if token.kind not in WORDS)
    return all(rest) and all(_REASONED.match(token.text) for token in words if _says(token))


def after_annotation(source: Source, found: Sequence[Tok], at: int, after: int) -> int:
    r"""The position after what ``\underbrace`` has below; raises `ReadError` for a claim there, and for a second script.

    Words such as ``\text{since $x = y$}`` may stand there: they may limit the display, as all words in it.
    """
    command = found[at].text
    if after < len(found) and found[after].text == BRACES[command]:
        said, end = group(source, found, after + 1)
        if claims(said) and not is_reason(said):
            hint = "write it as a formula of its own; a name, or words without a relation, may stay"
            raise source.error(found[after].at, f"a relation in the annotation of {command}", "a name, or words", hint)
        after = end
    if after < len(found) and found[after].text in ("_", "^"):
        expected = "a script in the braces, or behind braces around the whole"
        raise source.error(found[after].at, f"a script of {command}", expected)
    return after


def goes_on(source: Source, found: Sequence[Tok], at: int) -> bool:
    r"""Do the terms at a brace, ``a \underbrace{- b + c}_{= 0}``, go on with the sum before them, up to an end of a term?"""
    inside, after = group(source, found, at + 1)
    if found[at].text not in BRACES or not inside or inside[0].text not in ("+", "-"):
        return False
    stop = after_annotation(source, found, at, after)
    following = next((token.text for token in found[stop:] if not is_unseen(token)), "")
    ends = {"", "+", "-", ",", ".", ";", "&", "}", r"\right", *ROWS, *RELATIONS}
    return following in ends or (following in FENCES and FENCES[following][0] not in OPENS)


#: Lexemes after which an operand begins.
OPENING = OPENS | {"LBRACE", "SIGN", "OP", "COLON", "REL", "COMMA", "SUB", "SUP", "FRAC", "SQRT", "BIG", "FUNC", "ACCENT",
                   "PARTIAL", "BEGIN", "CELL", "NEXT"}  # fmt: skip

#: The most bare bars in a formula.
MAX_BARS = 60


#: Lexemes before which an operand has ended.
_AFTER_OPERANDS = frozenset(
    {"OP", "COLON", "REL", "CLOSE", "RBRACE", "SUB", "SUP", "PRIME", "COMMA", "RANGLE", "CELL", "NEXT", "END"}
)
_FENCED = {"OPEN": 1, "LBRACE": 1, "LANGLE": 1, "CLOSE": -1, "RBRACE": -1, "RANGLE": -1}


def is_open(lexemes: Sequence[Lexeme]) -> bool:
    """Does what comes next stand in brackets?"""
    return sum(_FENCED.get(lexeme.kind, 0) for lexeme in lexemes) > 0


def braces_before(lexemes: Sequence[Lexeme], at: int) -> int:
    """Where the braces begin that close at a position; itself where none do."""
    begin, depth = at, int(at >= 0 and lexemes[at].kind == "RBRACE")
    while depth and begin:
        begin -= 1
        depth += (lexemes[begin].kind == "RBRACE") - (lexemes[begin].kind == "LBRACE")
    return begin


def below_scripts(lexemes: Sequence[Lexeme], at: int) -> int:
    """The position of what the scripts that end at a position stand on; itself where none do, -1 where nothing does."""
    while (begin := braces_before(lexemes, at)) > 0 and lexemes[begin - 1].kind in ("SUB", "SUP"):
        at = begin - 2
    return at


def awaits_denominator(lexemes: Sequence[Lexeme]) -> bool:
    """Is the last that stands there a fraction with its first argument, so that one token is the second?"""
    begin = braces_before(lexemes, len(lexemes) - 1)
    return begin > 0 and lexemes[-1].kind != "LBRACE" and lexemes[begin - 1].kind == "FRAC"


def ends_with_big(lexemes: Sequence[Lexeme]) -> bool:
    """Is the last that stands there a big sign with its limits, of which the body is to come?"""
    at = below_scripts(lexemes, len(lexemes) - 1)
    return at >= 0 and lexemes[at].kind == "BIG"


def _levels(lexemes: Sequence[Lexeme]) -> list[tuple[int, int]]:
    """How many brackets are open at each lexeme, and which cell of a matrix it stands in; 0 is none."""
    levels, level, cells, last = [], 0, [0], 0
    for lexeme in lexemes:
        level += _FENCED.get(lexeme.kind, 0)
        if lexeme.kind in ("CELL", "NEXT", "END") and len(cells) > 1:
            cells.pop()
        if lexeme.kind in ("BEGIN", "CELL", "NEXT"):
            last += 1
            cells.append(last)
        levels.append((level, cells[-1]))
    return levels


def pairings(source: Source, lexemes: list[Lexeme], most: int = 8) -> list[list[Lexeme]]:
    """The lexemes with every bare bar opening or closing, in each way that its neighbours allow, the usual way first.

    A bar opens after an operator or at the beginning, closes before one or at the end; between two factors it may do either,
    and then as many readings are given, up to ``most``.
    """
    bars = [n for n, lexeme in enumerate(lexemes) if lexeme.kind in ("BAR", "NORM")]
    if not bars:
        return [lexemes]
    if len(bars) > MAX_BARS:
        message = f"{len(bars)} bare bars; the limit is {MAX_BARS}"
        raise source.fail(lexemes[bars[0]].at, message, r"write \lvert x \rvert", LimitError)
    found: list[list[Lexeme]] = []
    choices: list[tuple[int, list[tuple[str, tuple[int, int]]], list[str]]] = [(0, [], [])]
    levels = _levels(lexemes)
    steps = 0
    while choices and len(found) < most and steps < 50 * len(bars) + 200:
        steps += 1
        number, opened, sides = choices.pop()
        if number == len(bars):
            if not opened:
                made = list(lexemes)
                for bar, side in zip(bars, sides, strict=True):
                    kind = lexemes[bar].kind
                    made[bar] = replace(lexemes[bar], kind=side + kind, text="|" if kind == "BAR" else "||")
                found.append(made)
            continue
        bar = bars[number]
        kind = lexemes[bar].kind
        in_script = bar > 1 and lexemes[bar - 2].kind in ("SUB", "SUP")  # the star of x^*
        before = "RBRACE" if in_script else lexemes[bar - 1].kind if bar else "SIGN"
        if before in ("BAR", "NORM"):
            before = ("LBAR" if sides[-1] == "L" else "RBAR") if bars[number - 1] == bar - 1 else before
        after = lexemes[bar + 1].kind if bar + 1 < len(lexemes) else "SIGN"
        may_close = bool(opened) and opened[-1] == (kind, levels[bar]) and before not in OPENING
        may_open = after not in _AFTER_OPERANDS
        if may_open:
            choices.append((number + 1, [*opened, (kind, levels[bar])], [*sides, "L"]))
        if may_close:
            choices.append((number + 1, opened[:-1], [*sides, "R"]))
    if choices and len(found) == most:
        message = "bars that may be paired in many ways"
        raise source.fail(lexemes[bars[0]].at, message, r"write \lvert x \rvert", LimitError)
    if not found:
        values = any(lexemes[bar + 1].kind == "SUB" for bar in bars if bar + 1 < len(lexemes))
        hint = r"what has a value at a point begins with \left. and ends with \right|_{t=0}" if values else ""
        raise source.error(lexemes[bars[0]].at, "a bar without its partner", r"two bars, such as \lvert x \rvert", hint)
    return found


def after_factors(lexemes: Sequence[Lexeme], at: int) -> int:
    """The position behind the factors that begin at one: before a sign, an operation, a relation, bars, or what closes."""
    depth, begin = 0, at
    while at < len(lexemes):
        kind = lexemes[at].kind
        depth += _FENCED.get(kind, 0)
        if depth < 0 or (not depth and (kind in _AFTER_FACTORS or (at > begin and kind in BARS.values()))):
            break
        at += 1
    return at


#: Lexemes before which a product of factors has ended.
_AFTER_FACTORS = frozenset({"SIGN", "OP", "REL", "COMMA", "CELL", "NEXT", "END", "STOP"})
