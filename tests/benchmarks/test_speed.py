"""What `derive` and its peers need for the same statements.  Every case asserts what was decided; none asserts a time.

In the ordinary test run each case runs once; `python -m tests.benchmarks.run` measures them.  The group of a case is the row
of the table, its parameter the tool.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.benchmarks import ours, peer_sympy
from tests.memory import forget

TENSORGRAD = pytest.mark.filterwarnings("ignore")  # warnings of another package's dependencies are not ours to mend
NO_TENSORGRAD = "tensorgrad is not installed: pip install '.[bench]'"

#: What SymPy decides of the fourteen identities by doit and expand.
SYMPY_DECIDES = {"Πᵀ = Π", "Π1 = 0", "1ᵀΠ = 0", "tr Π = N − 1", "1̂ · 1̂ = 1", "Πa = a − μ1", "Π(a + c1) = Πa"}


def tensorgrad() -> Any:
    """The peer's module; the test skips when tensorgrad is missing."""
    pytest.importorskip("tensorgrad", reason=NO_TENSORGRAD)
    from tests.benchmarks import peer_tensorgrad

    return peer_tensorgrad


def decided(cases: dict[str, Callable[[], bool]]) -> set[str]:
    """The names of the identities that a tool decides."""
    return {name for name, case in cases.items() if case()}


def measure(benchmark: Any, call: Callable[[], Any], rounds: int = 5, setup: Callable[[], None] | None = None) -> Any:
    """The result of one call, timed in rounds of one call each after one to warm up."""
    return benchmark.pedantic(call, setup=setup, rounds=rounds, warmup_rounds=1)


@pytest.mark.benchmark(group="identities")
def test_identities_derive(benchmark: Any) -> None:
    """The kernel proves all fourteen."""
    found = measure(benchmark, lambda: decided(ours.identities()), rounds=20, setup=forget)
    benchmark.extra_info["decided"] = len(found)
    assert len(found) == 14


@TENSORGRAD
@pytest.mark.benchmark(group="identities")
def test_identities_tensorgrad(benchmark: Any) -> None:
    """tensorgrad decides all fourteen, when Π is written with 1/N."""
    peer = tensorgrad()
    found = measure(benchmark, lambda: decided(peer.identities()))
    benchmark.extra_info["decided"] = len(found)
    assert found == set(ours.statements())


@pytest.mark.benchmark(group="identities")
def test_identities_sympy(benchmark: Any) -> None:
    """SymPy decides at least the seven of `SYMPY_DECIDES`; the table says how many."""
    found = measure(benchmark, lambda: decided(peer_sympy.identities()), rounds=3, setup=peer_sympy.forget)
    benchmark.extra_info["decided"] = len(found)
    assert found >= SYMPY_DECIDES


@pytest.mark.benchmark(group="identities, 1̂ = 1/√N")
def test_identities_with_unit_vector_derive(benchmark: Any) -> None:
    """The same fourteen with Π = I − 1̂1̂ᵀ, 1̂ = 1/√N."""
    found = measure(benchmark, lambda: decided(ours.identities(unit_vector=True)), rounds=20, setup=forget)
    benchmark.extra_info["decided"] = len(found)
    assert len(found) == 14


@TENSORGRAD
@pytest.mark.benchmark(group="identities, 1̂ = 1/√N")
def test_identities_with_unit_vector_tensorgrad(benchmark: Any) -> None:
    """With roots in Π tensorgrad decides most of them."""
    peer = tensorgrad()
    found = measure(benchmark, lambda: decided(peer.identities(unit_vector=True)))
    benchmark.extra_info["decided"] = len(found)
    assert "ΠΠ = Π" in found


@pytest.mark.benchmark(group="Jacobian")
def test_jacobian_derive(benchmark: Any) -> None:
    """The Jacobian of LayerNorm equals its closed form, for all N."""
    assert measure(benchmark, lambda: ours.in_kernel(*ours.jacobian()), rounds=20, setup=forget) is True
    benchmark.extra_info["decided"] = "proved equal to its closed form"


@TENSORGRAD
@pytest.mark.benchmark(group="Jacobian")
def test_jacobian_tensorgrad(benchmark: Any) -> None:
    """tensorgrad derives the Jacobian; nothing is compared."""
    peer = tensorgrad()
    found = measure(benchmark, peer.jacobian)
    benchmark.extra_info["decided"] = "derived, not compared"
    assert len(found.edges) == 2


@TENSORGRAD
@pytest.mark.benchmark(group="Jacobian")
def test_jacobian_decided_tensorgrad(benchmark: Any) -> None:
    """tensorgrad also decides that it equals the closed form."""
    peer = tensorgrad()
    assert measure(benchmark, peer.jacobian_decided, rounds=2) is True
    benchmark.extra_info["decided"] = "decided equal to its closed form"


@pytest.mark.benchmark(group="Jacobian")
def test_jacobian_sympy(benchmark: Any) -> None:
    """SymPy differentiates at symbolic N, and if it is wrong the table says so."""
    measure(benchmark, peer_sympy.jacobian, rounds=3, setup=peer_sympy.forget)
    right = peer_sympy.jacobian_is_right()
    benchmark.extra_info["decided"] = "right" if right else "wrong: the rank-one term is lost"
    assert peer_sympy.jacobian().shape[0].name == "N"


@pytest.mark.benchmark(group="Eq. (1) = Eq. (6)")
def test_geometric_form_derive(benchmark: Any) -> None:
    """Eq. (1) = Eq. (6) for all N."""
    assert measure(benchmark, lambda: ours.in_kernel(*ours.geometric_form()), rounds=20, setup=forget) is True
    benchmark.extra_info["decided"] = "for all N"


@TENSORGRAD
@pytest.mark.benchmark(group="Eq. (1) = Eq. (6)")
def test_geometric_form_tensorgrad(benchmark: Any) -> None:
    """tensorgrad at symbolic N."""
    peer = tensorgrad()
    found = measure(benchmark, peer.geometric_form)
    benchmark.extra_info["decided"] = "for all N" if found else "undecided"
    assert peer.control() is True  # the way to decide works, so that "undecided" says something


@pytest.mark.benchmark(group="Eq. (1) = Eq. (6)")
@pytest.mark.parametrize("size", [2, 8])
def test_geometric_form_sympy(benchmark: Any, size: int) -> None:
    """SymPy's `simplify` of every component at one explicit N."""
    assert measure(benchmark, lambda: peer_sympy.geometric_form(size), rounds=3, setup=peer_sympy.forget) is True
    benchmark.extra_info["decided"] = f"at N = {size} only"
