"""How the Othello program learns: positions, labels, fitting, and the schemes that join them."""
