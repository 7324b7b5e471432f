"""``python -m tests.traps``: what becomes of each kind of trap, and the traps that come out wrong."""

from __future__ import annotations

import sys
import time
from collections import Counter

from tests.traps.doors import asked
from tests.traps.tables import TRAPS
from tests.traps.trap import RIGHT, WRONG, judged

COLUMNS = (*RIGHT, *WRONG)
NOT_NAMED = "refused, readings not named"


def main(only: str = "") -> int:
    """Put every trap to its door and print the table; the exit code says whether any came out wrong."""
    began = time.process_time()
    rows: dict[str, Counter[str]] = {}
    wrong, cautious = [], []
    for trap in TRAPS:
        if only not in trap.kind:
            continue
        answer = asked(trap)
        outcome = judged(trap, answer)
        row = rows.setdefault(trap.kind, Counter())
        row[outcome] += 1
        row[NOT_NAMED] += outcome == "refused rightly" and len(trap.meanings) > 1 and len(answer.readings) < 2
        if outcome in WRONG:
            wrong.append(f"{outcome.upper()}: {trap}\n    {' '.join(answer.said.split())[:200]}")
        elif outcome in ("refused with one reading", "unsupported"):
            cautious.append(f"{outcome}: {trap}\n    {' '.join(answer.said.split())[:200]}")
    if "--cautious" in sys.argv:
        print("\n".join(cautious))
    print("\n".join(wrong))
    short = ("proved", "refuted", "refused", "cautious", "unsupp.", "P-FALSE", "R-TRUE", "SILENT", "NOTHING", "CRASH")
    print(f"{'kind':42}{'traps':>7}" + "".join(f"{name:>10}" for name in (*short, "(unnamed)")))
    for kind, row in [*rows.items(), ("all", sum(rows.values(), Counter()))]:
        total = sum(row[column] for column in COLUMNS)
        print(f"{kind:42}{total:>7}" + "".join(f"{row[column] or '·':>10}" for column in (*COLUMNS, NOT_NAMED)))
    print(f"{len(wrong)} wrong; {time.process_time() - began:.0f} s of processor time")
    return bool(wrong)


if __name__ == "__main__":
    names = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    sys.exit(main(*names))
