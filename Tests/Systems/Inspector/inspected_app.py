"""An app as the inspector's page sees it: the routes and records of the inspector, with as many of both as a test wants."""
from __future__ import annotations

import json
import queue
import re
import secrets
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

BEGIN = 1764430000000.5
HOSTILE = "<img src=x onerror=\"document.title='broken'\"><script>document.title='broken'</script>"
QUERY = "query Album($id: ID!) {\n  album(id: $id) {\n    id\n    title\n    artist { id name }\n  }\n}"
TITLES = ("Kind of Blue", "Blue Train", "A Love Supreme", "Mingus Ah Um", "Time Out", "Maiden Voyage")


def session(**members) -> dict:
    return {
        "type": "session", "seq": 0, "version": 1, "mode": "live", "at": BEGIN, "url": "https://music.example.com/graphql",
        "cache": True, "queue": True, "redacted": False, "limit": 10000,
    } | members


def attempt(number: int, at: float, duration: float, **members) -> dict:
    return {
        "number": number, "at": at, "duration": duration, "method": "POST", "url": "https://music.example.com/graphql",
        "requestHeaders": [["Content-Type", "application/json"], ["Authorization", "<redacted>"]], "requestBytes": 212,
        "status": 200, "responseHeaders": [["Content-Type", "application/graphql-response+json"]], "responseBytes": 5123,
        "timing": {"nameLookup": 1.2, "connect": duration * 0.1, "tls": duration * 0.2, "firstByte": duration * 0.8, "total": duration},
    } | members


def operation(number: int, at: float, **members) -> dict:
    duration = 40.0 + number * 37 % 160
    return {
        "type": "operation", "id": number, "at": at, "kind": "query", "name": "AlbumQuery", "hash": f"{number:064x}", "state": "done",
        "source": "network", "policy": "cacheFirst", "cause": f"Album:{number}.title is missing: never written", "watcher": 3,
        "duration": duration, "variables": {"id": str(number)}, "attempts": [attempt(1, at + 0.3, duration - 2.2)],
        "phases": {"sending": duration - 2, "decoding": 1.1, "storing": 0.4},
    } | members


def records(count: int) -> list[dict]:
    """A run in which queries, writes and updates follow each other, and now and then something else happens."""
    made: list[dict] = []
    for number in range(1, count + 1):
        at = BEGIN + number * 73
        turn, album = number % 5, number // 5
        if number % 97 == 0:
            record = {"type": "note", "id": number, "at": at, "area": "cache", "text": f"{album} objects were collected in 2 ms."}
        elif turn == 1:
            record = operation(number, at, writes=[number + 1])
        elif turn == 2:
            record = {
                "type": "write", "id": number, "at": at, "by": "AlbumQuery", "kind": "response", "operation": number - 1, "count": 3,
                "objects": [{"key": f"Album:{album}", "fields": ["title", "tracks(first:10)"]}, {"key": f"Track:{album}", "isNew": True}],
            }
        elif turn == 3:
            record = {
                "type": "update", "id": number, "at": at, "watcher": 3, "name": f"AlbumQuery(id: {album})", "write": number - 1,
                "by": "RenameMutation", "kind": "changed", "changes": [{"object": f"Album:{album}", "field": "title"}], "count": 1,
            }
        elif turn == 4:
            record = operation(number, at, source="cache", name="ArtistQuery", duration=0.3, attempts=[], phases={"decoding": 0.3})
            del record["cause"]
        else:
            record = various(number, at)
        made.append(record | {"seq": number})
    return made


