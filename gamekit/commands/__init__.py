"""The commands of `gamekit`, one file a family; each has `add`, which tells the command line of them."""
