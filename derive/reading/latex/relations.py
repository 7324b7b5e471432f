r"""Relation signs of LaTeX: those that are read, and those of which it is only known that something is claimed."""

from __future__ import annotations

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
