r"""Which module reads which construct of LaTeX.  A new construct is a module with its reader, and a row here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derive.reading.latex import (
    big,
    factors,
    functions,
    matrices,
    means,
    members,
    nablas,
    names,
    opened,
    primes,
    rates,
    rows,
    scopes,
    superscripts,
    varied,
)
from derive.reading.latex import syntax as tex
from derive.reading.latex.readings import Built, Construct, Constructs, Reader, Reading

#: Kinds of nodes, and their readers.
NODES: dict[type[tex.Node], Callable[[Reader, Any], list[Reading]]] = {
    Built: lambda reader, node: list(node.readings),
    tex.Num: factors.read_number,
    tex.Root: factors.read_root,
    tex.Scripted: factors.read_scripted,
    tex.Name: names.read_name,
    tex.Group: factors.read_group,
    tex.Bars: factors.read_bars,
    tex.Angles: factors.read_angles,
    tex.Over: factors.read_over,
    tex.Table: matrices.read_table,
    tex.Fraction_: rates.read_fraction,
    tex.Terms: lambda reader, node: scopes.from_term(reader, node.terms, node.at),
    tex.Row: scopes.from_row,
    # What acts on its neighbours, and has none.
    **dict.fromkeys((tex.Op, tex.Partial, tex.Func, tex.BigSign), lambda reader, node: reader.row((node,))),
}

#: What acts on its neighbours in a row: a big sign wherever one stands, and then, from the left, whatever comes first.
ACTING = (
    (Construct(big.read_big, lambda _, node: tex.is_big(node)),),
    (
        Construct(rates.check_point),  # \frac{df}{dt}(3), which is refused
        Construct(means.read_operator, means.is_operator),  # \mathbb{E}[x]
        Construct(functions.read_function, lambda _, node: isinstance(tex.parted(node)[0], tex.Func)),  # \log x
        Construct(rates.read_partial, lambda _, node: isinstance(node, tex.Partial)),  # \partial f / \partial x
        Construct(rates.read_d),  # dy/dx
        Construct(varied.read_varied),  # d(x^\top x)
        Construct(nablas.read_nabla, nablas.is_nabla),  # \nabla_x f
        Construct(nablas.read_jacobian, nablas.is_jacobian),  # J_x(y)
        Construct(primes.read_primed, primes.is_primed),  # (f(x))'
        Construct(primes.read_slope),  # f'(x) of a vector x
        Construct(rates.read_operator, rates.is_rate),  # \frac{\partial}{\partial x} f
        Construct(functions.read_call),  # f(x)
    ),
)

#: What a name may mean besides what it is declared as.
NAMES = (
    opened.open_definition,
    opened.matrix_for_each,
    names.rows_of_a_matrix,
    names.ones_or_zeros,
    names.identity,
    names.kronecker,
    names.basis_vector,
    names.exponential,
    names.number_pi,
    functions.at_its_parameters,
    members.member_of_family,
    members.entry_of_capital,
    superscripts.power_of_square,
)

#: All of it.
LATEX = Constructs(NODES, rows.read_row, ACTING, NAMES)
