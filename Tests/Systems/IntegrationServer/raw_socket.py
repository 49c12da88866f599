"""A bare WebSocket server for protocol corner cases."""
from __future__ import annotations

import asyncio
import urllib.parse

async def raw(ws) -> None:
    u = urllib.parse.urlsplit(ws.request.path)
    q = dict(urllib.parse.parse_qsl(u.query))
    if u.path == "/echo":
        async for m in ws:
            await ws.send(m)
    elif u.path == "/fragment":  # one text message in `n` frames, split inside a UTF-8 sequence
        text = ("é🦊" * int(q.get("repeat", "100"))).encode()
        n = int(q.get("n", "7"))
        size = max(1, len(text) // n)
        await ws.send((text[i : i + size] for i in range(0, len(text), size)), text=True)
        await ws.wait_closed()
    elif u.path == "/big":
        await ws.send("x" * int(q.get("bytes", "1000000")))
        await ws.wait_closed()
    elif u.path == "/ping":
        pong = await ws.ping(b"abc")
        await asyncio.wait_for(pong, 5)
        await ws.send("pong received")
        await ws.wait_closed()
    elif u.path == "/close":
        await ws.close(int(q.get("code", "4400")), q.get("reason", "bye"))
    elif u.path == "/abort":  # TCP reset without a closing handshake
        await ws.send("before abort")
        ws.transport.abort()
    else:
        await ws.close(4404, "no such path")
