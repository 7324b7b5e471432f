"""Sessions: what a text declares lives on, its relations are decided as ``derive prove`` and papers decide them."""

from __future__ import annotations

import re

import pytest

from derive.cli.prove import decide, only, read
from derive.errors import DeriveError, InputError
from derive.notebook import Session

MEAN = r"""dimension N; vector x : N
let \bar x = \frac1N \sum_{i=1}^N x_i
"""


def statuses(session: Session, text: str, **options: object) -> list[str]:
    return [verdict.status for verdict in session.decide(text, **options)]  # type: ignore[arg-type]


def test_names_live_on_until_they_are_forgotten() -> None:
    """Of a text before, in plain syntax and in LaTeX."""
    session = Session()
    assert statuses(session, "dimension N, K\nmatrix X : N x K; vector q : K") == []
    assert statuses(session, "norm(X*q)^2 = q.T*X.T*X*q") == ["proved"]
    assert statuses(session, "assume norm(q) = 1; norm(q)^2 = 1") == ["proved"]
    assert statuses(session, "norm(q)^3 = 1") == ["proved"]
    assert statuses(session, "forget; dimension N; vector q : N; norm(q) = 1") == ["refuted"]
    with pytest.raises(InputError, match="unknown name 'X'"):
        session.decide("X = X")


def test_a_name_is_declared_anew_by_another_text() -> None:
    """So that a cell may run twice; within a text a name is declared once."""
    session = Session()
    text = "dimension N, K; vector x : N; norm(x)^2 = dot(x, x)"
    assert statuses(session, text) == statuses(session, text) == ["proved"]
    (verdict,) = session.decide("vector x : K; norm(x)^2 = dot(x, x)")
    assert verdict.scope == "all K ≥ 1"
    with pytest.raises(InputError, match=r"^2:8: the name 'x' is declared twice"):
        session.decide("vector x : N\nvector x : K")


def test_declarations_stand_above() -> None:
    """As in a paper: what stands below a relation does not concern it."""
    with pytest.raises(InputError, match=r"^2:7: the unknown name 'w'"):
        Session().decide("dimension N\n norm(w) = 1\nvector w : N")


@pytest.mark.parametrize(
    "text",
    [
        "norm(x)^2\n  = dot(x, x)\n = x.T*x",
        "norm(x)^2 >= 0; dot(x, x) = norm(x)^2 # a remark\n# another one",
        "N*mean(x) = dot(x, one) given N - 1 > 0",
    ],
)
def test_it_is_read_as_prove_reads_it(text: str) -> None:
    """Relation by relation, with the same verdicts."""
    declared = "dimension N; vector x : N"
    found = Session().decide(f"{declared}\n{text}")
    bare = re.sub(r"#.*", "", text).replace("\n", " ")
    expected = [decide(only(read(part, [("", declared)])).chain) for part in bare.split(";") if part.strip()]
    assert list(map(str, found)) == list(map(str, expected))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mean(x) = dot(x, one)/N", ["proved"]),  # no declaration, though LaTeX has one that begins so
        ("mean(x) = 5", ["refuted"]),
        ("variance = 1", None),
        ("index = 1", None),
        ("assume mean(x) = 5\nmean(x) = 5", ["proved"]),
        ("index i : N; assume -x[i] + 1 = 0; x[i] = 1", ["proved"]),
        ("matrix A : N x N; invertible (A*A); inverse(A*A)*(A*A) = I", ["proved"]),
        ("index i : N; nonzero x; x[i]/x[i] = 1", ["proved"]),
        ("x = x\n= x + 0*x", ["proved"]),
        ("x = x; -x = x", ["proved", "refuted"]),
    ],
)
def test_declarations_and_relations_are_told_apart(text: str, expected: list[str] | None) -> None:
    """A relation is never taken for an assumption: what it says is decided, or it cannot be read."""
    session = Session()
    session.decide("dimension N; vector x : N")
    if expected is None:
        with pytest.raises(InputError):
            session.decide(text)
    else:
        assert statuses(session, text) == expected


def test_macros_and_dependence_are_declared() -> None:
    """As in the comments of a paper."""
    session = Session()
    assert statuses(session, r"\newcommand{\m}{\mu}; dimension N; vector x : N; let \mu = \frac1N \sum_i x_i") == []
    assert statuses(session, r"\vec x \cdot \vec 1 = N \m") == ["proved"]


