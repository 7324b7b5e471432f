"""A verdict that is known to be another than *proved*, and is meant to stay so: what `derive check` then asks for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from derive.derivation.derivation import CheckedDerivation
from derive.errors import InputError
from derive.statements.statement import Statement
from derive.statements.verdict import Verdict

#: What may be expected.
STATUSES = ("proved", "refuted", "unsupported", "vacuous")

#: What has a status, or can be decided.
Decided = Verdict | CheckedDerivation | Statement


@dataclass(frozen=True)
class Expected:
    """``what`` must come out as ``status``; ``note`` says why.  It is true exactly when it does."""

    what: Decided
    status: str
    note: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.what, Decided):
            hint = 'derive.expect(derive.prove(lhs, rhs), "refuted")'
            raise InputError(f"{type(self.what).__name__} given as what is expected to come out", hint=hint)
        if not isinstance(self.status, str) or self.status not in STATUSES:
            raise InputError(f"the status {str(self.status)[:40]!r}", hint=f"one of {', '.join(STATUSES)}")

    @cached_property
    def came_out(self) -> str:
        """The status that came out: one of `STATUSES`, of which ``vacuous`` is a kind of ``unsupported``."""
        what = self.what.decide() if isinstance(self.what, Statement) else self.what
        if isinstance(what, CheckedDerivation):
            what = what.verdict
        vacuous = what.status == "unsupported" and any(link.vacuous for link in (what, *what.links))
        return "vacuous" if vacuous else what.status

    def __bool__(self) -> bool:
        return self.came_out == self.status or (self.came_out == "vacuous" and self.status == "unsupported")

    def __str__(self) -> str:
        note = f" ({self.note})" if self.note else ""
        if self:
            return f"{self.status}, as expected{note}"
        return f"{self.came_out}, but expected to be {self.status}{note}"


def expect(what: Any, status: str, note: str = "") -> Expected:
    """Say that something must not come out as proved, but as ``status``; `derive check` then asks for that.

    Args:
        what: a verdict, a judgement, the verdict of a chain, or a statement, which is decided.
        status: ``proved``, ``refuted``, ``unsupported`` or ``vacuous``.
        note: why, in words.

    Returns:
        What `derive check FILE.py` and ``pytest --derive`` collect; true exactly when the status came out.

    Raises:
        InputError: something else was given, or another status.

    >>> import derive
    >>> x = derive.scalar("x")
    >>> root = derive.expect(derive.prove(derive.sqrt(x**2), x), "refuted", "|x|, for x < 0")
    >>> bool(root), str(root)
    (True, 'refuted, as expected (|x|, for x < 0)')
    """
    return Expected(what, status, note)
