"""Search algorithms, one idea a file; each text runs plain, traced and compiled."""
