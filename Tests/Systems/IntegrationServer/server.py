"""A small real GraphQL server for client-runtime integration tests.

    python server.py [--port 0] [--raw-port 0] [--host 127.0.0.1] [--cert c.pem --key k.pem] [--tls] [--until-eof]

Prints exactly one line when it accepts connections:
    READY {"port": 41234, "rawPort": 41235, "scheme": "http", "pid": 123}

`port`    : GraphQL (HTTP, WebSocket, SSE, multipart) and the fault endpoints.
`rawPort` : a bare WebSocket server for protocol corner cases (fragments, pings, close codes).
With `--tls` the line has the ports that `listeners.py` adds.
"""
from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import sys
import threading

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute

import listeners
from faults import fault, ws_close
from graphql_http import view
from incremental import incremental_2022
from observatory import observatory
from raw_socket import raw
from schema import STORE, schema


async def sdl(_: Request) -> Response:
    return PlainTextResponse(schema.as_str())


async def reset(_: Request) -> Response:
    STORE.reset()
    return JSONResponse({"ok": True})


async def stats(_: Request) -> Response:
    return JSONResponse(STORE.counts)


app = Starlette(routes=[
    Route("/graphql", view, methods=["GET", "POST"]),
    WebSocketRoute("/graphql", view),
    Route("/graphql-2022", incremental_2022, methods=["POST"]),
    Route("/observatory", observatory, methods=["POST"]),
    Route("/fault/{kind}", fault, methods=["GET", "POST"]),
    WebSocketRoute("/ws/close/{code:int}", ws_close),
    Route("/schema.graphqls", sdl),
    Route("/reset", reset, methods=["POST"]),
    Route("/stats", stats),
])


async def main() -> None:
    ap = argparse.ArgumentParser()
    ap.add_argument("--host", default="127.0.0.1")
    ap.add_argument("--port", type=int, default=0)
    ap.add_argument("--raw-port", type=int, default=0)
    ap.add_argument("--cert")
    ap.add_argument("--key")
    ap.add_argument("--tls", action="store_true", help="listen by TLS, too, with certificates made for it")
    ap.add_argument("--until-eof", action="store_true", help="stop when standard input ends: when who started it is gone")
    ap.add_argument("--verbose", action="store_true")
    a = ap.parse_args()

    import websockets.asyncio.server as wss
    ssl_ctx = None
    if a.cert:
        import ssl
        ssl_ctx = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        ssl_ctx.load_cert_chain(a.cert, a.key)
    import logging
    if not a.verbose:  # strawberry logs each (intended) resolver error with a traceback
        logging.getLogger("strawberry").setLevel(logging.CRITICAL)
    raw_server = await wss.serve(
        raw, a.host, a.raw_port, ssl=ssl_ctx, max_size=64 * 2**20,
        select_subprotocol=lambda _, offered: offered[0] if offered else None, compression=None,
    )
    raw_port = raw_server.sockets[0].getsockname()[1]
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    sock.bind((a.host, a.port))
    sock.listen(512)
    config = uvicorn.Config(
        app, log_level="info" if a.verbose else "warning", ws="auto",
        ws_max_size=64 * 2**20, ssl_certfile=a.cert, ssl_keyfile=a.key, timeout_graceful_shutdown=1, lifespan="off",
    )
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve(sockets=[sock]))
    if a.until_eof:
        def watch():
            sys.stdin.read()
            listeners.clean_up()
            os._exit(0)
        threading.Thread(target=watch, daemon=True).start()
    while not server.started and not task.done():
        await asyncio.sleep(0.01)
    secure: dict[str, object] = {}
    if a.tls:
        secure = await listeners.listen_by_tls(app)
    print("READY " + json.dumps(secure | {"port": sock.getsockname()[1], "rawPort": raw_port, "scheme": "https" if a.cert else "http", "pid": os.getpid()}), flush=True)
    await task
    raw_server.close()


if __name__ == "__main__":
    asyncio.run(main())
