"""Starts servers quickly: imports once, then forks a real server process for each line of standard input."""

import ctypes
import json
import os
import signal
import sys

from sandtable.server import app, serve, store  # noqa: F401
from sandtable.server.warmth import warm

warm("toybook")
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    wish = json.loads(line)
    pid = os.fork()
    if pid == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG: no server outlives its tests
        out = os.open(wish.pop("log"), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(out, 1)
        os.dup2(out, 2)
        os.close(0)
        try:
            serve(browser=False, warm=[], **wish)
        finally:
            os._exit(0)
    print(pid, flush=True)
