"""Faults: one value of a response is wrong, and the place where decoding must say so."""
from __future__ import annotations

import copy
import random
from dataclasses import dataclass
from typing import Any

from graphql import (
    GraphQLEnumType,
    GraphQLOutputType,
    GraphQLScalarType,
    is_abstract_type,
    is_leaf_type,
    is_list_type,
    is_non_null_type,
)

from . import values
from .compare import Path
from .selections import Field, Selections, concrete_type

MISSING = object()

# What each form of scalar cannot be; any JSON can be everything.
WRONG = {
    "String": [1, 1.5, True, [], {}],
    "ID": [1.5, True, [], {}],
    "Int": ["1", 1.5, True, 10**30, [], {}],
    "Float": ["1.5", True, [], {}],
    "Boolean": [0, 1, "true", [], {}],
    values.DATE_TIME: ["yesterday", "2026-02-30T00:00:00Z", 1, True, [], {}],
    values.EPOCH_SECONDS: ["1", True, [], {}],
    values.UUID: ["12345", 1, True, [], {}],
    values.URL: [1, True, [], {}],
    values.DECIMAL: ["one", True, [], {}],
    values.DECIMAL_STRING: ["one", True, [], {}],
    values.INT64_STRING: ["1.5", "one", str(2**63), True, [], {}],
}


@dataclass
class Fault:
    """What to put at which place of a response; `MISSING` takes the member away."""

    path: Path
    replacement: Any

    def applied(self, data: dict) -> dict:
        broken = copy.deepcopy(data)
        target: Any = broken
        for step in self.path[:-1]:
            target = target[step]
        if self.replacement is MISSING:
            del target[self.path[-1]]
        else:
            target[self.path[-1]] = self.replacement
        return broken


def fault(selections: Selections, data: dict, rng: random.Random) -> Fault | None:
    """A random fault that no program may overlook; None where a response has no place for one."""
    collector = Collector(selections, rng)
    collector.object(data, selections.root_type, selections.root, ())
    return rng.choice(collector.faults) if collector.faults else None


class Collector:
    def __init__(self, selections: Selections, rng: random.Random):
        self.selections = selections
        self.rng = rng
        self.faults: list[Fault] = []

    def object(self, value: dict, static_type, sets, path: Path):
        type_name = concrete_type(value, static_type)
        if not self.selections.known_twin(type_name, static_type, sets):
            return
        fields = self.selections.fields(type_name, sets)
        for key, member in value.items():
            # Markers of types say it by being there; nobody reads what they hold.
            if key.startswith("__") and key != "__typename":
                continue
            field = fields[key]
            if key == "__typename" and not is_abstract_type(static_type):
                continue
            self.faults.append(Fault((*path, key), MISSING))
            self.member(member, declared(self.selections, type_name, field), field.below(), (*path, key))

    def member(self, value, types, sets, path: Path):
        """`types` are those that the object's type and its interfaces declare: a program may read it as any of them."""
        nullable = not all(map(is_non_null_type, types))
        inners = [t.of_type if is_non_null_type(t) else t for t in types]
        inner = inners[0]
        # A scalar that may be any JSON cannot be null all the same, where the schema says so.
        wrong = self.wrong(inner)
        if not nullable:
            wrong.append(None)
        if len(path) > 2 and all(isinstance(step, int) for step in path[-2:]):
            # In lists of lists JSONDecoder itself tells no place for a number that does not fit.
            wrong = [w for w in wrong if isinstance(w, bool) or not isinstance(w, (int, float))]
        if wrong:
            self.faults.append(Fault(path, self.rng.choice(wrong)))
        if value is None:
            return
        if is_list_type(inner):
            for index, element in enumerate(value):
                self.member(element, [i.of_type for i in inners], sets, (*path, index))
        elif not is_leaf_type(inner):
            self.object(value, inner, sets, path)

    def wrong(self, type_) -> list:
        """Values that this type cannot have."""
        if is_list_type(type_):
            return [{}, "list", 1, True]
        if isinstance(type_, GraphQLEnumType):
            return [1, True, [], {}]
        if isinstance(type_, GraphQLScalarType):
            return list(WRONG.get(values.wire_form(type_), []))
        return ["object", 1, True, []]


def declared(selections: Selections, type_name: str, field: Field) -> list[GraphQLOutputType]:
    """A member's type, and what the interfaces of its object's type say that it is."""
    name = field.contributions[0].node.name.value
    interfaces = selections.schema.type_map[type_name].interfaces
    return [field.type, *(i.fields[name].type for i in interfaces if name in i.fields)]
