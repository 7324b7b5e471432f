"""``derive report``: the arguments reach `write_report`, and its result is told."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from derive.cli import console
from derive.report import write
from derive.report.files import Drift, ReportResult


@pytest.fixture
def lasting() -> list[float]:
    """How long the stand-in works, in seconds."""
    return [0.0]


@pytest.fixture
def templated() -> list[Path | None]:
    """The folder of templates of each call."""
    return []


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch, lasting: list[float], templated: list[Path | None]) -> Any:
    """``written(result)``: `write_report` gives that result; what it was called with is collected."""

    def stand_in(result: ReportResult) -> list[tuple[Any, ...]]:
        calls: list[tuple[Any, ...]] = []

        def write_report(
            *args: Any,
            everything: bool,
            progress: Any,
            measure: bool,
            jobs: int | None,
            remember: Any,
            templates: Path | None,
        ) -> ReportResult:
            progress("layernorm.eq6", 85, 168)
            time.sleep(lasting[0])
            calls.append((*args, everything, measure, jobs))
            templated.append(templates)
            return result

        monkeypatch.setattr(write, "write_report", write_report)
        return calls

    return stand_in


def test_what_was_written_is_told(run: Any, written: Any) -> None:
    """By default Markdown and LaTeX in output/; what is fast says nothing of its progress."""
    calls = written(ReportResult((Path("output/layernorm.md"),), (), ()))
    result = run("report", "layernorm")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "wrote output/layernorm.md\n", "")
    assert calls == [(("layernorm",), ("md", "tex"), Path("output"), False, False, False, None)]


def test_options(run: Any, written: Any) -> None:
    """Formats are read with their blanks, each once."""
    calls = written(ReportResult((), (), ()))
    result = run("report", "layernorm", "--all", "--to", "html, pdf,html", "--out", "x/y", "--check", "-j", "3")
    assert (result.exit_code, result.stdout) == (0, "nothing drifted in x/y\n")
    assert calls == [(("layernorm",), ("html", "pdf"), Path("x/y"), True, True, False, 3)]


def test_measure(run: Any, written: Any) -> None:
    """Measured numbers are asked for."""
    calls = written(ReportResult((), (), ()))
    assert run("report", "layernorm", "--measure").exit_code == 0
    assert calls == [(("layernorm",), ("md", "tex"), Path("output"), False, False, True, None)]


def test_what_takes_long_tells_how_far_it_is(
    run: Any, written: Any, lasting: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plain lines on stderr where it is no terminal, at intervals; nothing of it on stdout."""
    monkeypatch.setattr(console, "FIRST", 0.05)
    monkeypatch.setattr(console, "EVERY", 0.2)
    lasting[0] = 0.4
    written(ReportResult((Path("o.md"),), (), ()))
    result = run("report", "layernorm")
    assert result.stdout == "wrote o.md\n"
    lines = result.stderr.splitlines()
    assert 1 <= len(lines) <= 3
    assert set(lines) == {"layernorm: 84 of 168 steps, 0 s"}
    assert run("report", "claims").stderr.startswith("claims: 84 of 168 steps, ")


def test_drift(run: Any, written: Any) -> None:
    """The difference on stdout, the file and the way on to stderr, exit code 1."""
    written(ReportResult((), (Drift(Path("output/layernorm.md"), "-old\n+new"),), ()))
    result = run("report", "layernorm", "--check")
    assert (result.exit_code, result.stdout) == (1, "-old\n+new\n")
    assert result.stderr == (
        "derive: error: output/layernorm.md is not what the code produces\n"
        "  to regenerate: derive report layernorm --to md,tex --out output\n"
    )


def test_theorems_that_fail(run: Any, written: Any) -> None:
    """A report is written even so, but the exit code is 1."""
    written(ReportResult((Path("o.md"),), (), ("layernorm.eq6",)))
    result = run("report", "layernorm")
    assert (result.exit_code, result.stdout) == (1, "wrote o.md\n")
    assert "layernorm.eq6 did not come out as it should" in result.stderr


@pytest.mark.parametrize(("theory", "folder"), [("layernrm", "."), ("layernorm", "a_file/below")])
def test_what_cannot_be_written(run: Any, tmp_path: Path, theory: str, folder: str) -> None:
    """An unknown theory, or a folder that is none: exit code 2, and nothing is made."""
    (tmp_path / "a_file").write_text("x")
    result = run("report", theory, "--out", str(tmp_path / folder))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("derive: error: ")
    assert [path.name for path in tmp_path.iterdir()] == ["a_file"]


def test_a_paper_with_two_readings(run: Any, tmp_path: Path) -> None:
    """The declaration that settles it is said."""
    paper = tmp_path / "p.md"
    paper.write_text("<!-- derive: dimension n; vector x : n -->\n$$ x^2 = x \\cdot x $$\n", encoding="utf-8")
    result = run("report", str(paper), "--out", str(tmp_path))
    assert result.exit_code == 2
    assert "declare the one that is meant: % derive: powers of vectors: componentwise, or" in result.stderr


def test_where_templates_come_from(
    run: Any, written: Any, templated: list[Path | None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The option comes before the environment, that before the nearest pyproject.toml, whose folder it is in."""
    monkeypatch.chdir(tmp_path)
    written(ReportResult((), (), ()))
    run("report", "layernorm", code=0)
    (tmp_path / "pyproject.toml").write_text("[tool.derive]\ntemplates = 'own'\n")
    run("report", "layernorm", code=0)
    monkeypatch.setenv("DERIVE_TEMPLATES", "other")
    run("report", "layernorm", code=0)
    run("report", "layernorm", "--templates", "mine", code=0)
    assert templated == [None, tmp_path / "own", Path("other"), Path("mine")]


@pytest.mark.parametrize(
    ("said", "message"),
    [("template = 'own'", "did you mean templates?"), ("templates = 3", "has templates = 3")],
)
def test_settings_of_templates_are_checked(
    run: Any, written: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, message: str
) -> None:
    """A key that there is not, and a value of another kind."""
    monkeypatch.chdir(tmp_path)
    written(ReportResult((), (), ()))
    (tmp_path / "pyproject.toml").write_text(f"[tool.derive]\n{said}\n")
    assert message in run("report", "layernorm", code=2).stderr
