"""What many games say: figures with their uncertainty, rule sets compared, what a card is worth."""
