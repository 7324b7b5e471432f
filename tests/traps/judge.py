"""An evaluator of mathematical meanings at sampled points: nothing of `derive`.

A *meaning* is a Python expression over the names of a trap and the words of `algebra`; what it says is ``left ~ right``, or
an order between numbers.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

from tests.traps.algebra import TOOLS, Clash, Mode, Undefined, col, mat

VALUES = [Fraction(x) for x in ("-2", "-1", "-1", "0", "0", "1", "1", "2", "3", "1/2", "-3/2")]
SIGNS: dict[str, Callable[[Fraction], bool]] = {
    ">0": lambda x: x > 0,
    ">=0": lambda x: x >= 0,
    "positive": lambda x: x > 0,
    "nonneg": lambda x: x >= 0,
    "!=0": lambda x: x != 0,
    "nonzero": lambda x: x != 0,
    "negative": lambda x: x < 0,
    "integer": lambda x: x.denominator == 1,
    "even": lambda x: x.denominator == 1 and x.numerator % 2 == 0,
}


@dataclass(frozen=True)
class Name:
    """A declared name: its spelling, its name in meanings, what it is, the dimensions, and its sign or other word."""

    spelled: str
    called: str
    what: str
    dims: tuple[str, ...] = ()
    sign: str = ""


def called(spelled: str) -> str:
    """The identifier of a typeset name: ``\\hat x_i`` is hatx_i; arrows and fonts say nothing."""
    bare = re.sub(r"\\(?:vec|mathbf|boldsymbol|bm|mathrm)\b", "", spelled).replace("^", "").replace("'", "p")
    return re.sub(r"\W", "", bare)


def declared(text: str) -> list[Name]:
    """The names of 'dimension N; vectors x, y : N; matrix A : N x N; scalar t > 0'; other clauses are passed over."""
    names = []
    for clause in text.split(";"):
        word, _, rest = clause.strip().partition(" ")
        what = word.replace("vectors", "vector").replace("matrices", "matrix").removesuffix("s")
        if what == "dimension":
            names += [Name(n.strip(), called(n), what) for n in rest.split(",")]
        if what not in ("vector", "matrix", "scalar", "index"):
            continue
        body, _, where = rest.partition(":")
        dims, *words = re.sub(r"\s+x\s+(?=[^\s])", "×", where).split() or [""]
        for item in body.split(","):
            found = re.fullmatch(
                r"\s*(.+?)\s*((?:>=?|!=)\s*0|integer|real|complex|positive|nonneg|negative|even)?\s*", item
            )
            assert found, item
            sign = (found[2] or " ".join(words)).replace(" ", "")
            names.append(Name(found[1], called(found[1]), what, tuple(d for d in dims.split("×") if d), sign))
    return names


@dataclass
class Setting:
    """What is declared, what is defined on top of it, and what is assumed: the last two as expressions."""

    names: list[Name]
    values: Mapping[str, str] = field(default_factory=dict)
    where: str = "True"

    def points(self, random: Random, tries: int) -> Iterator[dict[str, Any]]:
        """Admissible data, with every value of the indices."""
        for trial in range(tries):
            data = dict(TOOLS)
            try:
                for declared_name in self.names:
                    assert declared_name.called not in TOOLS, f"{declared_name.called} is a word of the judge"
                    data[declared_name.called] = self._drawn(declared_name, data, random, trial)
                for name, text in self.values.items():
                    if not text.startswith("free "):
                        data[name] = eval(text, data)
            except (Undefined, ZeroDivisionError):
                continue
            yield from self._indexed(data)

    def _indexed(self, data: dict[str, Any]) -> Iterator[dict[str, Any]]:
        free = [name for name in self.names if name.what == "index"]
        for at in itertools.product(*(range(data[name.dims[0]]) for name in free)):
            point = dict(data) | {name.called: i for name, i in zip(free, at, strict=True)}
            point |= {n: eval(text[5:], point) for n, text in self.values.items() if text.startswith("free ")}
            try:
                if eval(self.where, point):
                    yield point
            except (Undefined, ZeroDivisionError):
                continue

    def _drawn(self, name: Name, data: dict[str, Any], random: Random, trial: int) -> Any:
        draw = [x for x in VALUES if name.sign not in SIGNS or SIGNS[name.sign](x)]
        sizes = [int(d) if d.isdigit() else data[d] for d in name.dims] if name.what != "index" else []
        match name.what:
            case "dimension":
                return trial % 4 + 1 if trial < 4 else random.randint(1, 4)
            case "scalar":
                return random.choice(draw)
            case "vector":
                return col(sizes[0], lambda i: random.choice(draw))
            case "matrix":
                return mat(sizes[0], sizes[1], lambda i, j: random.choice(draw))
        return 0


def holds(meaning: str, setting: Setting, seed: str, points: int = 60) -> bool | None:
    """Is a meaning true at every sampled point?  None: it is ill-typed inside.

    Raises:
        LookupError: no admissible point was found, so that nothing can be said.
    """
    left, sign, right = meaning.partition(" ~ ")
    code = compile(f"same({left}, {right})" if sign else meaning, meaning, "eval")
    seen = cost = 0
    for data in setting.points(Random(seed), 20 * points):
        Mode.rough, Mode.cost = False, 1
        try:
            true = eval(code, data)
        except Clash:
            return None
        except (Undefined, ZeroDivisionError):
            continue
        if not true:
            return False
        seen, cost = seen + 1, cost + max(Mode.cost, 4 if Mode.rough else 1)
        if cost >= points:
            break
    if seen < 3:
        raise LookupError(f"{seen} admissible points for {meaning}")
    return True
