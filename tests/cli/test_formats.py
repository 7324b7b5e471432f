"""``derive check --format``: JUnit XML, GitHub's workflow commands, SARIF."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive import __version__
from derive.cli.formats import FORMATS, github, junit, sarif, written
from derive.cli.obligations import Obligation

PROVED = Obligation("mine.sum", "theorem", "proved", "u + u", "2u", file="mine.py", line=3, column=1)
REFUTED = Obligation(
    "mine.sum", "line", "refuted", "u + u", "3u", 2, "mine.py", 4, 6, ("N ≥ 2",),
    note="add", evidence=("at N = 1, u = (1)", "left side:  (2)", "right side: (3)"),
    reason="does not follow\n  expected 2u", repair="true with 2 for 3", shown="u + u = 3u\n        ^",
)  # fmt: skip
MISS = Obligation("mine.sum", "near miss", "refuted", "u", "2u", file="mine.py", line=3, column=1, expected="refuted")
TRUE_MISS = replace(MISS, verdict="proved", rhs="u", note="100% wrong")
CONVENTION = Obligation("mine.sum", "convention", "proved", "u", "u", expected="vacuous")
UNSUPPORTED = Obligation("other.bound", "part", "unsupported", "|u| ≥ 0", "", 1, part="1.2 bound", reason="no rule")
UNREADABLE = Obligation("paper", "statement", "error", file="a.tex", line=7, reason="expected a term, found }")
CONDITIONS = replace(PROVED, conditions=("N ≥ 2", "ε > 0")).strict()
WRONG = [REFUTED, TRUE_MISS, CONVENTION, UNSUPPORTED, UNREADABLE, CONDITIONS]
EVERYTHING = [PROVED, MISS, *WRONG]


def _object(*required: str, **properties: Any) -> dict[str, Any]:
    """The schema of an object with these properties and no others."""
    return {"type": "object", "required": list(required), "properties": properties, "additionalProperties": False}


def _array(of: Any, least: int = 0) -> dict[str, Any]:
    return {"type": "array", "items": of, "minItems": least}


TEXT = {"type": "string"}
MESSAGE = _object("text", text={"type": "string", "minLength": 1})
LEVEL = {"enum": ["none", "note", "warning", "error"]}
COUNT = {"type": "integer", "minimum": 1}
#: GitHub needs more of a rule than its id, and of a result its fingerprints.
RULE = _object(
    "id", "shortDescription", "fullDescription", "help",
    id=TEXT, shortDescription=MESSAGE, fullDescription=MESSAGE, help=MESSAGE, defaultConfiguration=_object(level=LEVEL),
)  # fmt: skip
LOCATION = _object(
    physicalLocation=_object(
        "artifactLocation",
        artifactLocation=_object(uri={"type": "string", "pattern": "^[!#-;=?-Z_a-z~%]+$"}),
        region=_object("startLine", startLine=COUNT, startColumn=COUNT),
    ),
    logicalLocations=_array(_object(fullyQualifiedName=TEXT)),
)
RESULT = _object(
    "message", "ruleId", "locations", "partialFingerprints",
    ruleId=TEXT, ruleIndex={"type": "integer", "minimum": -1}, level=LEVEL, message=MESSAGE,
    locations=_array(LOCATION, least=1), partialFingerprints={"type": "object", "additionalProperties": TEXT},
)  # fmt: skip
RUN = _object(
    "tool",
    "results",
    tool=_object("driver", driver=_object("name", name=TEXT, version=TEXT, rules=_array(RULE))),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    results=_array(RESULT),
    properties=_object("conditions", "notChecked", conditions=_array(TEXT), notChecked=_array(TEXT)),
)
#: The part of the schema of SARIF 2.1.0 that is written, with the keys it has there and no others.
SCHEMA = _object(
    "$schema",
    "version",
    "runs",
    **{"$schema": {"type": "string", "pattern": r"^https://.*/sarif-schema-2\.1\.0\.json$"}},
    version={"enum": ["2.1.0"]},
    runs=_array(RUN, least=1),
)

ANY_TEXT = st.text(st.characters())
ANY_OBLIGATION = st.builds(
    Obligation,
    label=ANY_TEXT, kind=ANY_TEXT, verdict=st.sampled_from(["refuted", "unsupported", "error"]), lhs=ANY_TEXT,
    rhs=ANY_TEXT, file=st.none() | st.text(min_size=1).filter(lambda name: "\0" not in name),
    line=st.none() | st.integers(1), column=st.none() | st.integers(1), hypotheses=st.tuples(ANY_TEXT),
    reason=ANY_TEXT, note=ANY_TEXT, evidence=st.tuples(ANY_TEXT), repair=ANY_TEXT, shown=ANY_TEXT,
)  # fmt: skip


def fits(text: str) -> None:
    """Raises for what is no SARIF."""
    jsonschema: Any = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(text))


def results(*obligations: Obligation) -> list[Any]:
    """The results in a SARIF log."""
    found: list[Any] = json.loads(sarif(obligations, "1"))["runs"][0]["results"]
    return found


def test_junit_has_a_suite_for_each_file_and_a_case_for_each_obligation() -> None:
    """In the order of the obligations; where no file is known, the suite is the theory's."""
    root = ElementTree.fromstring(junit(EVERYTHING))
    assert root.tag == "testsuites"
    assert [(suite.tag, suite.get("name"), len(suite)) for suite in root] == [
        ("testsuite", "mine.py", 5),
        ("testsuite", "mine", 1),
        ("testsuite", "other", 1),
        ("testsuite", "a.tex", 1),
    ]


