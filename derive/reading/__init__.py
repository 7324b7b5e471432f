"""Reading: plain syntax → terms, statements and declarations."""

from derive.reading.declarations import read_declarations
from derive.reading.defaults import DEFAULT, LAYERNORM, default_environment
from derive.reading.environment import Environment, environment_from, environment_of
from derive.reading.source import Place
from derive.reading.statement import ReadChain, read_statement, read_term

__all__ = [
    "DEFAULT",
    "LAYERNORM",
    "Environment",
    "Place",
    "ReadChain",
    "default_environment",
    "environment_from",
    "environment_of",
    "read_declarations",
    "read_statement",
    "read_term",
]
