"""Dimension inference: `one`, `I`, definitions and indices take the dimension that their surroundings demand."""

from __future__ import annotations

import pytest

from derive.errors import InputError
from derive.language.substitution import dimensions_of
from derive.printing.plain import plain
from derive.reading import environment_of_theory, read_declarations, read_statement, read_term
from derive.theories.registry import load_theory

LAYERNORM = environment_of_theory(load_theory("layernorm"))
ENV = read_declarations("dimension N, K; matrix X : N x K; vector p : K; matrix W : K x K", LAYERNORM)

INFERRED = [
    # (text, the same text with every dimension written out)
    ("X*one", "X*ones(K)"),
    ("X.T*one", "X.T*ones(N)"),
    ("one.T*X*one", "ones(N).T*X*ones(K)"),
    ("I*X*I", "identity(N)*X*identity(K)"),
    ("p - mean(p)*one", "p - mean(p)*ones(K)"),
    ("W + I", "W + identity(K)"),
    ("W*(I - one*one.T/K)", "W*(identity(K) - ones(K)*ones(K).T/K)"),
    ("dot(one, p)", "dot(ones(K), p)"),
    ("outer(one, p) - one*p.T + X", "outer(ones(N), p) - ones(N)*p.T + X"),
    ("p*one", "p*ones(K)"),
    ("one/p", "ones(K)/p"),
    ("hadamard(one, p)", "ones(K)*p"),
    ("diag(one)*p", "diag(ones(K))*p"),
    ("trace(I + W)", "trace(identity(K) + W)"),
    ("pinv(one*one.T*X)", "pinv(ones(N)*ones(N).T*X)"),
    ("(I + X.T*X)^-1", "(identity(K) + X.T*X)^-1"),
    ("sum(k, p[k]*one[k])", "sum(k:K, p[k]*ones(K)[k])"),
    ("grad(p, p)*one + one", "grad(p, p)*ones(K) + ones(K)"),
    ("mean(one) + trace(W)", "mean(ones(K)) + trace(W)"),
    ("X.T*X - X.T*one*(one.T*one)^-1*one.T*X", "X.T*X - X.T*ones(N)*(ones(N).T*ones(N))^-1*ones(N).T*X"),
    ("one.T*one/N", "ones(N).T*ones(N)/N"),
    ("trace(I)*K", "trace(identity(K))*K"),
    ("Pi*X", "Pi*X"),
    ("trace(Pi) + K", "trace(Pi) + K"),
]


@pytest.mark.parametrize(("text", "full"), INFERRED, ids=[text for text, _ in INFERRED])
def test_dimensions_come_from_the_surroundings(text: str, full: str) -> None:
    """The term read is the one with dimensions written out."""
    assert plain(read_term(text, ENV)) == full


def test_sides_and_hypotheses_share_one_inference() -> None:
    """A dimension may follow from the other side of the relation."""
    assert [plain(term) for term in read_statement("one = p", ENV).terms] == ["ones(K)", "p"]
    assert [plain(term) for term in read_statement("I = W = I", ENV).terms] == ["identity(K)", "W", "identity(K)"]
    chain = read_statement("one.T*p = 0 |- one.T*one = K", ENV)
    assert [plain(term) for term in chain.terms] == ["ones(K).T*ones(K)", "K"]


def test_a_definition_over_the_default_dimension_is_read_over_another() -> None:
    """Π is the projector of whatever dimension it is applied to, and of its own where nothing asks."""
    K = ENV.names["K"]
    assert dimensions_of(read_term("Pi*p", ENV)) == (K,)
    assert dimensions_of(read_term("X*Pi*p", ENV)) == (ENV.names["N"], K)
    assert dimensions_of(read_term("trace(Pi)", ENV)) == (ENV.names["N"],)


def test_a_definition_with_symbols_keeps_its_dimension() -> None:
    """s = Pi*a speaks of a, so that it fits nothing over K."""
    with pytest.raises(InputError, match=r"a Hadamard product of shapes \(N\) and \(K\)"):
        read_term("s*p", ENV)


UNDECIDED = [
    ("one.T*one", "'one'", "ones(K) or ones(N)"),
    ("trace(I) + N - K", "'I'", "identity(K) or identity(N)"),
    ("one.T*X*one + norm(one)", "'one'", "ones(K) or ones(N)"),
]


@pytest.mark.parametrize(("text", "word", "ways"), UNDECIDED, ids=[text for text, _, _ in UNDECIDED])
def test_what_stays_open_between_dimensions_is_refused(text: str, word: str, ways: str) -> None:
    """No dimension is guessed where two would do; the message says what to write."""
    with pytest.raises(InputError) as caught:
        read_term(text, ENV)
    assert f"the dimension of {word} cannot be told from what stands around it" in caught.value.message
    assert caught.value.hint == f"write {ways}"


def test_one_dimension_is_the_default() -> None:
    """Where only N is declared, one and I are over N."""
    assert plain(read_term("one.T*I*one")) == "ones(N).T*identity(N)*ones(N)"
    only = read_declarations("dimension d; vector v : d")
    assert plain(read_term("one.T*one", only)) == "ones(d).T*ones(d)"
