"""Files of certificates and statements: the same ones each time, for people to read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive.authoring.theory import Theorem, judged
from derive.certificates.certificate import certificate_of
from derive.certificates.statements import write_statement
from derive.certificates.write import (
    WIDTH,
    Files,
    certificate_files,
    layout,
    statement_files,
    statements_of,
)
from derive.errors import DeriveError
from derive.language import build as b
from derive.statements.equation import equation, equations
from derive.statements.typed import Closed
from derive.theories.registry import load_theory
from tests.strategies import few

N = b.dimension("N")
s, t = b.scalar("s"), b.scalar("t")
values = st.recursive(
    st.integers() | st.booleans() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def test_statements_of_all_theories(theorems: list[Theorem]) -> None:
    """One file, with every theorem under its label; twice the same."""
    ((name, text),) = statement_files(theorems).texts.items()
    assert name == "statements.json"
    found = json.loads(text)
    assert found["schema"] == "derive-statements/1"
    assert list(found["statements"]) == [theorem.label for theorem in theorems]
    assert found == statements_of(theorems)
    assert len(text.encode()) < 4_000_000


def test_certificates_of_a_theory() -> None:
    """A file for each theorem, named by its label; twice the same."""
    some = load_theory("instancenorm").theorems
    files = certificate_files(some).texts
    assert list(files) == [f"certificates/{theorem.label}.json" for theorem in some]
    for theorem in some:
        found = json.loads(files[f"certificates/{theorem.label}.json"])
        assert found == certificate_of(theorem.label, judged(theorem))
        assert found["statement"] == write_statement(theorem.statement)
    assert certificate_files(some) == Files(files, {})


def test_kinds_without_a_place_are_left_out() -> None:
    """They have neither a statement nor a certificate."""
    without = Theorem("a.name", "", Closed(s, (s,)))
    plain = Theorem("a.equation", "", equations((s, s)))
    assert list(statements_of([without, plain])["statements"]) == ["a.equation"]
    left_out = {"a.name": "the format has no place for the kind typing"}
    for files_of, names in (
        (certificate_files, ["certificates/a.equation.json"]),
        (statement_files, ["statements.json"]),
    ):
        made = files_of([without, plain])
        assert (list(made.texts), made.left_out) == (names, left_out)
        assert files_of([without]) == Files({}, left_out)


def test_what_is_not_proved_has_no_certificate() -> None:
    """Nothing is left out silently."""
    with pytest.raises(DeriveError, match=r"a\.wrong is refuted"):
        certificate_files([Theorem("a.wrong", "", equation(s, t))])


@few
@given(values)
def test_layout_is_json(value: Any) -> None:
    """Reading gives back the value, keys in their order."""
    found = json.loads(layout(value))
    assert found == value
    assert json.dumps(found) == json.dumps(value)


def test_layout_is_for_people() -> None:
    """What fits on a line stands on one; no line is longer unless a single string is."""
    text = layout(statements_of(load_theory("rmsnorm").theorems))
    assert '   "dimensions": ["N"],\n' in text
    for line in text.splitlines():
        assert len(line) <= WIDTH + 40 or line.strip(" ,").count('"') <= 4
    assert text.endswith("}\n")
