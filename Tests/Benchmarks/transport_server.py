"""What the checks of a transport need: bodies of any size, packed bytes without an end, answers that take their time.

    transport_server.py

`/upload` says how many bytes came, `/download/N` sends N bytes, `/whole/N` too, `/bomb` sends zeros packed by gzip, a gigabyte of them,
`/delay/N` answers after N milliseconds, `/open` says how many other connections there are.
Prints one line once it accepts connections: READY {"port": N}. Stops when its standard input ends.
"""
import asyncio
import json
import sys
import zlib

PIECE = b"x" * (1 << 18)
OPEN = 0


def packed_zeros():
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    zeros = b"\0" * (1 << 20)
    for _ in range(1024):
        if packed := packer.compress(zeros):
            yield packed
    yield packer.flush()


async def respond(path: str, size: int, writer: asyncio.StreamWriter) -> None:
    word, _, number = path.strip("/").partition("/")
    if word in ("download", "whole"):
        count = int(number)
        writer.write(f"HTTP/1.1 200 OK\r\nContent-Length: {count}\r\n\r\n".encode())
        while count > 0:
            writer.write(PIECE[:count])
            await writer.drain()
            count -= len(PIECE)
    elif word == "bomb":
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n")
        for packed in packed_zeros():
            writer.write(packed)
            await writer.drain()
    else:
        if word == "delay":
            await asyncio.sleep(int(number) / 1000)
        body = str(OPEN - 1 if word == "open" else size).encode()
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
    await writer.drain()


async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    global OPEN
    OPEN += 1
    try:
        while True:
            lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
            if "expect" in fields:
                writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
            size = left = int(fields.get("content-length", 0))
            while left > 0 and (data := await reader.read(min(left, 1 << 18))):
                left -= len(data)
            await respond(lines[0].split(" ")[1], size, writer)
    except (ConnectionError, asyncio.IncompleteReadError):
        pass
    finally:
        OPEN -= 1
        writer.close()


async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0, backlog=512)
    print("READY " + json.dumps({"port": server.sockets[0].getsockname()[1]}), flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


asyncio.run(main())
