"""Where the command `duel-dsl` begins: Ctrl-C ends it quietly also while everything else is still being imported."""

import os
import signal


def main() -> int:
    """Runs the command line; the entry point of `duel-dsl`."""
    try:
        from .main import main as run

        code = run()
    except KeyboardInterrupt:
        # There may be no stream yet.
        os.write(2, b"\nstopped\n")
        code = 130
    # What is left is Python's own end, which a second Ctrl-C would only fill with tracebacks.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return code