def test_names_of_a_theory() -> None:
    """Where nothing is declared, or it is asked for; they are told."""
    session = Session()
    (verdict,) = session.decide("norm(Pi*a)^2 = N*sigma2")
    assert verdict.notes == ("names: Π, σ² of layernorm",)
    assert statuses(session, "dimension K; vector x : K; Pi*Pi = Pi", theory="layernorm") == ["proved"]
    assert statuses(session, "norm(x)^2 = dot(x, x); N*mu = dot(a, one)") == ["proved", "proved"]
    session = Session()
    assert statuses(session, "use layernorm") == []
    assert statuses(session, "Pi*Pi = Pi") == ["proved"]
    assert statuses(session, r"\vec a \cdot \vec 1 = N\mu") == ["proved"]
    with pytest.raises(InputError, match="there is no theory 'nothing'"):
        session.decide("use nothing\na = a")


def test_displays_are_read_as_in_a_paper() -> None:
    """A chain with its links, a relation of each row; what is not decided is noted with its place."""
    session = Session()
    found = session.decide(
        MEAN
        + r"""\begin{align}
  \sum_{i=1}^N (x_i - \bar x)^2
    &= \sum_{i=1}^N (x_i^2 - 2 \bar x x_i + \bar x^2) \\
    &= \Bigl(\sum_{i=1}^N x_i^2\Bigr) - \bar x^2
\end{align}
\vec x \cdot \vec 1 = N \bar x
\[ \vec x \cdot \vec x
   \geq 0 \]
$$ \bar x \approx 0 $$
"""
    )
    assert [verdict.status for verdict in found] == ["proved", "refuted", "proved", "proved"]
    assert found[1].counterexample is not None
    assert found[1].notes == ("true with N before x̄²: Σᵢ (xᵢ² - 2x̄xᵢ + x̄²) = Σᵢ xᵢ² - Nx̄²",)
    assert found.notes == ("not decided, 11:11: ≈ says nothing exact",)
    assert not found
    assert "≈ says nothing exact" in str(found)
    assert "≈ says nothing exact" in found._repr_markdown_()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("norm(y) = 1", r"^1:6: the unknown name 'y'"),
        ("\n\nx = x\nvector y : K", r"^4:12: the unknown dimension 'K'"),
        ("x x", r"^1:3: found 'x', expected"),
        ("dot(x, x)", r"^1:10: found the end, expected an operator or a relation sign"),
        (r"\vec x \cdot", r"^1:8: found the sign"),
        (r"\[ \vec x = \vec y \]", r"^1:13: the unknown name y"),
        ("\n\\begin{align} x", r"^2:1: found \\begin\{align\}"),
        ("\\[\n% derive: let \\mu = 1\n\\mu = 1 \\]", r"^2:3: found a comment of derive inside of a display"),
        ("vector \x00y : N", r"^1:8: found U\+0000"),
        ("\nnorm(x) >= one", r"^2:9: a bound with shape"),
        ("let f = ", r"^1:8: "),
        ("x = x\n - x = 0", r"^2:2: found a line that begins with '-', expected a relation sign, or the whole"),
        (r"\[ \vec x \geq \vec x \]", r"^1:11: a bound"),
    ],
)
def test_what_cannot_be_read_has_a_place(text: str, message: str) -> None:
    """And leaves the session as it was: nothing is declared, nothing decided."""
    session = Session()
    session.decide("dimension N; vector x : N")
    before = list(session.declared)
    with pytest.raises(DeriveError, match=message):
        session.decide(f"{text}")
    assert session.declared == before
    assert statuses(session, "norm(x)^2 = dot(x, x)") == ["proved"]


def test_it_says_why_it_is_latex() -> None:
    """Plain syntax below names in LaTeX is read as LaTeX, which an error tells."""
    session = Session()
    session.decide(MEAN)
    with pytest.raises(InputError) as raised:
        session.decide("norm(x)^2 = dot(x, x)")
    assert raised.value.__notes__ == ["this is read as LaTeX, as names before are; forget begins anew"]
    assert statuses(session, "forget; dimension N; vector x : N; norm(x)^2 = dot(x, x)") == ["proved"]


def test_answers() -> None:
    """A sequence of verdicts; true where there are some, and all are proved."""
    session = Session()
    good = session.decide("dimension N; vector x : N; x = x; norm(x) >= 0")
    bad = session.decide("x = x; x = 2*x")
    none = session.decide("scalar t")
    assert (bool(good), bool(bad), bool(none)) == (True, False, False)
    assert (len(good), len(none)) == (2, 0)
    assert good[1].scope == "all N ≥ 1"
    assert [verdict.status for verdict in bad[:2]] == ["proved", "refuted"]
    assert str(good).count("proved for all N ≥ 1") == 2
    assert bad._repr_markdown_().count("\n---\n") == 1
