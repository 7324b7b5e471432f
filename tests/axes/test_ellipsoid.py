"""The ellipsoid for real gains, against its definition in arithmetic of many digits."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mp

from derive.axes.ellipsoid import MOST, SPREAD, Ellipsoid, as_npy, ellipsoid, semi_axes
from derive.axes.secular import BLOCK, Array, product, roots, sum_
from derive.errors import InputError, LimitError, ShapeError

#: What the room promises of every semi-axis.
RELATIVE = 4e-16
RANDOM = np.random.default_rng(20240611)
ULP = 2.0**-52


def _log_uniform(count: int) -> Array:
    return np.asarray(10 ** RANDOM.uniform(-8, 8, count) * RANDOM.choice([-1, 1], count))


SETS = {
    **{f"normal, N = {count}": RANDOM.normal(size=count) for count in (1, 2, 3, 50)},
    **{f"log-uniform, N = {count}": _log_uniform(count) for count in (1, 2, 3, 50)},
    "a float32 network": RANDOM.normal(1, 0.1, 50).astype(np.float32).astype(np.float64),
    "clusters one ulp apart": np.concatenate(
        [1 + ULP * np.arange(20), -2 - 2 * ULP * np.arange(15), [3.0, 3 + 2 * ULP]]
    ),
    "one cluster, and one size": np.append(1 + ULP * np.arange(49), 2.0),
    "two clusters about one size": np.concatenate([1 + ULP * np.arange(24), [1.05], 1.3 + ULP * np.arange(24)]),
    "heavy sizes about one": np.repeat([0.9, 1.0, 1.06, 1.2], [20, 1, 1, 25]),
    "repeated": np.repeat([1.0, -1.0, 2.0, 7.0, -9.0], [3, 2, 5, 2, 10]),
    "all of one size": np.repeat([0.3, -0.3], [2, 3]),
    "one tiny": np.append(RANDOM.normal(size=30), 1e-200),
    "three tiny": np.append(RANDOM.normal(size=30), [4.8e-33, -6.0e-33, -1.5e-9]),
    "one huge": np.append(RANDOM.normal(size=30), -1e12),
    "one zero": np.append(RANDOM.normal(size=30), 0.0),
    "zeros": np.append(RANDOM.normal(size=10), np.zeros(40)),
    "zeros and one size": np.append(np.zeros(49), 0.1),
    "negative zero": np.array([-0.0, 2.0, 3.0]),
    "all zero": np.zeros(4),
    "near overflow": np.array([1e307, 1.5e307, -1.2e307]),
    "subnormal": np.array([5e-324, 1e-323, 1.5e-322, 1e-300]),
}


def by_definition(gains: Array) -> list[mpmath.mpf]:
    """√(Nζ), ζ the eigenvalues of GΠG, in 60 digits more than squares of these gains spread over."""
    count, size = len(gains), np.abs(gains[gains != 0])
    if not len(size):
        return []
    g = [mpmath.mpf(float(gain)) for gain in gains]
    with mp.workdps(60 + 4 * int(math.log10(size.max()) - math.log10(size.min()) + 1)):
        gram = mpmath.matrix(count, count)
        for n in range(count):
            for m in range(count):
                gram[n, m] = g[n] * ((n == m) - mpmath.mpf(1) / count) * g[m]
        eigenvalues = sorted(mpmath.eigsy(gram, eigvals_only=True), reverse=True)
        dimension = count - max(count - len(size), 1)
        return [mpmath.sqrt(count * each) for each in eigenvalues[:dimension]]


def by_bisection(gains: Array) -> list[mpmath.mpf]:
    """√(Nζ) between neighbouring sizes by the sign of Σ 1/(gₙ² − ζ), and repeated sizes: for more gains than 12."""
    with mp.workdps(700):
        sizes, numbers = np.unique(np.abs(gains), return_counts=True)
        squares = [mpmath.mpf(float(size)) ** 2 for size in sizes]
        found = [size for size, number in zip(squares, numbers, strict=True) for _ in range(number - 1) if size]
        for low, high in itertools.pairwise(squares):
            found.append(_between(low, high, list(zip(numbers.tolist(), squares, strict=True))))
        return sorted((mpmath.sqrt(len(gains) * each) for each in found), reverse=True)


def _between(low: mpmath.mpf, high: mpmath.mpf, poles: list[tuple[int, mpmath.mpf]]) -> mpmath.mpf:
    """The interval is halved until 24 digits of the root are settled."""
    with mp.workdps(60):
        while high - low > high * mpmath.mpf(10) ** -24:
            middle = (low + high) / 2
            above = sum(number / (pole - middle) for number, pole in poles) > 0
            low, high = (low, middle) if above else (middle, high)
        return (low + high) / 2


def worst(found: Array, exact: list[mpmath.mpf]) -> float:
    """The greatest relative error."""
    with mp.workdps(50):
        return max((float(abs(mpmath.mpf(float(a)) / b - 1)) for a, b in zip(found, exact, strict=True)), default=0.0)


def shorter(gains: Array, length: mpmath.mpf) -> int:
    """How many eigenvalues of GΠG = D − ggᵀ/N are below ζ = length²/N: as many as of D, and one more where
    1 − gᵀ(D − ζI)⁻¹g/N < 0 (Sylvester's law of inertia, for the matrix bordered by g and N).
    """
    with mp.workdps(60):
        squares = [mpmath.mpf(float(gain)) ** 2 for gain in gains]
        zeta = length**2 / len(gains)
        below = sum(square < zeta for square in squares)
        return below + (1 - sum(square / (square - zeta) for square in squares) / len(gains) < 0)


@pytest.mark.parametrize("name", SETS)
def test_every_semi_axis_is_exact_up_to_rounding(name: str) -> None:
    """To 4e-16 of itself, the shortest like the longest."""
    gains = SETS[name]
    exact = by_definition(gains) if len(gains) <= 12 else by_bisection(gains)
    if name == "subnormal":  # there float64 itself is coarser
        assert np.allclose(semi_axes(gains), [float(each) for each in exact], rtol=0, atol=5e-324)
        return
    assert worst(semi_axes(gains), exact) <= RELATIVE


def check_by_inertia(gains: Array, step: int = 1) -> None:
    """As many lengths as there should be are below each one less 4e-16 of it, and below it with as much more.

    Of so many lengths one is asked about, the longest among them.
    """
    found = semi_axes(gains)
    for place, length in list(enumerate(found))[::step]:
        with mp.workdps(60):
            exact = mpmath.mpf(float(length))
            less, more = exact * (1 - RELATIVE), exact * (1 + RELATIVE)
        assert shorter(gains, less) <= len(gains) - 1 - place < shorter(gains, more)


@pytest.mark.parametrize("name", ["log-uniform, N = 50", "clusters one ulp apart", "repeated", "zeros", "one zero"])
def test_by_inertia(name: str) -> None:
    """A third reference, which finds no length and so costs little."""
    check_by_inertia(SETS[name])


FINITE = st.floats(-1e100, 1e100, allow_subnormal=False) | st.sampled_from([0.0, 1.0, -1.0, 1 + ULP, 2.0, 1e-8])


@given(st.lists(FINITE, min_size=1, max_size=8))
def test_any_gains(numbers: list[float]) -> None:
    """Whatever floats there are, with equal and nearly equal ones."""
    gains = np.array(numbers)
    exponents = np.frexp(gains[gains != 0])[1]
    if len(exponents) and np.ptp(exponents) > SPREAD:
        with pytest.raises(InputError, match="quotients"):
            ellipsoid(gains)
        return
    check_by_inertia(gains)
    check_directions(ellipsoid(gains))


@pytest.mark.parametrize("count", [2, 5, 12])
def test_bisection_agrees_with_the_definition(count: int) -> None:
    """The reference for many gains is that for few, zero and repeated gains included."""
    gains = RANDOM.integers(-3, 4, count) / 2
    first, second = by_definition(gains), by_bisection(gains)
    assert len(first) == len(second)
    assert all(abs(a / b - 1) < mpmath.mpf(10) ** -30 for a, b in zip(first, second, strict=True))


def test_several_blocks_agree_with_lapack() -> None:
    """N = 400 is more than one block; `numpy.linalg.eigvalsh` of GΠG has 1e-12 there."""
    gains = RANDOM.uniform(1, 2, 400)
    assert len(gains) ** 2 > 3 * BLOCK
    gram = np.diag(gains**2) - np.outer(gains, gains) / 400
    lapack = np.sqrt(400 * np.linalg.eigvalsh(gram)[:0:-1])
    assert np.allclose(semi_axes(gains), lapack, rtol=1e-12, atol=0)


def test_an_error_of_the_terms_is_not_passed_on() -> None:
    """The least root, between 0 and the next size, is all offset: the sum of many rounded terms is not exact enough."""
    worst_root = 0.0
    for _ in range(3):
        sizes = np.concatenate([[0.0, 0.3], np.sort(1 + 1e-3 * RANDOM.uniform(size=100))])
        near, shift = roots(sizes, np.ones(len(sizes)))
        with mp.workdps(60):
            poles = [(1, mpmath.mpf(float(size)) ** 2) for size in sizes]
            for k in range(3):
                exact = mpmath.sqrt(_between(poles[k][1], poles[k + 1][1], poles))
                found = mpmath.mpf(float(sizes[near[k]])) + mpmath.mpf(float(shift[k]))
                worst_root = max(worst_root, float(abs(found / exact - 1)))
    assert worst_root < 0.6 * 2.0**-53


def test_memory_is_linear(monkeypatch: pytest.MonkeyPatch) -> None:
    """No array has more than one block, or one row."""
    import derive.axes.secular as secular

    largest = 0
    original = secular._gaps

    def watched(sizes: Array, *rest: Array) -> Array:
        nonlocal largest
        gaps = original(sizes, *rest)
        largest = max(largest, gaps.size)
        return gaps

    monkeypatch.setattr(secular, "_gaps", watched)
    semi_axes(RANDOM.normal(size=700))
    assert 0 < largest <= BLOCK


def test_signs_and_order_do_not_matter() -> None:
    """The lengths are those of sizes; the bits are the same."""
    gains = RANDOM.normal(size=40)
    other = RANDOM.permutation(gains) * RANDOM.choice([-1, 1], 40)
    assert semi_axes(gains).tobytes() == semi_axes(other).tobytes()


@pytest.mark.parametrize("power", [-800, 1, 800])
def test_powers_of_two_scale_exactly(power: int) -> None:
    """Without overflow on the way."""
    gains = RANDOM.normal(size=20)
    assert (semi_axes(np.ldexp(gains, power)) == np.ldexp(semi_axes(gains), power)).all()


def check_directions(found: Ellipsoid) -> None:
    """Unit vectors, orthogonal to each other and to the normal, and GΠGx = ζx."""
    rows, count = found.directions(len(found.gains) + 5), len(found.gains)
    assert rows.shape == (found.dimension, count)
    assert np.allclose(rows @ rows.T, np.eye(found.dimension), rtol=0, atol=1e-13)
    greatest = np.abs(found.gains).max(initial=1e-300)
    g, lengths = found.gains / greatest, found.semi_axes / greatest
    residual = g * (g * rows - (rows @ g)[:, None] / count) - lengths[:, None] ** 2 / count * rows
    assert np.abs(residual).max(initial=0.0) < 1e-14
    if found.normal is not None:
        assert np.abs(rows @ found.normal).max(initial=0.0) < 1e-13
    assert np.abs(rows[:, found.zero_gains]).max(initial=0.0) == 0


@pytest.mark.parametrize("name", SETS)
def test_directions(name: str) -> None:
    """For clusters, repeated sizes and zero gains, too."""
    check_directions(ellipsoid(SETS[name]))


@pytest.mark.parametrize("name", SETS)
def test_volume_and_trace(name: str) -> None:
    """The closed form of the volume is the product of the semi-axes; the sum of their squares is (N − 1) Σ g²."""
    found = ellipsoid(SETS[name])
    dimension = found.dimension
    ball = dimension / 2 * math.log(math.pi) - math.lgamma(dimension / 2 + 1)
    tolerance = 0.1 if name == "subnormal" else 1e-12
    assert math.isclose(
        found.log_volume, ball + math.fsum(np.log(found.semi_axes)), rel_tol=tolerance, abs_tol=tolerance
    )
    assert found.trace_error < 1e-15


@pytest.mark.parametrize("name", SETS)
def test_position(name: str) -> None:
    """Normal and tilt by their definitions, where there are any."""
    gains = SETS[name]
    found, count = ellipsoid(gains), len(gains)
    zeros = np.flatnonzero(gains == 0)
    assert found.zero_gains.tolist() == zeros.tolist()
    assert found.dimension == count - max(len(zeros), 1)
    if len(zeros) > 1 or count == 1:
        assert found.tilt is None
        return
    with mp.workdps(400):
        alpha = [1 / mpmath.mpf(float(gain)) for gain in gains] if not len(zeros) else [*map(int, gains == 0)]
        length = mpmath.sqrt(sum(each**2 for each in alpha))
        angle = mpmath.acos(min(abs(sum(alpha)) / mpmath.sqrt(count) / length, mpmath.mpf(1)))
        normal = [float(each / length) for each in alpha]
    assert found.tilt is not None
    assert math.isclose(found.tilt, float(angle), rel_tol=1e-12, abs_tol=1e-100)
    assert found.normal is None if len(zeros) else np.allclose(found.normal, normal, rtol=1e-14, atol=1e-300)


def test_a_small_tilt_is_not_lost() -> None:
    """The arc cosine of 1 − θ²/2 would have no digit of it."""
    assert math.isclose(ellipsoid(np.array([1.0, 1.0 + 1e-10])).tilt or 0, 0.5e-10, rel_tol=1e-5)


def test_a_point() -> None:
    """One gain, or all gains zero."""
    for gains in (np.array([3.0]), np.zeros(5)):
        found = ellipsoid(gains)
        assert (found.dimension, found.condition, found.log_volume, found.tilt) == (0, None, 0.0, None)
        assert found.directions(2).shape == (0, len(gains))


def test_the_longest_semi_axis_of_a_real_network(derive_data: Path) -> None:
    """MiniLM's last LayerNorm, with two gains of 5e-33: 40 digits were computed apart from this program."""
    with np.load(derive_data / "minilm_l6_v2_layernorms.npz", allow_pickle=False) as arrays:
        every = {name: arrays[name].astype(np.float64) for name in arrays.files if name.endswith("weight")}
    found = ellipsoid(every["encoder.layer.5.output.LayerNorm.weight"])
    assert abs(mpmath.mpf(float(found.semi_axes[0])) / mpmath.mpf("15.5599963502158603") - 1) < 2e-16
    check_by_inertia(found.gains, 6)
    for gains in every.values():
        check_directions(ellipsoid(gains))


@pytest.mark.parametrize(
    ("gains", "error", "words"),
    [
        (np.float64(3.0), ShapeError, "shape ()"),
        (np.ones((2, 3)), ShapeError, "shape (2, 3)"),
        (np.ones(0), ShapeError, "shape (0,)"),
        (np.array([1.0, np.nan, np.inf]), InputError, "nan at the neuron 1, and 2 such gains"),
        (np.array([1.0, -np.inf]), InputError, "-inf at the neuron 1"),
        (np.array([1e-160, 1e160]), InputError, "float64 cannot hold their quotients"),
        (np.full(3, 1.7e308), InputError, "longer than float64 can hold"),
        (np.broadcast_to(1.0, MOST + 1), LimitError, "more than"),
    ],
)
def test_what_are_no_gains(gains: Array, error: type[Exception], words: str) -> None:
    """Said in one line, with a way on."""
    with pytest.raises(error) as caught:
        ellipsoid(gains)
    assert words in str(caught.value)
    assert "\n  hint: " in str(caught.value)


def test_sums_and_products_keep_what_rounding_takes() -> None:
    """Both parts together are exact."""
    a, b = RANDOM.normal(size=100), RANDOM.normal(size=100) * 1e10
    for operation, exact in ((sum_, lambda x, y: x + y), (product, lambda x, y: x * y)):
        high, low = operation(a, b)
        with mp.workdps(60):
            for x, y, whole, rest in zip(a, b, high, low, strict=True):
                assert exact(mpmath.mpf(x), mpmath.mpf(y)) == mpmath.mpf(whole) + mpmath.mpf(rest)


def test_as_npy(tmp_path: Path) -> None:
    """What is written is what NumPy reads."""
    (tmp_path / "axes.npy").write_bytes(as_npy(np.array([2.0, 1.0])))
    assert np.load(tmp_path / "axes.npy", allow_pickle=False).tolist() == [2.0, 1.0]
