"""Time and memory of semi-axes beside NumPy's eigenvalue solver: ``python -m tests.axes.measure 2048 4096``.

For each N, with normal gains: seconds of processor time, megabytes that NumPy holds at most, and, up to N = 8192, the same
of `numpy.linalg.eigvalsh` of GΠG with its matrix; what LAPACK takes for itself is not among them.
"""

from __future__ import annotations

import resource
import sys
import time
import tracemalloc
from collections.abc import Callable

import numpy as np

from derive.axes.ellipsoid import semi_axes
from derive.axes.secular import Array

#: Beyond this the matrix is left alone.
MOST = 8192


def resident() -> float:
    """The most megabytes that this process has had so far, on Linux."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def measured(work: Callable[[Array], Array], gains: Array) -> tuple[float, float]:
    """Seconds and megabytes, in two runs, as watching memory takes time; beyond `MOST` what the process grew by."""
    before, start = resident(), time.process_time()
    work(gains)
    seconds = time.process_time() - start
    if len(gains) > MOST:
        return seconds, resident() - before
    tracemalloc.start()
    work(gains)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return seconds, peak / 1e6


def by_lapack(gains: Array) -> Array:
    """The eigenvalues of GΠG."""
    return np.asarray(np.linalg.eigvalsh(np.diag(gains**2) - np.outer(gains, gains) / len(gains)))


def main() -> None:
    """A line or two for each N of the command line."""
    for count in map(int, sys.argv[1:]):
        normal = np.random.default_rng(0).normal(size=count)
        seconds, megabytes = measured(semi_axes, normal)
        print(f"N = {count}: {seconds:.2f} s, {megabytes:.1f} MB", flush=True)
        if count <= MOST:
            longer, more = measured(by_lapack, normal)
            print(f"  LAPACK: {longer:.2f} s ({longer / seconds:.0f} times), {more:.0f} MB", flush=True)


if __name__ == "__main__":
    main()
