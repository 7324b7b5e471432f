"""``%derive`` and ``%%derive``: the magics of IPython.

IPython is imported where it is running, which is when they are loaded.
"""

from __future__ import annotations

import re
from typing import Any

from derive.errors import DeriveError
from derive.notebook.session import Answers, Session
from derive.showing import attach
from derive.statements.verdict import Verdict

#: The options before what is to be decided.
_OPTION = re.compile(r"\s*--(?:theory[ =]\s*(?P<theory>\S+)|(?P<latex>latex)\b)")

DOC = r"""Decide relations, for all sizes; names that are declared live on in later cells.

    %derive [--theory NAME] [--latex] RELATION            gives its verdict
    %%derive [--theory NAME] [--latex]                    gives the verdicts of its relations, in order
    dimension N; vector x, y : N
    norm(x + y)^2 = norm(x)^2 + 2*dot(x, y) + norm(y)^2

A line is a declaration, or a relation; what has a backslash is LaTeX.  ``forget`` forgets all names.
"""


def load(shell: Any) -> None:
    """Give the magics to a shell of IPython, with a session of its own."""
    from IPython.core.error import UsageError  # which is shown without a traceback
    from IPython.core.magic import no_var_expand

    session = Session()

    def derive(line: str, cell: str | None = None) -> Answers | Verdict | None:
        theory, as_latex, at = None, False, 0
        while (option := _OPTION.match(line, at)) is not None:
            theory, as_latex, at = option["theory"] or theory, as_latex or option["latex"] is not None, option.end()
        # what the options were is blank, and the first line of a cell its own
        text = " " * at + line[at:] + ("" if cell is None else f"\n{cell}")
        try:
            answers = session.decide(text, theory, as_latex)
        except DeriveError as error:
            raise UsageError("\n".join([str(error), *getattr(error, "__notes__", ())])) from None
        if not (answers.verdicts or answers.notes):
            return None
        return answers[0] if cell is None and len(answers) == 1 and not answers.notes else answers

    derive.__doc__ = DOC
    attach()
    # the braces of LaTeX are no variables of Python
    shell.register_magic_function(no_var_expand(derive), magic_kind="line_cell", magic_name="derive")
