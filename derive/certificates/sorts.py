"""The sorts of fields that kinds of statement declare: how a value of each is written as JSON, and its JSON Schema.

A kind names a sort for each of its fields (`derive.statements.statement.Statement.claimed` and ``shown``); a ``?`` behind
it is for a field that may be missing, ``two or more`` before it for how many there are.
"""
