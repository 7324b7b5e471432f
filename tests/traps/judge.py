"""An evaluator of mathematical meanings at sampled points: nothing of `derive`.

A *meaning* is a Python expression over the names of a trap and the words of `algebra`; what it says is ``left ~ right``, or
an order between numbers.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
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
    "odd": lambda x: x.denominator == 1 and x.numerator % 2 == 1,
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
                r"\s*(.+?)\s*((?:>=?|!=)\s*0|integer|real|complex|positive|nonneg|negative|even|odd)?\s*", item
            )
            assert found, item
            sign = (found[2] or " ".join(words)).replace(" ", "")
            names.append(Name(found[1], called(found[1]), what, tuple(d for d in dims.split("×") if d), sign))
    return names


@dataclass(frozen=True)
class Setting:
    """What is declared, what is defined on top of it, and what is assumed: the last two as expressions."""

    names: tuple[Name, ...]
    values: tuple[tuple[str, str], ...] = ()
    where: str = "True"

    def data(self, meaning: str, random: Random, tries: int) -> Iterator[list[dict[str, Any]]]:
        """Admissible data, each with values of the indices that are free in a meaning: all of them, or two dozen drawn."""
        words = set(re.findall(r"\w+", f"{meaning} {self.where}"))
        free = [name for name in self.names if name.what == "index" and name.called in words]
        for trial in range(tries):
            drawn = dict(TOOLS)
            try:
                for name in self.names:
                    assert name.called not in TOOLS, f"{name.called} is a word of the judge"
                    drawn[name.called] = self._drawn(name, drawn, random, trial)
                for word, text in self.values:
                    drawn[word] = eval(text, drawn)
            except (Undefined, ZeroDivisionError):
                continue
            values = list(itertools.product(*(range(drawn[name.dims[0]]) for name in free)))
            places = random.sample(values, min(len(values), 24))
            points = [drawn | {name.called: i for name, i in zip(free, at, strict=True)} for at in places]
            if admissible := [point for point in points if self._admits(point)]:
                yield admissible

    def _admits(self, point: dict[str, Any]) -> bool:
        try:
            return bool(eval(self.where, point))
        except (Undefined, ZeroDivisionError):
            return False

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


@cache
def holds(meaning: str, setting: Setting, enough: int = 60) -> bool | None:
    """Is a meaning true at every sampled point, of at least five data?  None: it is ill-typed inside.

    Raises:
        LookupError: no admissible point was found, so that nothing can be said.
    """
    left, sign, right = meaning.partition(" ~ ")
    code = compile(f"same({left}, {right})" if sign else meaning, meaning, "eval")
    seen = cost = 0
    for points in setting.data(meaning, Random(meaning), 20 * enough):
        defined, Mode.cost = False, 1
        for point in points:
            Mode.rough = False
            try:
                true = eval(code, point)
            except Clash:
                return None
            except (Undefined, ZeroDivisionError):
                continue
            if not true:
                return False
            defined = True
        seen, cost = seen + defined, cost + max(Mode.cost, 4 if Mode.rough else 1)
        if seen >= 5 and cost >= enough:
            break
    if seen < 3:
        raise LookupError(f"{seen} admissible points for {meaning}")
    return True
