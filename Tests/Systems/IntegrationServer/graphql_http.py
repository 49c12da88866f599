"""GraphQL over HTTP, WebSocket, SSE and multipart: negotiation, persisted queries, batching."""
from __future__ import annotations

import datetime as dt
import hashlib
import json
from contextvars import ContextVar

import strawberry
from starlette.requests import Request
from starlette.responses import JSONResponse
from strawberry.asgi import GraphQL
from strawberry.exceptions import ConnectionRejectionError

from error_behavior import note
from schema import STORE, schema

MODERN = "application/graphql-response+json"
REQUEST: ContextVar[Request | None] = ContextVar("REQUEST", default=None)


class PersistedQueryNotFound(Exception):
    pass


class MismatchedHash(Exception):
    pass


class View(GraphQL):
    """strawberry's ASGI view + what it lacks: GraphQL-over-HTTP negotiation and status codes, APQ."""

    async def on_ws_connect(self, context):
        params = context.get("connection_params") or {}
        if params.get("authorization") == "Bearer bad":
            raise ConnectionRejectionError({"reason": "bad token"})
        return {"server": "integration"} if params else strawberry.UNSET

    def _apq(self, data):
        ext = (data.get("extensions") or {}).get("persistedQuery")
        if not ext:
            return data
        h = ext.get("sha256Hash")
        if data.get("query"):
            if hashlib.sha256(data["query"].encode()).hexdigest() != h:
                raise MismatchedHash
            STORE.apq[h] = data["query"]
        elif h in STORE.apq:
            data["query"] = STORE.apq[h]
        else:
            raise PersistedQueryNotFound
        return data

    def should_render_graphql_ide(self, request):
        return False  # otherwise a GET without `query` (APQ) is a 404

    def decode_json(self, data):
        value = json.loads(data)
        note(value)
        if isinstance(value, dict) and "extensions" in value and "type" not in value:
            return self._apq(value)
        return value

    def parse_query_params(self, params):
        data = super().parse_query_params(params)
        note(data)
        return self._apq(data)

    def create_response(self, response_data, sub_response):
        STORE.counts["operations"] += len(response_data) if isinstance(response_data, list) else 1
        req = REQUEST.get()
        response = super().create_response(response_data, sub_response)
        accept = (req.headers.get("accept") or "") if req else ""
        if MODERN in accept and isinstance(response_data, dict):
            response.headers["content-type"] = f"{MODERN}; charset=utf-8"
            if response_data.get("data") is None and response_data.get("errors"):
                # request error (no `data` entry was produced before execution) -> 4xx
                started = any("path" in e and e["path"] for e in response_data["errors"])
                if not started:
                    response_data = {k: v for k, v in response_data.items() if k != "data"}
                    response.status_code = 400
                    response.body = json.dumps(response_data).encode()
                    response.headers["content-length"] = str(len(response.body))
        return response

    async def __call__(self, scope, receive, send):
        if scope["type"] == "http":
            REQUEST.set(Request(scope))
            try:
                return await super().__call__(scope, receive, send)
            except PersistedQueryNotFound:
                r = JSONResponse({"errors": [{"message": "PersistedQueryNotFound", "extensions": {"code": "PERSISTED_QUERY_NOT_FOUND"}}]})
            except MismatchedHash:
                r = JSONResponse({"errors": [{"message": "provided sha does not match query"}]}, status_code=400)
            return await r(scope, receive, send)
        return await super().__call__(scope, receive, send)


view = View(
    schema, graphql_ide=None, multipart_uploads_enabled=True, allowed_origins=["*"],
    connection_init_wait_timeout=dt.timedelta(seconds=2),
    subscription_protocols=["graphql-transport-ws", "graphql-ws", "multipart-subscription", "graphql-sse"],
    keep_alive=True, keep_alive_interval=1,
)
