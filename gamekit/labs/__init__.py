"""The labs' specifications, one file each. No sandbox can see them."""
