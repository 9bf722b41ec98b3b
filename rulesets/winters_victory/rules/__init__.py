"""The rules as functions over a board: sight, fire, morale, shock, movement and command."""
