"""Values for one symbol that have its properties by construction: first patterns, then seeded random ones.

Patterns are what one would try by hand: 1, 2, 0, −1, 1/2; (1, −1, …), (1, 2, …), (0, …, 0, 1); [[1, 2], [0, 1]].
Random orthogonal matrices are products of Householder reflections I − 2uuᵀ/|u|², which give all rational ones
(Cartan–Dieudonné); random idempotents are uvᵀ/(v·u), uuᵀ/|u|², diagonals of 0 and 1, and their complements; random
invertible matrices are unit lower · diagonal · unit upper triangular.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache
from random import Random

from derive.evaluate import arrays
from derive.evaluate.arrays import Array
from derive.evaluate.conditions import satisfies
from derive.evaluate.numbers import ONE, ZERO

Sizes = tuple[int, ...]

_SCALARS = tuple(map(Fraction, ("1", "2", "0", "-1", "1/2", "3", "-2", "1/3", "-1/2", "4", "-3", "3/2")))


@lru_cache(maxsize=1024)
def patterns(sizes: Sizes, properties: frozenset[str], tied: bool = False, most: int = 100) -> tuple[Array, ...]:
    """The first patterns for a symbol of these sizes and properties; with ``tied`` also some that often solve equations."""
    kinds = [_PATTERNS.get(len(sizes), _filled("tensor"))]
    if "mask" in properties:
        kinds = [_filled("mask")]
    elif len(sizes) == 2 and properties & _STRUCTURED:
        kinds = [_structured_patterns(properties & _STRUCTURED)]
    elif tied and len(sizes) == 1:
        kinds.append(_unit_patterns)
    elif tied and len(sizes) == 2 and sizes[0] == sizes[1]:
        kinds += [_orthogonal_patterns, _idempotent_patterns]
    found: dict[Array, None] = {}
    for kind in kinds:
        for value in kind(sizes):
            if value not in found and all(satisfies(word, value) is True for word in sorted(properties)):
                found[value] = None
            if len(found) == most:
                return tuple(found)
    return tuple(found)


def random_value(sizes: Sizes, properties: frozenset[str], random: Random, reach: int, parts: int = 1) -> Array:
    """A random value with entries of size about ``reach`` and denominators up to ``parts``."""

    def number() -> Fraction:
        value = Fraction(random.randint(-reach, reach), random.randint(1, parts))
        return abs(value) if properties & {"nonneg", "positive"} else value

    def other() -> Fraction:
        """≠ 0."""
        return number() or ONE

    if "mask" in properties:
        vector = tuple(Fraction(random.randint(0, 1)) for _ in range(sizes[0]))
        if "nonzero" in properties:
            return (ONE,) * sizes[0]
        return arrays.put(vector, (0,), ONE) if "not_zero" in properties else vector
    if len(sizes) == 2 and properties & _STRUCTURED:
        return _random_matrix(sizes[0], frozenset(properties & _STRUCTURED), number, other, random)
    if properties & {"nonzero", "positive"}:
        return arrays.fill(sizes, lambda *_: other())
    value = arrays.fill(sizes, lambda *_: number())
    if "not_zero" in properties and not any(value):
        return arrays.put(value, (0,), ONE)
    return value


def random_unit(size: int, random: Random, reach: int) -> Array:
    """A random rational vector of length 1: (2t, 1 − |t|²)/(1 + |t|²)."""
    t = tuple(Fraction(random.randint(-reach, reach), random.randint(1, 2)) for _ in range(size - 1))
    square = sum((x * x for x in t), ZERO)
    return (*(2 * x / (1 + square) for x in t), (1 - square) / (1 + square))


# --- scalars, vectors and matrices without structure ------------------------------------------------------------

#: Entries at i, or at i and j, counted from 0, of arrays of these sizes.
_FORMULAS: dict[str, tuple[Callable[..., int], ...]] = {
    "vector": (
        lambda n, i: (-1) ** i,
        lambda n, i: i + 1,
        lambda n, i: i == n[0] - 1,
        lambda n, i: 2 if i == 0 else 1,
        lambda n, i: i - 1,
        lambda n, i: 1,
        lambda n, i: i == 0,
        lambda n, i: 3 if i == 0 else (-2) ** (i % 3),
        lambda n, i: 0,
    ),
    "mask": (
        lambda n, i: i % 2 == 0,
        lambda n, i: i == n[0] - 1,
        lambda n, i: 1,
        lambda n, i: i == 0,
        lambda n, i: i > 0,
        lambda n, i: 0,
    ),
    "matrix": (
        lambda n, i, j: 1 if i == j else 2 if j == i + 1 else 0,
        lambda n, i, j: 1 if i == j or i == j + 1 else 0,
        lambda n, i, j: i * n[1] + j + 1,
        lambda n, i, j: i + 1 if i == j else 0,
        lambda n, i, j: 1 if i + j == n[0] - 1 else 0,
        lambda n, i, j: int(i == j == 0),
        lambda n, i, j: 1 if i == j else 0,
        lambda n, i, j: 1,
        lambda n, i, j: (-1) ** (i + j) * (1 + min(i, j)),
        lambda n, i, j: -1 if i == j else 0,
        lambda n, i, j: 2 if i == j else 0,
        lambda n, i, j: 0,
    ),
    "symmetric": (
        lambda n, i, j: min(i, j) + 1,
        lambda n, i, j: i + 1 if i == j else 0,
        lambda n, i, j: 1 if i + j == n[0] - 1 else 0,
        lambda n, i, j: i + j,
        lambda n, i, j: 2 if i == j else -1 if abs(i - j) == 1 else 0,
        lambda n, i, j: int(i == j == 0),
        lambda n, i, j: 1 if i == j else 0,
        lambda n, i, j: 1,
        lambda n, i, j: -(i + 1) if i == j else 0,
        lambda n, i, j: 0,
    ),
    "tensor": (lambda n, *at: 1 + sum(at), lambda n, *at: 0),
}


def _filled(kind: str) -> Callable[[Sizes], Iterable[Array]]:
    """The arrays of some sizes by the formulas of one kind."""

    def arrays_of(sizes: Sizes) -> Iterable[Array]:
        return (arrays.fill(sizes, lambda *at, f=formula: Fraction(f(sizes, *at))) for formula in _FORMULAS[kind])

    return arrays_of


def _unit_patterns(sizes: Sizes) -> Iterable[Array]:
    n = sizes[0]
    units = [tuple(row) for row in arrays.identity(n)]
    found: list[Array] = [*units[:3], tuple(-x for x in units[0])]
    if n >= 2:
        found.append((Fraction(3, 5), Fraction(4, 5), *(ZERO,) * (n - 2)))
    if n >= 3:
        found.append((Fraction(1, 3), Fraction(2, 3), Fraction(2, 3), *(ZERO,) * (n - 3)))
    if n >= 4:
        found.append((*(Fraction(sign, 2) for sign in (1, -1, 1, -1)), *(ZERO,) * (n - 4)))
    return found


_PATTERNS: dict[int, Callable[[Sizes], Iterable[Array]]] = {
    0: lambda _: _SCALARS,
    1: _filled("vector"),
    2: _filled("matrix"),
}

# --- matrices with structure ------------------------------------------------------------------------------------

_STRUCTURED = frozenset({"symmetric", "orthogonal", "idempotent", "invertible", "positive_definite"})


def reflection(u: Array) -> Array:
    """I − 2uuᵀ/|u|²."""
    square = arrays.dot(u, u)
    return arrays.fill((len(u), len(u)), lambda i, j: (ONE if i == j else ZERO) - 2 * u[i] * u[j] / square)


def projection(u: Array, v: Array) -> Array:
    """uvᵀ/(v·u)."""
    scale = arrays.dot(v, u)
    return arrays.fill((len(u), len(u)), lambda i, j: u[i] * v[j] / scale)


def complement(matrix: Array) -> Array:
    """I − P."""
    return arrays.apply(lambda x, y: x - y, arrays.identity(len(matrix)), matrix)


def _diagonal(size: int, entry: Callable[[int], int]) -> Array:
    return arrays.fill((size, size), lambda i, j: Fraction(entry(i)) if i == j else ZERO)


def _small_vectors(size: int) -> list[Array]:
    return [vector for vector in _filled("vector")((size,)) if any(vector)]


def _orthogonal_patterns(sizes: Sizes) -> Iterable[Array]:
    n = sizes[0]
    rows = arrays.identity(n)
    if n >= 2:  # a quarter turn of the first two axes, a cycle of all
        yield (tuple(-x for x in rows[1]), rows[0], *rows[2:])
        yield (*rows[1:], rows[0])
    yield _diagonal(n, lambda i: (-1) ** (i + 1))
    yield from map(reflection, _small_vectors(n))
    yield from (_diagonal(n, lambda i: (-1) ** i), rows, _diagonal(n, lambda i: -1))
    if n >= 2:
        yield arrays.times(reflection(_small_vectors(n)[1]), reflection(_small_vectors(n)[2]))


def _symmetric_idempotent_patterns(sizes: Sizes) -> Iterable[Array]:
    n = sizes[0]
    yield _diagonal(n, lambda i: int(i == 0))
    for u in _small_vectors(n):
        yield projection(u, u)
        yield complement(projection(u, u))
    yield from (_diagonal(n, lambda i: i % 2), arrays.identity(n), _diagonal(n, lambda i: 0))


def _idempotent_patterns(sizes: Sizes) -> Iterable[Array]:
    vectors = _small_vectors(sizes[0])
    for u, v in zip(vectors[1:], vectors, strict=False):
        if arrays.dot(u, v):
            yield projection(u, v)
            yield complement(projection(u, v))
    yield from _symmetric_idempotent_patterns(sizes)


def _definite_patterns(sizes: Sizes) -> Iterable[Array]:
    yield arrays.fill(sizes, lambda i, j: Fraction(min(i, j) + 1))
    yield _diagonal(sizes[0], lambda i: (i + 1) ** 2)
    yield arrays.fill(sizes, lambda i, j: Fraction(5 if i == j else 4 if i + j == sizes[0] - 1 else 0))
    yield from _filled("symmetric")(sizes)
    yield _diagonal(sizes[0], lambda i: 4)


def _is_identity(words: frozenset[str]) -> bool:
    """Is it idempotent and invertible?"""
    return "idempotent" in words and not words.isdisjoint({"orthogonal", "invertible", "positive_definite"})


def _random_matrix(
    n: int, words: frozenset[str], number: Callable[[], Fraction], other: Callable[[], Fraction], random: Random
) -> Array:
    def vector() -> Array:
        return arrays.put(tuple(number() for _ in range(n)), (random.randrange(n),), other())

    def triangle() -> Array:
        return arrays.fill((n, n), lambda i, j: ONE if i == j else number() if i > j else ZERO)

    if {"positive_definite", "orthogonal"} <= words or _is_identity(words):
        return arrays.identity(n)
    if "orthogonal" in words:
        result = reflection(vector())
        if "symmetric" not in words and random.random() < 0.7:
            result = arrays.times(result, reflection(vector()))
        return result
    if "idempotent" in words:
        u = vector()
        v = u if "symmetric" in words else vector()
        if not arrays.dot(u, v):
            v = u
        return random.choice((projection(u, v), complement(projection(u, v))))
    diagonal = [other() for _ in range(n)]
    scaling = arrays.fill((n, n), lambda i, j: diagonal[i] if i == j else ZERO)
    left = triangle()
    if "positive_definite" in words:
        scaling = arrays.fill((n, n), lambda i, j: abs(diagonal[i]) if i == j else ZERO)
        return arrays.times(arrays.times(left, scaling), arrays.transpose(left))
    if "invertible" in words:
        right = triangle() if words == {"invertible"} else left
        return arrays.times(arrays.times(left, scaling), arrays.transpose(right))
    half = arrays.fill((n, n), lambda i, j: number())
    return arrays.fill((n, n), lambda i, j: half[min(i, j)][max(i, j)])


def _structured_patterns(words: frozenset[str]) -> Callable[[Sizes], Iterable[Array]]:
    """The patterns that fit a set of matrix properties; `patterns` still checks each of them."""
    if _is_identity(words):
        return lambda sizes: [arrays.identity(sizes[0])]
    if "orthogonal" in words:
        return _orthogonal_patterns
    if "idempotent" in words:
        return _symmetric_idempotent_patterns if "symmetric" in words else _idempotent_patterns
    if "positive_definite" in words:
        return _definite_patterns
    return _filled("symmetric" if "symmetric" in words else "matrix")
