"""Statements as JSON: nothing of a theorem is lost or changed, and nothing else is read."""

from __future__ import annotations

import json
from typing import Any, cast

import pytest

from derive.certificates.declarations import plain
from derive.certificates.statements import NoPlace, kinds_in_format, write_statement
from derive.certificates.write import Theorem
from derive.language import build as b
from derive.language.hypotheses import equal, nonneg, positive
from derive.statements.bound import bound
from derive.statements.conjunction import All, all_of
from derive.statements.equation import equation, equations
from derive.statements.image import Image, Map, Set
from derive.statements.null_space import Splitting, null_space_is
from derive.statements.statement import Statement
from derive.statements.typed import Closed
from tests.certificates.examples import EXAMPLES, N, P, one, s, t, through_json, x
from tests.certificates.statement_reader import bare, read_statement


@pytest.mark.parametrize(("statement", "kind", "fields"), EXAMPLES, ids=[kind for _, kind, _ in EXAMPLES])
def test_what_it_looks_like(statement: Statement, kind: str, fields: dict[str, Any]) -> None:
    """Kind, declarations, hypotheses and the fields of the kind; no certificate; and it is read back."""
    found = write_statement(statement)
    assert {key: value for key, value in found.items() if key not in ("dimensions", "symbols", "definitions")} == {
        "kind": kind,
        **fields,
    }
    assert read_statement(through_json(found)) == bare(statement)


def test_every_kind_has_an_example() -> None:
    """The table of kinds and the examples are the same."""
    assert {kind for _, kind, _ in EXAMPLES} == set(kinds_in_format().values())


def test_all_theorems_are_read_back(theorems: list[Theorem]) -> None:
    """What the file says is what the theory claims: hypotheses, properties, definitions and all."""
    assert len(theorems) > 300
    changed = 0
    for theorem in theorems:
        statement = theorem.statement
        assert read_statement(through_json(write_statement(statement))) == bare(plain(statement)), theorem.label
        changed += plain(statement) != statement
    assert changed < 40  # most are said as they are


def test_certificates_are_no_part_of_a_statement() -> None:
    """Two statements with other certificates, or none, are written alike."""
    one_way = bound(s, ">=", t, nonneg(s - t))
    other = bound(s, ">=", t, nonneg(s - t), by=s - t)
    assert write_statement(one_way) == write_statement(other)
    wrong = null_space_is(P, one, splitting=Splitting((one,), P))
    assert write_statement(wrong) == write_statement(null_space_is(P, one))
    assert "squared" not in json.dumps(write_statement(bound(s, ">=", t, squared=True)))


def test_the_domain_stays_with_its_side() -> None:
    """The properties of a bound symbol are declared, and count among the conditions when read."""
    element = b.vector("y", N, "nonzero")
    found = cast(
        Any, read_statement(write_statement(Image(Map(x, x), Set(element, (equal(b.dot(one, element), 0),)), element)))
    )
    assert found.set.element.properties == {"nonzero"}


def test_kinds_without_a_place() -> None:
    """They are refused by name, also inside a conjunction; and so is what a conjunction cannot say."""
    without = Closed(s, (s,))
    for statement in (without, all_of(equation(s, s), without)):
        with pytest.raises(NoPlace, match="the format has no place for the kind typing"):
            write_statement(statement)
    with pytest.raises(NoPlace, match="hypotheses of its own"):
        write_statement(All((("a", equation(s, s)),), (positive(s),)))
    with pytest.raises(NoPlace, match="different shapes"):
        write_statement(equations((x, s)))
