"""AppSync's protocol for subscriptions, written from its published description:
https://docs.aws.amazon.com/appsync/latest/devguide/real-time-websocket-client.html

It accepts the API key `key` and the token `token`, each for the host of the API, in the URL of the handshake and again in each message that
starts a subscription. The token `late` is good for a connection, and expires before anything starts. What it does not know it answers with an
error.
"""
from __future__ import annotations

import asyncio
import base64
import binascii
import json


def is_authorized(given: object) -> bool:
    return given == {"host": "localhost", "x-api-key": "key"} or given == of_token("token")


def of_token(token: str) -> dict:
    return {"host": "localhost", "Authorization": token}


def decoded(text: str) -> object:
    try:
        return json.loads(base64.b64decode(text, validate=True))
    except (binascii.Error, ValueError):
        return None


def error(kind: str, type_: str, number: str | None = None) -> dict:
    message = {"type": kind, "payload": {"errors": [{"errorType": type_, "message": "refused"}]}}
    return message | ({"id": number} if number else {})


def may_connect(query: dict, headers: dict) -> bool:
    """Whether the handshake is one: the credentials are in the URL, and in no header field."""
    offered = headers.get("sec-websocket-protocol", "")
    return offered == "graphql-ws" and query.get("payload") == "e30=" and not {"authorization", "x-api-key"} & set(headers)


async def serve(socket, query: dict) -> None:
    """Answers a connection until it is closed."""
    authorization = decoded(query.get("header", ""))
    while frame := await socket.receive():
        opcode, payload = frame
        if opcode == 0x88:
            await socket.close(1000)
            return
        if opcode != 0x81:
            continue
        message = json.loads(payload)
        kind, number = message["type"], message.get("id")
        if kind == "connection_init":
            if is_authorized(authorization) or authorization == of_token("late"):
                await socket.say({"type": "connection_ack", "payload": {"connectionTimeoutMs": 300000}})
                await socket.say({"type": "ka"})
            else:
                await socket.say(error("connection_error", "UnauthorizedException"))
        elif kind == "start":
            given = message["payload"]["extensions"]["authorization"]
            if given != authorization or not is_authorized(given):
                await socket.say(error("error", "UnauthorizedException", number))
                continue
            await socket.say({"type": "start_ack", "id": number})
            operation = json.loads(message["payload"]["data"])
            socket.tasks[number] = asyncio.create_task(count_down(socket, number, operation))
        elif kind == "stop" and number in socket.tasks:
            socket.tasks.pop(number).cancel()
            await socket.say({"type": "complete", "id": number})
        elif kind != "connection_terminate":
            await socket.say(error("error", "UnsupportedOperation", number))


async def count_down(socket, number: str, operation: dict) -> None:
    assert "subscription" in operation["query"]
    for i in range(operation["variables"].get("start", 3), -1, -1):
        await socket.say({"type": "data", "id": number, "payload": {"data": {"countdown": i}}})
        await socket.say({"type": "ka"})
    # AppSync's subscriptions do not end by themselves; that they do here ends the test.
    await socket.say({"type": "complete", "id": number})
