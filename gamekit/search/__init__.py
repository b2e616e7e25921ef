"""Search algorithms, one idea a file; each runs plain, traced and compiled. Nothing here knows a game."""
