"""Hostile input: each kind of it, and a child process with bounds on memory and time that is fed with it.

What must come out is a refusal: an exit code 1 or 2 (of the verifier: *rejected* or *declined*), a message, no traceback,
within the bounds.  The child runs one case after another and says after each what came of it; where it dies, the case that
it was about is the one that killed it.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.attacks.verifying import certificate_text, statements_text

#: Bounds of the child: address space, and seconds for one case.
MEMORY = 3 << 30
SECONDS = 8.0
#: Exit codes of cases that ended the child.
KILLED, TIME_OVER = -2, -3

_ROOT = Path(__file__).parents[2]
_CHILD = """
import io, json, resource, signal, sys, contextlib, traceback
resource.setrlimit(resource.RLIMIT_AS, ({memory}, {memory}))
sys.path.insert(0, {root!r})
cases = json.load(sys.stdin)
from derive.cli import main
def command(args):
    try:
        main(args, prog_name="derive")
    except SystemExit as end:
        return end.code
    return 0
def verify(certificate, statements):
    from derive.verifier import verify
    answer = verify(certificate, statements, {patience})
    print(answer.verdict, answer.reason)
    return {{"accepted": 0, "rejected": 1, "declined": 2}}[answer.verdict]
for name, kind, arguments in cases:
    text = io.StringIO()
    signal.setitimer(signal.ITIMER_REAL, {seconds})  # ends the process
    try:
        with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
            code = command(arguments) if kind == "command" else verify(*arguments)
    except BaseException:
        code, _ = -1, text.write(traceback.format_exc()[-1500:])
    signal.setitimer(signal.ITIMER_REAL, 0)
    print(json.dumps([name, code, text.getvalue()[-2000:]]), flush=True)
