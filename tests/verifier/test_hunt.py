"""False statements of any kind with hostile bodies, which were once accepted, and true ones beside them."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from derive import verifier
from tests.verifier import hunt
from tests.verifier.asked import LABEL, answer, certificate
from tests.verifier.inside import looked_inside

ATTACKS = json.loads((Path(__file__).parent / "attacks.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", ATTACKS["bodies"], ids=lambda case: str(case["name"]))
def test_attacks_with_bodies(case: dict[str, Any]) -> None:
    """The false ones are rejected; the true ones are accepted."""
    found = answer(case["statement"], case["body"])
    assert (found.verdict == "accepted") is case["accept"], found.reason


def _chain(length: int, step: Callable[[str], str], first: str = "x") -> list[dict[str, Any]]:
    """Definitions d0, d1, …, each made of the one before it."""
    bodies = [first, *(step(f"d{n}") for n in range(length - 1))]
    return [{"name": f"d{n}", "parameters": [], "body": body} for n, body in enumerate(bodies)]


#: Definitions and a term whose cost grows without bound, though the text is short.
COSTLY: dict[str, tuple[list[dict[str, Any]], str]] = {
    "a term doubled sixty times": (_chain(60, lambda d: f"add({d}, {d})"), "d59"),
    "a divisor doubled sixty times": (_chain(60, lambda d: f"mul({d}, {d})"), "div(1, d59)"),
    "three to the power of 400⁹": (_chain(10, lambda d: f"pow({d}, 400)", "3"), "d9"),
    "30,000 definitions, each of the one before": (_chain(30_000, lambda d: f"neg({d})"), "d29999"),
    "roots in roots": (_chain(26, lambda d: f"sqrt(add(mul({d}, {d}), {d}, 1))"), "d25"),
    "quotients in quotients": (_chain(13, lambda d: f"div(add({d}, 1), add({d}, x))"), "d12"),
    "an entry with 300 named indices": ([], f"div(1, at(T, {', '.join(f'n{k}:N' for k in range(300))}))"),
    "a power with 10²⁰⁰ monomials": ([], f"pow(add(x, {', '.join(f'exp(mul({n}, x))' for n in range(30))}), 400)"),
}


@pytest.mark.parametrize("case", COSTLY)
def test_a_verdict_comes_in_time(case: str) -> None:
    """What a certificate may cost bounds all that is done with it: twice the time is not taken."""
    definitions, term = COSTLY[case]
    symbols = {"x": {"shape": [], "properties": []}, "T": {"shape": ["N"] * 300, "properties": []}}
    statement = {"kind": "equation", "dimensions": ["N"], "symbols": symbols, "definitions": definitions}
    statement |= {"hypotheses": [], "terms": [term, "7"]}
    text = certificate(statement, {"links": [{}]})
    start = time.monotonic()
    found = verifier.verify(text, json.dumps({"schema": verifier.STATEMENTS, "statements": {LABEL: statement}}), 0.3)
    assert found.verdict == "rejected"
    assert time.monotonic() - start < 10, found.reason


@pytest.mark.parametrize(("steps", "least"), [(False, 12), (True, 25)])
def test_a_small_hunt(steps: bool, least: int) -> None:
    """Nothing false is accepted, and what is accepted is enough to say so."""
    counts = hunt.hunted(20, 80, steps=steps)
    assert counts["FALSE"] == counts["unread"] == 0
    assert counts["true"] >= least


@pytest.mark.parametrize("name", ["reciprocal", "square", "inverse", "exp-log", "matrix-log-exp", "orthogonal"])
def test_the_hunt_finds_a_law_without_its_condition(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A verifier that asks for no condition is found out."""
    monkeypatch.setitem(verifier.TABLE, name, replace(verifier.TABLE[name], conditions=()))
    found = (hunt.judged_steps(*hunt.Author(random.Random(n)).lemma(name), n) for n in range(40))
    assert "FALSE" in found


def test_what_a_scope_claims() -> None:
    """Entries, facts, signs and reductions in random scopes are true at points."""
    counts = looked_inside(20, 40)
    assert counts["FALSE"] == 0
    assert counts["true"] >= 25


def test_a_false_sign_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A verifier that takes tanh to be ≥ 0 is found out."""
    monkeypatch.setitem(verifier.SIGNS, "tanh", verifier.NONNEGATIVE)
    assert looked_inside(3, 150)["FALSE"]
