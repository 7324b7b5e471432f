r"""What a paper says of an unknown function, ``function \sigma``: it is claimed for every one, unless the words limit it."""

from __future__ import annotations

from typing import Any

import pytest

HEAD = "% derive: function \\sigma, f; scalars r, q\n"
ODD = r"\[ \sigma(-r) = -\sigma(r) \]"


@pytest.mark.parametrize(
    "sentence",
    [
        r"Suppose that $\sigma$ is odd. Then",
        r"If $\sigma$ is linear,",
        r"Here $\sigma$ is the identity, so that",
        r"Since $\sigma(0) = 0$,",
        r"If $\sigma(0) = 0$, then",
        r"Let $\sigma$ be the logistic function.",
    ],
)
def test_it_may_hold_there(verdicts: Any, sentence: str) -> None:
    """What is said of σ may be why a relation with σ holds; of another function it says nothing."""
    assert verdicts(HEAD + sentence + "\n" + ODD) == ["error"]
    assert verdicts(HEAD + sentence + "\n" + ODD.replace(r"\sigma", "f")) == ["refuted"]
    assert verdicts(HEAD + sentence + "\n" + r"\[ \frac{d}{dr} \sigma(2r) = 2 \sigma'(2r) \]") == ["proved"]


@pytest.mark.parametrize(
    "sentence",
    ["", r"Let $\sigma$ be differentiable.", r"For an activation function $\sigma$ we have", r"If $q = q$, then"],
)
def test_it_is_claimed(verdicts: Any, sentence: str) -> None:
    """What every unknown function is limits nothing."""
    assert verdicts(HEAD + sentence + "\n" + ODD) == ["refuted"]


def test_definitions(verdicts: Any) -> None:
    """``:=`` defines it from there on; ``=`` is a claim, and two things have one name nowhere."""
    assert verdicts(HEAD + r"\[ f(r) = 3 \] \[ f(r) := r^2 \] \[ f'(q) = 2 q \]") == ["refuted", "proved"]
    assert verdicts(HEAD + r"\[ f(r) = r^2 \] \[ f(q) = q^2 \]") == ["refuted", "refuted"]
    assert (
        verdicts(HEAD + "% derive: assume f(r) = q\n" + r"\[ f(r) = q \] \[ f(r) := r^2 \] \[ f(q) = q^2 \]")[-1]
        == "error"
    )
    assert verdicts(HEAD + r"\[ f(r) = q \] % derive: let f(r) = r^2" + "\n" + r"\[ f(q) = q^2 \]") == [
        "refuted",
        "proved",
    ]


def test_forgotten(verdicts: Any) -> None:
    """What is forgotten, and what another text declares, is another thing."""
    text = HEAD + r"\[ f(a)^\top a = \sum_i f(a_i) a_i \]" + "\n% derive: forget; scalar r\n" + r"\[ f(r) = f(r) \]"
    assert verdicts(text) == ["proved", "error"]