def test_junit_counts() -> None:
    """Cases, failures and errors, of each suite and together."""
    root = ElementTree.fromstring(junit(EVERYTHING))
    for part in (root, *root):
        for key, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
            assert part.get(key) == str(len(list(part.iter(tag))))


def test_a_junit_case_is_named_by_its_place_and_statement() -> None:
    """A case has its theorem as class, with file and line; one that is as expected is empty."""
    (case,) = ElementTree.fromstring(junit([PROVED])).iter("testcase")
    assert case.attrib == {
        "name": "mine.py:3:1: theorem: u + u = 2u",
        "classname": "mine.sum",
        "file": "mine.py",
        "line": "3",
    }
    assert len(case) == 0


def test_a_junit_case_without_a_place() -> None:
    """What is not known is left out, of the name as of the attributes."""
    (case,) = ElementTree.fromstring(junit([UNSUPPORTED])).iter("testcase")
    assert case.attrib == {"name": "part 1.2 bound: |u| ≥ 0", "classname": "other.bound"}


def test_a_junit_failure_says_everything() -> None:
    """The reason, both sides, the witness, the repair, and the line it is written in."""
    (failure,) = ElementTree.fromstring(junit([REFUTED])).iter("failure")
    assert failure.attrib == {"type": "refuted", "message": "mine.sum: line 2 [add]: refuted"}
    assert failure.text is not None
    assert failure.text.splitlines() == [
        "mine.sum: line 2 [add]: refuted",
        "u + u = 3u",
        "        ^",
        "u + u = 3u",
        "given N ≥ 2",
        "at N = 1, u = (1)",
        "left side:  (2)",
        "right side: (3)",
        "does not follow",
        "  expected 2u",
        "true with 2 for 3",
    ]


@pytest.mark.parametrize(
    ("obligation", "tag", "kind", "message"),
    [
        (TRUE_MISS, "failure", "unexpected", "mine.sum: near miss [100% wrong]: not refuted but proved"),
        (
            replace(MISS, verdict="unsupported"),
            "failure",
            "unexpected",
            "mine.sum: near miss: not refuted but unsupported",
        ),
        (CONVENTION, "failure", "unexpected", "mine.sum: convention: not vacuous but proved"),
        (UNSUPPORTED, "failure", "unsupported", "other.bound: part 1.2 bound: unsupported"),
        (UNREADABLE, "error", "error", "paper: statement: error"),
        (CONDITIONS, "failure", "unexpected", "mine.sum: theorem: its conditions are not stated: N ≥ 2, ε > 0"),
    ],
)
def test_every_way_to_be_wrong(obligation: Obligation, tag: str, kind: str, message: str) -> None:
    """What is unreadable is an error, everything else a failure of its type."""
    ((wrong,),) = ElementTree.fromstring(junit([obligation])).iter("testcase")
    assert (wrong.tag, wrong.attrib) == (tag, {"type": kind, "message": message})


