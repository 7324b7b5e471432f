"""A hunt for false statements that the verifier accepts: random statements with hostile bodies, evaluated where accepted.

    python -m tests.verifier.hunt --seed 1 --count 10000 [--steps | --genuine]

A statement is ``C[l] = C[r]``: l = r is a law, true, or true under conditions that may fail, or false; its letters stand
for random terms, C is a random context, and one token may be changed.  A body takes the steps that would show it, and
others.  ``--steps`` asks more: each equality that a step gives, in whatever terms, must hold by the values of FORMAT.md,
section 5, defined or not, wherever the statement says something.  ``--genuine`` changes certificates of the theories
instead, statement and body, token by token.  What is accepted is evaluated at small sizes and special data; what is false
there is a hole, and printed.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from derive import verifier
from derive.certificates.completing import completed
from derive.certificates.links.asking import text_of
from tests.verifier.asked import answer
from tests.verifier.evaluator import Point, Reader, Truth, Undefined, all_free, axes, condition, free_indices, same

Statement = dict[str, Any]
DIMENSIONS = ("N", "K")
#: Symbols: shape, property.
SYMBOLS = {
    "x": ([], ""), "y": ([], ""), "p": ([], "positive"), "q": ([], "nonneg"), "z": ([], "nonzero"),
    "v": (["N"], ""), "w": (["N"], ""), "u": (["N"], "nonzero"), "s": (["N"], "mask"), "a": (["K"], ""),
    "A": (["N", "N"], ""), "B": (["N", "N"], ""), "S": (["N", "N"], "symmetric"), "Q": (["N", "N"], "orthogonal"),
    "P": (["N", "N"], "positive_definite"), "E": (["N", "N"], "idempotent"), "I": (["N", "N"], "invertible"),
    "X": (["N", "K"], ""),
}  # fmt: skip
DEFINITIONS = [
    {"name": "mean", "parameters": [["v", ["N"]]], "body": "div(sum(i:N, at(v, i:N)), N)"},
    {"name": "centred", "parameters": [["v", ["K"]]], "body": "add(v, neg(mul(mean(v), ones(K))))"},
    {"name": "r", "parameters": [], "body": "norm(v)"},
]
HYPOTHESES = [
    ["nonzero", "x"], ["positive", "y"], ["equal", "x", "y"], ["equal", "mul(x, y)", "0"], ["not_zero", "v"],
    ["equal", "dot(v, ones(N))", "0"], ["nonneg", "at(v, j:N)"], ["positive", "at(v, j:N)"], ["nonzero", "v"],
    ["equal", "v", "w"], ["equal", "x", "pow(y, 2)"], ["symmetric", "A"], ["equal", "A", "transpose(A)"],
    ["invertible", "A"], ["positive_definite", "A"], ["equal", "mul(A, B)", "identity(N)"], ["mask", "v"],
    ["equal", "mul(A, v)", "mul(x, v)"], ["equal", "hadamard(v, w)", "zeros(N)"], ["nonneg", "add(x, neg(y))"],
    ["equal", "pow(x, 2)", "pow(y, 2)"], ["equal", "mul(A, A)", "A"], ["equal", "dot(v, v)", "0"],
    ["nonzero", "delta(i:N, j:N)"],
]  # fmt: skip
#: Terms of a shape: letters in braces stand for terms, of the shape that SHAPES gives; `#` for an index of N that is free.
SHAPES = {
    **dict.fromkeys("xyzc", ""),
    **dict.fromkeys("vwdsu", "N"),
    **dict.fromkeys("ABPQS", "NN"),
    "a": "K",
    "X": "NK",
}
FORMS = {
    "": "x y p q z x y 0 1 2 -1 1/2 N K r add({x},{y}) mul({x},{y}) mul({x},{y}) neg({x}) div({x},{y}) pow({x},2) "
    "pow({x},0) "
    "pow({x},-1) pow({x},1/2) pow({x},3) sqrt({x}) exp({x}) log({x}) abs({x}) tanh({x}) dot({v},{w}) dot(v,w) norm({v}) "
    "mul(pow({x},3),{y}) mul(pow({x},-3),pow({y},2),{z}) trace({A}) det({A}) mean({v}) mean({a}) at({v},#) "
    "at({A},#,#) delta(#,#) delta(k:K,l:K) mul(transpose({v}),{A},{w}) sum(i:N,at({v},i:N)) sum(i:N,mul(at(v,i:N),{x})) "
    "prod(i:N,at({v},i:N)) prod(i:N,at({v},i:N),#) norm({A}) max_over(i:N,at({v},i:N)) max_over(i:N,mul(at(v,i:N),{x})) "
    "rank({A}) rank({X})",
    "N": "v w u s v w ones(N) zeros(N) basis(#) add({v},{w}) neg({v}) mul({x},{v}) hadamard({v},{w}) div({v},{w}) "
    "pow({v},2) pow({v},0) hpow({v},0) hpow({v},-1) exp({v}) abs({v}) mul({A},{v}) centred({v}) mul({X},{a}) div({v},{x}) "
    "grad({x},v) grad(dot(v,mul(A,v)),v) sum(i:N,mul(at({v},i:N),basis(i:N))) transpose(mul(transpose({v}),{A}))",
    "K": "a ones(K) neg({a}) add({a},a) mul(transpose(X),{v}) centred({a}) mul({x},{a})",
    "NN": "A B S Q P E I A B identity(N) add({A},{B}) neg({A}) mul({A},{B}) mul({A},{B}) mul({x},{A}) transpose({A}) "
    "diag({v}) outer({v},{w}) inverse({A}) pinv({A}) pow({A},2) pow({A},-1) pow({A},1/2) matrix_exp({A}) matrix_log({P}) "
    "mul({X},transpose({X})) hadamard({A},{B}) grad({v},v)",
    "NK": "X mul({A},{X}) outer({v},{a}) neg({X})",
}
#: l = r by no more than definitions; true.
TRUE = """
mul({x},add({y},{z})) = add(mul({x},{y}),mul({x},{z})) | dot({v},{w}) = sum(i:N,mul(at({v},i:N),at({w},i:N)))
trace(mul({A},{B})) = trace(mul({B},{A})) | transpose(mul({A},{B})) = mul(transpose({B}),transpose({A}))
pow(norm({v}),2) = dot({v},{v}) | div(mul({x},{y}),{y}) = {x} | mul({A},add({v},{w})) = add(mul({A},{v}),mul({A},{w}))
outer({v},{w}) = mul({v},transpose({w})) | mul(diag({v}),{w}) = hadamard({v},{w}) | mul(sqrt({x}),sqrt({x})) = {x}
sum(i:N,sum(j:N,mul(at({v},i:N),at({w},j:N)))) = mul(sum(i:N,at({v},i:N)),sum(i:N,at({w},i:N)))
sum(n:N,at({v},n:N)) = mul(N,mean({v})) | inverse(transpose({A})) = transpose(inverse({A}))
sum(i:N,{x}) = mul(N,{x}) | at({v},#) = dot({v},basis(#)) | abs({x}) = sqrt(pow({x},2))
pow(mul({x},{y}),3) = mul(pow({x},3),pow({y},3)) | div({x},div({y},{z})) = div(mul({x},{z}),{y})
trace(outer({v},{w})) = dot({v},{w}) | pow(abs({x}),2) = pow({x},2) | hadamard(s,s) = s
mul({A},{B},{v}) = mul({A},mul({B},{v})) | grad(dot(v,w),v) = w | hadamard(diag({v}),identity(N)) = diag({v})
grad(mul(x,x,{y}),p) = mul(x,x,grad({y},p)) | transpose(pinv({A})) = pinv(transpose({A})) | det(S) = det(transpose(S))
grad(norm(v),v) = div(v,norm(v)) | grad(dot(v,mul(A,v)),v) = mul(add(A,transpose(A)),v)
trace(S) = trace(transpose(S)) | grad(matrix_exp(mul(x,A)),x) = mul(A,matrix_exp(mul(x,A)))
max_over(i:N,add({x},mul(2,at({v},i:N)))) = add({x},mul(2,max_over(j:N,at({v},j:N)))) | rank(S) = rank(transpose(S))
max_over(i:N,max_over(k:K,add(at(X,i:N,k:K),at(v,i:N)))) = max_over(j:N,add(at(v,j:N),max_over(k:K,at(X,j:N,k:K))))
max_over(i:N,{x}) = {x} | rank({A}) = rank(transpose({A})) | rank(mul(X,transpose(X))) = rank(transpose(mul(X,transpose(X))))
grad(matrix_exp(mul(x,{x},P)),x) = mul(grad(mul(x,{x}),x),P,matrix_exp(mul(x,{x},P)))
grad(matrix_exp(mul(dot(v,{v}),outer(w,u))),q) = mul(grad(dot(v,{v}),q),outer(w,u),matrix_exp(mul(dot(v,{v}),outer(w,u))))
"""
#: l = r under conditions that the letters need not meet, or not at all.
DOUBTFUL = """
sqrt(pow({x},2)) = {x} | sqrt(mul({x},{y})) = mul(sqrt({x}),sqrt({y})) | mul({A},{B}) = mul({B},{A})
exp(log({x})) = {x} | det(add({A},{B})) = add(det({A}),det({B})) | trace(mul({A},{B})) = mul(trace({A}),trace({B}))
log(exp({x})) = {x} | inverse(add({A},{B})) = add(inverse({A}),inverse({B}))
inverse(mul({A},{B})) = mul(inverse({A}),inverse({B})) | {A} = transpose({A})
sum(i:N,mul(at({v},i:N),at({w},i:N))) = mul(sum(i:N,at({v},i:N)),sum(i:N,at({w},i:N))) | mul({A},{A}) = {A}
abs({x}) = {x} | matrix_exp(add({A},{B})) = mul(matrix_exp({A}),matrix_exp({B}))
norm(add({v},{w})) = add(norm({v}),norm({w})) | N = K | norm(mul({A},{v})) = norm({v})
mul({A},transpose({A})) = identity(N) | hadamard({v},{v}) = {v} | pinv({A}) = inverse({A}) | div({x},{x}) = 1
mul({x},div(1,{x})) = 1 | pow(pow({A},1/2),2) = {A} | pinv(mul({A},{B})) = mul(pinv({B}),pinv({A}))
sqrt(add({x},{y})) = add(sqrt({x}),sqrt({y})) | at({v},#) = at({v},#)
mul(delta(#,#),at({v},#)) = mul(delta(#,#),at({v},#))
sum(i:N,div(at({v},i:N),at({w},i:N))) = div(sum(i:N,at({v},i:N)),sum(i:N,at({w},i:N)))
mul(trace({A}),{v}) = mul({A},{v}) | grad(sqrt({x}),x) = div(grad({x},x),mul(2,sqrt({x})))
grad(norm({v}),v) = div({v},norm({v})) | grad(mul({A},v),v) = transpose({A})
prod(i:N,at({v},i:N),#) = div(prod(i:N,at({v},i:N)),at({v},#)) | trace(inverse({A})) = div(1,trace({A}))
norm({A}) = norm({v}) | grad(pow(abs({x}),2),x) = mul(2,{x},grad({x},x)) | abs(mul({x},{y})) = mul(abs({x}),{y})
prod(i:N,{x}) = mul(N,{x}) | matrix_log(mul({A},{B})) = add(matrix_log({A}),matrix_log({B}))
pow({A},1/2) = pow(transpose({A}),1/2) | {x} = {y} | {v} = {w}
matrix_exp(add({A},mul({x},{A}))) = mul(matrix_exp({A}),matrix_exp(mul({x},{A})))
matrix_exp(add({A},transpose({A}))) = mul(matrix_exp({A}),matrix_exp(transpose({A})))
grad(matrix_exp(mul(x,{A})),x) = mul({A},matrix_exp(mul(x,{A})))
grad(matrix_exp(add(mul(x,{A}),{B})),x) = mul({A},matrix_exp(add(mul(x,{A}),{B})))
max_over(i:N,mul({x},at({v},i:N))) = mul({x},max_over(i:N,at({v},i:N))) | rank({A}) = N | rank(mul({A},{B})) = rank({A})
max_over(i:N,add(at({v},i:N),at({w},i:N))) = add(max_over(i:N,at({v},i:N)),max_over(i:N,at({w},i:N)))
max_over(i:N,neg(at({v},i:N))) = neg(max_over(i:N,at({v},i:N))) | rank(mul({x},{A})) = rank({A})
max_over(i:N,mul(-2,at({v},i:N))) = mul(-2,max_over(i:N,at({v},i:N))) | rank({A}) = trace({A})
grad(max_over(i:N,at({v},i:N)),v) = grad(at({v},#),v) | max_over(i:N,pow(at({v},i:N),2)) = pow(max_over(i:N,at({v},i:N)),2)
sum(i:N,at({v},i:N)) = mul(N,max_over(i:N,at({v},i:N))) | grad(mul(rank(mul(x,{A})),y),x) = 0
mul(matrix_exp({A}),{B}) = mul({B},matrix_exp({A})) | mul(inverse({A}),{B}) = mul({B},inverse({A}))
"""
#: Operations that the step `same` is tried of; of others `equal`.
SAME = {"sqrt", "abs", "norm", "pow", "hpow", "det", "pinv", "prod", "exp", "log", "tanh", "neg", "transpose", "trace"}
SAME |= {"inverse", "matrix_exp", "matrix_log", "max_over", "rank"}
#: e^{A + B} as a law of DOUBTFUL has it: with the step that would show it.
SUM_IN_EXPONENT = re.compile(r"matrix_exp\(add\((.*)\)\)")
#: Terms that are known to meet a condition: scalars, vectors, or matrices.
MEETING = {
    "nonzero": ("z", "u"), "nonneg": ("q", "pow(v, 2)"), "positive": ("p", "exp(v)"), "mask": ("", "s"),
    "symmetric": "S", "orthogonal": "Q", "idempotent": "E", "invertible": "I", "positive_definite": "P",
}  # fmt: skip
STEPS = (
    "root",
    "sign",
    "same",
    "equal",
    "zero",
    "invertible",
    "commuting",
    "replace",
    "generic",
    "row",
    "row",
    "reciprocal",
    "square",
)
#: What the first terms of `lemma` are made of a random one.
KNOWN = ("{}", "div(1,{})", "sqrt({})", "log({})", "div(x,{})", "grad({},x)", "trace(inverse(A))")
#: Maps of b with their inverses; a term has the place of {}.
MAPS = (
    ("add(b,{0})", "add(e,neg({0}))"), ("mul(b,{0})", "div(e,{0})"), ("div(b,{0})", "mul(e,{0})"), ("exp(b)", "log(e)"),
    ("pow(b,2)", "sqrt(e)"), ("sqrt(b)", "pow(e,2)"), ("sum(i:N,div(b,N))", "e"), ("div(1,b)", "div(1,e)"),
    ("sum(i:N,sum(j:N,mul(b,at(v,i:N),at(w,j:N))))", "div(e,mul(sum(i:N,at(v,i:N)),sum(i:N,at(w,i:N))))"),
    # these two have no such inverse; they seem to, if an index is caught where N becomes Σ 1, or a sum is put for b
    ("sum(i:N,sum(j:N,mul(N,b,at(u,i:N),at(u,j:N))))", "div(e,mul(N,N,dot(u,u)))"),
    ("add(b,mul(0,sum(i:N,div(1,sum(j:N,mul(b,at(u,i:N),at(u,j:N)))))))", "mul(e,div(sum(k:N,1),N))"),
)  # fmt: skip
#: Contexts of a shape: what the hole makes of it.
CONTEXTS = {
    "": "{} {} {} add({},{x}) mul({x},{}) mul({v},{}) div({x},{}) div({},{x}) exp({}) sqrt({}) abs({}) pow({},2) pow({},-1) "
    "max_over(i:N,{}) rank(mul({},{A})) "
    "log({}) grad({},x) grad({},v) sum(i:N,{}) prod(i:N,{}) mul({},{A}) norm(mul({},{v})) tanh({}) inverse(mul({},{A}))",
    "N": "{} {} {} add({},{v}) dot({},{v}) norm({}) hadamard({v},{}) div({v},{}) mul({A},{}) diag({}) outer({},{a}) "
    "max_over(i:N,at({},i:N)) "
    "at({},#) prod(i:N,at({},i:N)) sum(i:N,at({},i:N)) mean({}) centred({}) exp({}) grad({},v) mul(transpose({}),{v})",
    "NN": "{} {} {} mul({},{B}) mul({B},{}) trace({}) det({}) inverse({}) transpose({}) pinv({}) mul({},{v}) at({},#,#) "
    "rank({}) hadamard({},{A}) matrix_exp({}) pow({},1/2) norm({}) add({},{A})",
}
SWAPS = (
    ("x", "y", "p", "q", "z", "N", "1"), ("v", "w", "u", "s"), ("A", "B", "S", "Q", "P", "E", "I"), ("i", "j", "n", "m"),
    ("0", "1", "2", "-1", "1/2", "3", "-2", "-1/2"), ("N", "K"), ("sum", "prod", "max_over"), ("add", "mul", "hadamard"),
    ("exp", "log", "sqrt", "abs", "tanh", "neg"), ("inverse", "pinv", "transpose", "matrix_exp", "matrix_log"),
    ("det", "trace", "rank"), ("dot", "outer"),
    ("nonzero", "nonneg", "positive"), ("symmetric", "orthogonal", "idempotent", "invertible", "positive_definite"),
)  # fmt: skip
#: Names that mean something else in rows and equations of the verifier, and words of operations (not for definitions).
NAMES = "x y z c v w d s u a A B P Q S X N K M R C i j k n m o e f g h l p q r t I E b one matrix first left columns"
WORDS = "identity inverse trace dot root value"
WORD = re.compile(r"-?\d+(?:/\d+)?|[^\W\d]\w*")


def laws(text: str) -> list[tuple[str, str]]:
    pairs = [each.split(" = ") for line in text.strip().split("\n") for each in line.split(" | ")]
    return [(left.strip(), right.strip()) for left, right in pairs]


class Author:
    """Writes statements and bodies at random."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def filled(self, form: str, depth: int, letters: dict[str, str]) -> str:
        """A form with terms for its letters, one letter one term, and names for `#`."""

        def put(found: re.Match[str]) -> str:
            letter = found.group(1)
            if letter not in letters:
                letters[letter] = self.term(SHAPES[letter], depth - 1)
            return letters[letter]

        form = re.sub(
            "#", lambda _: self.rng.choice(["n", "m", "i", "_k"] if depth < 0 else ["n", "m", "i"]) + ":N", form
        )
        return re.sub(r"\{(\w)\}", put, form)

    def term(self, shape: str, depth: int) -> str:
        forms = FORMS[shape].split()
        if depth <= 0:
            forms = [f for f in forms if "{" not in f]
        form = self.rng.choice(forms)
        return self.filled(form, depth, {})

    def law(self) -> tuple[str, str, list[Any] | None]:
        """l, r, and the step that would show it, if it is a row of the table."""
        kind = self.rng.random()
        if kind < 0.35:
            return self.row()
        left, right = self.rng.choice(laws(TRUE if kind < 0.75 else DOUBTFUL))
        letters: dict[str, str] = {}
        depth = self.rng.choice([0, 1, 1, 2])
        step = None
        if exponent := SUM_IN_EXPONENT.fullmatch(left):
            step = ["commuting", *(self.filled(each, depth, letters) for each in exponent.group(1).split(",", 1))]
        return self.filled(left, depth, letters), self.filled(right, depth, letters), step

    def row(self, name: str = "") -> tuple[str, str, list[Any]]:
        """A row with arguments that fit, whatever its conditions ask, or with some that are known to meet them."""
        row = verifier.TABLE[name or self.rng.choice(sorted(verifier.TABLE))]
        sizes = {"N": "N", "M": "N", "K": "K"}
        terms, step = {}, [row.name]
        for word, shape in row.parameters:
            if shape in ("number", "integer"):
                terms[word] = self.rng.choice(
                    ["-1", "2", "0", "3", "-2"] + ["1/2", "-1/2", "3/2"] * (shape == "number")
                )
            else:
                wanted = "".join(sizes[s] for s in shape)
                met = [MEETING[c][-1 if wanted == "N" else 0] for c, w in row.conditions if w == word]
                careful = met and self.rng.random() < 0.5
                terms[word] = (
                    met[0]
                    if careful
                    else "transpose(X)"
                    if wanted == "KN"
                    else self.term(wanted, self.rng.choice([0, 0, 1]))
                )
            step.append(terms[word])
        sides = (
            re.sub(WORD, lambda m: terms.get(m.group(), sizes.get(m.group(), m.group())), t)
            for t in (row.left, row.right)
        )
        left, right = sides
        return left, right, step

    def changed(self, text: str) -> str:
        """One word for another of its sort."""
        found = [m for m in WORD.finditer(text) if any(m.group() in swap for swap in SWAPS)]
        if not found:
            return text
        m = self.rng.choice(found)
        swap = self.rng.choice([swap for swap in SWAPS if m.group() in swap])
        return text[: m.start()] + self.rng.choice(swap) + text[m.end() :]

    def declared(self) -> Statement:
        symbols = {n: {"shape": s, "properties": [p] if p else []} for n, (s, p) in SYMBOLS.items()}
        hypotheses = self.rng.sample(HYPOTHESES, self.rng.choice([0, 0, 0, 1, 1, 2]))
        return {"dimensions": [*DIMENSIONS], "symbols": symbols, "definitions": DEFINITIONS, "hypotheses": hypotheses}

    def of_a_sign(self) -> tuple[Statement, dict[str, Any]]:
        """A condition of a scalar, which signs alone may show."""
        name = self.rng.choice(["nonneg", "positive", "nonzero"])
        statement = self.declared() | {
            "kind": "sign",
            "condition": [name, self.term("", self.rng.choice([1, 2, 2, 3]))],
        }
        return statement, {}

    def of_an_inference(self) -> tuple[Statement, dict[str, Any]]:
        """c l = c r gives l = r if c ≠ 0; l² = r² does if both are ≥ 0; v · v = 0 gives v = 0."""
        left, right, factor = (self.term("", self.rng.choice([0, 1, 1])) for _ in range(3))
        statement = self.declared() | {"kind": "equation"}
        equal = {"indices": [], "cofactors": [[0, [], "1"]]}
        way = self.rng.choice(["cancel", "root", "sign", "zero"])
        if way == "zero":
            left, right = self.rng.choice(["v", "w", "hadamard(v,s)", "mul(A,v)"]), "zeros(N)"
            h = ["equal", f"dot({left},{left})", "0"]
            link = {"steps": [["zero", left, equal]], "indices": ["o:N"], "cofactors": [[1, ["c:N"], "delta(o:N,c:N)"]]}
        elif way == "root":
            h = ["equal", f"mul({left},{left})", f"mul({right},{right})"]
            link = {"steps": [["root", left, right, equal]], "indices": [], "cofactors": [[1, [], "1"]]}
        else:
            h = ["equal", f"mul({factor},{left})", f"mul({factor},{right})"]
            link = equal | {"scale": factor}
            if way == "sign":
                link["steps"] = [["sign", factor, factor]]
        hypotheses = [h, *(h for h in statement["hypotheses"] if h[0] != "equal")]
        if self.rng.random() < 0.3:
            return statement | {"hypotheses": hypotheses, "terms": [left, right]}, {"links": [link]}
        # what is defined in the statement teaches signs: c once more, as a divisor or under a root
        forms = ("div(0,{1})", "mul(0,sqrt({1}))", "mul(0,log({1}))", "mul(0,sqrt({0}),sqrt({2}))")
        more = self.rng.choice(forms).format("0" if way == "zero" else left, factor, "0" if way == "zero" else right)
        terms = [left, f"add({right},mul({more},zeros(N)))" if way == "zero" else f"add({right},{more})"]
        return statement | {"hypotheses": hypotheses, "terms": terms}, {"links": [link]}

    def of_a_bound(self) -> tuple[Statement, dict[str, Any]]:
        """p ⋛ q, by the sign of the difference, or of that of the squares."""
        rng = self.rng
        lhs, rhs = self.term("", rng.choice([1, 2])), rng.choice(["0", "0", self.term("", 1)])
        rhs = rng.choice([rhs, f"neg({self.term('', 1)})", lhs, f"abs({lhs})", f"add({lhs},{rhs})"])
        statement = self.declared() | {"kind": "bound", "lhs": lhs, "rhs": rhs}
        statement["relation"] = rng.choice([">=", ">=", ">", "<=", "<", "!="])
        squares = {"squared": True, "parts": [{}] * (1 + (statement["relation"] != "!="))}
        return statement, squares if rng.random() < 0.3 else {}

    def of_a_map(self) -> tuple[Statement, dict[str, Any]]:
        """Each e that meets a condition is f(b), at b = a preimage, where f is defined and b in the domain."""
        rng = self.rng
        term = self.term("", rng.choice([0, 1, 2]))
        f, preimage = (each.format(term) for each in rng.choice(MAPS))
        more = rng.choice(["{0}", "{0}", "{1}", "{2}", "{3}"])
        part = self.term("", 2).replace("x", "b")
        f = f"add({f},mul(0,{more.format('b', f'div(1,{part})', f'sqrt({part})', f'sum(i:N,div(1,{part}))')}))"
        conditions = rng.sample(
            [["positive", "e"], ["nonneg", "e"], ["nonzero", "e"], ["positive", f"div(e,{term})"]], rng.randrange(3)
        )
        domain = rng.sample([["positive", "b"], ["nonneg", "b"], ["nonzero", "b"]], rng.choice([0, 0, 1]))
        statement = self.declared() | {"kind": "covered", "set": {"element": "e", "conditions": conditions}}
        statement["symbols"] |= {"b": {"shape": [], "properties": []}, "e": {"shape": [], "properties": []}}
        statement["map"] = {"argument": "b", "domain": domain, "term": f}
        lemmas = [{"kind": "equation", "hypotheses": [], "terms": rng.sample(["N", "sum(k:N,1)"], 2)}] * rng.randrange(
            2
        )
        parts = [{"links": [{}]}] * len(lemmas) + [{}] * len(domain)
        return statement, {"preimage": preimage, "lemmas": lemmas, "parts": [*parts, {"links": [{}]}]}

    def statement(self, name: str = "") -> tuple[Statement, dict[str, Any]]:
        other = self.rng.random()
        if not name and other < 0.4:
            return (self.of_a_sign, self.of_an_inference, self.of_a_bound, self.of_a_map)[int(10 * other)]()
        left, right, step = self.row(name) if name else self.law()
        statement = self.declared() | {"kind": "equation"}
        reader = Reader().declare(statement)
        lines = [(left, right)]
        for _ in range(self.rng.choice([0, 0, 1, 1, 2])):
            shape = "".join(reader.term(lines[-1][0]).shape)
            if shape in CONTEXTS:
                form = self.filled(self.rng.choice(CONTEXTS[shape].split()), 1, {})
                lines.append((form.replace("{}", lines[-1][0]), form.replace("{}", lines[-1][1])))
        hypotheses = statement["hypotheses"]
        terms = list(lines[-1])
        if self.rng.random() < 0.3:
            k = self.rng.randrange(2)
            terms[k] = self.changed(terms[k])
        if self.rng.random() < 0.15 and hypotheses:
            hypotheses = [
                [h[0], *(self.changed(t) if self.rng.random() < 0.3 else t for t in h[1:])] for h in hypotheses
            ]
        statement |= {"hypotheses": hypotheses, "terms": terms}
        links = [self.link(lines, terms, step, hypotheses, reader)]
        if self.rng.random() > 0.15:
            return statement, {"links": links}
        between = self.rng.choice([terms[0], terms[1], *lines[0], self.rng.choice(KNOWN).format(terms[0])])
        return statement, {"through": [[between]], "links": self.rng.choice([[*links, {}], [{}, *links], links * 2])}

    def link(self, lines: Any, terms: list[str], step: Any, hypotheses: Any, reader: Reader) -> dict[str, Any]:
        """The steps that would show it, or others."""
        rng = self.rng
        equal = sum(h[0] == "equal" for h in hypotheses)
        steps: list[Any] = [step] if step and rng.random() < 0.9 else []
        given = 1 if steps else 0
        for (before, _), (left, right) in pairwise(lines):
            if given and rng.random() < 0.7:
                inner = self.cofactors(before, equal + given - 1, reader)
                steps.append(["same" if left.split("(")[0] in SAME else "equal", left, right, inner])
                given += 1
        for _ in range(rng.choice([0, 0, 0, 1, 2])):
            step = self.step(terms, equal)
            steps.insert(0 if step[0] == "generic" else rng.randrange(len(steps) + 1), step)
        link: dict[str, Any] = {"steps": steps} if steps else {}
        if (given or (equal and rng.random() < 0.7)) and rng.random() < 0.9:
            which = equal + len([s for s in steps if s[0] not in ("sign", "replace", "generic")]) - 1
            link |= self.cofactors(
                terms[0], which if given or rng.random() < 0.5 else rng.randrange(max(equal, 1)), reader
            )
            if rng.random() < 0.1:
                link["scale"] = self.term("", 1)
        return link

    def cofactors(self, left: str, k: int, reader: Reader) -> dict[str, Any]:
        """Equality k as it is, or times something."""
        sizes = axes(reader.term(left).shape) if left else ()
        rows, columns = [f"o{n}:{s}" for n, s in enumerate(sizes)], [f"c{n}:{s}" for n, s in enumerate(sizes)]
        factors = [f"delta({r},{c})" for r, c in zip(rows, columns, strict=True)]
        factor = self.term("", 0) if self.rng.random() < 0.1 else self.rng.choice(["1", "1", "1", "-1"])
        c = f"mul({factor},{','.join(factors)})" if factors else factor
        return {"indices": rows, "cofactors": [[k, columns, c]]}

    def step(self, terms: list[str], equal: int) -> list[Any]:
        """Any step, of the sides or of random terms."""
        rng = self.rng
        name = rng.choice(STEPS)
        x, y = (t if rng.random() < 0.5 else self.term("", 1) for t in terms)
        inner = rng.choice([{}, {}, self.cofactors("", 0, Reader())])
        match name:
            case "root" | "sign" | "same" | "equal":
                return [name, x, y if name != "sign" or rng.random() < 0.5 else x, inner]
            case "zero":
                return [name, rng.choice([x, "v"]), inner]
            case "commuting":
                matrix = self.term("NN", 1)
                other = rng.choice(
                    [self.term("NN", 1), f"transpose({matrix})", f"mul({x},{matrix})", f"inverse({matrix})"]
                )
                return [name, matrix, other, inner]
            case "invertible":
                return [name, self.term("NN", 1), self.term("NN", 1), inner]
            case "replace":
                return [name, rng.randrange(max(equal, 1)), rng.choice(["left", "right"])]
            case "generic":
                return [name, rng.choice(list(SYMBOLS))]
            case "row":
                return self.row()[2]
        return [name, self.term("", 1)]

    def lemma(self, name: str = "") -> tuple[Statement, dict[str, Any]]:
        """A true statement, whose terms are defined, and steps that infer what they can from that."""
        rng = self.rng
        known = self.term("", rng.choice([0, 1, 2]))
        known = rng.choice(KNOWN).format(known)
        statement = self.declared() | {"kind": "equation", "terms": [known, known]}
        left, right, step = self.row(name) if name else self.law()
        if rng.random() < 0.3:
            right = self.changed(right)
        equal = sum(h[0] == "equal" for h in statement["hypotheses"])
        link = (
            self.cofactors(left, rng.randrange(equal), Reader().declare(statement))
            if equal and rng.random() < 0.3
            else {}
        )
        steps = [step] if step else []
        steps.append(["root" if rng.random() < 0.15 else "equal", left, right, link])
        if rng.random() < 0.3:
            steps.insert(0, self.step([left, right], equal))
        return statement, {"links": [{"steps": steps}]}

    def of_an_index(self) -> tuple[Statement, dict[str, Any]]:
        """What is known at the index n of the statement, and used there, or at other indices."""
        rng = self.rng
        entry = rng.choice(["at(v,n:N)", "at(A,n:N,m:N)", "add(at(v,n:N),at(w,m:N))", "add(at(v,n:N),at(v,m:N))"])
        known, step, value = rng.choice(
            [("log({})", "exp-log", "exp(log({}))"), ("sqrt({})", "square", "mul(sqrt({}),sqrt({}))"),
             ("div(1,{})", "reciprocal", "mul({},div(1,{}))"), ("log({})", "equal", "pow(exp(log({})),2)")]
        )  # fmt: skip
        statement = self.declared() | {"kind": "equation", "terms": [known.replace("{}", entry)] * 2}
        here = entry
        for old in ("n:", "m:"):
            here = here.replace(old, rng.choice(["n:", "n:", "m:", "i:", "j:", "_k:"]))
        right = {"reciprocal": "1", "equal": f"pow({here},2)"}.get(step, here)
        left = value.replace("{}", here)
        steps: list[Any] = [["exp-log" if step == "equal" else step, entry]]
        if rng.random() < 0.5:
            steps += [
                ["equal", value.replace("{}", entry), {"reciprocal": "1", "equal": f"pow({entry},2)"}.get(step, entry)]
            ]
        context = rng.choice(
            ["{}", "sum(i:N,{})", "sum(n:N,{})", "prod(i:N,{})", "mul({},delta(n:N,i:N))", "sum(i:N,mul(delta(i:N,n:N),{}))",
             "sum(i:N,mul(delta(i:N,m:N),{}))", "exp({})", "dot(sum(i:N,mul({},basis(i:N))),basis(n:N))"]
        )  # fmt: skip
        steps.append(["equal", *(context.replace("{}", each) for each in (left, right))])
        return statement, {"links": [{"steps": steps}]}

    def written(self, name: str, certificates: Any, steps: bool) -> tuple[Statement, Any]:
        """A statement and a body, of the sort that is asked for."""
        if steps and not name and self.rng.random() < 0.15:
            return self.of_an_index()
        if steps:
            return self.lemma(name)
        if not certificates:
            return self.statement(name)
        statement, body = self.rng.choice(certificates)
        way = self.rng.random()
        return self.mutated(statement) if way < 0.6 else statement, self.mutated(body) if way > 0.4 else body

    def mutated(self, value: Any) -> Any:
        """A statement or body with one string changed, or one list with an item dropped, doubled or moved."""
        value = deepcopy(value)
        places = list(_places(value))
        where, key = self.rng.choice(places)
        item = where[key]
        if isinstance(item, str):
            where[key] = self.changed(item)
        elif isinstance(item, list) and item:
            n = self.rng.randrange(len(item))
            if self.rng.random() < 0.4:
                del item[n]
            elif self.rng.random() < 0.5:
                item.insert(self.rng.randrange(len(item) + 1), deepcopy(item[n]))
            else:
                self.rng.shuffle(item)
        elif isinstance(item, int):
            where[key] = item + self.rng.choice([-1, 1])
        return value


def renamed(statement: Statement, body: Any, rng: random.Random) -> tuple[Statement, Any]:
    """The same with other names, among them those of rows, and of dimensions, indices and operations of the verifier.

    Names and indices are renamed apart, each one to one: so an index may have the name of a symbol or of a dimension.
    """
    definitions = [d["name"] for d in statement["definitions"]]
    names = [*statement["dimensions"], *statement["symbols"]]
    indices = sorted({m.group(1) for m in re.finditer(r"(\w+):", json.dumps([statement, body]))} - {"_k"})
    for_definitions = rng.sample(NAMES.split(), len(definitions))
    for_names = [name for name in f"{NAMES} {WORDS}".split() if name not in for_definitions]
    other = dict(zip([*definitions, *names], [*for_definitions, *rng.sample(for_names, len(names))], strict=True))
    index = dict(zip(indices, rng.sample(f"{NAMES} {WORDS}".split(), len(indices)), strict=True))

    def word(found: re.Match[str]) -> str:
        first, size = found.groups()
        return f"{index.get(first, first)}:{other.get(size, size)}" if size else other.get(first, first)

    def text(value: Any) -> Any:
        if isinstance(value, str):
            return re.sub(r"(?<![\w/-])([^\W\d]\w*)(?::(\w+))?", word, value)
        if isinstance(value, dict):
            return {other.get(k, k) if k in statement["symbols"] else k: text(v) for k, v in value.items()}
        return [text(each) for each in value] if isinstance(value, list) else value

    return text(statement), text(body)


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    for key, each in value.items() if isinstance(value, dict) else enumerate(value):
        if key not in ("kind", "dimensions", "name", "shape"):
            yield value, key
            if isinstance(each, dict | list):
                yield from _places(each)


# --- where accepted statements are evaluated --------------------------------------------------------------------------


def entries(rng: np.random.Generator, shape: list[int], properties: list[str]) -> Any:
    """Data of a shape, often special: zeros, ones, equal or opposite entries, singular, diagonal or triangular matrices."""
    square = len(shape) == 2 and shape[0] == shape[1]
    for _ in range(200):
        kind = rng.integers(8)
        x = rng.integers(-2, 3, shape).astype(float)
        if kind == 0:
            x = np.full(shape, float(rng.integers(-1, 2)))
        elif kind == 1:
            x = np.round(rng.normal(size=shape), 2) + 0.01
        elif kind == 2:
            x = np.abs(x) + 1.0
        elif kind == 3 and shape:
            x = np.zeros(shape)
            x.flat[: min(2, x.size)] = [1.0, -1.0][: min(2, x.size)]
        if square:
            q = np.linalg.qr(rng.normal(size=shape))[0] if kind > 4 or properties else x
            wanted = {"orthogonal": 5, "idempotent": 6, "positive_definite": 2, "symmetric": rng.choice([1, 1, 2, 3])}
            match wanted.get(*properties[:1], kind) if properties else kind:
                case 1:
                    x = x + x.T
                case 2:
                    x = x @ x.T + np.eye(len(x))
                case 3:
                    x = np.diag(rng.integers(-1, 3, shape[0]).astype(float))
                case 4:
                    x = np.triu(x, 1)
                case 5:
                    x = q
                case 6:
                    x = q @ np.diag(rng.integers(0, 2, len(x))) @ q.T
        if len(shape) == 1 and "mask" in properties:
            x = np.abs(x) > 0
        if properties and not shape and properties[0] in ("positive", "nonneg"):
            x = np.abs(x)
        x = np.asarray(x, dtype=float)
        if all(condition(name, x) for name in properties):
            return x
    raise Undefined("no data with these properties")


def verdicts(statement: Statement, seed: int, wanted: int = 8, tries: int = 60) -> Iterator[tuple[bool, Point]]:
    """What the statement is at random points at which it says something."""
    rng = np.random.default_rng(seed)
    reader = Reader().declare(statement)
    free = all_free(statement, reader)
    text = json.dumps({k: v for k, v in statement.items() if k != "symbols"}, ensure_ascii=False)
    used = [name for name in reader.symbols if re.search(rf"\b{re.escape(name)}\b", text)]
    for _ in range(tries):
        sizes = {d: int(rng.integers(1, 4)) for d in statement["dimensions"]}
        point = Point(sizes, {}, {})
        try:
            for name in used:
                shape = [point.size(s) for s in axes(reader.symbols[name])]
                point.data[name] = entries(rng, shape, reader.properties[name])
            truth = Truth(reader, point)
            for h in statement.get("hypotheses", []):
                if h[0] == "equal" and h[1] in used and rng.random() < 0.8:
                    point.data[h[1]] = truth.value(h[2])
        except (Undefined, KeyError):
            continue
        point.indices = {i: int(rng.integers(point.size(i[1]))) for i in free}
        said = {"data": dict(point.data), "indices": dict(point.indices)}
        if not all(condition(c, point.data[n]) for n in used for c in reader.properties[n]):
            continue
        found = truth.at(statement)
        if found is not None:
            yield found, Point(sizes, said["data"], said["indices"])
            wanted -= 1
            if not wanted:
                return


def judged(statement: Statement, body: Any, seed: int) -> str:
    """``rejected``, ``true`` (accepted, and true where it says something), ``vacuous``, or ``FALSE``, which is printed."""
    found = answer(statement, body)
    if found.verdict != "accepted":
        return "rejected"
    seen = 0
    is_map = statement["kind"] == "covered"
    for value, point in verdicts(pointwise(statement) if is_map else statement, seed):
        if not value or (is_map and not covers(statement, body, point)):
            data = {k: v.tolist() for k, v in point.data.items()}
            print("FALSE", point.sizes, data, point.indices, json.dumps([statement, body]), flush=True)
            return "FALSE"
        seen += 1
    return "true" if seen else "vacuous"


def pointwise(statement: Statement) -> Statement:
    """What an element of the set is known to be."""
    conditions = [*statement["hypotheses"], *statement["set"]["conditions"]]
    return statement | {"kind": "equation", "hypotheses": conditions, "terms": ["e", "e"]}


def covers(statement: Statement, body: Any, point: Point) -> bool:
    """Is the preimage in the domain of the map, which has the value e there?"""
    reader = Reader().declare(statement)
    try:
        point.total = True
        point.data["b"] = point.value(reader.term(body["preimage"]))
        point.total = False
        truth = Truth(reader, point)
        here = same(truth.value(statement["map"]["term"]), point.data["e"], 1e-6)
        return here and all(map(truth.hypothesis, statement["map"]["domain"]))
    except Undefined as error:
        return "large" in str(error) or "near" in str(error)


def claims(statement: Statement, body: Any) -> list[tuple[str, str]]:
    """The equalities that the steps of a body give, up to where it is rejected."""
    found = []
    plain = verifier.Links.gives

    def gives(links: verifier.Links, left: verifier.Node, right: verifier.Node) -> None:
        plain(links, left, right)
        found.append((text_of(left), text_of(right)))

    verifier.Links.gives = gives  # type: ignore[method-assign]
    try:
        answer(statement, body)
    finally:
        verifier.Links.gives = plain  # type: ignore[method-assign]
    return found


def judged_steps(statement: Statement, body: Any, seed: int) -> str:
    """The same of the equalities of its steps, with the values of section 5."""
    found = claims(statement, body)
    seen = 0
    rng = random.Random(seed)
    for _, point in verdicts(statement | {"said": [t for each in found for t in each]}, seed) if found else ():
        reader = Reader().declare(statement)
        point.total = True
        for left, right in found:
            terms = [reader.term(left), reader.term(right)]
            free = {i for t in terms for i in free_indices(t)}
            point.indices = {i: point.indices.get(i, rng.randrange(point.size(i[1]))) for i in free}
            close = 1e-3 if "grad" in left + right else 1e-6
            try:
                values = [point.value(t) for t in terms]
            except Undefined:
                continue
            seen += 1
            if not same(*values, close):
                data = {k: v.tolist() for k, v in point.data.items()}
                print(
                    "FALSE",
                    left,
                    "=",
                    right,
                    point.sizes,
                    data,
                    point.indices,
                    json.dumps([statement, body]),
                    flush=True,
                )
                return "FALSE"
    return "true" if seen else "vacuous" if found else "rejected"


def genuine() -> list[tuple[Statement, Any]]:
    """Certificates of the theories."""
    found = []
    for path in sorted((Path(__file__).parents[2] / "output" / "certificates").glob("*.*.json")):
        made = json.loads(path.read_text(encoding="utf-8"))
        if len(path.read_bytes()) < 6_000 and completed(made["statement"], made["body"]):
            found.append((made["statement"], made["body"]))
    return found


def hunted(
    seed: int, number: int, certificates: list[tuple[Statement, Any]] | None = None, steps: bool = False
) -> Counter[str]:
    """How many statements with bodies were rejected, accepted and true, vacuous, FALSE."""
    counts: Counter[str] = Counter()
    names = sorted(verifier.TABLE)
    for n in range(number):
        author = Author(random.Random(f"{seed} {n}"))
        name = names[n // 4 % len(names)] if n % 4 == 0 else ""
        judge = judged_steps if steps else judged
        try:
            statement, body = author.written(name, certificates, steps)
            if n % 3 == 0 and not certificates and statement["kind"] != "covered":
                statement, body = renamed(statement, body, author.rng)
        except (ValueError, LookupError):  # a word was changed, and the term has no shape any more
            counts["unwritten"] += 1
            continue
        try:
            counts[judge(statement, body, n)] += 1
        except Exception as error:  # what the evaluator cannot read, and the verifier accepts
            print("UNREAD", repr(error), json.dumps([statement, body]), flush=True)
            counts["unread"] += 1
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--genuine", action="store_true")
    parser.add_argument("--steps", action="store_true")
    asked = parser.parse_args()
    certificates = genuine() if asked.genuine else None
    for start in range(0, asked.count, 1000):
        found = hunted(asked.seed * 1_000_003 + start, min(1000, asked.count - start), certificates, asked.steps)
        print(start, dict(found), flush=True)


if __name__ == "__main__":
    main()
