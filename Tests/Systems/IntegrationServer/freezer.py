"""Forwards connections to another port of this machine, until they freeze: as behind a router that has forgotten them.

    python freezer.py --to PORT [--until-eof]

Prints `READY {"port": N, "control": N}`. A request by HTTP to `control` freezes the connections that are open; new ones work.
"""
from __future__ import annotations

import argparse
import asyncio
import os

import readiness

FROZEN: set[asyncio.StreamWriter] = set()
OPEN: set[asyncio.StreamWriter] = set()


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, client: asyncio.StreamWriter) -> None:
    while data := await reader.read(1 << 16):
        if client in FROZEN:
            await asyncio.Event().wait()
        writer.write(data)
        await writer.drain()


async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, port: int) -> None:
    OPEN.add(writer)
    from_server, to_server = await asyncio.open_connection("127.0.0.1", port)
    pumps = [asyncio.create_task(pump(reader, to_server, writer)), asyncio.create_task(pump(from_server, writer, writer))]
    try:
        # A frozen connection also hides that the other side has closed.
        await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
    finally:
        OPEN.discard(writer)
        for task in pumps:
            task.cancel()
        to_server.close()
        writer.close()


async def control(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    FROZEN.update(OPEN)
    writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}")
    await writer.drain()
    writer.close()


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--to", type=int, required=True)
    parser.add_argument("--until-eof", action="store_true", help="stop when standard input ends")
    arguments = parser.parse_args()
    servers = [
        await asyncio.start_server(lambda reader, writer: forward(reader, writer, arguments.to), "127.0.0.1", 0),
        await asyncio.start_server(control, "127.0.0.1", 0),
    ]
    port, controlled = (server.sockets[0].getsockname()[1] for server in servers)
    await readiness.run({"port": port, "control": controlled}, arguments.until_eof)
    os._exit(0)


if __name__ == "__main__":
    asyncio.run(main())
