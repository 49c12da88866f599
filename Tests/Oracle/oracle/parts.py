"""Responses in parts: graphql-core executes an operation with `@defer` and `@stream`, and each state has a meaning of its own."""
from __future__ import annotations

import asyncio
import copy
import dataclasses
import json
import random
from typing import Any

from graphql import (
    REMOVE,
    DocumentNode,
    FieldNode,
    FragmentSpreadNode,
    GraphQLEnumType,
    GraphQLError,
    GraphQLScalarType,
    GraphQLSchema,
    InlineFragmentNode,
    Visitor,
    get_nullable_type,
    is_abstract_type,
    is_list_type,
    is_non_null_type,
    visit,
)
from graphql.execution import experimental_execute_incrementally
from graphql.pyutils import is_awaitable

from . import values
from .compare import Comparison
from .future import possible_types
from .selections import Selections

MARKERS = ("__part_", "__label_")
FAILED = "__failed_"
# How many elements the lists of a response have together by their depth: lists within lists are shorter.
LONGEST = [4, 3, 2, 1]


class Resolvers:
    """Answers each field with a value that depends on its place alone, at once or later: each execution gives the same."""

    def __init__(self, schema: GraphQLSchema, seed: str, errors: bool):
        self.schema = schema
        self.seed = seed
        rng = random.Random(seed)
        self.null_rate = rng.choice([0.0, 0.03, 0.1, 0.3])
        self.error_rate = rng.choice([0.02, 0.06, 0.2]) if errors else 0.0
        self.later_rate = rng.choice([0.0, 0.3, 0.8])

    def field(self, _source, info, **_arguments):
        path = info.path.as_list()
        rng = random.Random(f"{self.seed} {path}")
        depth = sum(isinstance(step, int) for step in path)
        value = self.value(rng, info.return_type, depth)
        turns = rng.randrange(1, 5) if rng.random() < self.later_rate else 0
        if isinstance(value, list) and is_list_type(get_nullable_type(info.return_type)) and rng.random() < self.later_rate:
            return one_by_one(value, [rng.randrange(3) for _ in value])
        if turns:
            return later(value, turns)
        if isinstance(value, GraphQLError):
            raise value
        return value

    def type(self, value, _info, _type):
        return value["type"]

    def value(self, rng: random.Random, type_, depth: int):
        if rng.random() < self.error_rate:
            return GraphQLError(f"error {rng.randrange(10**9)}")
        if is_non_null_type(type_):
            type_ = type_.of_type
        elif rng.random() < self.null_rate:
            return None
        if is_list_type(type_):
            longest = LONGEST[min(depth, len(LONGEST) - 1)]
            return [self.value(rng, type_.of_type, depth + 1) for _ in range(rng.randrange(longest + 1))]
        if isinstance(type_, GraphQLScalarType):
            return values.scalar_value(rng, type_)
        if isinstance(type_, GraphQLEnumType):
            return values.enum_value(rng, type_)
        if is_abstract_type(type_):
            return {"type": rng.choice(possible_types(self.schema, type_)).name}
        return {"type": type_.name}


async def later(value, turns: int):
    for _ in range(turns):
        await asyncio.sleep(0)
    if isinstance(value, GraphQLError):
        raise value
    return value


async def one_by_one(elements: list, turns: list[int]):
    for element, count in zip(elements, turns):
        yield await later(element, count) if not isinstance(element, GraphQLError) else element


