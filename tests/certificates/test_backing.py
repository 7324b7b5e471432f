"""What *proved* rests on: the verifier is asked in the same run, and what it does not accept is called not certified."""

from __future__ import annotations

from typing import Any

import pytest

import derive
from derive import verifier
from derive.certificates.backing import backing_of
from derive.language.hypotheses import equal
from derive.statements.verdict import Verdict, proved_for
from tests.words import A, N, u, v

t = derive.scalar("t")

SYMMETRY = (derive.dot(u, v), derive.dot(v, u))
#: Proved by the search; the verifier knows no law of the logarithm.
LOGARITHM = (derive.log(derive.exp(t)), t)


def test_the_verifier_accepts() -> None:
    """An equation that it shows: *proved*, without a word more."""
    found = derive.prove(*SYMMETRY)
    assert (found.backing and found.backing.by, found.not_certified, found.answer) == ("verifier", "", "proved")
    assert found.explain().splitlines()[1] == "proved for all N ≥ 1"
    assert found.to_json()["backing"] == "verifier"


def test_the_verifier_does_not_accept() -> None:
    """The status is *proved*, and every door says that it is not certified, and why."""
    found = derive.prove(*LOGARITHM)
    assert found.status == "proved"
    assert found
    assert found.not_certified.startswith("the verifier: ")
    assert found.answer == "proved, not certified"
    assert found.explain().splitlines()[1:3] == [
        "proved, not certified, for all data",
        f"(not certified: {found.not_certified})",
    ]
    assert "(proved, not certified, for all data" in found._repr_latex_()
    assert found.to_json()["backing"] == "search"


def test_no_certificate() -> None:
    """Laws of functions of matrices, and kinds that the format does not have."""
    laws = derive.prove(derive.matrix_exp(A) * derive.matrix_exp(-A), derive.identity(N))
    assert laws.not_certified == "an equation that rests on laws of functions of matrices"
    root = derive.Set(t, (equal(t * t, 1), derive.nonneg(t)))
    kind = derive.prove(derive.Exists(root, derive.sqrt(derive.norm(u) / derive.norm(u)), (derive.not_zero(u),)))
    assert (kind.status, kind.not_certified) == ("proved", "no certificates for the kind 'existence'")


def test_a_refuted_statement_has_no_backing() -> None:
    """The verifier is asked about what is proved alone."""
    found = derive.prove(derive.dot(u, v), derive.dot(u, u))
    assert (found.status, found.backing, found.not_certified, found.answer) == ("refuted", None, "", "refuted")
    assert found.to_json()["backing"] is None


def test_a_chain_is_certified_as_a_whole() -> None:
    """One certificate for all links; where it is not accepted, every link says so."""
    found = derive.chain(*SYMMETRY, derive.dot(u, v) + 0, hypotheses=())
    assert found.explain().count("proved for all N ≥ 1") == 2
    mixed = derive.chain(LOGARITHM[0], LOGARITHM[1], derive.dot(u, v) - derive.dot(v, u) + t)
    assert mixed.explain().count("proved, not certified, for") == 2


def test_a_link_that_is_proved_of_a_chain_that_is_not() -> None:
    """It has a certificate of its own."""
    found = derive.chain(*SYMMETRY, derive.dot(u, u))
    assert (found.status, found.backing) == ("refuted", None)
    first, second = found.links
    backing = found.backing_of(first)
    assert backing is not None
    assert backing.by == "verifier"
    assert found.backing_of(second) is None
    open_ = derive.chain(*LOGARITHM, 2 * t)
    assert "proved, not certified, for all data" in open_.explain()


def test_hypotheses_go_to_the_verifier() -> None:
    """What follows from an equation assumed is shown by its cofactors."""
    found = derive.prove(derive.dot(u, v) + t, t, [equal(derive.dot(u, v), 0)])
    assert found.not_certified == ""


def test_what_the_verifier_rejects_is_never_certified(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answer alone counts, and it is given the statement and the certificate as texts."""
    asked: list[tuple[str, str]] = []

    def rejecting(certificate: str, statements: str, seconds: float = 0) -> Any:
        asked.append((certificate, statements))
        return verifier.Result("rejected", "it does not like it")

    monkeypatch.setattr(verifier, "verify", rejecting)
    found = derive.prove(derive.dot(u, v) + 2, 2 + derive.dot(v, u))  # asked nowhere else
    assert found.not_certified == "the verifier: it does not like it"
    assert len(asked) == 1
    assert all(isinstance(text, str) for text in asked[0])


def test_it_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often a verdict is shown; and not at all where nobody looks."""
    asked: list[Verdict] = []

    def counting(proved: Verdict) -> Any:
        asked.append(proved)
        return backing_of(proved)

    monkeypatch.setattr("derive.certificates.backing.backing_of", counting)
    found = derive.prove(derive.dot(u, v) + 3, 3 + derive.dot(v, u))  # asked nowhere else
    assert asked == []
    assert found.explain() == str(found)
    assert repr(found).startswith("<proved")
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("scope", "why_not", "words"),
    [
        ("all N ≥ 1", "", "proved for all N ≥ 1"),
        ("all N ≥ 1", "no certificate", "proved, not certified, for all N ≥ 1"),
        ("", "", "proved"),
        ("", "no certificate", "proved, not certified"),
    ],
)
def test_the_words(scope: str, why_not: str, words: str) -> None:
    """They tell what the verifier accepted from what it did not."""
    assert proved_for(scope, why_not) == words
