"""A position as rows of numbers and a fixed table of actions, for programs that learn."""
