"""``python -m tests.corpus.variants COUNT FOLDER [SEED]``: papers of the corpus with other names and changed lines.

Names that a paper declares by one letter are renamed throughout, and up to two of its lines of formulas have one sign or
number changed.  The same seed makes the same papers, of which each also depends on its number alone.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from string import ascii_letters

ROOT = Path(__file__).parent
SOURCES = sorted(
    path for path in ROOT.glob("*/*.*") if path.suffix in (".tex", ".md") and path.stem in ("text", "false")
)

#: Letters that say something by themselves: transposes, identities, differentials, expectations, reals, losses, orders.
_SPEAKING = frozenset("TIdeEROoLlPJHDVC")
#: A letter that is a name; the x of N x K is none.
_ALONE = re.compile(r"(?<![\\A-Za-z])(?!(?<=\w )x \w)[A-Za-z](?![A-Za-z])")
#: Words that are no letters side by side, and letters that are.
_WORDS = re.compile(r"\\(begin|end|text\w*|mathrm|operatorname)\s*\{[^}]*\}|\\[A-Za-z]+")
_TOGETHER = re.compile(r"[A-Za-z]{2,}")
_DECLARES = re.compile(r"derive:(.*)")
_CHANGES = {"+": "-", "-": "+", "1": "2", "2": "3", "3": "2"}
_CHANGED = re.compile(r"(?<=[ &}])[-+](?=[ \\A-Za-z])|(?<=[{^ ])[123](?=[} \\])|(?<=frac)[12]")


def variant(number: int, seed: int = 0) -> tuple[Path, str]:
    """The source that a paper is made from, and its text."""
    random = Random(f"{seed} {number}")
    source = SOURCES[number % len(SOURCES)]
    return source, _changed(_renamed(source.read_text("utf-8"), random), random)


def _renamed(text: str, random: Random) -> str:
    """With other letters for some of the names, each for the same one everywhere."""
    said = " ".join(_DECLARES.findall(text))
    displays = " ".join(line for line in text.splitlines() if _is_formula(line))
    fixed = _SPEAKING | set("".join(_TOGETHER.findall(_WORDS.sub(" ", displays))))
    used = set(_ALONE.findall(text)) | fixed
    names = sorted(set(_ALONE.findall(said)) - fixed)
    free = [letter for letter in ascii_letters if letter not in used]
    random.shuffle(free)
    renamed: dict[str, str] = {}
    for name in names:
        other = next((letter for letter in free if letter.isupper() == name.isupper()), None)
        if other is not None and random.random() < 0.7:
            free.remove(other)
            renamed[name] = other
    return "\n".join(
        _ALONE.sub(lambda found: renamed.get(found[0], found[0]), line)
        if _is_formula(line) or "derive:" in line
        else line
        for line in text.split("\n")
    )


def _changed(text: str, random: Random) -> str:
    """With one sign or number changed in up to two lines."""
    lines = text.split("\n")
    places = [number for number, line in enumerate(lines) if _is_formula(line) and _CHANGED.search(line)]
    for number in random.sample(places, min(random.choice((0, 1, 1, 2)), len(places))):
        at = random.choice([found.start() for found in _CHANGED.finditer(lines[number])])
        line = lines[number]
        lines[number] = line[:at] + _CHANGES[line[at]] + line[at + 1 :]
    return "\n".join(lines)


def _is_formula(line: str) -> bool:
    """May it be a line of a display, or have mathematics in it?"""
    return (
        "derive:" not in line
        and not re.match(r"\s*\\(begin|end|usepackage|documentclass)\b", line)
        and bool(re.search(r"[\\$&=^_]", line))
    )


def write(numbers: Iterable[int], folder: Path, seed: int = 0) -> Iterator[Path]:
    """Write the papers of these numbers, a hundred in each folder."""
    for number in numbers:
        source, text = variant(number, seed)
        path = folder / f"{number // 100:03}" / f"{number:05}_{source.parent.name}_{source.stem}{source.suffix}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        yield path


if __name__ == "__main__":
    made = list(write(range(int(sys.argv[1])), Path(sys.argv[2]), *map(int, sys.argv[3:])))
    print(f"{len(made)} papers in {sys.argv[2]}")
