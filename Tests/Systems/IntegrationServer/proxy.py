"""A proxy: tunnels by CONNECT, and requests that it passes on.

    python proxy.py [--password USER:PASSWORD] [--idle SECONDS] [--until-eof]

Prints `READY {"port": N}` once it accepts connections. With `--password` it answers 407 to whoever does not send it. With
`--idle` it closes a tunnel through which nothing has come from the server for so long. `GET /stats`, asked of
the proxy itself, answers {"tunnels": [...], "requests": [...]}: where to.
"""
from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import urllib.parse

import readiness

STATE: dict[str, list[str]] = {"tunnels": [], "requests": []}
PASSWORD: str | None = None
IDLE: float | None = None


async def pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, idle: float | None = None) -> None:
    try:
        while data := await asyncio.wait_for(reader.read(1 << 16), idle):
            writer.write(data)
            await writer.drain()
    except (ConnectionError, asyncio.TimeoutError):
        pass
    finally:
        writer.close()


async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        line, *fields = head.split("\r\n")
        method, target, _ = line.split(" ")
        if target == "/stats":
            body = json.dumps(STATE)
            writer.write(f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n{body}".encode())
            await writer.drain()
            writer.close()
            return
        wanted = PASSWORD and "proxy-authorization: basic " + base64.b64encode(PASSWORD.encode()).decode().lower()
        if wanted and wanted not in (field.lower() for field in fields):
            writer.write(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            await writer.drain()
            writer.close()
            return
        if method == "CONNECT":
            host, _, port = target.rpartition(":")
            first = b""
            STATE["tunnels"].append(target)
        else:
            url = urllib.parse.urlsplit(target)
            host, port = url.hostname, url.port or 80
            path = url.path + (f"?{url.query}" if url.query else "")
            kept = [field for field in fields if not field.lower().startswith("proxy-")]
            first = "\r\n".join([f"{method} {path} HTTP/1.1", *kept]).encode("latin-1")
            STATE["requests"].append(target)
        server_reader, server_writer = await asyncio.open_connection(host, int(port))
        if method == "CONNECT":
            writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        server_writer.write(first)
        await asyncio.gather(pipe(reader, server_writer), pipe(server_reader, writer, IDLE))
    except (ConnectionError, asyncio.IncompleteReadError, OSError):
        writer.close()


async def main() -> None:
    global PASSWORD, IDLE
    parser = argparse.ArgumentParser()
    parser.add_argument("--password")
    parser.add_argument("--idle", type=float)
    parser.add_argument("--until-eof", action="store_true", help="stop when standard input ends")
    arguments = parser.parse_args()
    PASSWORD, IDLE = arguments.password, arguments.idle
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    await readiness.run({"port": server.sockets[0].getsockname()[1]}, arguments.until_eof)
    os._exit(0)


if __name__ == "__main__":
    asyncio.run(main())
