"""Certificates: what is claimed and what shows it, as JSON for programs that share nothing with this one.

`FORMAT.md` beside this file is the specification.  Terms are written by `derive.certificates.notation` and read by
`derive.certificates.reader`, statements written by `derive.certificates.statements` and read by
`derive.certificates.statement_reader`; what establishes them is written by `derive.certificates.certificate`, and
`derive.certificates.write` makes files of it all.
"""
