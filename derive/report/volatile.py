"""Measured numbers, which differ from run to run and from machine to machine: they are not committed, and not checked."""

from __future__ import annotations

import platform
from importlib.metadata import version

from derive.interop.oracles import PYTHIA_LOGIT, Absent, float64_agreement, pythia_logit, torch_agreement
from derive.report.evidence import FLOAT_SIZES
from derive.report.targets import MarkdownTarget
from derive.report.templates import OURS, Templates


def render_measured(templates: Templates = OURS) -> str:
    """Errors in ulps, the oracles that were present, and the logit of a real network when its data are."""
    floats, torch, logit = float64_agreement(FLOAT_SIZES), torch_agreement(FLOAT_SIZES), pythia_logit()
    return templates.filled(
        "measured.md.jinja",
        "md",
        MarkdownTarget(),
        python=platform.python_version(),
        sympy=version("sympy"),
        numpy=version("numpy"),
        platform=f"{platform.system()} {platform.machine()}",
        rows=(*floats, *(() if isinstance(torch, Absent) else torch)),
        torch_absent=torch.reason if isinstance(torch, Absent) else "",
        logit=() if isinstance(logit, Absent) else tuple(logit.items()),
        logit_absent=logit.reason if isinstance(logit, Absent) else "",
        wanted=str(PYTHIA_LOGIT),
    )
