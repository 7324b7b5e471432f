r"""The signs and commands that are read, and what each is: relations, operations, functions, fences."""

from __future__ import annotations

import re

from derive.language.operations import OPERATIONS as OF_LANGUAGE
from derive.printing.names import ACCENTS as PRINTED_ACCENTS
from derive.reading.latex.spelling import ACCENTS, ALPHABETS, LETTERS, MARKS, UPRIGHT

#: Relation signs, and the relation that each is.
RELATIONS = {
    "=": "=", "<": "<", ">": ">", r"\le": "<=", r"\leq": "<=", r"\leqslant": "<=", r"\ge": ">=", r"\geq": ">=",
    r"\geqslant": ">=", r"\ne": "!=", r"\neq": "!=", r"\lt": "<", r"\gt": ">", r"\equiv": ":=", r"\coloneqq": ":=",
    r"\triangleq": ":=", r"\approx": "~", r"\simeq": "~", r"\sim": "~", r"\propto": "∝",
}  # fmt: skip
#: Relation signs that are not read.
NOT_READ = frozenset({
    r"\nleq", r"\ngeq", r"\nless", r"\ngtr", r"\lneq", r"\gneq", r"\ll", r"\gg", r"\lesssim", r"\gtrsim", r"\cong",
    r"\doteq", r"\asymp", r"\eqqcolon", r"\colonequals", r"\eqdef", r"\prec", r"\succ", r"\preceq", r"\succeq", r"\input",
    r"\leqq", r"\geqq", r"\lneqq", r"\gneqq", r"\nleqslant", r"\ngeqslant", r"\nequiv", r"\eqcirc", r"\circeq", r"\doteqdot",
    r"\lessgtr", r"\gtrless", r"\lesseqgtr", r"\gtreqless", r"\eqsim", r"\lll", r"\ggg", r"\preccurlyeq", r"\succcurlyeq",
    r"\coloneq", r"\Coloneqq", r"\Eqqcolon", r"\equalscolon", "≤", "≥", "≠", "≡", "≔", "≕", "≜", "≐",
})  # fmt: skip
#: Signs of operations.
OPERATIONS = {
    r"\cdot": ".", "*": "*", r"\times": "x", r"\odot": "o", r"\circ": "o", r"\ast": "*", "/": "/", r"\slash": "/",
}  # fmt: skip
#: Functions by their words.
FUNCTIONS = {
    **{word: row.plain[0] for row in OF_LANGUAGE for word in row.synonyms},
    **{word: word for word in ("cos", "mean", "var")},
    "Var": "var",
}
COMMANDS = frozenset({r"\cos", *(rf"\{word}" for row in OF_LANGUAGE if row.is_command for word in row.synonyms)})
BIG = {r"\sum": "sum", r"\prod": "prod"}
FRACTIONS = frozenset({r"\frac", r"\tfrac", r"\dfrac", r"\cfrac"})
SYMBOLS = frozenset({r"\top", r"\intercal", r"\dagger", r"\star", r"\perp", r"\parallel", r"\infty", r"\prime",
                      r"\bullet", r"\in", r"\dots", r"\ldots"})  # fmt: skip
#: Commands of packages for an upright d.
DIFFERENTIALS = frozenset({r"\dd", r"\differential"})
INTEGRALS = frozenset({r"\int", r"\iint", r"\iiint", r"\oint", r"\idotsint"})
#: Commands that only decorate their last argument, and how many arguments they have before it.
DECORATIONS = {r"\boxed": 0, r"\underbrace": 0, r"\overbrace": 0, r"\textcolor": 1, r"\mathcolor": 1}
#: How many arguments a sign takes.
ARGUMENTS = {
    **dict.fromkeys(FRACTIONS, 2),
    **dict.fromkeys((*MARKS - {r"\bf", r"\sf"}, *UPRIGHT - {r"\rm"}, *ALPHABETS, *ACCENTS, r"\sqrt", "_", "^"), 1),
}
SIZES = re.compile(r"\\(?:[bB]igg?)(?P<side>[lrm]?)$")
FENCES = {
    "(": ("OPEN", "("), "[": ("OPEN", "["), r"\{": ("OPEN", "{"), r"\lbrace": ("OPEN", "{"), r"\lbrack": ("OPEN", "["),
    ")": ("CLOSE", ")"), "]": ("CLOSE", "]"), r"\}": ("CLOSE", "}"), r"\rbrace": ("CLOSE", "}"), r"\rbrack": ("CLOSE", "]"),
    r"\langle": ("LANGLE", "<"), r"\rangle": ("RANGLE", ">"), r"\lvert": ("LBAR", "|"), r"\rvert": ("RBAR", "|"),
    r"\lVert": ("LNORM", "||"), r"\rVert": ("RNORM", "||"),
}  # fmt: skip
#: The kinds of fences that open.
OPENS = frozenset({"OPEN", "LANGLE", "LBAR", "LNORM"})
BARS = {"|": "BAR", r"\vert": "BAR", r"\|": "NORM", r"\Vert": "NORM", r"\mid": "BAR"}
PUNCTUATION = {
    "{": "LBRACE", "}": "RBRACE", "_": "SUB", "^": "SUP", "'": "PRIME", ",": "COMMA", ".": "STOP", ";": "STOP",
}  # fmt: skip
#: What is a lexeme by itself: its terminal and its text.
SIGNS = {
    **{sign: ("REL", word) for sign, word in RELATIONS.items()},
    **{sign: ("OP", word) for sign, word in OPERATIONS.items()},
    **{sign: ("SIGN", sign) for sign in "+-"},
    **FENCES,
    **{sign: (kind, sign) for sign, kind in BARS.items()},
    **{sign: ("BIG", word) for sign, word in BIG.items()},
    **{sign: ("FRAC", "frac") for sign in FRACTIONS},
    **{sign: ("SYMBOL", sign) for sign in SYMBOLS},
    r"\partial": ("PARTIAL", r"\partial"),
    r"\sqrt": ("SQRT", r"\sqrt"),
    **{sign: ("ACCENT", sign) for narrow, wide, _ in PRINTED_ACCENTS.values() for sign in (narrow, wide)},
}


def is_known(command: str) -> bool:
    """Does a command say something here, as it stands?"""
    names = MARKS | UPRIGHT | ALPHABETS | ACCENTS.keys() | LETTERS
    others = (r"\left", r"\right", r"\overset", r"\underset", r"\stackrel", r"\phantom", r"\text")
    return command in names or command in SIGNS or command in OPERATIONS or command in COMMANDS or command in others
