"""Players against players: matches, ratings with their uncertainty, the ledger of techniques."""
