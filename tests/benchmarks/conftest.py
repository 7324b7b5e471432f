"""Only the test module is collected: the peers import what may not be installed, and none of them has doctests."""

from __future__ import annotations

collect_ignore = ["ours.py", "exact.py", "semi_axes.py", "peer_sympy.py", "peer_tensorgrad.py", "startup.py", "run.py"]
