"""Names of theories and labels, and the nearest ones."""

from __future__ import annotations

import pytest

from derive.cli.find import theorem_labelled, theory_named
from derive.errors import NameError_


@pytest.mark.parametrize("label", ["layernorm.eq6", "eq6"])
def test_a_label_with_or_without_its_theory(label: str) -> None:
    """Both name the same theorem."""
    assert theorem_labelled(label).label == "layernorm.eq6"


@pytest.mark.usefixtures("structured")
@pytest.mark.parametrize("label", ["structured.nullity", "nullity"])
def test_structures_have_labels_too(label: str) -> None:
    """A theorem that is no equation is found as any other, and is near to what is misspelled."""
    assert theorem_labelled(label).label == "structured.nullity"
    with pytest.raises(NameError_) as caught:
        theorem_labelled("structured.nulity")
    assert "structured.nullity" in caught.value.hint


@pytest.mark.parametrize(
    ("label", "message", "hint"),
    [
        ("layernorm.eq7", "no theorem has the label 'layernorm.eq7'", "layernorm.eq6"),
        ("eq7", "no theorem has the label 'eq7'", "layernorm.eq6"),
        ("layernrm.eq6", "there is no theory 'layernrm'", "did you mean layernorm?"),
        ("layernorm.", "no theorem has the label 'layernorm.'", "did you mean layernorm."),
        ("layernorm.zzzzzzzzzzzzzzzzzzzz", "no theorem has the label", "labels: derive list layernorm"),
        ("", "no theorem has the label ''", "did you mean layernorm."),
    ],
)
def test_unknown_labels(label: str, message: str, hint: str) -> None:
    """The message names what was asked for, the hint the nearest labels."""
    with pytest.raises(NameError_) as caught:
        theorem_labelled(label)
    assert message in caught.value.message
    assert hint in caught.value.hint


def test_unknown_theories() -> None:
    """A name near to none gets the way to the list."""
    with pytest.raises(NameError_) as caught:
        theory_named("zzz")
    assert caught.value.hint == "theories: derive list"
