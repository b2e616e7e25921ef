"""Evaluators: a type picks the code, its fields are the data."""
