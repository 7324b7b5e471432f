"""Environments: names that win, definitions that follow, and the environment of a term."""

from __future__ import annotations

import pytest

from derive.errors import InputError, NameError_
from derive.language.build import index, let, matrix, mean, ones, vector
from derive.language.hypotheses import Condition
from derive.language.substitution import check_names
from derive.language.terms import Defined, Definition, Dimension, Symbol
from derive.reading import (
    DEFAULT,
    environment_from,
    environment_of,
    environment_of_theory,
    read_declarations,
    read_term,
)
from derive.theories.registry import load_theory

LAYERNORM = environment_of_theory(load_theory("layernorm"))
N, K = Dimension("N"), Dimension("K")
a, g = vector("a", N), vector("g", N)


def test_extend_gives_a_new_environment() -> None:
    """The old environment keeps its names; the new names win."""
    extended = DEFAULT.extend({"K": K, "c": matrix("c", K, K)}, (Condition("nonzero", g),))
    assert "K" not in DEFAULT.names
    assert extended.names["c"] == matrix("c", K, K)
    assert extended.hypotheses == (Condition("nonzero", g),)
    with pytest.raises(TypeError):
        extended.names["z"] = a  # type: ignore[index]  # the mistake under test


def test_definitions_follow_a_symbol_declared_anew() -> None:
    """With another g, G is the diagonal of that g, so that one name means one thing."""
    env = read_declarations("vector g : N nonzero", LAYERNORM)
    G = read_term("G*G^-1 + LN*one.T + I*g*one.T", env)
    check_names(G)
    assert Symbol("g", (N,), frozenset({"nonzero"})) in read_term("G", env).unfold().children  # type: ignore[attr-defined]


def test_definitions_follow_a_definition_declared_anew() -> None:
    """Nested definitions stay folded and are replaced inside others."""
    env = read_declarations("let mu = c", LAYERNORM)
    check_names(read_term("LN + mu*one", env))
    env = read_declarations("vector a : N nonzero", LAYERNORM)
    assert read_term("LN", env) != read_term("LN", LAYERNORM)
    check_names(read_term("LN + (mu + sigma2)*(a + s)", env))


def test_a_definition_that_no_longer_fits_is_withdrawn() -> None:
    """Its name says why; the others go on with the new symbol, and a new definition takes its place."""
    env = read_declarations("let m = mean(a)", LAYERNORM)
    env = read_declarations("dimension K; vector a : K", env)
    assert read_term("m", env) == let("m", mean(vector("a", K)))
    with pytest.raises(
        NameError_, match=r"the name 'LN' is no longer defined\n(.*\n)*  hint: its definition does not fit a"
    ):
        read_term("LN", env)
    again = read_declarations("let LN = g", env)
    assert read_term("LN", again) == let("LN", g)
    assert "LN" not in again.withdrawn


def test_hypotheses_follow_too() -> None:
    """A hypothesis on a symbol speaks of the symbol declared anew."""
    env = read_declarations("assume mu = 0", LAYERNORM)
    env = read_declarations("vector a : N nonzero", env)
    assert env.hypotheses == (read_declarations("assume mu = 0", env).hypotheses[-1],)


def test_environment_from_names() -> None:
    """Terms, dimensions, indices and definitions may be given; the default dimension is N, else the first."""
    pi = let("Pi", ones(N) * ones(N).T)
    env = environment_from({"K": K, "N": N, "P": pi, "i": index("i", N), "twice": a + a})
    assert env.default == N
    assert read_term("P*twice", env) == pi * (a + a)
    assert environment_from({"K": K}).default == K
    assert environment_from({"K": K, "N": N}, default=K).default == K
    assert environment_from({}).default == N


def test_what_is_no_meaning_is_refused() -> None:
    """Only terms, indices and definitions are meanings; functions of the syntax keep theirs."""
    with pytest.raises(InputError, match="int as the meaning of the name 'x'"):
        environment_from({"x": 3})  # type: ignore[dict-item]  # the mistake under test
    with pytest.raises(NameError_, match="'mean' is a function of plain syntax"):
        environment_from({"mean": Definition("mean", (a,), a)})


def test_environment_of_terms_has_all_their_names() -> None:
    """Dimensions, symbols, definitions and what they stand for, free indices; nothing else."""
    n = index("n", N)
    env = environment_of(let("s", a * g) * a, a[n])
    assert set(env.names) == {"N", "a", "g", "s", "n"}
    assert environment_of(matrix("X", K, K)).default == K


def test_environment_of_terms_with_a_name_for_two_things() -> None:
    """Two symbols, or an index and a symbol, of one name cannot both be read."""
    with pytest.raises(NameError_, match="'a' is used for two things"):
        environment_of(a, vector("a", K))
    with pytest.raises(NameError_, match="'a' is used for two things"):
        environment_of(a, g[index("a", N)])


#: Definitions with parameters, which plain syntax calls or does not have.
_FUNCTIONS = {"hat", "cos", "u", "H_G"}


def test_the_environment_of_a_theory() -> None:
    """Its names and definitions over the default symbols; `one` and `I` are left to the reader, to fit every dimension."""
    theory = load_theory("layernorm")
    names = theory.names
    defined = {entry.term.definition.name for entry in theory.definitions if isinstance(entry.term, Defined)}
    assert {"alpha", "Pi2", "J", "LN"} <= defined
    for name in set(DEFAULT.names) | set(names) - {"one", "I"} | defined - _FUNCTIONS:
        assert name in LAYERNORM.names
    assert all(LAYERNORM.names[name] == meaning for name, meaning in names.items() if name not in ("one", "I"))
    assert LAYERNORM.withdrawn == {}


def test_a_definition_of_a_theory_speaks_of_the_theory_s_symbols() -> None:
    """α and Π₂ are stated for nonzero gains; beside g they speak of that g, and the statement assumes what it needs."""
    check_names(read_term("alpha*g + Pi2*LN", LAYERNORM))
    assert read_term("alpha", LAYERNORM) == let("alpha", 1 / g)
