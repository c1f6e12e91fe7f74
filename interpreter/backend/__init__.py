"""Program to Python: source text that can be left at a decision and entered again, compiled and tied to the runtime."""