"""


@dataclass(frozen=True)
class Answer:
    """What came of a case: the exit code (−1: an exception got out), and the end of the output."""

    name: str
    code: int
    output: str

    @property
    def fault(self) -> str:
        """What is wrong with it; "" if it is a refusal as it should be."""
        if self.code == TIME_OVER:
            return f"more than {SECONDS:.0f} s"
        if self.code not in (1, 2):
            return f"exit code {self.code}: {self.output[-300:]}"
        if "Traceback" in self.output:
            return f"a traceback: {self.output[-300:]}"
        if not self.output.strip():
            return "no message"
        return ""


#: A name, "command" or "verify", and the arguments: those of the command line, or two texts.
Case = tuple[str, str, list[str]]


def run(cases: Sequence[Case], patience: float = 3.0) -> list[Answer]:
    """Feed a child with the cases; after one that ended it, another child.  The verifier gets ``patience`` seconds each."""
    answers: list[Answer] = []
    left = list(cases)
    while left:
        child = subprocess.Popen(
            [sys.executable, "-c", _CHILD.format(memory=MEMORY, seconds=SECONDS, patience=patience, root=str(_ROOT))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={
                "OPENBLAS_NUM_THREADS": "1",
                "PYTHONDONTWRITEBYTECODE": "1",
                "PATH": "/usr/bin:/bin",
                "COLUMNS": "120",
            },
        )
        out, err = child.communicate(json.dumps(left))
        found = [Answer(*json.loads(line)) for line in out.splitlines()]
        answers += found
        if len(found) < len(left):
            code = TIME_OVER if child.returncode == -signal.SIGALRM else KILLED
            answers.append(Answer(left[len(found)][0], code, f"signal {-child.returncode}: {err[-300:]}"))
        left = left[len(found) + 1 :]
    return answers


# --- plain syntax ----------------------------------------------------------------------------------------------

#: What `derive prove` is given: the statement, and more arguments.
STATEMENTS: dict[str, list[str]] = {
    "exponent of 10⁹": ["c^1000000000 = c"],
    "exponent of 10⁹, of a vector": ["a^1000000000 = a"],
    "exponent of 10⁹ in brackets": ["(a + b)^(1000000000) = a"],
    "negative exponent of 10⁹": ["c^-1000000000 = c"],
    "tower of exponents": ["c^9^9^9^9^9 = c"],
    "power of a sum, 200": ["(a[n] + b[n] + g[n] + u[n] + v[n] + w[n])^200 = 0", "--declare", "index n : N"],
    "power of a matrix, 60": ["(Pi + diag(g) + A + B)^60 = A"],
    "number of 10⁵ digits": ["c = " + "9" * 50_000],
    "number 10^(10⁹)": ["c = 1e1000000000"],
    "number with 10^(−10⁹)": ["c = 1e-1000000000"],
    "factorial tower": ["c = " + "(" * 90 + "10" + "^100)" * 90],
    "nesting of 10⁵": ["(" * 100_000 + "c" + ")" * 100_000 + " = c"],
    "nesting of 10⁵, of signs": ["-" * 100_000 + "c = c"],
    "nesting of 10⁵, of functions": ["sqrt(" * 50_000 + "c" + ")" * 50_000 + " = c"],
    "nesting of 10⁵, of transposes": ["A" + ".T" * 100_000 + " = A"],
    "nesting of 10⁵, of brackets": ["a" + "[n]" * 100_000 + " = c"],
    "nesting of 10⁵, not closed": ["(" * 100_000],
    "10⁶ terms": ["c = " + "+".join(["c"] * 1_000_000)],
    "10⁴ terms": ["c = " + "+".join(["c"] * 9_000)],
    "10⁶ relations": ["=".join(["c"] * 1_000_000)],
    "300 relations": ["=".join(["c"] * 300) + "=eps"],
    "product of 60 sums": ["*".join(["(c+eps+N)"] * 60) + " = " + "*".join(["(a[n]+b[n])"] * 60)],
    "control characters": ["c\x00 = \x1b[31mc\x07"],
    "a null character": ["\x00"],
    "a lone surrogate": ["c = \udc80"],
    "right-to-left marks": ["c\u202e = c\u2066"],
    "zero-width letters": ["c\u200b = c"],
    "combining marks": ["c" + "\u0301" * 10_000 + " = c"],
    "digits that are no digits": ["c = ²³⁴५"],
    "nothing": [""],
    "spaces": [" " * 100_000],
    "a line of 10⁵ characters": ["x" * 100_000 + " = c"],
    "dimension of 10¹²": ["dot(ones(1000000000000), ones(1000000000000)) = c"],
    "dimension of 10¹⁰⁰": ["trace(identity(" + "9" * 100 + ")) = 1"],
    "dimension of 0": ["trace(identity(0)) = 0"],
    "negative dimension": ["trace(identity(-3)) = 0"],
    "declared dimension of 10¹²": ["norm(r) = 0", "--declare", "vector r : 1000000000000"],
    "shape with 10⁴ axes": ["r = r", "--declare", "matrix r : " + " x ".join(["N"] * 10_000)],
    "determinant of a big explicit matrix": ["det(R) = 0", "--declare", "matrix R : 400 x 400"],
    "Python in a name": ["__import__('os').system('true') = c"],
    "Python in a declaration": ["c = c", "--declare", "scalar __import__('os')"],
    "LaTeX that reads a file": [r"\input{/etc/passwd} = c"],
    "an option for a statement": ["--nonsense"],
    "a hypothesis of 10⁵ signs": ["c = c", "--given", "-" * 100_000 + "c = 0"],
    "30 hypotheses": ["c = eps", *(part for k in range(30) for part in ("--given", f"c^{k + 1} = eps + {k}"))],
    "an unknown theory": ["c = c", "--theory", "../../etc/passwd"],
}


def statement_cases() -> list[Case]:
    """Cases for `derive prove`."""
    return [(name, "command", ["prove", *arguments]) for name, arguments in STATEMENTS.items()]


# --- certificates ----------------------------------------------------------------------------------------------

_SYMBOLS = {"c": {"shape": [], "properties": []}, "a": {"shape": ["N"], "properties": []}}


def _equation(lhs: str, rhs: str, **other: Any) -> dict[str, Any]:
    base = {
        "kind": "equation",
        "dimensions": ["N"],
        "symbols": _SYMBOLS,
        "definitions": [],
        "hypotheses": [],
        "terms": [lhs, rhs],
    }
    return {**base, **other}


def _doubling(number: int, parameters: bool) -> list[dict[str, Any]]:
    """d₀ = c, dₖ = dₖ₋₁ + dₖ₋₁: a line each, 2ⁿ terms when unfolded."""
    listed = [["x", []]] if parameters else []
    use = "(x)" if parameters else ""
    first = "add(x, x)" if parameters else "add(c, N)"
    bodies = [first, *(f"mul(d{k - 1}{use}, d{k - 1}{use})" for k in range(1, number))]
    return [{"name": f"d{k}", "parameters": listed, "body": body} for k, body in enumerate(bodies)]


def _wide(operation: str, number: int) -> str:
    return f"{operation}({', '.join(['c'] * number)})"


#: Statements whose certificate is as small as can be, and whose terms are not what they look like.
FALSE_TERMS: dict[str, dict[str, Any]] = {
    "exponent of 10⁹": _equation("pow(c, 1000000000)", "c"),
    "exponent of −10⁹": _equation("pow(add(c, 1), -1000000000)", "c"),
    "half of an exponent of 10⁹": _equation("pow(c, 1000000001/2)", "c"),
    "power of a power": _equation("pow(pow(pow(pow(add(c, N), 400), 400), 400), 400)", "c"),
    "power of a number": _equation("pow(pow(pow(7, 400), 400), 400)", "1"),
    "power of a matrix": _equation("trace(pow(add(identity(N), outer(a, a)), 400))", "1"),
    "entrywise power of 10⁹": _equation("trace(hpow(outer(a, a), 1000000000))", "1"),
    "nesting of 10⁵": _equation("neg(" * 100_000 + "c" + ")" * 100_000, "c"),
    "nesting of 150": _equation("sqrt(add(1, " * 150 + "c" + "))" * 150, "c"),
    "brackets not closed": _equation("neg(" * 100_000, "c"),
    "10⁶ terms": _equation(_wide("add", 1_000_000), "c"),
    "10⁵ terms": _equation(_wide("add", 99_000), "c"),
    "10⁴ factors": _equation(_wide("mul", 10_000), "c"),
    "product of 40 sums": _equation("mul(" + ", ".join(f"add(c, {k})" for k in range(1, 41)) + ")", "1"),
    "product of 40 norms": _equation(
        "mul(" + ", ".join(f"norm(add(a, mul({k}, ones(N))))" for k in range(40)) + ")", "1"
    ),
    "sum of 60 roots": _equation("add(" + ", ".join(f"sqrt(add(pow(c, 2), {k}))" for k in range(1, 61)) + ")", "1"),
    "number of 10⁵ digits": _equation("9" * 50_000, "c"),
    "number of 3,900 digits, squared often": _equation("pow(" * 8 + "9" * 3_900 + ", 8)" * 8, "c"),
    "number over 0": _equation("1/0", "c"),
    "number over a number of 10⁵ digits": _equation("1/" + "7" * 100_000, "c"),
    "explicit size of 10⁹": _equation("trace(identity(100000000))", "c"),
    "sum over 10⁸": _equation("sum(i:100000000, mul(i, c))", "c"),
    "product over 10⁸": _equation("prod(i:100000000, at(ones(100000000), i:100000000))", "2"),
    "determinant of size 50": _equation("det(R)", "1", symbols={"R": {"shape": ["50", "50"], "properties": []}}),
    "shape with 10⁴ axes": _equation("c", "1", symbols={"c": {"shape": ["N"] * 10_000, "properties": []}}),
    "10⁵ symbols": _equation("c", "1", symbols={f"c{k}": {"shape": [], "properties": []} for k in range(100_000)}),
    "10⁵ dimensions": _equation("c", "1", dimensions=["N", *(f"N{k}" for k in range(100_000))]),
    "10⁴ masks": _equation(
        "prod(i:N, add(" + ", ".join(f"at(m{k}, i:N)" for k in range(24)) + "))",
        "1",
        symbols={f"m{k}": {"shape": ["N"], "properties": ["mask"]} for k in range(24)},
    ),
    "a clique of indices": _equation(
        "".join(f"sum(i{k}:N, " for k in range(9))
        + "mul("
        + ", ".join(f"at(A, i{k}:N, i{j}:N)" for k in range(9) for j in range(9) if k != j)
        + ")"
        + ")" * 9,
        "1",
        symbols={"A": {"shape": ["N", "N"], "properties": []}},
    ),
    "definitions that double": _equation("d59", "c", definitions=_doubling(60, False)),
    "definitions with parameters that double": _equation("d59(c)", "c", definitions=_doubling(60, True)),
    "a definition by itself": _equation("d", "c", definitions=[{"name": "d", "parameters": [], "body": "d"}]),
    "10⁴ hypotheses": _equation("c", "1", hypotheses=[["nonzero", f"add(c, {k})"] for k in range(10_000)]),
    "30 hypotheses to replace": _equation(
        "c", "1", hypotheses=[["equal", f"pow(c, {k})", f"add(c, {k})"] for k in range(2, 32)]
    ),
    "iterated derivatives": _equation("grad(" * 12 + "exp(mul(pow(c, 5), exp(c)))" + ", c)" * 12, "1"),
    "derivatives by a vector": _equation("trace(grad(grad(norm(a), a), a))", "1"),
    "control characters": _equation("c\u0000", "c"),
    "a lone surrogate": _equation("\ud800", "c"),
    "a name of 10⁵ letters": _equation("x" * 100_000, "c"),
    "backquotes": _equation("`" * 99_999, "c"),
}


def _texts(statement: dict[str, Any]) -> list[str]:
    return [certificate_text(statement, {"links": [{}]}), statements_text(statement)]


GOOD = _texts(_equation("add(c, 1)", "add(1, c)"))


def _file_cases() -> dict[str, list[str]]:
    good, statements = GOOD
    whole = json.loads(good)
    deep = "[" * 100_000 + "]" * 100_000
    return {
        "nothing": ["", statements],
        "no JSON": ["derive", statements],
        "truncated": [good[: len(good) // 2], statements],
        "truncated statements": [good, statements[: len(statements) // 2]],
        "empty statements": [good, ""],
        "two certificates": [good + good, statements],
        "nested 10⁵": [deep, statements],
        "body nested 10⁵": [good.replace('"links": [{}]', f'"links": {deep}'), statements],
        "body nested 10⁵ by objects": [good.replace("[{}]", '{"a":' * 50_000 + "1" + "}" * 50_000), statements],
        "statements nested 10⁵": [good, deep],
        "a number of 10⁵ digits": [good.replace("[{}]", "9" * 50_000), statements],
        "1e999": [good.replace("[{}]", "1e999"), statements],
        "NaN": [good.replace("[{}]", "NaN"), statements],
        "Infinity": [good.replace("[{}]", "-Infinity"), statements],
        "null": [good.replace("[{}]", "null"), statements],
        "a key twice": [good.replace('"label": "attack"', '"label": "attack", "label": "attack"'), statements],
        "a key twice in the statements": [
            good,
            statements.replace('"kind": "equation"', '"kind": "equation", "kind": "equation"'),
        ],
        "a byte order mark": ["\ufeff" + good, statements],
        "an array": [json.dumps([whole]), statements],
        "a string": [json.dumps(good), statements],
        "5 MB": [good.replace("[{}]", '["' + "x" * 5_000_000 + '"]'), statements],
        "10⁶ links": [json.dumps({**whole, "body": {"links": [{}] * 1_000_000}}), statements],
        "10⁶ parts": [json.dumps({**whole, "body": {"parts": [{}] * 400_000, "links": [{}]}}), statements],
        "another version": [good.replace("derive-certificate/2", "derive-certificate/3"), statements],
        "another schema": [good.replace("derive-certificate/2", "nonsense/1"), statements],
        "no label": [json.dumps({k: v for k, v in whole.items() if k != "label"}), statements],
        "a label that is a list": [json.dumps({**whole, "label": ["attack"]}), statements],
        "a label that is not there": [json.dumps({**whole, "label": "other"}), statements],
        "another fingerprint": [json.dumps({**whole, "sha256": "0" * 64}), statements],
        "a field too many": [json.dumps({**whole, "trust": "me"}), statements],
        "a field of the body too many": [json.dumps({**whole, "body": {"links": [{}], "trust": "me"}}), statements],
        "a symbol of the body declared again": [
            json.dumps({**whole, "body": {"links": [{}], "symbols": {"c": {"shape": [], "properties": ["positive"]}}}}),
            statements,
        ],
        "true for a number": [json.dumps({**whole, "body": {"links": True}}), statements],
    }


def certificate_cases() -> list[Case]:
    """Cases for the verifier: files that are no certificates, and certificates of monstrous statements."""
    found: list[Case] = [(name, "verify", texts) for name, texts in _file_cases().items()]
    found += [(f"statement: {name}", "verify", _texts(statement)) for name, statement in FALSE_TERMS.items()]
    return found


#: Files for `derive verify`, as bytes.
CERTIFICATE_FILES: dict[str, bytes] = {
    "nothing": b"",
    "no UTF-8": b"\xff\xfe\x00{",
    "zeros": b"\0" * 100_000,
    "truncated": GOOD[0].encode()[:60],
    "nested 10⁵": b"[" * 100_000,
    "nested 10⁵ by objects": b'{"label":' * 100_000,
    "a label nested 10⁵": b'{"label": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "a label of 10⁵ digits": b'{"label": ' + b"9" * 50_000 + b"}",
    "a label that is an object": b'{"label": {}}',
    "a label that is a path": b'{"label": "../../etc/passwd"}',
    "a label without a theorem": b'{"label": "layernorm.nothing"}',
    "an array": b"[]",
    "null": b"null",
    "5 MB": b'"' + b"x" * 5_000_000 + b'"',
    "a pickle": b"\x80\x04cos\nsystem\n(S'true'\ntR.",
}


def file_cases(folder: Path) -> list[Case]:
    """Cases for `derive verify`, with its own statements and with the file for both."""
    found: list[Case] = []
    for number, (name, content) in enumerate(CERTIFICATE_FILES.items()):
        path = folder / f"{number}.json"
        path.write_bytes(content)
        found.append((name, "command", ["verify", str(path)]))
        found.append((f"{name}, twice", "command", ["verify", str(path), "--statements", str(path)]))
    return [
        *found,
        ("no file", "command", ["verify", str(folder / "none.json")]),
        ("a folder", "command", ["verify", str(folder)]),
        ("a device", "command", ["verify", "/dev/zero"]),
    ]