class Execution:
    """One operation as it is sent, with its variables: what comes in parts, and what comes at once."""

    def __init__(self, schema: GraphQLSchema, document: DocumentNode, variables: dict, seed: str, errors: bool):
        self.schema = schema
        self.document = document
        self.variables = variables
        self.seed = seed
        self.errors = errors

    async def payloads(self) -> list[dict]:
        """The payloads in graphql-core's format, as JSON has them."""
        early = random.Random(self.seed).random() < 0.5
        result = await self.run(self.document, enable_early_execution=early)
        if not hasattr(result, "initial_result"):
            return [plain(result.formatted)]
        found = [plain(result.initial_result.formatted)]
        async for payload in result.subsequent_results:
            found.append(plain(payload.formatted))
        return found

    async def whole(self):
        """The result of the operation without the directives."""
        return await self.run(visit(self.document, Undirected()))

    async def run(self, document: DocumentNode, **options):
        resolvers = Resolvers(self.schema, self.seed, self.errors)
        result = experimental_execute_incrementally(
            self.schema, document, root_value={}, variable_values=self.variables,
            field_resolver=resolvers.field, type_resolver=resolvers.type, **options,
        )
        return await result if is_awaitable(result) else result


def plain(value):
    return json.loads(json.dumps(value))


class Undirected(Visitor):
    """Takes `@defer` and `@stream` away."""

    def enter_directive(self, node, *_):
        return REMOVE if node.name.value in ("defer", "stream") else None


@dataclasses.dataclass
class State:
    """What the client has after a payload."""

    data: dict | None
    errors: list[dict]
    is_complete: bool
    # The parts that failed: path, label, errors.
    failed: list[tuple[tuple, str | None, list[dict]]]
    # The parts that were announced and have not ended: path and label.
    pending: list[tuple[tuple, str | None]]

    def has_pieces(self, markers: dict[str, str]) -> bool:
        """Whether a part has come that has not ended: its marker is there, and fields that another part selects too may not be."""
        return any(label is not None and markers.get(label) in self.members(path) for path, label in self.pending)

    def members(self, path: tuple) -> dict:
        value = self.data
        for step in path:
            if value is None:
                break
            value = value[step]
        return value if isinstance(value, dict) else {}


class Delivery:
    """Puts payloads together, by the words of the specification's draft, and says them in the format of 2022."""

    def __init__(self):
        self.data: Any = None
        self.errors: list[dict] = []
        self.pending: dict[str, dict] = {}
        self.failed: list[tuple[tuple, str | None, list[dict]]] = []

    def take(self, payload: dict) -> tuple[State, dict]:
        """The state after a payload, and the payload as a server of 2022 would say it."""
        older: dict = {"hasNext": payload.get("hasNext", False)}
        entries = []
        if "data" in payload:
            self.data = older["data"] = copy.deepcopy(payload["data"])
            older["data"] = copy.deepcopy(self.data)
        if payload.get("errors"):
            older["errors"] = payload["errors"]
        self.errors += payload.get("errors", [])
        for part in payload.get("pending", []):
            self.pending[part["id"]] = part
        for entry in payload.get("incremental", []):
            entries.append(self.add(entry))
        for end in payload.get("completed", []):
            part = self.pending.pop(end["id"])
            if errors := end.get("errors", []):
                self.errors += errors
                self.failed.append((tuple(part["path"]), part.get("label"), errors))
                content = {"data": None}
                path = part["path"]
                if isinstance(streamed := self.at(path), list):
                    path, content = [*path, len(streamed)], {"items": None}
                entries.append({**labelled(part, path), **content, "errors": errors})
        if entries:
            older["incremental"] = entries
        is_complete = not payload.get("hasNext", False)
        pending = [(tuple(part["path"]), part.get("label")) for part in self.pending.values()]
        state = State(copy.deepcopy(self.data), [*self.errors], is_complete, [*self.failed], pending)
        return state, older

    def add(self, entry: dict) -> dict:
        part = self.pending[entry["id"]]
        path = [*part["path"], *entry.get("subPath", [])]
        self.errors += entry.get("errors", [])
        target = self.at(path)
        if "items" in entry:
            older = {**labelled(part, [*path, len(target)]), "items": copy.deepcopy(entry["items"])}
            target.extend(copy.deepcopy(entry["items"]))
        else:
            older = {**labelled(part, path), "data": copy.deepcopy(entry["data"])}
            if shared := target.keys() & entry["data"].keys():
                raise ValueError(f"graphql-core sends {sorted(shared)} again")
            target.update(copy.deepcopy(entry["data"]))
        return older | ({"errors": entry["errors"]} if entry.get("errors") else {})

    def at(self, path: list):
        value = self.data
        for step in path:
            value = value[step]
        return value


