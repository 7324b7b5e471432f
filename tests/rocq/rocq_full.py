"""Every theorem that can be exported, and every false variant, checked by coqc: ``python -m tests.certificates.rocq_full``.

Takes about a minute; the tests run a dozen.  Ends with 1 when anything is not as it must be, or when nothing was checked.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path

from derive.cli.export import theorems_of
from derive.rocq.check import check
from derive.rocq.export import export_to
from tests.rocq.false_variants import export_false


def main() -> int:
    """Both files, with what coqc says of each, and why the other theorems cannot be exported."""
    with tempfile.TemporaryDirectory() as folder:
        found = export_to(path := Path(folder) / "theorems.v", theorems_of(()))
        theorems = check(path)
        print(theorems)
        text, count = export_false(theorems_of(()))
        path = Path(folder) / "false.v"
        path.write_text(text, encoding="utf-8")
        variants = check(path)
        print(variants)
    for reason, times in Counter(found.left_out.values()).most_common():
        print(f"{times:4} not exported: {reason}")
    good = theorems.status == variants.status == "checked"
    return 0 if good and theorems.theorems == len(found.written) and variants.rejected == count else 1


if __name__ == "__main__":
    sys.exit(main())
