"""Numeric spot checks of Eqs. (1), (4) and (6) of P. M. Riechers, *Geometry and Dynamics of LayerNorm*.

Evidence only: nothing here can state or prove anything.  The truth to compare with is computed from the same float64 data
without rounding up to the square root (`fractions`), and from there with 60 digits (`decimal`).

The forward error bound
-----------------------
Let u = 2⁻⁵³, A = max|aₙ|, s = a − μ1, r = √(σ² + ε), y = s/r, κ = A/r, Y = max|yₙ|, Γ = max|gₙ|.  To first order in u:

* *centring.* A sum of N numbers in any order errs by at most (N−1)u Σ|aₙ|, so μ̂ errs by at most (N+1)uA, and
  |ŝₙ − sₙ| ≤ (N+3)uA.  For Eq. (6), fl(1/√N)² and the subtraction give entries of Π with errors below 5u/N + u|Πₙₘ|; with
  Σₘ|Πₙₘ| ≤ 2 and the N-term product, |(Π̂a)ₙ − sₙ| ≤ (2N+7)uA.  Call the larger bound δ = (2N+7)uA, and δ/r = (2N+7)uκ.
* *root.* By Cauchy–Schwarz, replacing s by ŝ changes σ² by at most 2σδ + δ², hence r by at most a relative δ/r.  The
  arithmetic of the sum of squares (N), the division, the square of σ, the addition of ε (or Nε) and the two roots add at
  most a relative (N/2 + 4)u.
* *rest.* Quotient, product with g, √N and diag(g) (its zeros add exactly) add at most a relative 4u, and the bias u of the
  result.

Together |error| ≤ u Γ ((2N+7) κ (1 + Y) + (N/2 + 8) Y) + u S with S = max|result|; one per cent is added for the terms in
u², which is ample while N u κ < 10⁻³.  Errors and bounds are printed in ulps of S: the distance from S to the next float64.
"""

from __future__ import annotations

import hashlib
import importlib
import math
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from derive.errors import InputError
from derive.interop.data import DATA_VARIABLE as DATA_VARIABLE
from derive.interop.data import pythia_file
from derive.interop.reference import REFERENCE, LayerNorm, Vector

#: Decimal digits of the reference values.
DIGITS = 60

#: The customary ε of LayerNorm.
EPSILON = 1e-5

#: ⟨probe, LN(pre_norm)⟩ + PYTHIA_BIAS for the Pythia-70m data, to 15 digits.
PYTHIA_LOGIT = 11.4078519121788
PYTHIA_BIAS = 0.8328
PYTHIA_SIZE = 512
#: Where those data are from, and how far float64 may be from the exact logit: the product of 512 terms is in it.
PYTHIA_SOURCE = (
    "a residual vector of Pythia-70m and a row of its unembedding, of 512 components each, "
    "from prior-technology/VectorTransformer"
)
LOGIT_TOLERANCE = 1e-13


@dataclass(frozen=True)
class Absent:
    """A check that was not made, and why."""

    reason: str


@dataclass(frozen=True)
class Accuracy:
    """The worst error of one form at one size, in ulps of the largest component, with its a-priori bound."""

    size: int
    form: str
    worst: float
    bound: float

    @property
    def within(self) -> bool:
        """Whether the measured error respects the bound."""
        return self.worst <= self.bound


@dataclass(frozen=True)
class _Data:
    """One LayerNorm's worth of float64 data, with the exact result and the bound for it."""

    a: Vector
    g: Vector
    b: Vector
    exact: list[Decimal]
    scale: float
    bound: float


def float64_agreement(sizes: Iterable[int] = (1, 2, 3, 8, 64, 768), seed: int = 0) -> tuple[Accuracy, ...]:
    """Eqs. (1), (4), (6) in float64 against the exact values, for normal data at each size.

    >>> all(row.within for row in float64_agreement((1, 3)))
    True
    """
    return _agreement(REFERENCE, sizes, seed)


