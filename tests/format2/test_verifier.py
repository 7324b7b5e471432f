"""The verifier of version 2 against the examples of its format, hand-made attacks, and certificates of the theories."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from derive.theories.registry import THEORIES
from tests.format2.asked import answer
from tests.format2.completing import completed

HERE = Path(__file__).parent
CERTIFICATES = HERE.parents[1] / "output" / "certificates"
EXAMPLES = re.findall(
    r"```json (accept|reject)\n(.*?)\n```", (HERE / "FORMAT.md").read_text(encoding="utf-8"), re.DOTALL
)
ATTACKS = json.loads((HERE / "attacks.json").read_text(encoding="utf-8"))
#: What the logger finds no links for yet: masks inside of products over an index.
OPEN = ("layernorm.charpoly_zero_gains", "layernorm.eigenvalue_product", "layernorm.volume")


@pytest.mark.parametrize(("wanted", "text"), EXAMPLES)
def test_examples_of_the_format(wanted: str, text: str) -> None:
    """Each block of FORMAT.md is accepted, or rejected, as it says."""
    example = json.loads(text)
    found = answer(example["statement"], example["body"])
    assert found.verdict == ("accepted" if wanted == "accept" else "rejected"), found.reason


@pytest.mark.parametrize("case", ATTACKS["cases"], ids=lambda case: str(case["name"]))
def test_attacks(case: dict[str, Any]) -> None:
    """False statements with hostile links are rejected; true ones beside them are accepted."""
    statement = {
        "kind": "equation",
        "dimensions": ATTACKS["dimensions"],
        "symbols": ATTACKS["symbols"],
        "definitions": case.get("definitions", []),
        "hypotheses": case.get("hypotheses", []),
        "terms": case["terms"],
    }
    found = answer(statement, {"links": [case["link"]]})
    assert (found.verdict == "accepted") is case["accept"], found.reason


@pytest.mark.parametrize("statement", ATTACKS["statements"])
def test_false_statements_that_were_once_accepted(statement: dict[str, Any]) -> None:
    """An index made anew is none of those that a term binds."""
    assert answer(statement, {"links": [{}]}).verdict == "rejected"


@pytest.mark.parametrize("theory", THEORIES)
def test_certificates_of_the_theories(theory: str) -> None:
    """Every certificate of version 1 becomes one of version 2: its links as they are, or those that the logger finds."""
    files = sorted(CERTIFICATES.glob(f"{theory}.*.json"))
    assert files
    for path in files:
        made = json.loads(path.read_text(encoding="utf-8"))
        assert made["label"] in OPEN or completed(made["statement"], made["body"]) is not None, path.name
