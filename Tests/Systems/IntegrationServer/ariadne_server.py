"""A second GraphQL server of other make, for subscriptions: ariadne.

    python ariadne_server.py [--port 0] [--tls] [--until-eof]

Prints `READY {"port": N}` once it accepts connections; with `--tls`, the line has the ports that `listeners.py` adds.

WS /graphql    graphql-transport-ws; `connection_init` must come within half a second (4408)
WS /legacy     graphql-ws
POST /graphql  queries; `Accept: text/event-stream`: graphql-sse, distinct connections
GET /drop      ends all WebSockets with code 1012, or as `?code=` says
GET /stats     {"connections": WebSockets, "operations": subscriptions that are running}
"""
from __future__ import annotations

import argparse
import asyncio
import datetime as dt
import gc
import logging
import os

from ariadne import MutationType, QueryType, SubscriptionType, make_executable_schema
from ariadne.asgi import GraphQL
from ariadne.asgi.handlers import GraphQLHTTPHandler, GraphQLTransportWSHandler, GraphQLWSHandler
from ariadne.contrib.sse import SSESubscriptionHandler
from graphql import GraphQLError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute

import listeners
import readiness

SCHEMA = """
type Query { hello(name: String! = "world"): String! }
type Mutation { addReview(input: ReviewInput!): Review! }
type Subscription {
  countdown(start: Int = 3, intervalMs: Int = 1): Int!
  failsAfter(count: Int!): Int!
  bigMessage(bytes: Int!, count: Int = 1): String!
  reviewAdded(mediaId: ID): Review!
}
input ReviewInput { mediaId: ID!, stars: Int = 5, text: String }
type Review { id: ID!, stars: Int!, text: String, media: Media! }
type Media { id: ID! title: String! genre: String! }
"""
STATE = {"operations": 0}
SOCKETS: set = set()
LISTENERS: set[asyncio.Queue] = set()

query, mutation, subscription = QueryType(), MutationType(), SubscriptionType()


@query.field("hello")
def hello(_, _info, name):
    return f"hello {name}"


@mutation.field("addReview")
def add_review(_, _info, input):
    media = {"id": input["mediaId"], "title": "A title", "genre": "FICTION"}
    review = {"id": "r1", "stars": input.get("stars", 5), "text": input.get("text"), "media": media}
    for queue in LISTENERS:
        queue.put_nowait(review)
    return review


def counted(generate):
    """Counts the subscription while it runs."""
    async def run(*arguments, **named):
        STATE["operations"] += 1
        try:
            async for value in generate(*arguments, **named):
                yield value
        finally:
            STATE["operations"] -= 1
    return run


@subscription.source("countdown")
@counted
async def countdown(_, _info, start=3, intervalMs=1):
    # With an interval of -1 it says its start, and waits.
    for number in range(start, -1, -1):
        yield number
        if intervalMs < 0:
            await asyncio.Event().wait()
        await asyncio.sleep(intervalMs / 1000)


@subscription.source("failsAfter")
@counted
async def fails_after(_, _info, count):
    for number in range(count):
        yield number
    raise GraphQLError("the stream failed", extensions={"code": "STREAM"})


@subscription.source("bigMessage")
@counted
async def big_message(_, _info, bytes, count=1):
    for _number in range(count):
        yield "x" * bytes


@subscription.source("reviewAdded")
@counted
async def review_added(_, _info, mediaId=None):
    queue: asyncio.Queue = asyncio.Queue()
    LISTENERS.add(queue)
    try:
        while True:
            review = await queue.get()
            if mediaId in (None, review["media"]["id"]):
                yield review
    finally:
        LISTENERS.discard(queue)


for name in ["countdown", "failsAfter", "bigMessage", "reviewAdded"]:
    subscription.set_field(name, lambda value, _info, **_arguments: value)


class LegacyHandler(GraphQLWSHandler):
    """Cancels the task of an operation that is stopped: ariadne only closes its generator, which fails while that waits."""

    def __init__(self):
        super().__init__()
        self.tasks: dict[object, asyncio.Task] = {}

    async def observe_async_results(self, websocket, results, operation_id):
        self.tasks[results] = asyncio.current_task()
        try:
            await super().observe_async_results(websocket, results, operation_id)
        finally:
            del self.tasks[results]

    async def stop_websocket_operation(self, websocket, operation):
        if task := self.tasks.get(operation.generator):
            task.cancel()
            await asyncio.wait([task])
        await super().stop_websocket_operation(websocket, operation)


class Tracked:
    """An application whose WebSockets can be closed from without."""

    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        if scope["type"] != "websocket":
            return await self.app(scope, receive, send)
        SOCKETS.add(send)
        try:
            await self.app(scope, receive, send)
        except RuntimeError:
            # It had something to say on a WebSocket that /drop has closed.
            pass
        finally:
            SOCKETS.discard(send)


def view(websocket_handler) -> Tracked:
    schema = make_executable_schema(SCHEMA, query, mutation, subscription)
    http_handler = GraphQLHTTPHandler(subscription_handlers=[SSESubscriptionHandler()])
    return Tracked(GraphQL(schema, http_handler=http_handler, websocket_handler=websocket_handler))


async def stats(_: Request) -> Response:
    # A generator that nobody iterates any more ends when it is collected.
    gc.collect()
    await asyncio.sleep(0)
    return JSONResponse({"connections": len(SOCKETS), **STATE})


async def drop(request: Request) -> Response:
    for send in list(SOCKETS):
        await send({"type": "websocket.close", "code": int(request.query_params.get("code", "1012")), "reason": "dropped"})
    return Response(status_code=204)


VIEW = view(GraphQLTransportWSHandler(connection_init_wait_timeout=dt.timedelta(seconds=3)))
app = Starlette(routes=[
    Route("/stats", stats),
    Route("/drop", drop),
    Route("/graphql", VIEW, methods=["GET", "POST"]),
    WebSocketRoute("/graphql", VIEW),
    WebSocketRoute("/legacy", view(LegacyHandler())),
])


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--tls", action="store_true", help="listen by TLS, too, with certificates made for it")
    parser.add_argument("--until-eof", action="store_true", help="stop when standard input ends")
    arguments = parser.parse_args()
    # Errors of a resolver are what tests ask for.
    logging.disable(logging.CRITICAL)
    ready: dict[str, object] = {"port": await listeners.listen(app, arguments.port)}
    if arguments.tls:
        ready |= await listeners.listen_by_tls(app)
    await readiness.run(ready, arguments.until_eof)
    listeners.clean_up()
    os._exit(0)


if __name__ == "__main__":
    asyncio.run(main())
