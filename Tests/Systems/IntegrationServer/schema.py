"""The schema and its data: a small media library that tests every construct of the language."""
from __future__ import annotations

import asyncio
import base64
import datetime as dt
import decimal
import enum
import hashlib
import typing
from collections.abc import AsyncGenerator

import strawberry
from graphql import GraphQLError
from strawberry.file_uploads import Upload
from strawberry.scalars import JSON
from strawberry.schema.config import StrawberryConfig
from strawberry.types import Info

from error_behavior import Execution

BigInt = typing.NewType("BigInt", int)
Url = typing.NewType("Url", str)


@strawberry.enum
class Genre(enum.Enum):
    FICTION = "FICTION"
    SCIENCE = "SCIENCE"
    HISTORY = "HISTORY"
    SELF = "self"  # a name that is a Swift keyword once lower-cased


@strawberry.interface
class Node:
    id: strawberry.ID


@strawberry.type
class Person(Node):
    name: str
    born: dt.date | None
    homepage: Url | None

    @strawberry.field
    def works(self) -> list["Media"]:
        return [m for m in STORE.media.values() if m.creator_id == self.id]


@strawberry.interface
class Media(Node):
    title: str
    genre: Genre
    tags: list[str | None]
    price: decimal.Decimal
    views: BigInt
    added_at: dt.datetime
    likes: int
    creator_id: strawberry.Private[str]

    @strawberry.field
    def creator(self) -> Person | None:
        return STORE.people.get(self.creator_id)

    @strawberry.field
    def reviews(self) -> list["Review"]:
        return [r for r in STORE.reviews if r.media_id == self.id]

    @strawberry.field(description="Resolves after `ms` milliseconds; meant for @defer.")
    async def slow_summary(self, ms: int = 50) -> str:
        await asyncio.sleep(ms / 1000)
        return f"summary of {self.title}"

    @strawberry.field(description="Nullable field that always fails.")
    def broken(self) -> str | None:
        raise GraphQLError("broken on purpose", extensions={"code": "BROKEN", "retryable": False})

    @strawberry.field(description="Non-null field that always fails: the null propagates.")
    def broken_non_null(self) -> str:
        raise GraphQLError("broken on purpose", extensions={"code": "BROKEN"})


@strawberry.type
class Book(Media):
    pages: int
    isbn: str | None


@strawberry.type
class Film(Media):
    duration_seconds: float


@strawberry.type
class Review:
    id: strawberry.ID
    stars: int
    text: str | None
    media_id: strawberry.Private[str]

    @strawberry.field
    def media(self) -> Media:
        return STORE.media[self.media_id]


SearchResult = typing.Annotated[Book | Film | Person, strawberry.union("SearchResult")]


@strawberry.type
class PageInfo:
    has_next_page: bool
    end_cursor: str | None
    has_previous_page: bool
    start_cursor: str | None


@strawberry.type
class MediaEdge:
    cursor: str
    node: Media | None


@strawberry.type
class MediaConnection:
    edges: list[MediaEdge]
    page_info: PageInfo
    total_count: int


@strawberry.type
class Row:
    id: strawberry.ID
    index: int
    name: str
    score: float
    active: bool
    note: str | None


@strawberry.input
class ReviewInput:
    media_id: strawberry.ID
    stars: int = 5
    text: str | None = strawberry.UNSET


@strawberry.input(one_of=True)
class MediaLookup:
    id: strawberry.ID | None = strawberry.UNSET
    title: str | None = strawberry.UNSET


@strawberry.type
class UploadedFile:
    filename: str
    content_type: str | None
    size: int
    sha256: str


class Store:
    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        t = dt.datetime(2025, 1, 2, 3, 4, 5, 678000, tzinfo=dt.timezone.utc)
        self.people = {
            "p1": Person(id="p1", name="Ada", born=dt.date(1815, 12, 10), homepage=Url("https://example.org/ada")),
            "p2": Person(id="p2", name="Émile 🦊", born=None, homepage=None),
        }
        self.media: dict[str, Media] = {}
        for i in range(1, 26):
            common = dict(
                id=f"m{i}", title=f"Title {i}", genre=list(Genre)[i % 4],
                tags=["a", None, f"t{i}"] if i % 3 == 0 else [f"t{i}"],
                price=decimal.Decimal(f"{i}.10"), views=BigInt(2**53 + i),
                added_at=t + dt.timedelta(days=i), likes=0, creator_id="p1" if i % 2 else "p2",
            )
            self.media[f"m{i}"] = (
                Book(**common, pages=100 + i, isbn=None if i % 5 == 0 else f"isbn-{i}") if i % 2
                else Film(**common, duration_seconds=60.5 * i)
            )
        self.reviews: list[Review] = [Review(id="r1", stars=4, text=None, media_id="m1")]
        self.listeners: set[asyncio.Queue] = set()
        self.flaky: dict[str, int] = {}
        self.apq: dict[str, str] = {}
        # counters that a test can read back
        self.counts = {"operations": 0, "cancelled_streams": 0, "open_streams": 0}


