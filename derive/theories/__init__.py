"""Theories: modules of definitions and theorems, each with its source; `registry` knows them by name."""
