"""The Python backend: a program as readable generated source, compiled and tied to the runtime."""
