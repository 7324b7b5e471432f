"""Evidence that is the same on every machine."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

from derive.interop.oracles import DATA_VARIABLE, REFERENCE, exact_pythia_logit, pythia_digest
from derive.report import agreement, volatile
from derive.report.agreement import render_agreement
from derive.report.documents import catalogue_document
from derive.report.files import write_document
from derive.report.model import FloatAgreement, Report


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[float], Path]:
    """A folder of data with a residual of alternating signs and this weight of a probe, which the environment names."""
    monkeypatch.setattr(agreement, "FLOAT_SIZES", (1, 2))
    monkeypatch.setattr(volatile, "FLOAT_SIZES", (1, 2))

    def make(weight: float) -> Path:
        folder = tmp_path / "data"
        folder.mkdir(exist_ok=True)
        signs = np.tile([1.0, -1.0], 256)
        np.savez(folder / "pythia70m_probe.npz", pre_norm=signs, probe_token=weight * signs)
        monkeypatch.setenv(DATA_VARIABLE, str(folder))
        return folder

    return make


def test_the_exact_logit(data: Callable[[float], Path]) -> None:
    """a = (1, −1, …) has mean 0 and variance 1: the logit is 512 w/√(1 + 10⁻⁵) + 0.8328."""
    data(0.5)
    found = exact_pythia_logit()
    assert isinstance(found, Decimal)
    squared = (found - Decimal("0.8328")) ** 2 * Decimal("1.00001")
    assert abs(squared - 256**2) < Decimal("1e-20")


def test_the_page_has_the_logit_and_where_it_is_from(data: Callable[[float], Path]) -> None:
    """Twenty digits, the bound that is kept, the source and the digest of the data; nothing of the machine."""
    data(0.5)
    made = render_agreement()
    assert (made.ok, made.absent) == (True, False)
    assert "to 20 digits | 256.83152000959" in made.text
    assert "each within 1e-13 of it" in made.text
    assert "Pythia-70m" in made.text
    assert pythia_digest() in made.text
    assert "NumPy 2" not in made.text
    assert made == render_agreement()


def test_a_wrong_function_is_seen(data: Callable[[float], Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """An equation that loses ε: not within the bound, and not as it should be."""
    data(0.5)
    monkeypatch.setitem(REFERENCE, "eq4", lambda a, g, b, e: REFERENCE["eq1"](a, g, b, 1e-9))
    made = render_agreement()
    assert not made.ok
    assert "NOT all within 1e-13 of it" in made.text


def test_absent_data_leave_what_the_file_says(
    small: Report, data: Callable[[float], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Written with the data; without them a check passes over the logit and a run keeps it; other data are a drift."""
    out = tmp_path / "out"
    out.mkdir()
    report = replace(small, floats=FloatAgreement((1, 2), True))
    data(0.5)
    write_document(catalogue_document(report, ("md",)), out, check=False)
    before = (out / "evidence.md").read_text("utf-8")
    monkeypatch.delenv(DATA_VARIABLE)
    assert write_document(catalogue_document(report, ("md",)), out, check=True).ok
    write_document(catalogue_document(report, ("md",)), out, check=False)
    assert (out / "evidence.md").read_text("utf-8") == before
    data(0.25)
    (drift,) = write_document(catalogue_document(report, ("md",)), out, check=True).drifted
    assert drift.path == out / "evidence.md"


def test_evidence_against_is_unexpected(
    small: Report, data: Callable[[float], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bound that is not kept is named, and ends the command with 1."""
    data(0.5)
    monkeypatch.setitem(REFERENCE, "eq6", lambda a, g, b, e: 1.5 * a)
    report = replace(small, floats=FloatAgreement((1, 2), True))
    assert "evidence.md" in write_document(catalogue_document(report, ("md",)), tmp_path, check=False).unexpected


@pytest.mark.skipif(not os.environ.get(DATA_VARIABLE), reason=f"{DATA_VARIABLE} names no folder of data")
def test_the_real_vectors() -> None:
    """11.407851912178792550 in exact arithmetic."""
    found = exact_pythia_logit()
    assert isinstance(found, Decimal)
    assert f"{found:.20g}" == "11.407851912178792550"
