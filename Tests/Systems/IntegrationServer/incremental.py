"""The incremental delivery of 2022, which older clients still read."""
from __future__ import annotations

import json

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from schema import schema


class Encoder2022:
    """Rewrites frames with `pending`, `incremental` and `completed` to the format of 2022, one after the other."""

    def __init__(self):
        self.pending: dict[str, dict] = {}
        self.delivered: dict[str, int] = {}

    def encode(self, frame: dict) -> dict:
        out: dict = {"hasNext": frame.get("hasNext", False)}
        if "data" in frame:
            out["data"] = frame["data"]
            if frame.get("errors"):
                out["errors"] = frame["errors"]
        for pending in frame.get("pending") or []:
            self.pending[pending["id"]] = pending
            # A list that is streamed goes on behind what the first frame held of it.
            value = frame.get("data")
            for key in pending["path"]:
                value = value[key] if isinstance(value, (dict, list)) else None
            self.delivered[pending["id"]] = len(value) if isinstance(value, list) else 0
        entries = [self.entry(i) for i in frame.get("incremental") or []]
        for completed in frame.get("completed") or []:
            if completed.get("errors"):
                pending = self.pending[completed["id"]]
                label = {"label": pending["label"]} if pending.get("label") else {}
                entries.append({"path": list(pending["path"]), **label, "data": None, "errors": completed["errors"]})
        if entries:
            out["incremental"] = entries
        return out

    def entry(self, incremental: dict) -> dict:
        pending = self.pending[incremental["id"]]
        path = list(pending["path"]) + list(incremental.get("subPath") or [])
        entry: dict = {"path": path}
        if pending.get("label"):
            entry["label"] = pending["label"]
        if "items" in incremental:
            entry["path"] = path + [self.delivered[incremental["id"]]]
            entry["items"] = incremental["items"]
            self.delivered[incremental["id"]] += len(incremental["items"])
        else:
            entry["data"] = incremental["data"]
        if incremental.get("errors"):
            entry["errors"] = incremental["errors"]
        return entry


async def incremental_2022(request: Request) -> Response:
    body = await request.json()
    result = await schema.execute(
        body["query"], variable_values=body.get("variables"), context_value={"request": request},
        operation_name=body.get("operationName"),
    )
    if not hasattr(result, "subsequent_results"):
        errors = {"errors": [e.formatted for e in result.errors]} if result.errors else {}
        return JSONResponse({"data": result.data, **errors})

    async def parts():
        encoder = Encoder2022()
        yield b"\r\n---"
        yield part(encoder.encode(result.initial_result.formatted))
        async for subsequent in result.subsequent_results:
            yield part(encoder.encode(subsequent.formatted))

    return StreamingResponse(parts(), media_type='multipart/mixed; boundary="-"; deferSpec=20220824')


def part(frame: dict) -> bytes:
    end = b"\r\n---" if frame["hasNext"] else b"\r\n-----\r\n"
    return b"\r\nContent-Type: application/json; charset=utf-8\r\n\r\n" + json.dumps(frame).encode() + end
