"""Images: a theorem over all points of the set, from one for each obligation."""

from __future__ import annotations

import pytest

from derive.language.build import diag, norm, sqrt
from derive.language.hypotheses import nonneg
from derive.rocq.environment import Library
from derive.rocq.images import image_texts
from derive.rocq.pieces import Unreachable
from derive.statements.bound import bound
from derive.statements.image import Image, Map, Set
from derive.theories.registry import load_theory
from tests.words import N, g, v, x


def test_an_ellipsoid() -> None:
    """The statement says just which points are reached; the gains are a premise, the points are quantified."""
    ball, ellipsoid = nonneg(N - norm(v) ** 2), nonneg(N - norm(x / g) ** 2)
    statement = Image(Map(diag(g) * v, v, (ball,)), Set(x, (ellipsoid,), ((ellipsoid, N - norm(v) ** 2),)), x / g)
    *parts, whole = image_texts(Library(), "t", statement)
    assert len(parts) == 3
    assert whole.split("Proof.")[0] == (
        "Theorem t :\n  (forall i, g i 0 != 0) ->\n  forall x0 : 'cV[F]_n,\n"
        "  (exists v0 : 'cV[F]_n, 0 <= n%:R - norm v0 ^+ 2 /\\ diag g *m v0 = x0) <->\n"
        "  0 <= n%:R - norm (hadamard x0 (vinv g)) ^+ 2.\n"
    )


def test_definedness_is_part_of_the_domain() -> None:
    """A divisor of the map that may vanish is a condition on the argument."""
    statement = load_theory("layernorm").find_theorem("scaled_image_limit").statement
    assert isinstance(statement, Image)
    *_, whole = image_texts(Library(), "t", statement)
    assert "exists a0 : 'cV[F]_n, Pi *m a0 != 0 /\\ Num.sqrt (" in whole


def test_lemmas_are_about_roots() -> None:
    """Another lemma than the value of a root has no form."""
    statement = Image(
        Map(v, v), Set(x, (nonneg(norm(x)),)), x, lemmas=(bound(norm(x), "=", sqrt(norm(x) ** 2), squared=True),)
    )
    with pytest.raises(Unreachable, match="lemma"):
        image_texts(Library(), "t", statement)