STORE = Store()


def cursor(position: int) -> str:
    return base64.b64encode(str(position).encode()).decode()


def position(cursor: str) -> int:
    return int(base64.b64decode(cursor))


def fails_once(key: str) -> bool:
    """Whether it was not asked for before."""
    STORE.flaky[key] = STORE.flaky.get(key, 0) + 1
    return STORE.flaky[key] == 1


@strawberry.type
class Stats:
    operations: int
    cancelled_streams: int
    open_streams: int


@strawberry.type
class Query:
    @strawberry.field
    def hello(self, name: str = "world") -> str:
        return f"hello {name}"

    @strawberry.field
    def echo_json(self, value: JSON) -> JSON:
        return value

    @strawberry.field
    def node(self, id: strawberry.ID) -> Node | None:
        return STORE.media.get(id) or STORE.people.get(id)

    @strawberry.field
    def media(self, id: strawberry.ID) -> Media | None:
        return STORE.media.get(id)

    @strawberry.field
    def lookup(self, by: MediaLookup) -> Media | None:
        if by.id is not strawberry.UNSET:
            return STORE.media.get(by.id)
        return next((m for m in STORE.media.values() if m.title == by.title), None)

    @strawberry.field(description="`failsOnceAt`: the page that begins at this index fails once; `repeatsCursor`: every page has the end cursor of the first.")
    def all_media(
        self, first: int = 10, after: str | None = None, genre: Genre | None = None, last: int | None = None,
        before: str | None = None, offset: int | None = None, fails_once_at: int | None = None, repeats_cursor: bool = False,
    ) -> MediaConnection:
        items = [m for m in STORE.media.values() if genre is None or m.genre == genre]
        start = (position(after) + 1 if after else 0) + (offset or 0)
        end = position(before) if before else len(items)
        if last is None:
            end = min(end, start + first)
        else:
            start = max(start, end - last)
        if start == fails_once_at and fails_once(f"allMedia {start}"):
            raise GraphQLError("this page fails once", extensions={"code": "TRY_AGAIN"})
        edges = [MediaEdge(cursor=cursor(i), node=items[i]) for i in range(start, min(end, len(items)))]
        end_cursor = edges[-1].cursor if edges else None
        return MediaConnection(
            edges=edges, total_count=len(items),
            page_info=PageInfo(
                has_next_page=end < len(items), end_cursor=after or end_cursor if repeats_cursor else end_cursor,
                has_previous_page=start > 0, start_cursor=edges[0].cursor if edges else None,
            ),
        )

    @strawberry.field
    def search(self, text: str) -> list[SearchResult]:
        t = text.lower()
        return [m for m in STORE.media.values() if t in m.title.lower()] + [
            p for p in STORE.people.values() if t in p.name.lower()
        ]

    @strawberry.field
    async def slow(self, ms: int) -> str:
        await asyncio.sleep(ms / 1000)
        return f"slept {ms}"

    @strawberry.field
    async def rows(self, count: int, delay_ms: int = 0) -> strawberry.Streamable[Row]:
        """A list; use @stream(initialCount:) on it for incremental delivery."""
        with stream_scope():
            for i in range(count):
                if delay_ms:
                    await asyncio.sleep(delay_ms / 1000)
                yield Row(id=strawberry.ID(str(i)), index=i, name=f"row {i} é", score=i / 3, active=i % 2 == 0, note=None if i % 2 else "note")

    @strawberry.field
    def table(self, count: int) -> list[Row]:
        return [Row(id=strawberry.ID(str(i)), index=i, name=f"row {i} é", score=i / 3, active=i % 2 == 0, note=None if i % 2 else "note") for i in range(count)]

    @strawberry.field(description="Fails the first `times` calls of `key`, then succeeds.")
    def flaky(self, key: str, times: int) -> str:
        n = STORE.flaky.get(key, 0) + 1
        STORE.flaky[key] = n
        if n <= times:
            raise GraphQLError(f"flaky {n}/{times}", extensions={"code": "TRY_AGAIN"})
        return f"ok after {n}"

    @strawberry.field
    def headers(self, info: Info) -> JSON:
        req = info.context["request"]
        return {k: v for k, v in req.headers.items()}

    @strawberry.field
    def secret(self, info: Info) -> str:
        req = info.context["request"]
        token = req.headers.get("authorization") or (info.context.get("connection_params") or {}).get("authorization")
        if token != "Bearer good":
            raise GraphQLError("not signed in", extensions={"code": "UNAUTHENTICATED"})
        return "42"

    @strawberry.field
    def stats(self) -> Stats:
        return Stats(**STORE.counts)


