"""``derive explain``: words, labels and rules, from the one place where each is said."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from derive.cli.explain import TABLES, explanations, rows_of
from derive.language.hypotheses import CONDITION_KINDS
from derive.reading.latex.words import OF_DOCUMENTS, WORDS, Head
from derive.statements.kinds import all_kinds
from derive.theories.registry import THEORIES, load_theory

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("page", sorted({page for page, _, _ in TABLES}))
def test_every_row_of_the_tables_of_words_is_explained(page: str) -> None:
    """With the words of the page, which an installation has as well."""
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["force-include"][f"docs/{page}"] == f"derive/cli/docs/{page}"
    text = (ROOT / "docs" / page).read_text("utf-8")
    for _, head, what in (table for table in TABLES if table[0] == page):
        rows = rows_of(text, head)
        assert len(rows) > 3
        if what == "word":
            for first, *_ in rows:
                name = first.replace("`", "").replace("*", "")
                assert {each.what for each in explanations(name)} >= {"word"}


@pytest.mark.parametrize("word", [*CONDITION_KINDS, *(kind.__name__ for kind in all_kinds())])
def test_conditions_and_kinds_of_statement(word: str) -> None:
    """They say what the program says of them."""
    found = {each.what: each for each in explanations(word)}
    assert {"condition", "kind of statement"} & set(found)
    if word in CONDITION_KINDS:
        assert found["condition"].says == CONDITION_KINDS[word]


@pytest.mark.parametrize(("word", "row"), [*WORDS.items(), *OF_DOCUMENTS.items()])
def test_declarations(word: str, row: Head) -> None:
    """With the words of the reader's tables, how they are written, and an example; some words stand in both."""
    found = [each for each in explanations(word) if each.what == "declaration" and each.says == f"{row.says}."]
    assert [(more["written"], more["such as"]) for more in (dict(each.more) for each in found)] == [
        (row.written, f"% derive: {row.example}")
    ]


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("vacuous", "without an admissible point"),
        ("Ledger", "the conditions that the terms of a statement need to be defined"),
        ("proved not certified", "the format has no certificate of it"),
        ("not certified", "the format has no certificate of it"),
        ("step", "a term of a derivation"),
        ("assume", "hypotheses"),
        ("vectors", "columns, with the properties that are declared"),
        ("daggers", "A^\\dagger could be the pseudo-inverse, or the adjoint."),
        ("rank", "rank M = r."),
    ],
)
def test_a_word(run: Any, asked: str, expected: str) -> None:
    """In any case of letters."""
    assert expected in " ".join(run("explain", asked, code=0).stdout.split())


def test_a_theorem(run: Any) -> None:
    """Its docstring, statement, near misses, rules and source."""
    output = " ".join(run("explain", "layernorm.eq6", code=0).stdout.split())
    for part in (
        "The geometric form",
        "wherever σ² + ε > 0",
        "√N lost: LN =",
        "removing a direction as a matrix",
        "Riechers",
    ):
        assert part in output
    names = [each.name for each in explanations("centring")]
    assert names == ["layernorm.centring", "groupnorm.centring", "batchnorm.centring"]


def test_every_theorem_is_explained() -> None:
    """By its label."""
    for name in THEORIES:
        for theorem in load_theory(name).stated:
            (found,) = explanations(theorem.label)
            assert theorem.title in found.says


def test_a_rule(run: Any) -> None:
    """Its equation, verdict, what it needs, and where it is used."""
    data = json.loads(run("explain", "norm taken out of the root", "--json", code=0).stdout)
    assert (data["schema"], data["asked"]) == ("derive-explain/1", "norm taken out of the root")
    (entry,) = data["entries"]
    more = {part["title"]: part["text"] for part in entry["more"]}
    assert entry["what"] == "rule"
    assert more["equation"].startswith("√(|Πa|² + Nε) = |Πa|")
    assert more["verdict"].startswith("proved for all N ≥ ")
    assert more["needs"] == "Πa ≠ 0"
    assert more["used in"] == "layernorm.eq5_general"
    assert [each.name for each in explanations("definition of μ")] == ["definition of μ"] * 2


@pytest.mark.parametrize(
    ("asked", "near"),
    [("ledgre", "ledger"), ("layernorm.eq66", "layernorm.eq6"), ("comon denominator", "common denominator")],
)
def test_unknown_names_have_near_ones(run: Any, asked: str, near: str) -> None:
    """Exit code 2."""
    stderr = run("explain", asked, code=2).stderr
    assert f"no rule, theorem or word has the name '{asked}'" in stderr
    assert near in stderr


@pytest.mark.parametrize("asked", ["", " ", "\x00", "x" * 100_000, "[a](b) | `c`", "..", "layernorm.", "\\mathbf"])
def test_hostile_names(run: Any, asked: str) -> None:
    """A short error."""
    result = run("explain", asked, code=2)
    assert result.stdout == ""
    assert len(result.stderr) < 400
