"""Hostile input ends in a refusal, in time, and never in a crash, a hang or a traceback."""

from __future__ import annotations

from pathlib import Path

from tests.attacks import hostile


def faults(cases: list[hostile.Case]) -> dict[str, str]:
    """What is wrong, by the name of the case."""
    answers = hostile.run(cases, patience=0.1)
    assert [answer.name for answer in answers] == [name for name, _, _ in cases]
    return {answer.name: answer.fault for answer in answers if answer.fault}


def test_plain_syntax() -> None:
    """`derive prove` on exponents of 10⁹, nesting of 10⁵, 10⁶ terms, control characters, huge numbers."""
    assert faults(hostile.statement_cases()) == {}


def test_certificates() -> None:
    """The verifier on files that are no certificates, and on certificates of monstrous statements."""
    assert faults(hostile.certificate_cases()) == {}


def test_certificate_files(tmp_path: Path) -> None:
    """`derive verify` on files that are no certificates."""
    assert faults(hostile.file_cases(tmp_path)) == {}


def test_a_case_that_kills_the_child_is_named() -> None:
    """The harness tells a crash from a refusal: what is proved has exit code 0, and is a fault here."""
    answers = hostile.run([("fine", "command", ["prove", "c = c"]), ("refused", "command", ["prove", "c ="])])
    assert [bool(answer.fault) for answer in answers] == [True, False]