@given(ANY_OBLIGATION)
def test_junit_is_xml_whatever_the_characters(obligation: Obligation) -> None:
    """A parser gives back every case; the text itself is ASCII."""
    text = junit([obligation])
    assert text.isascii()
    (case,) = ElementTree.fromstring(text).iter("testcase")
    assert len(case) == 1


@pytest.mark.parametrize(
    ("written_as", "read_as"),
    [
        ("σ² < 𝟏 & \"1̂\" > '0'\t\n]]>", "σ² < 𝟏 & \"1̂\" > '0'\t\n]]>"),
        ("\0\x1b[31m\r\x7f", "\\x00\\x1b[31m\\r\x7f"),
        ("\ud800\ufffe\uffff", "\\ud800\\ufffe\\uffff"),
    ],
)
def test_characters_in_junit(written_as: str, read_as: str) -> None:
    """What XML can hold comes back as it was; what it cannot is spelled out."""
    (case,) = ElementTree.fromstring(junit([replace(PROVED, label=written_as)])).iter("testcase")
    assert case.get("classname") == read_as


def test_github_is_silent_about_what_is_as_expected() -> None:
    """Only the notice is left, with the counts."""
    assert github([PROVED, MISS]) == "::notice::2 obligations (1 proved; 1 refuted): all as expected"


def test_a_github_error() -> None:
    """The place, the theorem and the rule as properties; the message in one line."""
    first, *_, last = github([*EVERYTHING, UNREADABLE]).splitlines()
    assert first == (
        "::error file=mine.py,line=4,col=6,title=mine.sum%3A refuted::mine.sum: line 2 [add]: refuted%0Au + u = 3u%0A"
        "given N ≥ 2%0Aat N = 1, u = (1)%0Aleft side:  (2)%0Aright side: (3)%0Adoes not follow%0A  expected 2u%0A"
        "true with 2 for 3"
    )
    assert last == "::notice::9 obligations (4 proved; 2 refuted; 1 unsupported; 2 unread): 7 NOT as expected"


@pytest.mark.parametrize("obligation", WRONG, ids=lambda o: o.verdict)
def test_whatever_is_not_as_expected_is_a_github_error(obligation: Obligation) -> None:
    """Also conditions that are not stated; nothing is a mere warning."""
    error, notice = github([obligation]).splitlines()
    assert error.startswith("::error ")
    assert notice.endswith(": 1 NOT as expected")


def test_github_properties_are_escaped() -> None:
    """What would end a property, a command or a line stands as its code."""
    text = github([replace(UNREADABLE, file="a,b:c%\r\n.py", line=1, reason="50%\n: , ::", repair="\r")])
    assert text.splitlines()[0] == (
        "::error file=a%2Cb%3Ac%25%0D%0A.py,line=1,title=paper%3A unreadable::"
        "paper: statement: error%0A50%25%0A: , ::%0A%0D"
    )


@given(ANY_OBLIGATION)
def test_github_commands_cannot_be_broken(obligation: Obligation) -> None:
    """One command in one line for each obligation, whose message and title can be read back."""
    error, notice = github([obligation]).split("\n")
    assert notice.startswith("::notice::")
    properties, _, message = error.removeprefix("::error ").partition("::")
    title = properties.split(",")[-1].removeprefix("title=")
    for code, sign in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        title = title.replace(code, sign)
        message = message.replace(code, sign) if code not in ("%3A", "%2C") else message
    start = f"{obligation.label}: " if obligation.label else obligation.kind
    assert title.startswith(start)
    assert message.startswith(start)
    assert obligation.kind in message
    assert obligation.repair in message


@pytest.mark.parametrize("obligations", [[], [PROVED], EVERYTHING], ids=len)
def test_sarif_fits_the_schema(obligations: list[Obligation]) -> None:
    """The essential part of it, for every kind of obligation and for none."""
    fits(sarif(obligations, "1.0"))


@given(ANY_OBLIGATION)
def test_sarif_fits_whatever_the_characters(obligation: Obligation) -> None:
    """Names and messages of any characters: the log is ASCII, and fits."""
    text = sarif([obligation], "1")
    assert text.isascii()
    fits(text)


