"""What *proved* rests on: the verifier is asked in the same run, and what it does not accept is called not certified."""

from __future__ import annotations

from typing import Any

import pytest

import derive
from derive import verifier
from derive.certificates.certificate import backing_of
from derive.language.hypotheses import equal
from derive.statements.undefined import UndefinedSomewhere
from derive.statements.verdict import Verdict, proved_for
from tests.words import u, v

t = derive.scalar("t")

SYMMETRY = (derive.dot(u, v), derive.dot(v, u))
LOGARITHM = (derive.log(derive.exp(t)), t)


@pytest.fixture
def rejecting(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """A verifier that likes nothing of which logarithms are a part; what it was asked."""
    asked: list[tuple[str, str]] = []
    accepting = verifier.verify

    def verify(certificate: str, statements: str, seconds: float = verifier.SECONDS) -> verifier.Result:
        asked.append((certificate, statements))
        if "log(" in statements:
            return verifier.Result("rejected", "it does not like it")
        return accepting(certificate, statements, seconds)

    monkeypatch.setattr(verifier, "verify", verify)
    return asked


def test_the_verifier_accepts() -> None:
    """An equation that it shows: *proved*, without a word more."""
    found = derive.prove(*SYMMETRY)
    assert (found.backing and found.backing.by, found.not_certified, found.answer) == ("verifier", "", "proved")
    assert found.explain().splitlines()[1] == "proved for all N ≥ 1"
    assert found.to_json()["backing"] == "verifier"


@pytest.mark.usefixtures("rejecting")
def test_the_verifier_does_not_accept() -> None:
    """The status is *proved*, and every door says that it is not certified, and why."""
    found = derive.prove(*LOGARITHM)
    assert found.status == "proved"
    assert found
    assert found.not_certified == "no certificate was found that the verifier accepts"
    assert found.answer == "proved, not certified"
    assert found.explain().splitlines()[1:3] == [
        "proved, not certified, for all data",
        f"(not certified: {found.not_certified})",
    ]
    assert "proved, not certified, for all data" in derive.latex(found)
    assert found.to_json()["backing"] == "search"


def test_no_certificate() -> None:
    """Kinds that the format does not have."""
    kind = derive.prove(UndefinedSomewhere(1 / t))
    assert (kind.status, kind.not_certified) == ("proved", "the format has no place for the kind undefined")


def test_a_refuted_statement_has_no_backing() -> None:
    """The verifier is asked about what is proved alone."""
    found = derive.prove(derive.dot(u, v), derive.dot(u, u))
    assert (found.status, found.backing, found.not_certified, found.answer) == ("refuted", None, "", "refuted")
    assert found.to_json()["backing"] is None


@pytest.mark.usefixtures("rejecting")
def test_a_chain_is_certified_as_a_whole() -> None:
    """One certificate for all links; where it is not accepted, every link says so."""
    found = derive.chain(*SYMMETRY, derive.dot(u, v) + 0, hypotheses=())
    assert found.explain().count("proved for all N ≥ 1") == 2
    mixed = derive.chain(LOGARITHM[0], LOGARITHM[1], derive.dot(u, v) - derive.dot(v, u) + t)
    assert mixed.explain().count("proved, not certified, for") == 2


@pytest.mark.usefixtures("rejecting")
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


def test_what_the_verifier_rejects_is_never_certified(rejecting: list[tuple[str, str]]) -> None:
    """Its answer alone counts, and it is given the statement and the certificate as texts."""
    found = derive.prove(derive.dot(u, v) + derive.log(derive.exp(t)), derive.dot(v, u) + t)
    assert (found.status, found.certificate) == ("proved", None)
    assert found.not_certified == "no certificate was found that the verifier accepts"
    assert len(rejecting) == 2  # as it is, and with links that were searched for
    assert all(isinstance(text, str) for texts in rejecting for text in texts)


def test_it_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often a verdict is shown; and not at all where nobody looks."""
    asked: list[Verdict] = []

    def counting(proved: Verdict) -> Any:
        asked.append(proved)
        return backing_of(proved)

    monkeypatch.setattr("derive.certificates.certificate.backing_of", counting)
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
