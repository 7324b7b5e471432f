"""Links without the steps that they do not need."""

from __future__ import annotations

from typing import Any

from derive import verifier
from derive.certificates.declarations import JSON
from derive.certificates.links.asking import Asked

#: Steps that give no equality.
SILENT = ("sign", "replace", "generic")
#: Steps up to which each is tried to be left out; signs are always.
FEW = 3


def pruned(asked: Asked, left: verifier.Node, right: verifier.Node, link: JSON, used: set[int]) -> JSON:
    """The link, which is accepted, without what it does not need; ``used``: the equalities that it has put in for values."""
    if link.get("cofactors") == []:
        link = {"steps": link["steps"]}
    steps, number, less = link["steps"], len(asked.base.equalities) + _equalities(link["steps"]), link
    for place in reversed(range(len(steps))):
        if steps[place][0] not in SILENT:
            number -= 1
            if number not in used:
                less = without(asked, less, place) or less
    if len(less["steps"]) < len(steps) and asked.accepts(left, right, less):
        link = less
    few = len(link["steps"]) <= FEW
    for place in reversed(range(len(link["steps"])) if len(steps) > 1 or "cofactors" in link else ()):
        if few or link["steps"][place][0] == "sign":
            tried = without(asked, link, place)
            link = tried if tried is not None and asked.accepts(left, right, tried) else link
    return link if link["steps"] else {key: value for key, value in link.items() if key != "steps"}


def _equalities(steps: list[list[Any]]) -> int:
    return sum(step[0] not in SILENT for step in steps)


def without(asked: Asked, link: JSON, place: int) -> JSON | None:
    """A link without one of its steps, equalities numbered anew; None where its equality is used."""
    before = len(asked.base.equalities)
    steps = link["steps"]
    if steps[place][0] in SILENT:
        return {**link, "steps": [*steps[:place], *steps[place + 1 :]]}
    number = before + _equalities(steps[:place])

    def renumbered(value: JSON) -> JSON | None:
        if not isinstance(value, dict):
            return value
        made = dict(value)
        if "cofactors" in value:
            if any(k == number for k, _, _ in value["cofactors"]):
                return None
            made["cofactors"] = [[k - (k > number), names, term] for k, names, term in value["cofactors"]]
        if "steps" in value:
            inner = [[renumbered(part) for part in step] for step in value["steps"]]
            if any(part is None for step in inner for part in step):
                return None
            made["steps"] = inner
        return made

    return renumbered({**link, "steps": [*steps[:place], *steps[place + 1 :]]})
