"""A second server for subscriptions, written by hand on asyncio: it makes of the protocols what libraries do not.

    python subscriptions.py [--until-eof]

Prints `READY {"port": N, "tls": N, "selfSigned": N, "wrongHost": N, "authority": FILE}` once it accepts connections: plain, by TLS, and
by TLS with bad certificates.

WS /graphql    graphql-transport-ws. Each message comes in fragments, cut within characters, with pings between them, in pieces of TCP
               that know nothing of frames. A countdown whose interval is -1 says its start and waits.
WS /legacy     graphql-ws and nothing else
WS /appsync/realtime  AppSync's protocol: `appsync.py`
WS /silent     never acknowledges
WS /half       an event, then half a frame and the end of TCP; another event and `complete` at the second connection
WS /raw?hex=   these bytes instead of an acknowledgement; what the client answers with stands in /stats
POST /graphql  `Accept: text/event-stream` or `multipart/mixed`: a countdown in unusual forms that the specifications allow
GET /drop      ends all connections with code 1012, or as `?code=` says
GET /stats     {"connections", "operations", "last": the last frames of the client that /raw met}
"""
from __future__ import annotations

import argparse
import asyncio
import base64
import hashlib
import json
import os
import pathlib
import struct
import tempfile
import urllib.parse

import appsync
import readiness
from tls import HERE, Certificates

STATE = {"connections": 0, "operations": 0, "halves": 0, "last": []}
SOCKETS: set["Socket"] = set()


