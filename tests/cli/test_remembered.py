"""What was decided is not decided again: the same records come out, and nothing else is taken for the same question."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import derive
from derive.cli import remembered
from derive.cli.papers import PaperSubject
from derive.cli.targets import subject
from derive.language.build import dimension, scalar, vector

HEAD = "% derive: dimension N; vectors a, b : N; scalar s, t\n"
JUDGE = "derive.cli.papers.judge"
CHECKED = "derive.authoring.theory.check_theorem"
LINES = (
    "\\[ s + s = 2 s \\]\n"
    "\\[ a \\cdot b = 2 b \\cdot a \\]\n"
    "\\[ s = q \\]\n"
    "\\[ \\frac{s}{t} t = s \\]\n"
    "\\[ \\sup(s, t) = s \\]\n"
    "% derive: expect refuted\n\\[ s = t \\]\n"
)


@pytest.fixture(autouse=True)
def nothing_remembered(own: None) -> None:
    """Nor kept, but in a folder of the test."""
    remembered.forget()


def write(text: str) -> None:
    """The paper."""
    Path("p.tex").write_text(HEAD + text, encoding="utf-8")


def records(run: Any, *options: str) -> list[dict[str, Any]]:
    """The obligations of the paper."""
    found: list[dict[str, Any]] = json.loads(run("check", "p.tex", "--json", *options).stdout)["obligations"]
    return found


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The relations that were decided, as they were asked for."""
    from derive.cli import papers

    found: list[str] = []
    judge = papers.judge

    def counted(relation: Any, theories: Any) -> Any:
        found.append(f"{relation.place}")
        return judge(relation, theories)

    monkeypatch.setattr(JUDGE, counted)
    return found


def test_only_the_line_that_changed(run: Any, judged: list[str]) -> None:
    """From one run to the next; what cannot be read is read each time."""
    write(LINES)
    first = records(run)
    assert len(judged) == 6
    judged.clear()
    write("\n\n" + LINES.replace("s + s = 2 s", "s + s = 3 s"))
    second = records(run)
    assert judged == ["4:10", "6:6", "8:15"]
    assert [o["verdict"] for o in second][1:] == [o["verdict"] for o in first][1:]
    assert (first[0]["verdict"], second[0]["verdict"]) == ("proved", "refuted")
    judged.clear()
    write(LINES)
    assert records(run) == first == records(run, "--no-cache")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_same_as_decided_anew(run: Any, jobs: str) -> None:
    """Counterexample, repair, backing, conditions: of a paper that was moved and cut, with places of its own."""
    write(LINES)
    records(run)
    write("% derive: label here\n" + LINES[LINES.index("\\[ a") :] + LINES)
    again = records(run, "-j", jobs)
    remembered.forget()
    assert again == records(run, "--no-cache")
    shown = run("check", "p.tex", "-j", jobs).stdout
    assert shown == run("check", "p.tex", "--no-cache").stdout


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("scalar u", "scalar u > 0"),
        ("scalar u", "vector u : N"),
        ("let u = s", "let u = t"),
        ("scalar u; assume u > 0", "scalar u; assume u < 0"),
        ("scalar u", "scalar u; assume u = s"),
    ],
)
def test_the_question_is_all_that_is_said(run: Any, before: str, after: str) -> None:
    """The same letters under other declarations are another statement."""
    text = "% derive: {}\n\\[ |u| = u \\]\n\\[ u = s \\]\n\\[ u + s = s + u \\]\n"
    write(text.format(before))
    records(run)
    write(text.format(after))
    warm = records(run)
    remembered.forget()
    assert warm == records(run, "--no-cache")


def test_the_expectation_is_part_of_it(run: Any) -> None:
    """A relation that must be refuted has no repair; the same one that must be proved has."""
    write("% derive: expect refuted\n\\[ s = 2 s \\]\n")
    assert records(run)[0]["repair"] == ""
    write("\\[ s = 2 s \\]\n")
    assert records(run)[0]["repair"] != ""


