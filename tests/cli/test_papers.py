"""``derive check paper.tex``: verdicts, places, what is shown, exit codes, what is known from before."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from derive.cli.papers import PaperSubject
from derive.cli.targets import subject

HEAD = "% derive: dimension N; vectors a, b : N; scalar s, t\n"


pytestmark = pytest.mark.usefixtures("own")


def write(text: str, name: str = "p.tex") -> str:
    """A paper, below its declarations."""
    Path(name).write_text(HEAD + text, encoding="utf-8")
    return name


def found(run: Any, *args: str) -> list[dict[str, Any]]:
    """The records of a run."""
    records: list[dict[str, Any]] = json.loads(run("check", *args, "--json").stdout)["obligations"]
    return records


def test_relations_are_records(run: Any) -> None:
    """With place, sides, verdict and witness."""
    write("\\begin{align}\n s + s &= 2s \\\\\n &\\le s \\label{eq:x}\n\\end{align}")
    first, second = found(run, "p.tex")
    assert (first["file"], first["line"], first["column"], first["verdict"]) == ("p.tex", 3, 9, "proved")
    assert (second["line"], second["column"], second["relation"], second["verdict"]) == (4, 3, "<=", "refuted")
    assert (second["label"], second["lhs"], second["rhs"]) == ("eq:x", "2s", "s")
    assert second["witness"]["s"] == "1"


def test_two_readings_are_data(run: Any) -> None:
    """The readings of what was refused, in words; of what has none, or one, nothing."""
    write("\\[ 1/2 t = t/2 \\]\n\\[ s = z \\]")
    first, second = found(run, "p.tex")
    readings = ["if (1/2)*t: (1/2) t = t / 2: proved for all data", "if 1/(2*t): 1 / (2t) = t / 2: refuted"]
    assert (first["verdict"], first["readings"]) == ("error", readings)
    assert (second["verdict"], second["readings"]) == ("error", [])


def test_exit_codes(run: Any) -> None:
    """0 as expected, 1 not, 2 for what cannot be read at all."""
    assert run("check", write(r"\[ s = s \]")).exit_code == 0
    assert run("check", write("% derive: expect refuted\n\\[ s = t \\]", "q.tex")).exit_code == 0
    assert run("check", write(r"\[ s = t \]", "r.tex")).exit_code == 1
    assert run("check", write(r"\[ s = z \]", "u.tex")).exit_code == 1
    assert run("check", "nope.tex").exit_code == 2
    Path("q.derive.toml").write_text("x", encoding="utf-8")
    subject.cache_clear()
    assert run("check", "q.tex").exit_code == 2


def test_a_relation_is_shown_with_its_line(run: Any) -> None:
    """The line of the paper, a caret below the sign, both sides, the witness."""
    out = run("check", write(r"  \[ s + s = s \]")).stdout.splitlines()
    at = next(number for number, row in enumerate(out) if r"\[ s + s = s \]" in row)
    assert out[at + 1].index("^") == out[at].index("=")
    assert any("left side" in row for row in out)


def test_a_vector_bound_is_an_error(run: Any) -> None:
    """Not a crash."""
    (one,) = found(run, write(r"\[ a \le b \]"))
    assert one["verdict"] == "error"


def test_sides_of_different_shapes_are_refuted(run: Any) -> None:
    """With both shapes."""
    (one,) = found(run, write(r"\[ \vec a = s \]"))
    assert one["verdict"] == "refuted"


# --- what is known from before ------------------------------------------------------------------------------------------


def verdicts(run: Any) -> list[str]:
    """The verdicts on p.tex, as a new process would find them."""
    subject.cache_clear()
    return [one["verdict"] for one in found(run, "p.tex")]


def test_what_was_found_is_found_again(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same records, without deciding anything; not with --no-cache."""
    write("% derive: expect refuted; label x\n\\[ s = t \\]\n\\[ s \\approx t \\]")
    first = run("check", "p.tex", "--json").stdout

    def refuse(*_: Any) -> None:
        raise AssertionError

    subject.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr("derive.cli.papers.decided", refuse)
        assert run("check", "p.tex", "--json").stdout == first
        subject.cache_clear()
        with pytest.raises(AssertionError):
            run("check", "p.tex", "--no-cache")


def test_a_change_of_the_paper_counts(run: Any) -> None:
    """Also in the same process."""
    write(r"\[ s = s \]")
    assert verdicts(run) == ["proved"]
    write(r"\[ s = t \]")
    assert [one["verdict"] for one in found(run, "p.tex")] == ["refuted"]
    write(r"\[ s = z \]")
    assert [one["verdict"] for one in found(run, "p.tex")] == ["error"]