class Socket:
    def __init__(self, reader, writer):
        self.reader, self.writer, self.tasks = reader, writer, {}
        self.lock = asyncio.Lock()

    def frame(self, first: int, payload: bytes) -> bytes:
        n = len(payload)
        length = bytes([n]) if n < 126 else b"\x7e" + struct.pack(">H", n) if n < 65536 else b"\x7f" + struct.pack(">Q", n)
        return bytes([first]) + length + payload

    async def write(self, data: bytes, pieces: int = 7) -> None:
        """Writes bytes in pieces that end anywhere."""
        size = max(1, len(data) // pieces)
        for start in range(0, len(data), size):
            self.writer.write(data[start:start + size])
            await self.writer.drain()

    async def say(self, message: dict) -> None:
        text = json.dumps(message, ensure_ascii=False).encode()
        third = max(1, len(text) // 3)
        frames = [text[:third], text[third:2 * third], text[2 * third:]]
        data = self.frame(0x01, frames[0]) + self.frame(0x89, b"p") + self.frame(0x00, frames[1]) + self.frame(0x80, frames[2])
        async with self.lock:
            await self.write(data, 3)

    async def close(self, code: int) -> None:
        async with self.lock:
            await self.write(self.frame(0x88, struct.pack(">H", code)))

    async def receive(self):
        """The next frame: opcode and payload, or None at the end."""
        try:
            first, second = await self.reader.readexactly(2)
            n = second & 0x7F
            if n == 126:
                n, = struct.unpack(">H", await self.reader.readexactly(2))
            elif n == 127:
                n, = struct.unpack(">Q", await self.reader.readexactly(8))
            if not second & 0x80:
                return None
            key = await self.reader.readexactly(4)
            payload = await self.reader.readexactly(n)
            return first, bytes(b ^ key[i % 4] for i, b in enumerate(payload))
        except (asyncio.IncompleteReadError, ConnectionError):
            return None

    async def serve(self, path: str, protocol: str) -> None:
        transport = protocol == "graphql-transport-ws"
        while frame := await self.receive():
            opcode, payload = frame
            if opcode == 0x88:
                await self.close(struct.unpack(">H", payload[:2])[0] if payload else 1000)
                return
            if opcode != 0x81:
                continue
            message = json.loads(payload)
            kind = message["type"]
            if kind == "connection_init" and path != "/silent":
                await self.say({"type": "connection_ack"})
                await self.say({"type": "ping"} if transport else {"type": "ka"})
            elif kind in ("subscribe", "start"):
                self.tasks[message["id"]] = asyncio.create_task(self.run(message["id"], message["payload"], path, transport))
            elif kind in ("complete", "stop"):
                task = self.tasks.pop(message["id"], None)
                if task:
                    task.cancel()
            elif kind == "connection_terminate":
                return

    async def run(self, number: str, operation: dict, path: str, transport: bool) -> None:
        STATE["operations"] += 1
        event = "next" if transport else "data"
        variables = operation.get("variables") or {}
        try:
            if path == "/half":
                STATE["halves"] += 1
                await self.say({"id": number, "type": event, "payload": {"data": {"countdown": STATE["halves"]}}})
                if STATE["halves"] % 2:
                    self.writer.write(self.frame(0x81, b"x" * 100)[:50])
                    await self.writer.drain()
                    self.writer.transport.abort()
                    return
            elif variables.get("intervalMs") == -1:
                await self.say({"id": number, "type": event, "payload": {"data": {"countdown": variables.get("start", 0)}}})
                await asyncio.Event().wait()
            else:
                for i in range(variables.get("start", 3), -1, -1):
                    payload = {"data": {"countdown": i}, "extensions": {"note": "é🦊" * 5}}
                    await self.say({"id": number, "type": event, "payload": payload})
                    await asyncio.sleep(max(variables.get("intervalMs", 1), 0) / 1000)
            await self.say({"id": number, "type": "complete"})
        except ConnectionError:
            pass
        finally:
            STATE["operations"] -= 1


def accept(key: str) -> str:
    return base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()).decode()


async def web_socket(reader, writer, path: str, query: dict, headers: dict) -> None:
    offered = [name.strip() for name in headers.get("sec-websocket-protocol", "").split(",")]
    protocol = "graphql-ws" if path == "/legacy" else offered[0]
    head = (f"HTTP/1.1 101 Switching Protocols\r\nupgrade: WebSocket\r\nconnection: Upgrade\r\n"
            f"sec-websocket-accept: {accept(headers['sec-websocket-key'])}\r\nsec-websocket-protocol: {protocol}\r\n\r\n").encode()
    socket = Socket(reader, writer)
    SOCKETS.add(socket)
    STATE["connections"] += 1
    try:
        if path == "/raw":
            writer.write(head + bytes.fromhex(query["hex"]))
            await writer.drain()
            STATE["last"] = []
            while frame := await socket.receive():
                STATE["last"].append([frame[0], frame[1].hex()])
            return
        if path.startswith("/appsync") and not appsync.may_connect(query, headers):
            writer.write(b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n")
            await writer.drain()
            return
        await socket.write(head)
        await (appsync.serve(socket, query) if path.startswith("/appsync") else socket.serve(path, protocol))
    finally:
        STATE["connections"] -= 1
        SOCKETS.discard(socket)
        for task in socket.tasks.values():
            task.cancel()


async def stream(writer, headers: dict, body: bytes) -> None:
    start = (json.loads(body).get("variables") or {}).get("start", 3)
    events = [json.dumps({"data": {"countdown": i}}) for i in range(start, -1, -1)]
    if "event-stream" in headers.get("accept", ""):
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n: hello\r\r")
        for i, event in enumerate(events):
            end = ["\n", "\r", "\r\n"][i % 3]
            # An event in several lines of data.
            lines = event.replace(": ", ":\n").split("\n")
            text = f"id: {i}{end}event: next{end}" + "".join(f"data:{line}{end}" for line in lines) + end + f": keep alive{end}{end}"
            for byte in text.encode():
                writer.write(bytes([byte]))
            await writer.drain()
            await asyncio.sleep(0.002)
        writer.write(b"event: complete\n\n")
    else:
        # No boundary before the first part; each boundary comes with the next part; an empty part at the end.
        writer.write(b'HTTP/1.1 200 OK\r\ncontent-type: multipart/mixed; Boundary="graphql"\r\nconnection: close\r\n\r\n')
        for i, event in enumerate(events):
            lead = "" if i == 0 else "\r\n--graphql\r\n"
            writer.write(f'{lead}content-type: application/json\r\n\r\n{{"payload": {event}}}'.encode())
            await writer.drain()
            await asyncio.sleep(0.002)
            writer.write(b"\r\n--graphql\r\n\r\n{}")
        writer.write(b"\r\n--graphql\r\n\r\n\r\n--graphql--\r\n")
    await writer.drain()


async def serve(reader, writer) -> None:
    try:
        request = (await reader.readuntil(b"\r\n\r\n")).decode()
        line, *fields = request.split("\r\n")
        headers = {n.strip().lower(): v.strip() for n, _, v in (field.partition(":") for field in fields if field)}
        url = urllib.parse.urlsplit(line.split(" ")[1])
        query = dict(urllib.parse.parse_qsl(url.query))
        if headers.get("upgrade", "").lower() == "websocket":
            await web_socket(reader, writer, url.path, query, headers)
        elif url.path == "/stats":
            text = json.dumps(STATE)
            writer.write(f"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {len(text)}\r\nconnection: close\r\n\r\n{text}".encode())
            await writer.drain()
        elif url.path == "/drop":
            for socket in list(SOCKETS):
                await socket.close(int(query.get("code", "1012")))
            writer.write(b"HTTP/1.1 204 Dropped\r\nconnection: close\r\n\r\n")
            await writer.drain()
        else:
            await stream(writer, headers, await reader.readexactly(int(headers.get("content-length", "0"))))
    except (ConnectionError, asyncio.IncompleteReadError):
        pass
    finally:
        writer.close()


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--until-eof", action="store_true", help="stop when standard input ends")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="apus-subscriptions-") as folder:
        certificates = Certificates(pathlib.Path(folder))
        # Who offers HTTP/2 for a WebSocket gets what HTTP/1.1 cannot read.
        one = ["http/1.1"]
        contexts = {
            "port": None, "tls": certificates.context("good", HERE, one),
            "selfSigned": certificates.context("self-signed", HERE, one, signed=False),
            "wrongHost": certificates.context("wrong-host", "DNS:elsewhere.example", one),
        }
        ready: dict[str, object] = {"authority": str(certificates.authority)}
        for name, context in contexts.items():
            server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
            ready[name] = server.sockets[0].getsockname()[1]
        await readiness.run(ready, arguments.until_eof)
    os._exit(0)


if __name__ == "__main__":
    asyncio.run(main())