def labelled(part: dict, path: list) -> dict:
    return {"path": path} | ({"label": part["label"]} if part.get("label") else {})


class PartialComparison(Comparison):
    """Compares a state with what a value of it encodes to. Markers of parts hold true there, and errors of parts are members."""

    def __init__(self, selections: Selections, state: State, markers: dict[str, str]):
        super().__init__(selections)
        self.state = state
        self.markers = markers

    def object(self, original: dict, encoded, static_type, sets, path, kept):
        if not isinstance(encoded, dict):
            return self.differ(path, original, encoded)
        original, encoded = dict(original), dict(encoded)
        for key in {k for k in (*original, *encoded) if k.startswith(MARKERS)}:
            if (key in original) != (encoded.pop(key, None) is True):
                self.differ((*path, key), original.get(key, "nothing"), "something else")
        errors = {key: encoded.pop(key) for key in [*encoded] if key.startswith(FAILED)}
        self.failures(original, errors, path)
        for key in [*encoded]:
            # What the object says itself of parts that types or variables decide on.
            if key.startswith("__defers_") and encoded[key] is True:
                del encoded[key]
            # A part to which two ways lead comes in pieces, and markers of types in it may come last.
            if key.startswith("__is") and key not in original and not self.state.is_complete:
                del encoded[key]
        original = {key: value for key, value in original.items() if not key.startswith(MARKERS)}
        for key in original.keys() - encoded.keys():
            # Null is absent for a property that variables decide on, also where a part that is still to come selects the field always.
            note = f"__no_{key}"
            is_noted = any(name == note or name.startswith(note + ".") for name in encoded)
            if original[key] is None and is_noted and not self.state.is_complete:
                del original[key]
        super().object(original, encoded, static_type, sets, path, kept)

    def failures(self, original: dict, found: dict, path):
        """A part has failed if no spread of it came, and one did not for errors."""
        causes: dict[str, list] = {}
        for where, label, errors in self.state.failed:
            if where == path and self.markers[label] not in original:
                causes.setdefault(self.markers[label], []).append(summary(errors))
        told = [summary(errors) for errors in found.values()]
        for marker, possible in causes.items():
            if not any(errors in told for errors in possible):
                self.differ((*path, marker), possible, told)
        for errors in told:
            if not any(errors in possible for possible in causes.values()):
                self.differ(path, "no such errors", errors)


def summary(errors: list[dict]) -> list:
    return [[error["message"], error.get("path")] for error in errors]


class Labels(Visitor):
    """The labels of deferred fragments as they are sent, each with the marker that comes with the fragment."""

    def __init__(self):
        super().__init__()
        self.markers: dict[str, str] = {}
        self.problems: list[str] = []

    def enter_inline_fragment(self, node: InlineFragmentNode, *_):
        directive = next((d for d in node.directives or () if d.name.value == "defer"), None)
        if directive is None:
            return
        given = {a.name.value: a.value for a in directive.arguments or ()}
        first = node.selection_set.selections[0]
        if getattr(given.get("if"), "value", None) is False:
            return
        alias = first.alias.value if isinstance(first, FieldNode) and first.alias else ""
        if "label" not in given or not alias.startswith(MARKERS):
            self.problems.append(f"a part is sent without label or marker: {given}, {alias}")
        else:
            self.markers[given["label"].value] = alias

    def enter_fragment_spread(self, node: FragmentSpreadNode, *_):
        for directive in node.directives or ():
            given = {a.name.value: a.value for a in directive.arguments or ()}
            if directive.name.value == "defer" and getattr(given.get("if"), "value", None) is not False:
                self.problems.append(f"the spread of {node.name.value} is sent without a marker")
