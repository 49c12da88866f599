"""Executes mutations, or refuses to, and answers in every way that says so, or does not. It notes what it executed.

    python executions.py [--until-eof]

Prints `READY {"port": N}`. A mutation has a number among its variables: `{"query":…,"variables":{"number":N}}`. The number says what
happens when the mutation comes for the first time, by `FATES` over HTTP and `SOCKET_FATES` over a WebSocket (graphql-transport-ws). When it
comes again it is executed and answered.

POST /graphql, WS /graphql
GET /ledger    the executed mutations, one line for each execution: its number and the `Authorization` with which it, or its socket, came
"""
from __future__ import annotations

import asyncio
import json
import os
import sys

import readiness
from subscriptions import Socket, accept

LEDGER: list[dict] = []
SEEN: set[int] = set()

DATA = {"addBook": {"id": "1"}}


def error(code: str, *path: str) -> dict:
    found: dict = {"message": code, "extensions": {"code": code}}
    if path:
        found["path"] = list(path)
    return found


# By number: whether the mutation is executed, the status (None: the connection ends), and the body.
FATES: list[tuple[bool, int | None, object]] = [
    (True, 200, {"data": DATA, "errors": [error("UNAUTHENTICATED", "addBook", "reviews")]}),
    (False, 401, "no"),
    (False, 200, {"errors": [error("UNAUTHENTICATED")]}),
    (True, 200, {"data": None, "errors": [error("UNAUTHENTICATED", "addBook", "author")]}),
    (False, 200, {"errors": [error("invalid-jwt")]}),
    (True, 502, "bad gateway"),
    (False, 502, "bad gateway"),
    (True, 504, {"errors": [error("GATEWAY_TIMEOUT")]}),
    (False, 429, "slow down"),
    (True, 200, {"data": {"addBook": {"id": "x" * 5000}}}),
    (True, None, None),
    (False, None, None),
    (True, 500, {"errors": [error("INTERNAL_SERVER_ERROR")]}),
    (True, 200, {"data": DATA, "errors": [error("PERSISTED_QUERY_NOT_FOUND")]}),
    (True, 200, {"data": DATA}),
    (True, 401, {"data": DATA, "errors": [error("UNAUTHENTICATED", "addBook")]}),
]

# By number: whether the mutation is executed, and what follows: messages without id, or a code that closes the connection; 0 ends it.
SOCKET_FATES: list[tuple[bool, list[dict] | int]] = [
    (True, [{"type": "next", "payload": FATES[0][2]}]),
    (False, [{"type": "error", "payload": [error("UNAUTHENTICATED")]}]),
    (True, [{"type": "complete"}]),
    (True, [{"type": "next", "payload": {"data": DATA}}]),
    (True, 4401),
    (False, 4403),
    (True, 1011),
    (True, 0),
    (False, 0),
]


def execute(number: int, executes: bool, headers: dict) -> bool:
    """Notes a mutation; whether it came before."""
    again = number in SEEN
    SEEN.add(number)
    if executes or again:
        LEDGER.append({"number": number, "authorization": headers.get("authorization", "")})
    return again


async def web_socket(reader, writer, headers: dict) -> None:
    socket = Socket(reader, writer)
    writer.write((f"HTTP/1.1 101 Switching Protocols\r\nupgrade: WebSocket\r\nconnection: Upgrade\r\n"
                  f"sec-websocket-accept: {accept(headers['sec-websocket-key'])}\r\n"
                  f"sec-websocket-protocol: graphql-transport-ws\r\n\r\n").encode())
    while frame := await socket.receive():
        if frame[0] == 0x88:
            return await socket.close(1000)
        if frame[0] != 0x81:
            continue
        message = json.loads(frame[1])
        if message["type"] == "connection_init":
            await socket.say({"type": "connection_ack"})
        elif message["type"] == "subscribe":
            number = message["payload"]["variables"]["number"]
            executes, fate = SOCKET_FATES[number % len(SOCKET_FATES)]
            if execute(number, executes, headers):
                fate = [{"type": "next", "payload": {"data": DATA}}]
            if fate == 0:
                return writer.transport.abort()
            if isinstance(fate, int):
                return await socket.close(fate)
            for answer in fate:
                await socket.say({"id": message["id"], **answer})
            if fate[-1]["type"] == "next":
                await socket.say({"id": message["id"], "type": "complete"})


async def serve(reader, writer) -> None:
    try:
        while True:
            request = (await reader.readuntil(b"\r\n\r\n")).decode()
            line, *fields = request.split("\r\n")
            headers = {n.strip().lower(): v.strip() for n, _, v in (field.partition(":") for field in fields if field)}
            if headers.get("upgrade", "").lower() == "websocket":
                return await web_socket(reader, writer, headers)
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            status, answer = 200, LEDGER
            if line.startswith("POST"):
                number = json.loads(body)["variables"]["number"]
                executes, status, answer = FATES[number % len(FATES)]
                if execute(number, executes, headers):
                    status, answer = 200, {"data": DATA}
            if status is None:
                return writer.transport.abort()
            kind = "text/plain" if isinstance(answer, str) else "application/json"
            text = answer if isinstance(answer, str) else json.dumps(answer)
            writer.write(f"HTTP/1.1 {status} X\r\ncontent-type: {kind}\r\ncontent-length: {len(text)}\r\n\r\n{text}".encode())
            await writer.drain()
    except (ConnectionError, asyncio.IncompleteReadError):
        pass
    finally:
        writer.close()


async def main() -> None:
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    await readiness.run({"port": server.sockets[0].getsockname()[1]}, "--until-eof" in sys.argv)
    os._exit(0)


if __name__ == "__main__":
    asyncio.run(main())
