"""The export: what is written, what is not and why."""

from __future__ import annotations

from pathlib import Path

import pytest

from derive.cli.export import theorems_of
from derive.errors import NameError_
from derive.rocq.export import export_to, reach, remark, write_all
from derive.rocq.pieces import Unreachable
from derive.theories.registry import find_theorem, load_theory
from tests.rocq.false_variants import export_false


def test_a_statement_can_be_read() -> None:
    """Eq. (1) = Eq. (6): names of definitions, hypotheses and definedness as premises, no deep terms."""
    text = write_all([find_theorem("layernorm.eq6")]).file()
    statement = text.split("Theorem layernorm_eq6 :")[1].split("Proof.")[0]
    assert "Definition sigma2 : F := dot (a - mu *: one) (a - mu *: one) / n%:R." in text
    assert statement.split("->")[:2] == ["\n  0 <= eps ", "\n  Num.sqrt (sigma2 + eps) != 0 "]
    assert "VS 0" not in statement
    assert "Admitted" not in text
    assert "Axiom" not in text


@pytest.mark.parametrize(
    ("label", "reason"),
    [
        ("layernorm.projector_idempotent", None),
        ("layernorm.left_null_space", None),
        ("layernorm.length_bound", None),
        ("layernorm.charpoly_gram", None),
        ("layernorm.variance_derivative", "a derivative"),
        ("layernorm.scaled_image", None),
        ("layernorm.zero_gain_image_limit", "denominators too large to multiply out"),
        ("rmsnorm.rotation", "a generic matrix"),
    ],
)
def test_reach(label: str, reason: str | None) -> None:
    """Every theorem can be written, or there is a reason."""
    (theorem,) = theorems_of([label])
    assert reach(theorem) == reason


def test_conjunctions() -> None:
    """A conjunction is one theorem, from those of its parts."""
    text = write_all(theorems_of(["layernorm.length_bound"])).file()
    assert text.count("Theorem layernorm_length_bound") == 4
    assert "exact: (conj layernorm_length_bound_1 (conj layernorm_length_bound_2 layernorm_length_bound_3))." in text


def test_files(tmp_path: Path) -> None:
    """A theory and labels may be asked for together; what cannot be written is told."""
    found = export_to(tmp_path / "t.v", theorems_of(["layernorm.eq6", "layernorm.variance_derivative"]))
    assert found.written == ("layernorm.eq6",)
    assert found.left_out == {"layernorm.variance_derivative": "a derivative"}
    assert (tmp_path / "t.v").read_text(encoding="utf-8").count("Print Assumptions") == 1
    with pytest.raises(NameError_):
        export_to(tmp_path / "u.v", theorems_of(["layernorm.nothing"]))
    with pytest.raises(Unreachable):
        write_all([find_theorem("layernorm.variance_derivative")]).file()


def test_what_fails_leaves_no_trace() -> None:
    """The text of a theorem is the same whatever was tried before it, and each reason is the one it has alone."""
    every = load_theory("expressivity").theorems
    made = write_all(every)
    good = [theorem for theorem, _ in made.texts]
    assert 0 < len(good) < len(every)
    assert made.file("t") == write_all(good).file("t")
    assert made.left_out == {theorem.label: reach(theorem) for theorem in every if theorem not in good}


def test_false_variants_are_goals() -> None:
    """Near misses become goals whose proofs must fail, with the computed answer false beside."""
    theorems = [t for t in load_theory("layernorm").theorems[:8] if reach(t) is None]
    text, count = export_false(theorems)
    assert count == text.count("\nGoal\n") >= 10
    assert text.count("Fail derive_") == text.count("= false by reflexivity.") == count
    assert "Qed." not in text


def test_remarks() -> None:
    """Words in a comment cannot end it, or open a string."""
    assert remark('a *) b (* "c') == "a * ) b ( * 'c"
