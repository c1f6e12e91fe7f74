"""The reference backend: a plain evaluator that says what a program means. It is slow, and made to be read."""
