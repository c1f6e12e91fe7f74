"""Players that are programs: what they are called and how they choose."""

from .bots import BOTS, Bot, GreedyBot, RandomBot, bot

__all__ = ["BOTS", "Bot", "GreedyBot", "RandomBot", "bot"]
