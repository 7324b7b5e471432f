"""The check by coqc: true theorems are accepted, false ones rejected.

The support library is compiled where users have it, under its digest; where CI has checked everything it is there already.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from derive.cli.export import theorems_of
from derive.rocq.check import MODULES, check, commands
from derive.rocq.export import export_to, write_all
from tests.rocq.false_variants import export_false

needs_coqc = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed")

LABELS = [
    "layernorm.projector_idempotent",
    "layernorm.centring",
    "layernorm.orthogonal_projection",
    "layernorm.eq6",
    "layernorm.eq5_constant",
    "layernorm.length_bound",
    "layernorm.left_null_space",
    "layernorm.left_null_space_zero_gains",
    "layernorm.gram_pseudo_inverse",
    "layernorm.projector_rank",
    "layernorm.charpoly_centred_gram",
    "layernorm.components_sum_to_zero",
    "layernorm.ellipsoid",
]


@needs_coqc
def test_theorems_are_accepted(tmp_path: Path) -> None:
    """One run over a dozen theorems of all kinds, without axioms; nothing is left beside the file."""
    export_to(path := tmp_path / "theorems.v", theorems_of(LABELS))
    outcome = check(path)
    assert (outcome.status, outcome.theorems) == ("checked", len(LABELS)), outcome
    assert [path.name for path in tmp_path.iterdir()] == ["theorems.v"]


@needs_coqc
def test_false_variants_are_rejected(tmp_path: Path) -> None:
    """The proof script fails on each of more than twenty near misses, because the normal forms differ."""
    text, count = export_false(
        theorems_of([*LABELS[:6], "layernorm.variance_norm", "layernorm.variance_moments", "layernorm.projector_trace"])
    )
    path = tmp_path / "false.v"
    path.write_text(text, encoding="utf-8")
    outcome = check(path)
    assert (outcome.status, outcome.rejected) == ("checked", count), outcome
    assert count >= 20


@needs_coqc
@pytest.mark.parametrize(
    ("change", "to", "reason"),
    [
        ("Pi *m Pi = Pi", "Pi *m Pi = - Pi", "layernorm.projector_idempotent"),
        ("Qed.", "Admitted.", "axioms"),
        (
            "Section Theorems.",
            "Axiom absurd : False.\nSection Theorems.\nLemma u : True. Proof. by case absurd. Qed.",
            "",
        ),
    ],
)
def test_tampered_files(tmp_path: Path, change: str, to: str, reason: str) -> None:
    """Another statement is rejected, and so is a theorem that rests on an axiom; an unused axiom does no harm."""
    text = write_all(theorems_of(["layernorm.projector_idempotent"])).file()
    path = tmp_path / "t.v"
    path.write_text(text.replace(change, to), encoding="utf-8")
    outcome = check(path)
    assert outcome.status == ("rejected" if reason else "checked")
    assert reason in outcome.reason


def test_without_coqc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where coqc is absent the outcome says that nothing was checked."""
    monkeypatch.setenv("PATH", str(tmp_path))
    outcome = check(tmp_path / "t.v")
    assert outcome.status == "exported, not checked"
    assert str(outcome).startswith("exported, not checked: coqc is not installed")


def test_commands() -> None:
    """The commands copy the library, name its files in order, then the file, then the independent checker."""
    lines = commands(Path("t.v"))
    assert [line.split()[0] for line in lines] == ["mkdir", *["coqc"] * (len(MODULES) + 1), "coqchk"]
