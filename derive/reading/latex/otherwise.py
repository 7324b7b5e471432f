"""What is read in one way, and could be meant in another one, which a relation may need to hold."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Otherwise:
    """What is read in one way, and is in doubt where sides are equal in another way alone."""

    what: str
    labels: tuple[str, str]
    hint: str


#: The derivative of a node of a graph beside its other arguments, and not the total one.
HELD = Otherwise(
    "a derivative of a node of a graph by one of its arguments",
    ("the other arguments stay, where this is not proved", "they vary with it, where it is"),
    r"write \frac{d y}{d x} for the total derivative",
)
#: The derivative of a node in which nodes stand that are no arguments of it: it is a function of its arguments alone.
UNFOLDED = Otherwise(
    "a derivative of a node with another node in it, which is not among its arguments",
    ("that varies, where this is not proved", "it stays, where it is"),
    r"write it among the arguments, or \frac{d y}{d x} for the total derivative",
)
#: The derivative of what has names in it that depend on the variable: these vary, too.
STAYING = Otherwise(
    "a derivative of what has names in it that depend on what it is taken by",
    ("they vary with it, where this is not proved", "they stay, where it is"),
    r"write \frac{d y}{d x} for the total derivative, and name what stays: hold c fixed",
)
#: The derivative of a formula beside that of a node by the same argument, in which the others stay.
VARYING = Otherwise(
    "a derivative of a formula beside that of a node by the same argument",
    ("other nodes stay in both, where this is not proved", "in that of the formula they vary, where it is"),
    r"write \frac{d y}{d x} for the total derivative",
)
#: X_i of a matrix as a column, and not as a row.
ROWS = Otherwise(
    "X_i of a matrix X",
    ("as a column, where this is not proved", "as a row, where it is"),
    r"write X_i^\top for the row, or declare columns that are the rows: rows x_i of X",
)
#: The gradient by a row as a row, and not as a column.
GRADIENTS = Otherwise(
    "a gradient by a row",
    ("as a row, where this is not proved", "as a column, where it is"),
    "write the transpose that is meant, or a derivative by a component",
)
#: What stands behind a derivative before a sign: one factor.
WIDER = Otherwise(
    "a derivative before a sign",
    ("of the factor behind it, where this is not proved", "of all that follows, where it is"),
    r"write parentheses, \frac{d}{dt}(t^2 + c t), or declare it: derivatives before signs: narrow",
)
