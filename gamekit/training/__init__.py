"""What learning shares, whatever the game: workers, files of arrays, bars and reports."""
