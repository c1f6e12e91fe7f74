"""Card texts: sentences in several languages, made from what the checked description of a card says it does."""
