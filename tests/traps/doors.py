"""The doors of `derive`, each as a person uses it: the command line, papers, Python, SymPy."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import sympy
from click.testing import CliRunner

import derive
from derive.cli.app import main
from derive.errors import AmbiguityError, DeriveError
from tests.traps.judge import declared
from tests.traps.trap import Answer, Trap

SYMPY_ASSUMPTIONS: dict[str, dict[str, bool]] = {
    "": {},
    "real": {"real": True},
    "integer": {"integer": True},
    "complex": {"complex": True},
    "positive": {"positive": True},
    "nonneg": {"nonnegative": True},
    "even": {"even": True},
    "odd": {"odd": True},
    "negative": {"negative": True},
}


def asked(trap: Trap) -> Answer:
    """What the door of a trap says to it."""
    return DOORS[trap.door](trap)


def _run(arguments: list[str]) -> Answer:
    result = CliRunner().invoke(main, arguments)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        return Answer("crashed", repr(result.exception))
    if result.exit_code == 2:
        return Answer("refused", result.output, _named(result.output))
    try:
        obligations = json.loads(result.stdout)["obligations"]
    except (json.JSONDecodeError, KeyError):
        return Answer("crashed", result.output)
    return _together(obligations)


def _together(obligations: list[dict[str, Any]]) -> Answer:
    """One answer for all that was read: refuted if anything is, else an error, else the worst of the verdicts."""
    said = "; ".join(f"{o['lhs']} {o['relation']} {o['rhs']}: {o['verdict']} {o['reason']}" for o in obligations)
    readings = tuple(reading for o in obligations for reading in o["readings"])
    verdicts = [o["verdict"] for o in obligations]
    if "refuted" in verdicts:
        return Answer("refuted", said)
    if not verdicts or "error" in verdicts:
        return Answer("refused", said or "nothing was decided", readings)
    return Answer("unsupported" if "unsupported" in verdicts else "proved", said)


def _named(output: str) -> tuple[str, ...]:
    found = re.search(r"with two readings: (.*)", output)
    return tuple(found[1].split("; or ")) if found else ()


def _prove(trap: Trap, *flags: str) -> Answer:
    arguments = ["prove", "--json", *flags]
    if trap.declare:
        arguments += ["--declare", trap.declare]
    for given in filter(None, trap.given.split(";")):
        arguments += ["--given", given.strip()]
    return _run([*arguments, "--", trap.text])


def _paper(trap: Trap) -> Answer:
    assume = f"; assume {trap.given}" if trap.given else ""
    text = trap.text if trap.text.startswith("\\begin") else f"\\[ {trap.text} \\]"
    with tempfile.TemporaryDirectory() as folder:
        paper = Path(folder, "paper.tex")
        paper.write_text(f"{trap.preamble}\n% derive: {trap.declare}{assume}\n{text}\n", encoding="utf-8")
        return _run(["check", "--json", "--no-cache", str(paper)])


def _python(trap: Trap) -> Answer:
    names: dict[str, Any] = {name: getattr(derive, name) for name in dir(derive) if not name.startswith("_")}
    names["derive"] = derive
    for name in declared(trap.names or trap.declare):
        properties = (name.sign,) if name.sign in ("positive", "nonneg", "nonzero", "symmetric", "invertible") else ()
        dims = [names[d] for d in name.dims]
        match name.what:
            case "dimension":
                names[name.called] = derive.dimension(name.spelled)
            case "index":
                names[name.called] = derive.index(name.spelled, *dims)
            case "scalar":
                names[name.called] = derive.scalar(name.spelled, *properties)
            case "vector":
                names[name.called] = derive.vector(name.spelled, *dims, *properties)
            case "matrix":
                names[name.called] = derive.matrix(name.spelled, *dims, *properties)
    return _evaluated(trap, names)


def _sympy(trap: Trap) -> Answer:
    names: dict[str, Any] = {name: getattr(sympy, name) for name in dir(sympy) if not name.startswith("_")}
    names |= {"derive": derive, "equal": derive.equal, "sympy": sympy}
    for name in declared(trap.names or trap.declare):
        dims = [names[d] for d in name.dims]
        match name.what:
            case "dimension":
                names[name.called] = sympy.Symbol(name.spelled)
            case "index":
                names[name.called] = sympy.Symbol(name.spelled, integer=True)
            case "scalar":
                names[name.called] = sympy.Symbol(name.spelled, **SYMPY_ASSUMPTIONS[name.sign])
            case "vector":
                names[name.called] = sympy.MatrixSymbol(name.spelled, *dims, 1)
            case "matrix":
                names[name.called] = sympy.MatrixSymbol(name.spelled, *dims)
    return _evaluated(trap, names)


def _evaluated(trap: Trap, names: dict[str, Any]) -> Answer:
    """The text is the arguments of `derive.prove`, ``given`` the hypotheses; what cannot even be built is refused."""
    try:
        arguments, hypotheses = eval(f"(({trap.text},), [{trap.given}])", names)
    except AmbiguityError as error:
        return Answer("refused", str(error), error.readings)
    except Exception as error:
        if trap.door == "sympy" or isinstance(error, (DeriveError, TypeError, ValueError, NameError)):
            return Answer("refused", f"{type(error).__name__}: {error}")
        if str(error).startswith("module 'derive' has no attribute"):
            return Answer("refused", str(error))
        return Answer("crashed", repr(error))
    try:
        verdict = derive.prove(*arguments, **({"hypotheses": hypotheses} if hypotheses else {}))
    except AmbiguityError as error:
        return Answer("refused", str(error), error.readings)
    except (DeriveError, TypeError, ValueError) as error:
        return Answer("refused", f"{type(error).__name__}: {error}")
    except Exception as error:
        return Answer("crashed", repr(error))
    return Answer(verdict.status, str(verdict))


def _latex(trap: Trap) -> Answer:
    """For the verdict alone: what would be true instead is looked for in papers and in plain syntax."""
    with mock.patch("derive.cli.prove.with_repair", lambda made, *_: made):
        return _prove(trap, "--latex")


DOORS: dict[str, Callable[[Trap], Answer]] = {
    "latex": _latex,
    "plain": lambda trap: _prove(trap),
    "paper": _paper,
    "python": _python,
    "sympy": _sympy,
}
