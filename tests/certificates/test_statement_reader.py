"""Reading statements: nothing can be left out or put in without a refusal, or without its saying something else."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any, cast

import pytest

from derive.certificates.statements import write_statement
from derive.errors import InputError
from derive.language.build import scalar
from derive.statements.equation import equation
from derive.statements.statement import Statement
from tests.certificates.examples import EXAMPLES, through_json
from tests.certificates.statement_reader import read_statement

s = scalar("s")


def positions(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all values in JSON."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from positions(item, (*path, key))


def changed_at(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """A copy with another value at a place; without it for ``...``."""
    made = deepcopy(value)
    holder = made
    for key in path[:-1]:
        holder = holder[key]
    if new is ...:
        del holder[path[-1]]
    else:
        holder[path[-1]] = new
    return made


@pytest.mark.parametrize(("statement", "kind", "fields"), EXAMPLES, ids=[kind for _, kind, _ in EXAMPLES])
def test_nothing_can_be_left_out_or_put_in(statement: Statement, kind: str, fields: dict[str, Any]) -> None:
    """Whatever is deleted, renamed or replaced: it is refused, or says something else."""
    whole = through_json(write_statement(statement))
    claimed = read_statement(whole)
    for path in positions(whole):
        for new in cast(Any, (..., None, 7, "nonsense", [], {"kind": "sign"})):
            made = changed_at(whole, path, new) if path else new
            if made == whole:
                continue
            try:
                found = read_statement(made)
            except InputError:
                continue
            assert found != claimed, (path, new)
    with pytest.raises(InputError):
        read_statement({**whole, "more": 1})


def test_idle_declarations_are_refused() -> None:
    """A symbol or definition that nothing uses, such as one that a hypothesis was dropped for."""
    whole = write_statement(equation(s, s))
    idle = {**whole["symbols"], "q": {"shape": [], "properties": []}}
    with pytest.raises(InputError, match="'q' is declared and not used"):
        read_statement({**whole, "symbols": idle})
    with pytest.raises(InputError, match="'d' is declared and not used"):
        read_statement({**whole, "definitions": [{"name": "d", "parameters": [], "body": "s"}]})
