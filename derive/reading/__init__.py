"""Reading: plain syntax → terms, statements and declarations."""

from derive.reading.declarations import read_declarations
from derive.reading.environment import DEFAULT, Environment, environment_from, environment_of, environment_of_theory
from derive.reading.source import Place
from derive.reading.statement import ReadChain, read_statement, read_term

__all__ = [
    "DEFAULT",
    "Environment",
    "Place",
    "ReadChain",
    "environment_from",
    "environment_of",
    "environment_of_theory",
    "read_declarations",
    "read_statement",
    "read_term",
]
