"""Processor time from a saved line to the verdict: what `derive check --watch` does then, beside checking all of it."""

from __future__ import annotations

import os
import statistics
import tempfile
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from time import process_time
from unittest.mock import patch

from derive.cli.check import print_changed, report
from derive.cli.looking import Looked, ToCheck, look
from tests.memory import forget

#: A paper of 106 relations, and a line of it with what is put in its place.
PAPER = Path(__file__).parents[1] / "papers" / "geometry.tex"
LINE, MORE = r"G\one &= \v g ,", r" + 0 \v g"
AIM = 0.25
ROUNDS = 5


def measured(rounds: int = ROUNDS) -> tuple[float, float]:
    """The medians of a look after one line was changed, and of a whole check, in seconds."""
    text = PAPER.read_text(encoding="utf-8")
    if LINE not in text:
        raise ValueError(f"{PAPER.name} has no line with {LINE}")
    texts = [text.replace(LINE, f"{LINE.removesuffix(' ,')}{MORE * number} ,", 1) for number in range(1, rounds + 1)]
    wholes, changes = [], []
    with tempfile.TemporaryDirectory() as folder, chdir(folder), patch.dict(os.environ, DERIVE_CACHE=f"{folder}/kept"):
        paper = Path("paper.tex")
        for changed in texts:
            paper.write_text(text, encoding="utf-8")
            forget()
            for entry in Path("kept").glob("*"):
                entry.unlink()
            before, whole = _looked(None)
            paper.write_text(changed, encoding="utf-8")
            _, once_more = _looked(before)
            wholes.append(whole)
            changes.append(once_more)
    return statistics.median(changes), statistics.median(wholes)


def _looked(before: Looked | None) -> tuple[Looked, float]:
    """A look, printed, and its processor time."""
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        begin = process_time()
        found = look(ToCheck(("paper.tex",)))
        if before is None:
            report(found)
        else:
            print_changed(before, found)
        return found, process_time() - begin


if __name__ == "__main__":
    one, whole = measured()
    print(f"one line {one:.3f} s, whole {whole:.3f} s, {one / whole:.3g} × (≤ {AIM:g} ×)")
