"""Finished programs: everything that the lessons build, put together for one game."""
