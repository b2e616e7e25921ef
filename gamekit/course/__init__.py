"""What only the lessons use: the ledger, the claims, the figures of experiments."""
