"""Where real data are, which are no part of the program."""

from __future__ import annotations

import os
from pathlib import Path

#: The environment variable that names the folder of real data.
DATA_VARIABLE = "DERIVE_DATA"


def pythia_file(folder: Path | str | None = None) -> Path | None:
    """The file of the Pythia-70m vectors in ``folder``, else in the one that `DATA_VARIABLE` names; None without both."""
    named = folder or os.environ.get(DATA_VARIABLE)
    return Path(named) / "pythia70m_probe.npz" if named else None