@strawberry.type
class Mutation:
    @strawberry.mutation
    async def add_review(self, input: ReviewInput) -> Review:
        if input.media_id not in STORE.media:
            raise GraphQLError("no such media", extensions={"code": "NOT_FOUND"})
        text = None if input.text is strawberry.UNSET else input.text
        r = Review(id=strawberry.ID(f"r{len(STORE.reviews) + 1}"), stars=input.stars, text=text, media_id=input.media_id)
        STORE.reviews.append(r)
        for q in list(STORE.listeners):
            q.put_nowait(r)
        return r

    @strawberry.mutation
    def rename(self, id: strawberry.ID, title: str) -> Media | None:
        m = STORE.media.get(id)
        if m:
            m.title = title
        return m

    @strawberry.mutation(description="Adds a like. Nobody may like m13, which is said after half a second.")
    async def like(self, id: strawberry.ID) -> Media | None:
        if id == "m13":
            await asyncio.sleep(0.5)
            raise GraphQLError("this is not to be liked", extensions={"code": "FORBIDDEN"})
        m = STORE.media.get(id)
        if m:
            m.likes += 1
        return m

    @strawberry.mutation
    async def upload(self, file: Upload) -> UploadedFile:
        data = await file.read()
        return UploadedFile(filename=file.filename, content_type=file.content_type, size=len(data), sha256=hashlib.sha256(data).hexdigest())

    @strawberry.mutation
    async def upload_many(self, files: list[Upload], note: str | None = None) -> list[UploadedFile]:
        out = []
        for f in files:
            data = await f.read()
            out.append(UploadedFile(filename=f.filename, content_type=f.content_type, size=len(data), sha256=hashlib.sha256(data).hexdigest()))
        return out

    @strawberry.mutation
    def reset(self) -> bool:
        STORE.reset()
        return True


class stream_scope:
    def __enter__(self):
        STORE.counts["open_streams"] += 1

    def __exit__(self, et, ev, tb):
        STORE.counts["open_streams"] -= 1
        if et in (asyncio.CancelledError, GeneratorExit):
            STORE.counts["cancelled_streams"] += 1


@strawberry.type
class Subscription:
    @strawberry.subscription
    async def countdown(self, start: int = 3, interval_ms: int = 10) -> AsyncGenerator[int, None]:
        with stream_scope():
            for i in range(start, -1, -1):
                yield i
                await asyncio.sleep(interval_ms / 1000)

    @strawberry.subscription
    async def review_added(self, media_id: strawberry.ID | None = None) -> AsyncGenerator[Review, None]:
        q: asyncio.Queue = asyncio.Queue()
        STORE.listeners.add(q)
        try:
            with stream_scope():
                while True:
                    r = await q.get()
                    if media_id is None or r.media_id == media_id:
                        yield r
        finally:
            STORE.listeners.discard(q)

    @strawberry.subscription
    async def big_message(self, bytes: int, count: int = 1) -> AsyncGenerator[str, None]:
        with stream_scope():
            for _ in range(count):
                yield "x" * bytes

    @strawberry.subscription
    async def fails_after(self, count: int) -> AsyncGenerator[int, None]:
        with stream_scope():
            for i in range(count):
                yield i
            raise GraphQLError("stream failed", extensions={"code": "STREAM"})

    @strawberry.subscription(description="Select `broken` to get data and errors in each event.")
    async def media_ticks(self, count: int = 4) -> AsyncGenerator[Media, None]:
        with stream_scope():
            for i in range(count):
                yield STORE.media[f"m{i % 25 + 1}"]


schema = strawberry.Schema(
    query=Query, mutation=Mutation, subscription=Subscription, types=[Book, Film, Person], execution_context_class=Execution,
    config=StrawberryConfig(
        enable_experimental_incremental_execution=True,
        batching_config={"max_operations": 50},
        scalar_map={
            BigInt: strawberry.scalar(name="BigInt", serialize=lambda v: str(v), parse_value=lambda v: int(v)),
            Url: strawberry.scalar(name="URL", serialize=str, parse_value=str),
        },
    ),
)
