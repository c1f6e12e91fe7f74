"""What the checker has to know of languages: the words in the hole of a phrase or label that ask for a form."""

from __future__ import annotations

# The article in front of a name says in which case it stands: `{dem c}`.
CASES = {"de": {"der": "nom", "den": "acc", "dem": "dat", "des": "gen"}}
# Players as they can stand in the head of a phrase: by name of the role. Behind the first four are several of them, or
# the one who comes out of a comparison.
ROLES = ("self", "opponent", "left", "right")
GROUPS = ("neighbours", "neighbourhood", "everyone", "most", "fewest")
# In the head of a phrase: a number that is only given a name there, whatever it is.
ANY = "any"
