"""What a server says when it accepts connections, and how long it runs."""
from __future__ import annotations

import asyncio
import json
import sys
import threading


async def run(ready: dict[str, object], until_eof: bool) -> None:
    """Says where the server is, and waits until standard input ends, or forever."""
    end = asyncio.Event()
    if until_eof:
        loop = asyncio.get_running_loop()
        threading.Thread(target=lambda: (sys.stdin.read(), loop.call_soon_threadsafe(end.set)), daemon=True).start()
    print("READY " + json.dumps(ready), flush=True)
    await end.wait()