def _agreement(functions: Mapping[str, LayerNorm], sizes: Iterable[int], seed: int) -> tuple[Accuracy, ...]:
    return tuple(
        Accuracy(size, name, _worst(function(data.a, data.g, data.b, EPSILON), data), data.bound)
        for size in sizes
        for data in [_data(size, seed)]
        for name, function in functions.items()
    )


def torch_agreement(sizes: Iterable[int] = (1, 2, 3, 8, 64, 768), seed: int = 0) -> tuple[Accuracy, ...] | Absent:
    """``torch.nn.functional.layer_norm`` in float64 against the exact values; `Absent` where torch is not installed.

    The bound is that of the formulas here; torch may compute the variance in another way, so that it is no promise of torch.
    """
    layer_norm = torch_layer_norm()
    return layer_norm if isinstance(layer_norm, Absent) else _agreement({"torch": layer_norm}, sizes, seed)


def torch_layer_norm() -> LayerNorm | Absent:
    """``torch.nn.functional.layer_norm`` in float64, with the arguments of the reference functions."""
    try:
        torch: Any = importlib.import_module("torch")
        functional: Any = importlib.import_module("torch.nn.functional")
    except ImportError as error:
        return Absent(f"torch cannot be imported: {error}")

    def layer_norm(a: Vector, g: Vector, b: Vector, epsilon: float) -> Vector:
        data, weight, bias = (torch.tensor(part.tolist(), dtype=torch.float64) for part in (a, g, b))
        return np.array(functional.layer_norm(data, (len(a),), weight=weight, bias=bias, eps=epsilon).tolist())

    return layer_norm


def exact_layer_norm(a: Vector, g: Vector, b: Vector, epsilon: float | Fraction) -> list[Decimal]:
    """LN of float64 data, rational up to the square root and then to 60 digits."""
    centred, square = _centred(a, epsilon)
    with localcontext() as context:
        context.prec = DIGITS
        root = _decimal(square).sqrt()
        return [
            _decimal(Fraction(float(g[n])) * s) / root + _decimal(Fraction(float(b[n]))) for n, s in enumerate(centred)
        ]


def _centred(a: Vector, epsilon: float | Fraction) -> tuple[list[Fraction], Fraction]:
    """a − μ1 and σ² + ε, exactly."""
    components = [Fraction(float(component)) for component in a]
    mean = sum(components, Fraction(0)) / len(components)
    centred = [component - mean for component in components]
    square = sum((s * s for s in centred), Fraction(0)) / len(components) + Fraction(epsilon)
    return centred, square


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)


def _data(size: int, seed: int) -> _Data:
    """Normal data with their exact LayerNorm, and the bound of the module's docstring in ulps."""
    if isinstance(size, bool) or not isinstance(size, int) or size < 1:
        raise InputError(f"the size {size!r}", hint="sizes are integers of at least 1")
    generator = np.random.default_rng([seed, size])
    a, g, b = generator.standard_normal((3, size))
    exact = exact_layer_norm(a, g, b, EPSILON)
    centred, square = _centred(a, EPSILON)
    root = math.sqrt(square)
    kappa = float(np.max(np.abs(a))) / root
    largest = max(abs(float(s)) for s in centred) / root
    gain = float(np.max(np.abs(g)))
    scale = max(abs(float(value)) for value in exact)
    unit = 2.0**-53
    error = unit * gain * ((2 * size + 7) * kappa * (1 + largest) + (size / 2 + 8) * largest) + unit * scale
    return _Data(a, g, b, exact, scale, 1.01 * error / math.ulp(scale))


def _worst(computed: Vector, data: _Data) -> float:
    """The largest error in ulps of the largest component."""
    with localcontext() as context:
        context.prec = DIGITS
        worst = max(abs(Decimal(float(c)) - e) for c, e in zip(computed, data.exact, strict=True))
        return float(worst / Decimal(math.ulp(data.scale)))


