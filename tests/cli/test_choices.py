"""Options that take some of a few words."""

from __future__ import annotations

import click
import pytest

from derive.cli.notation import some_of

PARAMETER = click.Option(["--to"])


def _chosen(value: str) -> tuple[str, ...]:
    return some_of(("md", "tex"))(click.Context(click.Command("c")), PARAMETER, value)


@pytest.mark.parametrize(
    ("value", "found"), [("tex", ("tex",)), (" tex , md,tex,", ("tex", "md")), ("md,tex", ("md", "tex"))]
)
def test_each_once_in_the_order_asked_for(value: str, found: tuple[str, ...]) -> None:
    """Spaces and empty places do no harm."""
    assert _chosen(value) == found


@pytest.mark.parametrize(
    ("value", "what"), [("pdf", "'pdf'"), ("md,pdf,x", "'pdf'"), ("", "nothing"), (" ,", "nothing")]
)
def test_anything_else_is_refused(value: str, what: str) -> None:
    """The first unknown word is named, with those there are."""
    with pytest.raises(click.BadParameter, match=f"found {what}, expected some of md, tex"):
        _chosen(value)