def test_another_program_remembers_nothing(run: Any, judged: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What it would say may be something else."""
    write("\\[ s = s \\]\n")
    records(run)
    judged.clear()
    monkeypatch.setattr("derive.cache.program", lambda: "another")
    write("\n\\[ s = s \\]\n")
    records(run)
    assert len(judged) == 1


def test_damaged_entries_are_nothing(run: Any, tmp_path: Path) -> None:
    """They are decided anew, whatever stands there."""
    write(LINES)
    good = records(run)
    (entry,) = (tmp_path / "entries").glob("*.json")
    whole = entry.read_text("utf-8")
    for text in (
        "{",
        '{"files": {}, "answer": {"groups": [["0", [{"label": 1}]]]}}',
        whole.replace('"asked"', '"other"'),
    ):
        entry.write_text(text, "utf-8")
        write("\n" + LINES)
        found = records(run)
        assert [o["verdict"] for o in found] == [o["verdict"] for o in good]
        write(LINES)


def test_a_question_is_data() -> None:
    """Terms by structure, with what their names mean; what is no data has no key."""
    N = dimension("N")
    a, b, s = vector("a", N), vector("b", N), scalar("s")
    assert remembered.question(a + b, (1, None)) == remembered.question(vector("a", N) + b, (1, None))
    keys = [
        remembered.question(*parts)
        for parts in [
            (a + b,), (b + a,), (a, b), ((a, b),), ([a, b],), (s,), (scalar("s", "positive"),), (1,), (True,), ("1",),
            (None,),
            (vector("a", dimension("M")),), (derive.let("c", a),), (derive.let("c", b),), ("",), (),
        ]
    ]  # fmt: skip
    assert len(set(keys)) == len(keys)
    assert remembered.question(lambda: 0) == remembered.question(a, [{"x": object()}]) == ""


def test_the_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was asked for longest ago goes; what has no key does not come in."""
    monkeypatch.setattr(remembered, "MAX_REMEMBERED", 2)
    for key in ("a", "b"):
        remembered.remember(key, key)
    assert remembered.answer("a", lambda: "new") == "a"
    assert remembered.answer("c", lambda: "c") == "c"
    assert [remembered.is_known(key) for key in ("a", "b", "c", "")] == [True, False, True, False]
    remembered.remember("", "nothing")
    assert remembered.answer("", lambda: "anew") == "anew"
    assert remembered.answer("d", lambda: "no", lambda _: False) == "no"
    assert not remembered.is_known("d")


def test_theorems_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only one whose statement, lines, near misses or label changed is checked again; places are those of now."""
    from derive.authoring import theory

    asked: list[str] = []
    check = theory.check_theorem

    def counted(theorem: Any) -> Any:
        asked.append(theorem.label)
        return check(theorem)

    monkeypatch.setattr(CHECKED, counted)
    text = (
        "import derive\nN = derive.dimension('N')\ns = derive.scalar('s')\none = derive.prove(s + s, 2 * s)\n"
        "two = derive.expect(derive.prove(s, 2 * s), 'refuted')\n"
        "double = derive.rule('twice', s + s, 2 * s, variables=[s])\nlines = derive.Derivation.start(s + s).by(double)\n"
    )
    path = tmp_path / "mine.py"

    def found() -> list[tuple[str, int | None, str]]:
        subject.cache_clear()
        made = subject(str(path))
        return [(o.label, o.line, o.verdict) for label in made.labels for o in made.check(label)]

    path.write_text(text, encoding="utf-8")
    first = found()
    assert len(asked) == 3
    asked.clear()
    path.write_text("\n" + text.replace("one =", "uno =").replace("(s, 2 * s)", "(s, 3 * s)"), encoding="utf-8")
    second = found()
    assert asked == ["mine.uno", "mine.two"]
    assert [(label.replace("uno", "one"), line and line - 1, verdict) for label, line, verdict in second] == first
    remembered.forget()
    assert found() == second


def test_pasted_theorems_are_checked_each_time(run: Any) -> None:
    """What they say depends on more than their terms."""
    pasted = run("latex", "layernorm.eq6").stdout
    Path("p.tex").write_text(pasted, encoding="utf-8")
    made = PaperSubject(Path("p.tex"))
    assert all(made.remembered(label) is None for label in made.labels)