def various(number: int, at: float) -> dict:
    choice = number // 5 % 5
    variables = {"input": {"id": "1", "title": TITLES[number // 25 % 6], "notes": "A long text of a user. " * 12}}
    if choice == 0:
        return operation(number, at, kind="mutation", name="RenameMutation", source="queue", mutation=number, variables=variables)
    if choice == 1:
        tries = [attempt(1, at, 50, status=503, failure="The server responded with status 503."), attempt(2, at + 110, 90)]
        return operation(number, at, attempts=tries, duration=202.0)
    if choice == 2:
        record = operation(number, at, state="failed", failure="GraphQLClientError.transport: the connection was lost")
        return record | {"attempts": [attempt(1, at, 61, failure="the connection was lost", timing={"nameLookup": 4.0})]}
    if choice == 3:
        errors = [{"message": "Not allowed to see the price.", "path": ["album", "price"], "code": "FORBIDDEN"}]
        return operation(number, at, name="PriceQuery", errors=errors)
    record = operation(number, at, kind="subscription", name="PlayedSubscription", state="running", events=number)
    return {name: value for name, value in record.items() if name != "duration"}


def whole(record: dict) -> dict:
    """An operation as its own route shows it. One that is cut has no response."""
    if record.get("cut"):
        return record
    album = {
        "__typename": "Album", "id": record["variables"].get("id"), "title": TITLES[record["id"] % 6], "price": 9.5, "isLive": False,
        "review": None, "notes": HOSTILE, "artist": {"__typename": "Artist", "id": "7", "name": "Ornithology"},
        "tracks": [{"__typename": "Track", "id": str(index), "seconds": 180 + index} for index in range(1250)],
    }
    value = "▿ Album.Data\n  ▿ album: Optional(Album.Data.Album)\n    - title: \"" + album["title"] + "\"\n" + "    - track\n" * 40
    return record | {"document": QUERY, "response": {"data": {"album": album}}, "value": value}


def table_object(number: int) -> dict:
    kind = ("Album", "Track", "Artist")[number % 3]
    found = {
        "key": f"{kind}:{number}", "type": kind, "fieldCount": 3 + number % 9, "bytes": 120 + number * 31 % 4000, "age": number % 9000,
        "oldest": number % 9000 + 40, "references": number % 4, "watchers": number % 3,
    }
    if number % 50 == 0:
        text = "Query.search(text:\"a long text that a user has typed\",first:20,filter:{kind:ALBUM,year:1959})"
        return found | {"key": f"{text}#{number}", "type": "Query"}
    if number % 11 == 0:
        return found | {"state": "evicted"}
    return found | ({"write": 2, "by": "AlbumQuery"} if number % 2 else {}) | ({"optimistic": True} if number % 17 == 0 else {})


class InspectedApp:
    """A server on a port of its own. `requests` has what the page has asked for, `streams` how many pages listen."""

    def __init__(self, page: bytes, headers: dict[str, str], events: list[dict], objects: int, **members):
        self.page, self.headers, self.objects = page, headers, objects
        self.session = session(**members)
        self.records = {(record["type"], record["id"]): record for record in events}
        self.listeners: list[queue.Queue] = []
        self.requests: list[str] = []
        self.lock = threading.Lock()
        self.token = secrets.token_hex(8)
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_port}/{self.token}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def streams(self) -> int:
        with self.lock:
            return len(self.listeners)

    def send(self, *records: dict) -> None:
        """What happens now, to all pages."""
        with self.lock:
            self.records |= {(record["type"], record["id"]): record for record in records if "id" in record}
            for listener in self.listeners:
                listener.put(list(records))

    def end(self) -> None:
        with self.lock:
            for listener in self.listeners:
                listener.put(None)

    def close(self) -> None:
        self.end()
        self.server.shutdown()
        self.server.server_close()

    # The routes

    def answer(self, route: str, query: dict[str, str]) -> dict | None:
        identity = int(query.get("id", 0))
        match route:
            case "operation":
                record = self.records.get((route, identity))
                return record and whole(record)
            case "write":
                return self.records.get((route, identity))
            case "cache":
                return self.table(query.get("search", "").lower(), int(query.get("after", 0)), int(query.get("limit", 100)))
            case "object":
                return self.object(query["key"])
            case "watchers":
                kept = {"objects": 12, "updates": 4, "last": 8}
                views = [{"id": 4 + index, "name": "TrackRow", "root": f"Track:{index}", "objects": 1, "updates": 0} for index in range(60)]
                return {"watchers": [{"id": 3, "name": "AlbumQuery", "variables": {"id": "1"}} | kept, *views]}
            case "layers":
                layer = {"id": 2, "by": "RenameMutation", "writes": ["Album:1", "Album:3"], "reads": ["Album:1"], "count": 2}
                return {"layers": [layer]}
            case "queue":
                waiting = {"id": 1, "name": "RenameMutation", "state": "waiting", "attempts": 0, "at": BEGIN, "lane": "albums"}
                parked = {"state": "parked", "attempts": 3, "reason": "rejected", "message": "The title is empty."}
                variables = {"variables": {"id": "1", "title": "Blue"}}
                return {"mutations": [waiting | variables, waiting | variables | parked | {"id": 2}], "block": "No network."}
        return None

    def table(self, search: str, after: int, limit: int) -> dict:
        """At most so many rows, out of a piece of the table: the rest of a rare key's search is for the next request."""
        found: list[dict] = []
        last = min(self.objects, after + 20000)
        for number in range(after, last):
            found_object = table_object(number)
            if search in found_object["key"].lower():
                found.append(found_object)
            if len(found) == limit:
                last = number + 1
                break
        return {"objects": found, "total": self.objects} | ({"after": last} if last < self.objects else {})

    def object(self, key: str) -> dict | None:
        if not (kind := re.match(r"(\w+)[:.]", key)):
            return None
        fields = [
            {"name": "title", "age": 12, "value": {"json": HOSTILE}}, {"name": "artist", "age": 40, "value": {"ref": "Artist:2"}},
            {"name": "tracks(first:10)", "value": {"list": [{"ref": f"Track:{index}"} for index in range(400)]}},
            {"name": "cover", "age": 40, "value": {"object": {"url": {"text": "https://music.example.com/cover…"}, "width": {"json": 640}}}},
        ]
        return table_object(1) | {
            "key": key, "type": kind[1], "fields": fields, "fieldCount": 4,
            "watcherNames": [{"watcher": 3, "name": "AlbumQuery"}], "referencedBy": ["Query.album(id:\"1\")"],
        }

    def _handler(app):
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                prefix, url = f"/{app.token}/", urllib.parse.urlsplit(self.path)
                if not url.path.startswith(prefix):
                    return self.respond(404, b"", "text/plain", {})
                route = url.path.removeprefix(prefix)
                query = dict(urllib.parse.parse_qsl(url.query))
                with app.lock:
                    app.requests.append(f"{route}?{url.query}")
                if route == "":
                    return self.respond(200, app.page, "text/html; charset=utf-8", app.headers)
                if route == "events":
                    return self.stream(int(self.headers.get("Last-Event-ID") or query.get("after", -1)))
                found = app.answer(route, query)
                body = json.dumps(found or {"error": f"There is no such {route}."}).encode()
                self.respond(200 if found else 404, body, "application/json; charset=utf-8", {})

            def respond(self, status: int, body: bytes, kind: str, headers: dict[str, str]) -> None:
                self.send_response(status)
                for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), "Cache-Control": "no-store", **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def stream(self, after: int) -> None:
                self.close_connection = True
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.end_headers()
                listener: queue.Queue = queue.Queue()
                with app.lock:
                    app.listeners.append(listener)
                    backlog = sorted((record for record in app.records.values() if record["seq"] > after), key=lambda record: record["seq"])
                try:
                    self.message([app.session, *backlog[:199]])
                    for start in range(199, len(backlog), 200):
                        self.message(backlog[start:start + 200])
                    while True:
                        try:
                            batch = listener.get(timeout=0.2)
                        except queue.Empty:
                            self.wfile.write(b":\n")
                            continue
                        if batch is None:
                            self.wfile.write(b"event: end\ndata: []\n\n")
                            return
                        self.message(batch)
                except OSError:
                    pass
                finally:
                    with app.lock:
                        app.listeners.remove(listener)

            def message(self, batch: list[dict]) -> None:
                highest = max(record["seq"] for record in batch)
                self.wfile.write(f"id: {highest}\ndata: {json.dumps(batch)}\n\n".encode())

            def log_message(self, *_):
                pass

        return Handler