def test_sarif_has_no_half_characters() -> None:
    """What a file in UTF-8 cannot hold is spelled out, in names and messages."""
    (found,) = results(replace(REFUTED, label="\ud800", lhs="\udfff"))
    assert found["locations"][0]["logicalLocations"] == [{"fullyQualifiedName": "\\ud800"}]
    assert "\\udfff = 3u" in found["message"]["text"]


def test_what_is_no_sarif_does_not_fit() -> None:
    """A line number from zero, a key that is none: the check of these tests can fail."""
    jsonschema: Any = pytest.importorskip("jsonschema")
    log = json.loads(sarif([REFUTED], "1"))
    log["runs"][0]["results"][0]["time"] = 1
    for wrong in (sarif([replace(REFUTED, line=0)], "1"), json.dumps(log)):
        with pytest.raises(jsonschema.ValidationError):
            fits(wrong)


def test_the_sarif_tool() -> None:
    """The program with its version, and each rule once, whatever the results."""
    driver = json.loads(sarif([], "7.5"))["runs"][0]["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("derive", "7.5")
    assert [rule["id"] for rule in driver["rules"]] == ["refuted", "unsupported", "unreadable", "unexpected"]


def test_sarif_results() -> None:
    """What is not as expected, each with its rule, found by index as by name."""
    log = json.loads(sarif(EVERYTHING, "1"))["runs"][0]
    rules = [rule["id"] for rule in log["tool"]["driver"]["rules"]]
    assert [found["ruleId"] for found in log["results"]] == [
        "refuted", "unexpected", "unexpected", "unsupported", "unreadable", "unexpected"
    ]  # fmt: skip
    for found in log["results"]:
        assert rules[found["ruleIndex"]] == found["ruleId"]
        assert found["level"] == "error"


def test_a_sarif_result() -> None:
    """The message says what the others say, without layout; the place is the line and column."""
    (found,) = results(REFUTED)
    assert found["message"]["text"].splitlines() == [
        "mine.sum: line 2 [add]: refuted", "u + u = 3u", "given N ≥ 2", "at N = 1, u = (1)", "left side:  (2)",
        "right side: (3)", "does not follow", "expected 2u", "true with 2 for 3",
    ]  # fmt: skip
    assert found["locations"] == [
        {
            "logicalLocations": [{"fullyQualifiedName": "mine.sum"}],
            "physicalLocation": {
                "artifactLocation": {"uri": "mine.py"},
                "region": {"startLine": 4, "startColumn": 6},
            },
        }
    ]


def test_sarif_places_as_far_as_known() -> None:
    """No column, no line, no file: the theorem is always named."""
    without_column = replace(REFUTED, column=None)
    without_line = replace(without_column, line=None)
    found = results(without_column, without_line, replace(without_line, file=None))
    places = [one["locations"][0].get("physicalLocation") for one in found]
    file = {"artifactLocation": {"uri": "mine.py"}}
    assert places == [{**file, "region": {"startLine": 4}}, file, None]


@pytest.mark.parametrize(
    ("file", "uri", "path"),
    [
        ("proofs/mine.py", "proofs/mine.py", "proofs/mine.py"),
        ("./a//b/../mine.py", "a/mine.py", "a/mine.py"),
        ("a b/é%20#?.py", "a%20b/%C3%A9%2520%23%3F.py", "a b/é%2520#?.py"),
        ("a:b.py", "a%3Ab.py", "a%3Ab.py"),
        ("{here}/in.py", "in.py", "in.py"),
        ("{here}/../out side.py", "file://{above}/out%20side.py", "{above}/out side.py"),
        ("../out.py", "file://{above}/out.py", "{above}/out.py"),
    ],
)
def test_files_of_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, uri: str, path: str) -> None:
    """From the current folder where it is below, with slashes and no dots; in SARIF as a URI."""
    above = tmp_path.resolve()
    here = above / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    made = replace(REFUTED, file=file.format(here=here))
    (found,) = results(made)
    assert found["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri.format(above=above)
    assert github([made]).startswith(f"::error file={path.format(above=above)},line=4,")


def test_a_linked_file_is_the_file_it_leads_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Links are followed: a place in a link is no place in a repository."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "real.py").touch()
    (tmp_path / "mine.py").symlink_to("real.py")
    assert github([REFUTED]).startswith("::error file=real.py,")


def test_sarif_fingerprints_stay_when_lines_move() -> None:
    """Neither the place, nor the verdict, nor the witness, nor the reason is in them."""
    moved = replace(REFUTED, line=40, column=1, number=3, verdict="unsupported", evidence=(), reason="another")
    assert results(REFUTED)[0]["partialFingerprints"] == results(moved)[0]["partialFingerprints"]


def test_sarif_fingerprints_tell_results_apart() -> None:
    """Another statement, another theorem, another kind, or the same one once more."""
    others = [replace(REFUTED, lhs="u"), replace(REFUTED, label="mine.other"), replace(REFUTED, kind="theorem")]
    alone = [results(one)[0]["partialFingerprints"]["obligationHash/v1"] for one in (REFUTED, *others)]
    assert len(set(alone)) == 4
    once, again = (one["partialFingerprints"] for one in results(REFUTED, REFUTED))
    assert once != again


def test_sarif_messages_are_taken_literally() -> None:
    """Braces are no placeholders, brackets no links."""
    (found,) = results(replace(REFUTED, lhs=r"\frac{0}{1}", rhs="[u](0)"))
    assert r"\frac{{0}}{{1}} = [u] (0)" in found["message"]["text"]


FALSE = """\
from derive.language.build import dimension, vector
from derive.statements.equation import equation
u = vector("u", dimension("N"))
true = equation(u + u, 2 * u)
false = equation(u + u, 3 * u)
"""


@pytest.fixture
def false_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file in the current folder with a true statement and a false one."""
    monkeypatch.chdir(tmp_path)
    Path("proofs.py").write_text(FALSE, encoding="utf-8")
    return "proofs.py"


def test_junit_of_a_file(run: Any, false_file: str) -> None:
    """Both statements, one of them refuted; the exit code is that of the check."""
    result = run("check", false_file, "--format", "junit")
    (suite,) = ElementTree.fromstring(result.stdout)
    assert (result.exit_code, result.stderr) == (1, "")
    assert [(case.get("name"), [wrong.get("type") for wrong in case]) for case in suite] == [
        ("proofs.py:4:1: theorem: u + u = 2u", []),
        ("proofs.py:5:1: theorem: u + u = 3u", ["refuted"]),
    ]


def test_github_of_a_file(run: Any, false_file: str) -> None:
    """Lines are not folded at the width of the terminal."""
    result = run("check", false_file, "--format", "github")
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout.splitlines() == [
        "::error file=proofs.py,line=5,col=1,title=proofs.false%3A refuted::proofs.false: theorem: refuted%0Au + u = 3u"
        "%0Aat N = 1, u = (1)%0Aleft side:  (2)%0Aright side: (3)",
        "::notice::2 obligations (1 proved; 1 refuted): 1 NOT as expected",
    ]


def test_sarif_of_a_file(run: Any, false_file: str) -> None:
    """The false statement, by this version of the program."""
    result = run("check", false_file, "--format", "sarif")
    (found,) = json.loads(result.stdout)["runs"]
    assert (result.exit_code, result.stderr) == (1, "")
    assert found["tool"]["driver"]["version"] == __version__
    assert [one["locations"][0]["physicalLocation"]["region"]["startLine"] for one in found["results"]] == [5]
    fits(result.stdout)


@pytest.mark.parametrize("form", FORMATS)
def test_a_theory_in_each_format(run: Any, form: str) -> None:
    """A theorem of a theory is as expected in every format; with --strict its conditions are not."""
    for strict, code in (((), 0), (("--strict",), 1)):
        result = run("check", "layernorm.eq6", "--format", form, *strict)
        assert result.exit_code == code
        assert ("its conditions are not stated: " in result.stdout) == bool(strict)


@pytest.mark.parametrize("form", FORMATS)
def test_nothing_at_all(form: str) -> None:
    """No obligation makes a valid document too."""
    text = written(form, [])
    match form:
        case "junit":
            assert len(ElementTree.fromstring(text)) == 0
        case "github":
            assert text == "::notice::0 obligations: all as expected"
        case _:
            assert json.loads(text)["runs"][0]["results"] == []


@pytest.mark.parametrize("form", FORMATS)
def test_rocq_answers_in_its_own_formats(run: Any, form: str) -> None:
    """What coqc says has no obligations: exit code 2, and no output."""
    result = run("check", "layernorm.eq6", "--kernel", "rocq", "--format", form)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "text and json only" in result.stderr


def test_help_says_what_each_format_is(run: Any) -> None:
    """Each choice has its line."""
    lines = run("check", "--help").stdout.splitlines()
    for form in ("text", "json", *FORMATS):
        assert sum(line.startswith(f"    {form} ") for line in lines) == 1


RELATION = Obligation(
    "", "relation", "refuted", "s", "t", file="a.tex", line=2, column=6, hypotheses=("t > 0",), evidence=("at s = 1, t = 2",)
)  # fmt: skip
STRICT = Obligation("", "relation", "proved", "s / s", "1", file="a.tex", line=3, column=6, conditions=("s ≠ 0",))
UNREAD = Obligation(
    "", "relation", "error", file="a.tex", line=4, column=6, reason="a.tex:4:6: found ), expected a term"
)
DECLARED = replace(STRICT, expected="refuted", scope="all data")


@pytest.mark.parametrize(
    ("obligation", "sentence"),
    [
        (RELATION, "relation refuted: s = t"),
        (STRICT.strict(), "relation proved, but its conditions are not stated: s ≠ 0: s / s = 1"),
        (UNREAD, "relation cannot be read: found ), expected a term"),
        (DECLARED, "relation not refuted but proved for all data, where s ≠ 0: s / s = 1"),
    ],
)
def test_what_has_no_label_is_said_in_a_sentence(obligation: Obligation, sentence: str) -> None:
    """As title and first line on GitHub, in SARIF and in JUnit; hypotheses follow."""
    error = github([obligation]).splitlines()[0]
    title, _, message = error.partition("title=")[2].partition("::")
    assert title == sentence.replace(":", "%3A").replace(",", "%2C")
    assert message.split("%0A")[0] == sentence
    (found,) = results(obligation)
    assert found["message"]["text"].splitlines()[0] == sentence
    assert all(place["fullyQualifiedName"] for place in found["locations"][0]["logicalLocations"])
    (case,) = ElementTree.fromstring(junit([obligation])).iter("testcase")
    assert case.get("classname") == "a.tex"
    assert case[0].get("message") == sentence
    for text in (message.replace("%0A", "\n"), found["message"]["text"], case[0].text or ""):
        assert all(f"given {given}" in text for given in obligation.hypotheses)


def test_a_long_title_is_cut() -> None:
    """The message has all of it."""
    error = github([replace(RELATION, lhs="s" * 500)]).splitlines()[0]
    title, _, message = error.partition("title=")[2].partition("::")
    assert len(title) < 120
    assert title.endswith("…")
    assert "s" * 500 in message


def test_side_conditions_of_what_is_proved_are_told() -> None:
    """In the notice, the properties of the run, and the output of the case."""
    made = replace(STRICT, scope="all data", hypotheses=("t > 0",))
    assert (
        github([made])
        == "::notice::1 obligation (1 proved): all as expected%0As / s = 1: proved for all data, where s ≠ 0"
    )
    log = json.loads(sarif([made], "1"))["runs"][0]
    assert log["properties"]["conditions"] == ["a.tex:3:6: s / s = 1: proved for all data, where s ≠ 0\ngiven t > 0"]
    fits(sarif([made], "1"))
    (case,) = ElementTree.fromstring(junit([made])).iter("testcase")
    assert [(part.tag, part.text) for part in case] == [("system-out", "proved for all data, where s ≠ 0\ngiven t > 0")]


def test_json_has_hypotheses_conditions_and_scope() -> None:
    """Of every obligation."""
    made = replace(STRICT, scope="all data", hypotheses=("t > 0",)).to_json()
    assert (made["hypotheses"], made["conditions"], made["scope"]) == (["t > 0"], ["s ≠ 0"], "all data")
