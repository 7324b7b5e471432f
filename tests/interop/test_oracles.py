"""Numeric evidence: measured errors respect the bound, and bad data files are refused."""

from __future__ import annotations

import os
import sys
from decimal import Decimal
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from derive.errors import InputError
from derive.interop.oracles import (
    DATA_VARIABLE,
    PYTHIA_LOGIT,
    Absent,
    Accuracy,
    exact_layer_norm,
    float64_agreement,
    pythia_logit,
    torch_agreement,
)
from derive.interop.reference import REFERENCE


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_float64_stays_within_its_bound(seed: int) -> None:
    """Each form at each size errs by no more than the bound of the docstring."""
    rows = float64_agreement(seed=seed)
    assert [(row.size, row.form) for row in rows] == [(n, f) for n in (1, 2, 3, 8, 64, 768) for f in REFERENCE]
    for row in rows:
        assert row.within, row


def test_the_bound_is_not_empty_talk(monkeypatch: pytest.MonkeyPatch) -> None:
    """A formula with a lost 1/N, or ε outside the root, is far outside the bound."""
    monkeypatch.setitem(REFERENCE, "outside", lambda a, g, b, e: g * (a - a.mean()) / (a.std() + e) + b)
    monkeypatch.setitem(REFERENCE, "unbiased", lambda a, g, b, e: g * (a - a.mean()) / np.sqrt(a.var(ddof=1) + e) + b)
    rows = {row.form: row for row in float64_agreement((64,))}
    assert not rows["outside"].within
    assert not rows["unbiased"].within
    assert rows["eq1"].within


def test_the_exact_value_is_exact() -> None:
    """a = (3, 1), ε = 0 gives (1, −1) exactly; a known irrational case agrees to fifty digits."""
    ones, zeros = np.ones(2), np.zeros(2)
    assert exact_layer_norm(np.array([3.0, 1.0]), ones, zeros, 0.0) == [Decimal(1), Decimal(-1)]
    found = exact_layer_norm(np.array([0.0, 1.0, 2.0]), np.ones(3), np.zeros(3), 0.0)[2]
    assert abs(found * found - Decimal("1.5")) < Decimal("1e-50")


@pytest.mark.parametrize("size", [0, -1, True])
def test_sizes_are_positive(size: int) -> None:
    """A size that is no positive integer is refused."""
    with pytest.raises(InputError, match="the size"):
        float64_agreement((size,))


def test_without_torch_there_is_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing torch is no error."""
    monkeypatch.setitem(sys.modules, "torch", None)
    found = torch_agreement((2,))
    assert isinstance(found, Absent)
    assert "torch cannot be imported" in found.reason


@pytest.mark.parametrize(("factor", "within"), [(1.0, True), (1.001, False)])
def test_torch_is_compared(monkeypatch: pytest.MonkeyPatch, factor: float, within: bool) -> None:
    """What torch's function returns is measured: a stand-in that computes LN passes, one that is off does not."""

    def layer_norm(a: Any, shape: tuple[int, ...], *, weight: Any, bias: Any, eps: float) -> Any:
        assert shape == a.shape
        return factor * REFERENCE["eq1"](a, weight, bias, eps)

    torch, nn, functional = (ModuleType(name) for name in ("torch", "torch.nn", "torch.nn.functional"))
    monkeypatch.setattr(torch, "tensor", lambda data, dtype: np.array(data, dtype=dtype), raising=False)
    monkeypatch.setattr(torch, "float64", np.float64, raising=False)
    monkeypatch.setattr(functional, "layer_norm", layer_norm, raising=False)
    for module in (torch, nn, functional):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    rows = torch_agreement((3, 8))
    assert not isinstance(rows, Absent)
    assert [row.within for row in rows] == [within, within]


@pytest.mark.skipif(not os.environ.get(DATA_VARIABLE), reason=f"{DATA_VARIABLE} names no folder of data")
def test_pythia_logit() -> None:
    """The Pythia-70m logit comes out by all three equations, to 1e-13."""
    found = pythia_logit()
    assert not isinstance(found, Absent)
    assert set(found) >= set(REFERENCE)
    for value in found.values():
        assert abs(value / PYTHIA_LOGIT - 1) < 1e-13


def test_without_a_folder_there_is_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """No folder is no error, and the reason names the variable."""
    monkeypatch.delenv(DATA_VARIABLE, raising=False)
    assert pythia_logit() == Absent("the environment variable DERIVE_DATA names no folder")


def _write(folder: Path, **arrays: Any) -> Path:
    path = folder / "pythia70m_probe.npz"
    np.savez(path, **arrays)
    return path


GOOD = np.linspace(-1.0, 1.0, 512)


def test_a_folder_can_be_given(tmp_path: Path) -> None:
    """The folder may be an argument; data of the right form are used."""
    _write(tmp_path, pre_norm=GOOD, probe_token=np.zeros(512))
    found = pythia_logit(tmp_path)
    assert not isinstance(found, Absent)
    assert set(found) >= set(REFERENCE)
    assert set(found.values()) == {0.8328}


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "missing array": ({"pre_norm": GOOD}, "no array probe_token; found pre_norm"),
    "wrong length": ({"pre_norm": GOOD[:5], "probe_token": GOOD}, r"pre_norm has shape \(5,\)"),
    "wrong type": ({"pre_norm": GOOD.astype(np.float32), "probe_token": GOOD}, "type float32"),
    "NaN": ({"pre_norm": np.where(GOOD > 0.9, np.nan, GOOD), "probe_token": GOOD}, "NaN or infinity"),
    "infinity": ({"pre_norm": GOOD, "probe_token": np.full(512, np.inf)}, "probe_token holds NaN or infinity"),
    "pickle": ({"pre_norm": np.array([{}], dtype=object), "probe_token": GOOD}, "without pickles"),
}


@pytest.mark.parametrize("name", BAD)
def test_wrong_arrays_are_refused(tmp_path: Path, name: str) -> None:
    """Wrong, missing, non-finite or pickled arrays are refused with the file's name."""
    arrays, message = BAD[name]
    path = _write(tmp_path, **arrays)
    with pytest.raises(InputError, match=message) as caught:
        pythia_logit(tmp_path)
    assert str(path) in str(caught.value)


def test_missing_and_broken_files_are_refused(tmp_path: Path) -> None:
    """No file, a truncated archive, a plain array, text: each is an `InputError`."""
    with pytest.raises(InputError, match="no such file"):
        pythia_logit(tmp_path)
    path = _write(tmp_path, pre_norm=GOOD, probe_token=GOOD)
    whole = path.read_bytes()
    for size in (0, 3, 100, len(whole) // 2, len(whole) - 10):
        path.write_bytes(whole[:size])
        with pytest.raises(InputError, match="cannot be read"):
            pythia_logit(tmp_path)
    path.write_bytes(b"pre_norm = 1, 2, 3")
    with pytest.raises(InputError, match="cannot be read"):
        pythia_logit(tmp_path)
    with path.open("wb") as stream:
        np.save(stream, GOOD)
    with pytest.raises(InputError, match="a single array"):
        pythia_logit(tmp_path)


def test_accuracy_compares() -> None:
    """A row is within its bound when the worst error does not exceed it."""
    assert Accuracy(2, "eq1", 1.0, 1.0).within
    assert not Accuracy(2, "eq1", 1.1, 1.0).within
