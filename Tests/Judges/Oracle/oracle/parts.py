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
    print_ast,
    visit,
)
from graphql.execution import experimental_execute_incrementally
from graphql.pyutils import is_awaitable

from . import values
from .compare import Comparison, Path
from .future import possible_types
from .selections import Selections, deferred_label, property_key

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


# The path of a part, and its label.
Part = tuple[tuple, str | None]
Failure = tuple[tuple, str | None, list[dict]]


@dataclasses.dataclass
class State:
    """What the client has after a payload."""

    data: dict | None
    errors: list[dict]
    is_complete: bool
    # The parts that failed: path, label, errors.
    failed: list[Failure]
    # The parts that were announced and have not ended: path and label.
    pending: list[Part]
    # The parts that have come.
    merged: list[Part]


class Delivery:
    """Puts payloads together, by the words of the specification's draft, and says them in the format of 2022."""

    def __init__(self):
        self.data: Any = None
        self.errors: list[dict] = []
        self.pending: dict[str, dict] = {}
        self.failed: list[Failure] = []
        self.merged: list[Part] = []

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
            elif not isinstance(self.at(part["path"]), list):
                self.merged.append((tuple(part["path"]), part.get("label")))
                label(part, entries)
        if entries:
            older["incremental"] = entries
        is_complete = not payload.get("hasNext", False)
        pending = [(tuple(part["path"]), part.get("label")) for part in self.pending.values()]
        state = State(copy.deepcopy(self.data), [*self.errors], is_complete, [*self.failed], pending, [*self.merged])
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
            older = {"path": path, "data": copy.deepcopy(entry["data"])}
            if shared := target.keys() & entry["data"].keys():
                raise ValueError(f"graphql-core sends {sorted(shared)} again")
            target.update(copy.deepcopy(entry["data"]))
        return older | ({"errors": entry["errors"]} if entry.get("errors") else {})

    def at(self, path: list):
        value = self.data
        for step in path:
            value = value[step]
        return value


def label(part: dict, entries: list[dict]):
    """Says in the format of 2022 that a part is there: by its data or, where that has come in pieces or with other parts, without."""
    for entry in entries:
        if entry["path"] == part["path"] and "data" in entry and "label" not in entry:
            entry |= labelled(part, entry["path"])
            return
    entries.append({**labelled(part, part["path"]), "data": {}})


def labelled(part: dict, path: list) -> dict:
    return {"path": path} | ({"label": part["label"]} if part.get("label") else {})


class PartialComparison(Comparison):
    """Compares a state with what a value of it encodes to. The client has noted of each part what was said of it."""

    def __init__(self, selections: Selections, state: State, keys: dict[str, str], announces: bool):
        super().__init__(selections)
        self.state = state
        # The keys of the properties by label.
        self.keys = keys
        # Whether the format says which parts are pending.
        self.announces = announces

    def is_part_there(self, key: str, applying, original: dict, found, type_name: str, path: Path) -> bool:
        is_there = super().is_part_there(key, applying, original, found, type_name, path)
        if isinstance(found, list):
            causes = [summary(errors) for *part, errors in self.state.failed if self.is_part(part, key, path)]
            if summary(found) not in causes:
                self.differ((*path, key), causes, found)
        return is_there

    def states(self, key: str, applying, original: dict, type_name: str, path: Path) -> set[str]:
        """Where two ways lead to a part it is there by either."""
        state = self.state
        if any(self.is_part(part, key, path) for part in state.merged):
            return {"value"}
        said = {"failed" for *part, _ in state.failed if self.is_part(part, key, path)}
        if self.announces:
            said |= {"pending" for part in state.pending if self.is_part(part, key, path)}
        return said or super().states(key, applying, original, type_name, path)

    def is_part(self, part, key: str, path: Path) -> bool:
        """Whether a property, at a path through others, is one of a part."""
        place, label = part
        return label is not None and self.keys[label] == key and place == tuple(s for s in path if not str(s).startswith("..."))


def summary(errors: list[dict]) -> list:
    return [[error["message"], error.get("path")] for error in errors]


class Labels(Visitor):
    """The labels of deferred fragments as they are sent, each with the key of the fragment's property."""

    def __init__(self):
        super().__init__()
        self.keys: dict[str, str] = {}
        self.problems: list[str] = []

    def enter_inline_fragment(self, node: InlineFragmentNode, *_):
        self.add(node)

    def enter_fragment_spread(self, node: FragmentSpreadNode, *_):
        self.add(node)

    def add(self, node):
        label = deferred_label(node)
        if label == "" or label in self.keys:
            self.problems.append(f"a part is sent without a label of its own: {print_ast(node)}")
        elif label is not None:
            self.keys[label] = property_key(node)
