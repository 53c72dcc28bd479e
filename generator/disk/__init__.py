"""The one room that writes, moves and removes files. Nobody else does, and a test holds that."""
