"""Evidence that is the same on every machine: bounds that are kept, and the exact logit of a real network.

Committed, and checked for drift; where the real vectors are absent, what the file says of them stays, and a check passes
over it.  Numbers that differ between machines are the business of `derive.report.volatile`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from derive.interop import oracles
from derive.interop.oracles import Absent
from derive.report.absent import BEGIN_REFERENCE, END_REFERENCE
from derive.report.evidence import FLOAT_SIZES
from derive.report.files import MEASURED
from derive.report.targets import MarkdownTarget
from derive.report.templates import OURS, Templates

NAME = "evidence.md"
#: Digits of the exact logit that are shown, and of those in float64 that all machines share.
EXACT, SHARED = 20, 15


@dataclass(frozen=True)
class Agreement:
    """The text of the file; whether the real vectors were absent; and whether all was as it should be."""

    text: str
    absent: bool
    ok: bool


def render_agreement(templates: Templates = OURS) -> Agreement:
    """Compare, and say whether each comparison came out as it should."""
    by_size = groupby(oracles.float64_agreement(FLOAT_SIZES), key=lambda row: row.size)
    sizes = [(size, tuple(rows)) for size, rows in by_size]
    rows = [(n, ", ".join(row.form for row in found), all(row.within for row in found)) for n, found in sizes]
    exact, floats, digest = oracles.exact_pythia_logit(), oracles.pythia_logit(), oracles.pythia_digest()
    logit = rounded = absent = ""
    close = True
    if isinstance(exact, Absent) or isinstance(floats, Absent):
        absent = exact.reason if isinstance(exact, Absent) else ""
    else:
        logit, rounded = f"{exact:.{EXACT}g}", f"{exact:.{SHARED}g}"
        close = all(abs(value / float(exact) - 1) <= oracles.LOGIT_TOLERANCE for value in floats.values())
    text = templates.filled(
        "evidence.md.jinja",
        "md",
        MarkdownTarget(),
        measured=MEASURED,
        rows=rows,
        begin=BEGIN_REFERENCE,
        end=END_REFERENCE,
        logit=logit,
        rounded=rounded,
        within=close,
        tolerance=f"{oracles.LOGIT_TOLERANCE:g}",
        source=oracles.PYTHIA_SOURCE[:1].upper() + oracles.PYTHIA_SOURCE[1:],
        sha256=digest,
        size=oracles.PYTHIA_SIZE,
        bias=oracles.PYTHIA_BIAS,
        absent=absent,
    )
    return Agreement(text, bool(absent), close and all(within for _, _, within in rows))
