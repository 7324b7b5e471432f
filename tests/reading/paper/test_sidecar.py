"""``paper.derive.toml``: declarations, expectations and what is skipped, by label."""

from __future__ import annotations

from typing import Any

import pytest

from derive.errors import InputError

TEXT = "\\[ s = t \\label{eq:a} \\]\n\\[ u = v \\]"


def test_labels_are_skipped_and_expected(read: Any) -> None:
    """Those that it names, and no others."""
    paper = read(TEXT, sidecar='[expect]\n"eq:a" = "refuted"')
    assert [item.expected for item in paper.items] == ["refuted", "proved"]
    paper = read(TEXT, sidecar='skip = ["eq:a"]')
    assert [str(item.place) for item in paper.items] == ["3:6"]
    assert [note.label for note in paper.notes] == ["eq:a"]


def test_declarations_hold_for_the_whole_paper(verdicts: Any) -> None:
    """Each key is a keyword, its value a declaration or a list of them."""
    text = r"\[ x = y \] \[ z = y \]"
    assert verdicts(text, sidecar='scalars = "x, y, z"\nassume = ["x = y", "z = x"]') == ["proved", "proved"]
    assert verdicts(text, sidecar="declare = '''\nscalar x, y, z\nassume x = y\n'''") == ["proved", "refuted"]


@pytest.mark.parametrize("sidecar", ['skip = ["eq:zz"]', '[expect]\n"eq:zz" = "refuted"'])
def test_a_label_that_is_not_there_is_an_error(read: Any, sidecar: str) -> None:
    """Nobody thinks that it did something."""
    assert "no relation has the label 'eq:zz'" in str(read(TEXT, sidecar=sidecar).items[-1].error)


@pytest.mark.parametrize(
    ("sidecar", "says"),
    [
        ('[expect]\n"eq:a" = "refutd"', "the verdict 'refutd'"), ('expect = "refuted"', "expect is no table"),
        ("skip = 3", "skip is no list"), ("scalar = 3", "is no text"), ("not toml", "Expected '='"),
        ('[expect]\n"eq:a" = ["refuted"]', "the verdict"), ('[other]\n"a" = "b"', "is no text"),
    ],
)  # fmt: skip
def test_a_sidecar_that_cannot_be_read_is_refused(read: Any, sidecar: str, says: str) -> None:
    """With its name and a way on."""
    with pytest.raises(InputError, match=says) as caught:
        read(TEXT, sidecar=sidecar)
    assert "p.derive.toml" in str(caught.value)
    assert "hint" in str(caught.value)


def test_an_unknown_key_spoils_the_paper(verdicts: Any) -> None:
    """Nothing is proved below a declaration that nobody can read."""
    assert set(verdicts(r"\[ s = s \]", sidecar='scalr = "z"')) == {"error"}


def test_an_error_names_the_line_of_the_file(read: Any) -> None:
    """The sixth line, with the wrong word."""
    sidecar = "# one\n# two\nscalar = 'x'\ndeclare = '''\nscalar y\nscalr z\n'''"
    assert read(TEXT, sidecar=sidecar).items[0].place.line == 6
