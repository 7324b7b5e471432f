"""Bodies as version 1 of the format has them.

There a bound has the equation of its difference and what that equals even where nothing is given, an equality by squares
is a bound, the cases are told by the equation p = l − r, a combination of inequalities is a list of multipliers, and what
the last part is shown by is said outside of it as well.
"""

from __future__ import annotations

from typing import Any

LINK: dict[str, Any] = {"links": [{}]}


def body_1(statement: Any, body: Any) -> Any:
    """The body that version 1 has for a statement, where this one has no steps."""
    return {**{name: body[name] for name in ("symbols", "definitions") if name in body}, **_body(statement, body)}


def _body(statement: Any, body: Any) -> Any:
    parts = body.get("parts", [])
    match statement["kind"]:
        case "bound":
            return bound(statement["relation"], body)
        case "bounds":
            return {"parts": [bound(*each) for each in zip(statement["relations"], parts, strict=True)]}
        case "conjunction":
            members = zip(statement["members"], parts, strict=True)
            return {**body, "parts": [body_1(member, part) for (_, member), part in members]}
        case "cases":
            cases = zip(statement["cases"], parts[-2:], strict=True)
            return {**body, "parts": [LINK, *parts[1:-2], *(body_1(case, part) for (_, case), part in cases)]}
        case "eigenpair":
            return {**body, **{name: parts[-1][name] for name in ("form", "covector") if name in parts[-1]}}
        case "eigenvalue count":
            first, last = parts[:-1], bound(statement["relation"], parts[-1])
            if statement["space"].startswith("identity("):
                del first[1:4]
            return {**body, "by": last["by"], "parts": [*first, last]}
        case "image" | "subset" | "covered" | "existence":
            return of_sets(statement, body)
        case "limit" if "rate" in statement:
            last = bound("<=", parts[-1])
            return {**body, **({"rate_by": last["by"]} if "by" in last else {}), "parts": [*parts[:-1], last]}
    return body


def bound(relation: str, body: Any) -> Any:
    """The body of a bound."""
    if relation == "=":
        return {"squared": False, "parts": [body]}
    if "squared" in body:
        *first, last = body["parts"]
        inner = bound(relation, last)
        return {**inner, "squared": True, "parts": [*first, *inner["parts"]]}
    names = {"form": "by", "scale": "scale"}
    shown = {names[name]: body[name] for name in names if name in body}
    return {**shown, "squared": False, "parts": body["parts"] if shown else [LINK, body]}


def of_sets(statement: Any, body: Any) -> Any:
    """The body of an inclusion: the conditions in it that are bounds."""

    def inclusion(conditions: list[Any], inner: Any) -> Any:
        lemmas, parts = inner.get("lemmas", []), inner["parts"]
        shown = [body_1(lemma, part) for lemma, part in zip(lemmas, parts, strict=False)]
        rest = parts[len(shown) :]
        at = [part if c[0] == "equal" else bound(">=", part) for c, part in zip(conditions, rest, strict=False)]
        return {**inner, "parts": [*shown, *at, *rest[len(at) :]]}

    symbols, of_set, of_map = statement["symbols"], statement["set"], statement.get("map")
    element = [[word, of_set["element"]] for word in symbols[of_set["element"]]["properties"]]
    wanted = [*element, *of_set["conditions"]]
    if of_map is None:
        return inclusion(wanted, body)
    domain = [[word, of_map["argument"]] for word in symbols[of_map["argument"]]["properties"]] + of_map["domain"]
    if statement["kind"] != "image":
        return inclusion(wanted if statement["kind"] == "subset" else domain, body)
    into, onto = body["parts"]
    first, second = inclusion(wanted, into), inclusion(domain, onto)
    return {"preimage": onto["preimage"], "lemmas": onto["lemmas"], "parts": [first, {"parts": second["parts"]}]}
