"""Answers that go wrong, each in its own way."""
from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.websockets import WebSocket

from schema import STORE, stream_scope

#: By how many requests meet there.
MEETINGS: dict[int, asyncio.Barrier] = {}


async def fault(request: Request) -> Response:
    kind = request.path_params["kind"]
    if kind == "503":
        key = request.query_params.get("key", "default")
        n = STORE.flaky[key] = STORE.flaky.get(key, 0) + 1
        if n <= int(request.query_params.get("times", "1")):
            return PlainTextResponse("busy", 503, headers={"Retry-After": "1"})
        return JSONResponse({"data": {"hello": f"after {n}"}})
    if kind == "401":  # ?scheme=Basic|Bearer
        scheme = request.query_params.get("scheme", "Bearer")
        return JSONResponse({"errors": [{"message": "unauthenticated"}]}, 401, headers={"WWW-Authenticate": f'{scheme} realm="x"'})
    if kind == "html":
        return Response("<html>gateway</html>", 502, media_type="text/html")
    if kind == "truncated":
        return Response('{"data":{"hello":"wor', media_type="application/json")
    if kind == "empty":
        return Response(b"", 200, media_type="application/json")
    if kind == "slow":
        await asyncio.sleep(float(request.query_params.get("s", "5")))
        return JSONResponse({"data": {"hello": "late"}})
    if kind == "meet":  # answers when ?n= requests are there at the same time
        await MEETINGS.setdefault(count := int(request.query_params["n"]), asyncio.Barrier(count)).wait()
        return JSONResponse({"data": {"hello": "all"}})
    if kind == "redirect":
        return Response(status_code=307, headers={"location": "/graphql"})
    if kind == "trickle":  # one byte group per interval
        async def gen():
            with stream_scope():
                for i in range(int(request.query_params.get("n", "10"))):
                    yield f"chunk {i}\n".encode()
                    await asyncio.sleep(float(request.query_params.get("s", "0.1")))
        return StreamingResponse(gen(), media_type=request.query_params.get("type", "text/plain"))
    if kind == "echo":
        body = await request.body()
        return Response(body, media_type=request.headers.get("content-type", "application/octet-stream"))
    return PlainTextResponse("unknown", 404)


async def ws_close(ws: WebSocket) -> None:
    """Acks, then closes with the code of the path when the first operation arrives."""
    await ws.accept(subprotocol="graphql-transport-ws")
    code = int(ws.path_params["code"])
    while True:
        m = await ws.receive_json()
        if m["type"] == "connection_init":
            await ws.send_json({"type": "connection_ack"})
        elif m["type"] == "subscribe":
            await ws.send_json({"type": "next", "id": m["id"], "payload": {"data": {"countdown": 1}}})
            await ws.close(code, "because " + str(code))
            return
