"""``--unread``: what counts as what cannot be read; it is never shown as proved, and never all there is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

HEAD = "% derive: scalar s, t\n"


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of one test."""
    monkeypatch.chdir(tmp_path)
    Path("p.tex").write_text(f"{HEAD}\\[ s = s \\]\n\\[ s = q \\]\n", encoding="utf-8")


def settings(text: str) -> None:
    """The settings of the folder."""
    Path("pyproject.toml").write_text(text, encoding="utf-8")


def test_an_error_by_default(run: Any) -> None:
    """As it is for pytest and the hook."""
    assert run("check", "p.tex").exit_code == 1
    assert run("check", "p.tex", "--unread", "error").stdout == run("check", "p.tex").stdout


def test_a_warning(run: Any) -> None:
    """It is shown and counted, and what was decided counts."""
    found = run("check", "p.tex", "--unread", "warn", code=0)
    assert "unread       3:6" in found.stdout
    assert "unknown name q" in found.stdout
    assert "(1 proved; 1 unread): all as expected, BUT 1 relation NOT READ" in found.stdout
    data = json.loads(run("check", "p.tex", "--unread", "warn", "--json", code=0).stdout)
    assert [o["as_expected"] for o in data["obligations"]] == [True, False]
    assert (data["summary"]["error"], data["summary"]["unexpected"]) == (1, 0)


def test_ignored(run: Any) -> None:
    """No row, but it is counted."""
    found = run("check", "p.tex", "--unread", "ignore", code=0).stdout
    assert "3:6" not in found
    assert "1 relation NOT READ" in found


def test_false_stays_false(run: Any) -> None:
    """Only what cannot be read is let pass."""
    Path("p.tex").write_text(f"{HEAD}\\[ s = t \\]\n\\[ s = q \\]\n", encoding="utf-8")
    assert (
        "2 relations (1 refuted; 1 unread): 1 NOT as expected"
        in run("check", "p.tex", "--unread", "warn", code=1).stdout
    )


@pytest.mark.parametrize("word", ["warn", "ignore"])
def test_never_green_by_itself(run: Any, word: str) -> None:
    """Where nothing was decided the exit code is 2."""
    Path("p.tex").write_text(f"{HEAD}\\[ s = q \\]\n", encoding="utf-8")
    assert "nothing to check" in run("check", "p.tex", "--unread", word, code=2).stderr
    Path("p.tex").write_bytes(b"\xff")
    assert run("check", "p.tex", "--unread", word).exit_code == 2


def test_expected_errors_are_as_expected(run: Any) -> None:
    """``expect error`` is something that came out."""
    Path("p.tex").write_text(f"{HEAD}\\[ s = s \\]\n% derive: expect error\n\\[ s = q \\]\n", encoding="utf-8")
    assert "NOT READ" not in run("check", "p.tex", "--unread", "warn", code=0).stdout


def test_settings_of_the_project(run: Any) -> None:
    """The flag comes before the file; a word that there is not is an error."""
    settings("[tool.derive]\nunread = 'warn'\n")
    assert run("check", "p.tex").exit_code == 0
    assert run("check", "p.tex", "--unread", "error").exit_code == 1
    settings("[tool.derive]\nunread = 'never'\n")
    assert "unread = 'never'" in run("check", "p.tex", code=2).stderr


def test_formats(run: Any) -> None:
    """A warning is one for other programs too; what is ignored is not told."""
    github = run("check", "p.tex", "--unread", "warn", "--format", "github", code=0).stdout
    assert "::warning file=p.tex,line=3" in github
    assert "::error" not in github
    sarif = json.loads(run("check", "p.tex", "--unread", "warn", "--format", "sarif", code=0).stdout)
    assert [each["level"] for each in sarif["runs"][0]["results"]] == ["warning"]
    junit = run("check", "p.tex", "--unread", "warn", "--format", "junit", code=0).stdout
    assert 'errors="0" skipped="1"' in junit
    for form in ("github", "sarif"):
        assert "unknown name" not in run("check", "p.tex", "--unread", "ignore", "--format", form, code=0).stdout


def test_what_is_kept_is_what_was_found(run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A run that lets it pass does not let it pass for the next."""
    monkeypatch.setenv("DERIVE_CACHE", str(tmp_path / "entries"))
    assert [run("check", "p.tex", "--unread", word).exit_code for word in ("warn", "error", "ignore")] == [0, 1, 0]
