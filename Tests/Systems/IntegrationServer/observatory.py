"""The API of `Examples/Quickstart`: its own schema over data that never changes, so that tests can compare answers. Reported sightings
are told to subscribers, by server-sent events (graphql-sse, distinct connections), and then forgotten."""
from __future__ import annotations

import asyncio
import contextlib
import json
import pathlib

from graphql import ExecutionResult, build_schema, graphql, parse, subscribe
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from schema import STORE

ROOT = pathlib.Path(__file__).resolve().parents[3]
SCHEMA = ROOT / "Examples" / "Quickstart" / "Sources" / "Quickstart" / "GraphQL" / "schema.graphqls"

SWIFT = {"name": "Common swift", "latinName": "Apus apus"}
ALPINE = {"name": "Alpine swift", "latinName": "Tachymarptis melba"}
PALLID = {"name": "Pallid swift", "latinName": "Apus pallidus"}

STATIONS = [
    {
        "code": "BRN", "name": "Clock Tower", "country": "CH", "nests": 61, "trend": "RISING",
        "position": {"latitude": 46.948, "longitude": 7.4477, "altitude": 540},
        "weather": {"temperature": 19.5, "wind": {"speed": 3.2, "from": "WEST"}},
        "observers": [{"id": "o1", "name": "Vreni", "since": 1998}],
    },
    {
        "code": "CAD", "name": "Harbour Wall", "country": "ES", "nests": 212, "trend": "STEADY",
        "position": {"latitude": 36.5271, "longitude": -6.2886, "altitude": None},
        "weather": {"temperature": 27.0, "wind": None},
        "observers": [{"id": "o2", "name": "Íñigo", "since": None}],
    },
    {
        "code": "OLO", "name": "Old Town Hall", "country": "CZ", "nests": 38, "trend": "FALLING",
        "position": {"latitude": 49.5938, "longitude": 17.2509, "altitude": 219},
        "weather": None, "observers": [{"id": "o3", "name": "Zdeněk", "since": 2011}],
    },
    {
        "code": "VIS", "name": "Round Church", "country": "SE", "nests": None, "trend": "UNKNOWN",
        "position": {"latitude": 57.641, "longitude": 18.296, "altitude": 30},
        "weather": {"temperature": 14.25, "wind": {"speed": 7.9, "from": "NORTH"}}, "observers": [],
    },
]


def sighting(number, at, station, species, count, activity, observer=None, notes=None):
    return {
        "id": f"s{number}", "at": at, "station": next(s for s in STATIONS if s["code"] == station),
        "species": species, "count": count, "activity": activity, "observer": observer, "notes": notes,
    }


SIGHTINGS = [
    sighting(5, "2026-06-03T19:42:10Z", "BRN", SWIFT, 34, "SCREAMING", STATIONS[0]["observers"][0], "Three rounds of the tower."),
    sighting(4, "2026-06-03T18:05:00Z", "BRN", ALPINE, 12, "FEEDING"),
    sighting(3, "2026-06-02T05:31:47Z", "CAD", PALLID, 180, "NESTING", STATIONS[1]["observers"][0]),
    sighting(2, "2026-05-30T20:15:00.250Z", "OLO", SWIFT, 9, "SCREAMING", STATIONS[2]["observers"][0]),
    sighting(1, "2026-05-07T09:00:00Z", "CAD", SWIFT, 640, "MIGRATING", None, "Northwards, in one hour."),
]

for station in STATIONS:
    station["lastSighting"] = next((s for s in SIGHTINGS if s["station"] is station), None)


def stations(_info, first=20, country=None, after=None):
    matching = [s for s in STATIONS if country in (None, s["country"])]
    start = int(after) + 1 if after else 0
    page = matching[start : start + first]
    return {
        "edges": [{"cursor": str(start + i), "node": s} for i, s in enumerate(page)],
        "pageInfo": {
            "hasNextPage": start + first < len(matching),
            "endCursor": str(start + len(page) - 1) if page else None,
        },
        "totalCount": len(matching),
    }


def sightings(_info, first, where=None):
    where = where or {}
    return [
        s for s in SIGHTINGS
        if (where.get("stations") is None or s["station"]["code"] in where["stations"])
        and where.get("activity") in (None, s["activity"])
        and s["count"] >= (where.get("minimumCount") or 0)
    ][:first]


def report(_info, input):
    problems = []
    if input["count"] < 1:
        problems.append("A sighting needs at least one bird.")
    station = next((s for s in STATIONS if s["code"] == input["station"]), None)
    if station is None:
        problems.append(f"There is no station {input['station']}.")
    if problems:
        return {"sighting": None, "problems": problems}
    species = next((s for s in (SWIFT, ALPINE, PALLID) if s["latinName"] == input["species"]), SWIFT)
    noted = sighting(
        len(SIGHTINGS) + 1, input.get("at") or "2026-06-04T12:00:00Z", station["code"], species,
        input["count"], input["activity"], notes=input.get("notes"),
    )
    for queue in SUBSCRIBERS:
        queue.put_nowait(noted)
    return {"sighting": noted, "problems": []}


SUBSCRIBERS: set[asyncio.Queue] = set()


async def sighting_reported(_root, _info, station=None):
    queue: asyncio.Queue = asyncio.Queue()
    SUBSCRIBERS.add(queue)
    STORE.counts["open_streams"] += 1
    try:
        while True:
            noted = await queue.get()
            if station in (None, noted["station"]["code"]):
                yield {"sightingReported": noted}
    finally:
        SUBSCRIBERS.discard(queue)
        STORE.counts["open_streams"] -= 1


RESOLVERS = {
    "stations": stations,
    "sightings": sightings,
    "station": lambda _info, code: next((s for s in STATIONS if s["code"] == code), None),
    "reportSighting": report,
}
OBSERVATORY = build_schema(SCHEMA.read_text())
OBSERVATORY.subscription_type.fields["sightingReported"].subscribe = sighting_reported


async def execute(query, variables=None, operation_name=None):
    """The response to one request, as JSON values."""
    result = await graphql(OBSERVATORY, query, RESOLVERS, variable_values=variables, operation_name=operation_name)
    return result.formatted


async def events(body):
    """The events of a subscription, as graphql-sse sends them."""
    responses = subscribe(
        OBSERVATORY, parse(body["query"]), variable_values=body.get("variables"), operation_name=body.get("operationName"))
    if asyncio.iscoroutine(responses):
        responses = await responses
    if isinstance(responses, ExecutionResult):
        yield f"event: next\ndata: {json.dumps(responses.formatted)}\n\n"
    else:
        async with contextlib.aclosing(responses):
            async for response in responses:
                yield f"event: next\ndata: {json.dumps(response.formatted)}\n\n"
    yield "event: complete\ndata:\n\n"


async def observatory(request: Request) -> Response:
    body = json.loads(await request.body())
    if "text/event-stream" in request.headers.get("accept", ""):
        return StreamingResponse(events(body), media_type="text/event-stream")
    return JSONResponse(await execute(body["query"], body.get("variables"), body.get("operationName")))