def test_a_change_after_a_run_that_knew_counts(run: Any) -> None:
    """In the same process, once found and once known."""
    write(r"\[ s = s \]")
    assert verdicts(run) == ["proved"]
    assert [one["verdict"] for one in found(run, "p.tex")] == ["proved"]
    write(r"\[ s = t \]")
    assert [one["verdict"] for one in found(run, "p.tex")] == ["refuted"]


def test_a_new_sidecar_counts(run: Any) -> None:
    """It was not there before; and its change, and that it is gone."""
    write(r"\[ s = t \]")
    assert verdicts(run) == ["refuted"]
    sidecar = Path("p.derive.toml")
    sidecar.write_text('expect = { x = "proved" }', encoding="utf-8")
    assert verdicts(run) == ["refuted", "error"]
    sidecar.write_text("scalr = 'x'", encoding="utf-8")
    assert verdicts(run) == ["error", "error"]
    sidecar.unlink()
    assert verdicts(run) == ["refuted"]


def test_a_change_of_an_input_counts(run: Any) -> None:
    """And of a package beside the paper."""
    write(r"\usepackage{own}\input{one} \[ \x = t \]")
    Path("one.tex").write_text(r"\newcommand{\y}{t}", encoding="utf-8")
    Path("own.sty").write_text(r"\newcommand{\x}{t}", encoding="utf-8")
    assert verdicts(run) == ["proved"]
    Path("one.tex").write_text(r"\renewcommand{\x}{s}", encoding="utf-8")
    assert verdicts(run) == ["refuted"]
    Path("one.tex").write_text(r"\renewcommand{\y}{s}", encoding="utf-8")
    assert verdicts(run) == ["proved"]
    Path("own.sty").write_text(r"\newcommand{\x}{2s}", encoding="utf-8")
    assert verdicts(run) == ["refuted"]


def test_a_change_of_an_input_without_mathematics_counts(run: Any) -> None:
    """There may be some now."""
    write(r"\input{one} \[ s = s \]")
    Path("one.tex").write_text("nothing yet", encoding="utf-8")
    assert verdicts(run) == ["proved"]
    Path("one.tex").write_text(r"\[ s = t \]", encoding="utf-8")
    assert verdicts(run) == ["refuted", "proved"]


@pytest.mark.parametrize(("text", "name"), [(r"\input{one}", "one.tex"), (r"\usepackage{own}", "own.sty")])
def test_a_file_that_appears_counts(run: Any, text: str, name: str) -> None:
    """It was named, and is there now."""
    write(text + r" \newcommand{\y}{t} \[ \y = t \]")
    before = verdicts(run)
    Path(name).write_text(r"\[ s = t \]", encoding="utf-8")
    assert verdicts(run) != before


def test_a_change_during_the_check_counts() -> None:
    """What was found is of the text before it."""
    path = Path(write(r"\[ s = s \]"))
    paper = PaperSubject(path)
    made = paper.check("0")
    write(r"\[ s = t \]")
    paper.keep([("0", made)])
    assert not PaperSubject(path).recall()