def pythia_logit(folder: Path | str | None = None) -> dict[str, float] | Absent:
    """⟨probe, LN(pre_norm)⟩ + 0.8328 by Eqs. (1), (4), (6) and by torch where it is, from the Pythia-70m data in ``folder``.

    Without ``folder`` the environment variable ``DERIVE_DATA`` names it; without both the result is `Absent`.  All values
    must be `PYTHIA_LOGIT`.  Raises `InputError` for a file that is missing, truncated, or holds other arrays.
    """
    vectors = _pythia(folder)
    if isinstance(vectors, Absent):
        return vectors
    residual, probe = vectors
    gains, bias = np.ones(PYTHIA_SIZE), np.zeros(PYTHIA_SIZE)
    torch = torch_layer_norm()
    functions = REFERENCE if isinstance(torch, Absent) else {**REFERENCE, "torch": torch}
    return {
        name: float(np.dot(probe, function(residual, gains, bias, EPSILON))) + PYTHIA_BIAS
        for name, function in functions.items()
    }


def exact_pythia_logit(folder: Path | str | None = None) -> Decimal | Absent:
    """The same logit from the same float64 vectors without rounding up to the square root, to `DIGITS` digits.

    ε = 10⁻⁵ and the bias 0.8328 are the decimal numbers.  `Absent` and `InputError` as in `pythia_logit`.
    """
    vectors = _pythia(folder)
    if isinstance(vectors, Absent):
        return vectors
    residual, probe = vectors
    exact = exact_layer_norm(residual, np.ones(PYTHIA_SIZE), np.zeros(PYTHIA_SIZE), Fraction(str(EPSILON)))
    with localcontext() as context:
        context.prec = DIGITS
        terms = (Decimal(float(weight)) * value for weight, value in zip(probe, exact, strict=True))
        return sum(terms, Decimal(str(PYTHIA_BIAS)))


def pythia_digest(folder: Path | str | None = None) -> str:
    """The SHA-256 of the bytes of residual and probe, little-endian; empty where they are absent."""
    vectors = _pythia(folder)
    if isinstance(vectors, Absent):
        return ""
    return hashlib.sha256(b"".join(vector.astype("<f8").tobytes() for vector in vectors)).hexdigest()


def _pythia(folder: Path | str | None) -> tuple[Vector, Vector] | Absent:
    path = pythia_file(folder)
    if path is None:
        return Absent(f"the environment variable {DATA_VARIABLE} names no folder")
    arrays = _load(path, {"pre_norm": PYTHIA_SIZE, "probe_token": PYTHIA_SIZE})
    return arrays["pre_norm"], arrays["probe_token"]


def _load(path: Path, wanted: Mapping[str, int]) -> dict[str, Vector]:
    """The named float64 vectors of an ``.npz``; nothing in it is unpickled."""
    try:
        with path.open("rb") as stream:
            archive = np.load(stream, allow_pickle=False)
            if not isinstance(archive, np.lib.npyio.NpzFile):
                raise InputError(f"{path}: a single array", hint=f"an .npz with {', '.join(wanted)} is expected")
            missing = [name for name in wanted if name not in archive.files]
            if missing:
                raise InputError(f"{path}: no array {', '.join(missing)}; found {', '.join(archive.files) or 'none'}")
            arrays = {name: archive[name] for name in wanted}
    except FileNotFoundError as error:
        raise InputError(f"{path}: no such file", hint=f"{DATA_VARIABLE} names the folder of the data") from error
    except (OSError, ValueError, EOFError, KeyError, zipfile.BadZipFile) as error:
        raise InputError(f"{path}: cannot be read as an .npz without pickles: {error}") from error
    for name, size in wanted.items():
        array = arrays[name]
        if array.shape != (size,) or array.dtype != np.float64:
            raise InputError(
                f"{path}: {name} has shape {array.shape} and type {array.dtype}; ({size},) and float64 are expected"
            )
        if not np.all(np.isfinite(array)):
            raise InputError(f"{path}: {name} holds NaN or infinity", hint="finite numbers are expected")
    return arrays
