"""Solvers: exact answers for one game each, made for speed."""