def test_another_folder_asks_anew(run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Names of files are those from where people stand."""
    write(r"\[ s = s \]")
    assert verdicts(run) == ["proved"]
    monkeypatch.chdir(tmp_path.parent)
    (one,) = found(run, f"{tmp_path.name}/p.tex")
    assert one["file"] == f"{tmp_path.name}/p.tex"


#: Four false displays that are not read, none of them silently.
UNREAD = r"""
\begin{eqs} s &= t \\ &= s + 1 \end{eqs}
\[ s \approx s + 1 \]
\[ z := \frac{1}{2} s \]
\[ s = t \implies s + 1 = t + 1 \]
\[ s \in \{t\} \]
% derive: skip
\[ s = t \]
% derive: off
\[ s = t \]
% derive: on
\InputIfFileExists{more}{}{}
"""


def test_what_is_not_decided_is_counted(run: Any) -> None:
    """In the summary in words, in JSON with its kind, in a notice of GitHub, as skipped cases, in SARIF."""
    write(UNREAD)
    result = run("check", "p.tex", code=0)
    assert " ".join(result.stdout.split()).endswith(
        "1 relation (1 proved): all as expected, BUT 3 relations noted, not decided; 2 displays NOT READ; 1 skipped; "
        "1 part off; 1 include not followed"
    )
    for _ in range(2):  # the second time from what is known
        known = json.loads(run("check", "p.tex", "--json").stdout)
        assert [note["kind"] for note in known["notes"]] == [
            "display", "relation", "relation", "relation", "display", "skipped", "off", "include",
        ]  # fmt: skip
        assert known["summary"]["noted"] == 8
    notice = run("check", "p.tex", "--format", "github").stdout
    assert "all as expected; 3 relations noted, not decided; 2 displays NOT READ; " in notice
    assert run("check", "p.tex", "--format", "junit").stdout.count("<skipped ") == 8
    (sarif,) = json.loads(run("check", "p.tex", "--format", "sarif").stdout)["runs"]
    assert len(sarif["properties"]["notChecked"]) == 8


@pytest.mark.parametrize(
    "text",
    ["", "$s = t$", "% derive: skip\n\\[ s = t \\]", "% derive: off\n\\[ s = t \\]", r"\begin{eqs} s &= t \end{eqs}",
     r"\[ s \approx t \]", r"\[ z := s \]", r"\[ s \]", "\\begin{verbatim}\n\\[ s = t \\]\n\\end{verbatim}"],
)  # fmt: skip
@pytest.mark.parametrize("form", ["text", "json", "junit", "github", "sarif"])
def test_a_paper_in_which_nothing_is_decided(run: Any, text: str, form: str) -> None:
    """Exit code 2, and what was looked for; whatever the format."""
    result = run("check", write(text), "--format", form, code=2)
    assert "p.tex: nothing to check: " in result.stderr
    assert "relations (=, \\le, …)" in result.stderr
    assert form != "text" or "all as expected" not in result.stdout


def test_nothing_beside_something(run: Any) -> None:
    """The other papers are checked all the same; what is false goes first."""
    write(r"\[ s = s \]", "true.tex")
    write(r"\[ s = t \]", "false.tex")
    write("$s = t$", "none.tex")
    result = run("check", "true.tex", "none.tex")
    assert (result.exit_code, "1 proved" in result.stdout) == (2, True)
    assert "true.tex" not in result.stderr
    assert run("check", "none.tex", "false.tex").exit_code == 1


def test_declared_passes_over_what_declares_nothing(run: Any) -> None:
    """And says how many; a paper with declarations in which nothing is left is an error there too."""
    Path("other.tex").write_text(r"\[ e = m c^2 \]", encoding="utf-8")
    write("Names of another paper.", "names.tex")
    write("% derive: skip\n\\[ s = t \\]", "none.tex")
    write(r"\[ s = s \]", "true.tex")
    result = run("check", "--declared", "other.tex")
    assert (result.exit_code, result.stdout) == (0, "0 papers with declarations and displays, 1 passed over\n")
    assert run("check", "--declared", "other.tex", "names.tex").exit_code == 0
    assert run("check", "names.tex").exit_code == 2
    assert run("check", "--declared", "other.tex", "none.tex").exit_code == 2
    result = run("check", "--declared", "other.tex", "true.tex")
    assert (result.exit_code, "1 paper without declarations" in result.stdout) == (0, True)


@pytest.mark.parametrize(
    "comment", ["% Derive: scalar s, t", "% derive scalar s, t", "%derive : scalar s, t", "% derive；scalar s, t"]
)
@pytest.mark.parametrize("option", [(), ("--declared",)])
def test_a_comment_that_nearly_declares_is_an_error(run: Any, comment: str, option: tuple[str, ...]) -> None:
    """It is not passed over."""
    Path("p.tex").write_text(f"{comment}\n\\[ s = s \\]\n", encoding="utf-8")
    assert "nearly is a declaration" in " ".join(run("check", *option, "p.tex", code=1).stdout.split())


def test_declarations_in_a_file_that_is_input_are_declarations(run: Any) -> None:
    """The paper that inputs them is not passed over."""
    write("", "names.tex")
    Path("p.tex").write_text("\\input{names}\n\\[ s = t \\]\n", encoding="utf-8")
    assert run("check", "--declared", "p.tex").exit_code == 1


@pytest.mark.parametrize("wrong", [r"\[ \foo = s \implies s = t \]", "% derive: assume \\foo\n\\[ s = t \\]"])
def test_what_is_not_checked_says_so(run: Any, wrong: str) -> None:
    """With the place of the premise; exit code 1."""
    result = run("check", write(wrong), code=1)
    assert "  refuted  " not in result.stdout
    assert "not checked: the " in result.stdout


@pytest.mark.parametrize(
    "text",
    [
        "% derive: expect error\n\\[ s = \\foo \\]", "% derive: off\n\\[ s = s \\]", "% derive: skip\n\\[ s = s \\]",
        r"\begin{eqs} s = t \end{eqs}", r"\[ s \in \{t\} \]", r"\[ s \approx t \]", r"\[ s + t \]",
    ],
)  # fmt: skip
def test_a_paper_in_which_nothing_was_decided_is_not_green(run: Any, text: str) -> None:
    """Not the second time either, from what is known."""
    write(f"{text}\n")
    for _ in range(2):
        assert "p.tex: nothing to check: 1 display" in run("check", "p.tex", code=2).stderr


@pytest.mark.parametrize(
    "text",
    [
        "% derive: expect refuted\n\\[ s = \\foo \\]", "% derive: expect refuted\n\\[ s = t = t \\]",
        "% derive: expect refuted; expect proved\n\\[ s = t \\]", r"\[ \underbrace{s - t}_{=0} + t = s \]",
        r"\[ s \overset{t = 0}{=} s \]", r"\[ \text{$s = t$} \]", r"\ifx\a\b\endinput\fi \[ s = t \]",
        r"\let\le\ne \[ s \le s \]", "\\begin%\n{equation} s = t \\end{equation}", r"\[ s ≤ t \]",
        r"\[ s = s \quad\text{(false)} \]",
        r"\renewenvironment{comment}{}{} \begin{comment} \[ s = t \] \end{comment}", "\\catcode`\\%=12 % \\[ s = t \\]",
        r"\let\iffalse\iftrue \iffalse \[ s = t \] \fi", r"\[ s = s \enspace s = t \]", r"\[ s = s ~~ s = t \]",
    ],
)  # fmt: skip
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_no_false_or_unread_relation_is_green(run: Any, text: str, end: str) -> None:
    """Beside one that is true."""
    body = f"% derive: scalar s, t\n\\[ s = s \\]\n{text}\n".replace("\n", end)
    Path("p.tex").write_bytes(b"\xef\xbb\xbf" + body.encode())
    assert run("check", "p.tex").exit_code == 1


@pytest.mark.parametrize("unread", ["error", "warn", "ignore"])
@pytest.mark.parametrize("display", ["If $t = 0$, then \\[ s + t = s \\]", r"\[ s = \foo \]"])
def test_an_expectation_that_was_not_examined_is_not_green(run: Any, unread: str, display: str) -> None:
    """Whatever is said of what cannot be read; without one it is passed over."""
    text = f"\\[ s = s \\]\n% derive: expect refuted\n{display}\n"
    write(text)
    assert "1 NOT as expected" in " ".join(run("check", "p.tex", "--unread", unread, code=1).stdout.split())
    write(text.replace("% derive: expect refuted\n", ""))
    run("check", "p.tex", "--unread", unread, code=1 if unread == "error" else 0)


def test_a_part_that_is_off_says_how_much(run: Any) -> None:
    """And whether it ends."""
    write("\\[ s = s \\]\n% derive: off\n\\[ s = t \\]\n\\[ s = t \\]\n")
    result = run("check", "p.tex", code=0)
    assert "off, and never on again: 2 displays not checked" in result.stdout
    assert "BUT 1 part off" in " ".join(result.stdout.split())


FALSE_LINES = r"""
% derive: dimension N; matrices A, B : N x N; vectors u, v, x : N; scalar t; index i, j : N
\[ e^{A+B} = e^A \odot e^B \]
\[ \exp(A+B) = \exp(A) \odot \exp(B) \]
\[ \det e^A = e^{2\operatorname{tr} A} \]
\[ \vec u^2 = \vec u \cdot \vec u \]
\[ 2\tfrac12 = 1 \]
\[ A \cdot B = A B \]
\[ \frac{\mathrm d}{\mathrm d t} t^2 = t \]
\[ \frac{\partial (x^\top u)}{\partial x} = u^\top \]
\[ \nabla_x^2 (x^\top x) = 2N \]
\[ \operatorname{tr} A B = \operatorname{tr}(A) B \]
% derive: forget
% derive: dimension d; scalar t
\[ \frac{d}{dt} t^2 = t \]
% derive: forget
% derive: scalar x, y; y depends on x
\[ \frac{\partial x}{\partial y} = 0 \]
% derive: forget
% derive: dimension N; vectors u, v : N; index i, j : N; assume u \odot v = 0
\[ \frac{u_j}{v_i} = 0 \]
"""


def test_a_paper_of_false_lines_proves_none_of_them(run: Any) -> None:
    """Notation that once was read in the sense that made it true: each line is refuted, or refused."""
    Path("false.tex").write_text(FALSE_LINES, encoding="utf-8")
    result = run("check", "false.tex", "--json", code=1)
    verdicts = [one["verdict"] for one in json.loads(result.stdout)["obligations"]]
    assert len(verdicts) == FALSE_LINES.count(r"\[")
    assert set(verdicts) == {"refuted", "error"}
