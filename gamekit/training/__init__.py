"""Learning what a position is worth: positions, labels, fitting, and two schemes that join them."""
