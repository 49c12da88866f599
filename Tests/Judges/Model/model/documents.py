"""Random valid documents: fields that meet on one key, fragments in fragments, type conditions, `@include` and `@skip`."""
from __future__ import annotations

import random
import re

from graphql import (
    GraphQLSchema,
    NoUnusedFragmentsRule,
    NoUnusedVariablesRule,
    get_named_type,
    is_composite_type,
    is_leaf_type,
    is_object_type,
    parse,
    specified_rules,
    validate,
)

RULES = [r for r in specified_rules if r not in (NoUnusedFragmentsRule, NoUnusedVariablesRule)]
VARIABLES = {"x": "Boolean!", "y": "Boolean!", "z": "Boolean = false"}
CONDITIONS = ["$x", "$x", "$y", "$y", "$z", "true", "false"]


class DocumentMaker:
    """Makes fragments, and operations that spread them."""

    def __init__(self, schema: GraphQLSchema, rng: random.Random, name: str):
        self.schema = schema
        self.rng = rng
        self.name = name
        self.fragments: dict[str, tuple[str, str]] = {}
        self.composites = [t for n, t in schema.type_map.items() if is_composite_type(t) and n != "Query" and n[0] != "_"]

    def make(self, fragments: int, operations: int) -> list[str]:
        """The text of each operation; the fragments are in `fragments`."""
        for number in range(fragments):
            self.add_fragment(f"{self.name}Part{number}")
        found = []
        tries = 0
        while len(found) < operations:
            tries += 1
            text = self.operation(f"{self.name}Op{len(found)}")
            if self.is_valid(text):
                found.append(text)
            elif tries > 400 * operations:
                raise RuntimeError(f"no valid operations for the schema of {self.name}")
        return found

    def add_fragment(self, name: str):
        for _ in range(50):
            type_ = self.rng.choice(self.composites)
            text = f"fragment {name} on {type_.name} {self.selection(type_, self.rng.choice([1, 2, 2, 3]))}"
            # Spread once, or it is not validated with those that it spreads.
            root = next(iter(self.schema.query_type.fields))
            if self.is_valid(f"query Q{variables_text(VARIABLES)} {{ __typename {root} {{ __typename }} }} {text}"):
                self.fragments[name] = (type_.name, text)
                return

    def operation(self, name: str) -> str:
        fields = self.schema.query_type.fields
        chosen = self.rng.sample(list(fields), min(len(fields), self.rng.choice([1, 1, 2])))
        body = " ".join(f"{f} {self.selection(get_named_type(fields[f].type), self.rng.choice([2, 3, 3]))}" for f in chosen)
        reached = body + self.reached(body)
        used = {n: t for n, t in VARIABLES.items() if f"${n})" in reached}
        return f"query {name}{variables_text(used)} {{ {body} }}"

    def reached(self, text: str) -> str:
        """The fragments that a text spreads, and those that they spread."""
        found: list[str] = []
        texts = [text]
        for text in texts:
            for name, (_, fragment) in self.fragments.items():
                if name not in found and re.search(rf"\.\.\.{name}\b", text):
                    found.append(name)
                    texts.append(fragment)
        return "\n".join(texts[1:])

    def is_valid(self, text: str) -> bool:
        return not validate(self.schema, parse(text + "\n" + self.fragments_text()), RULES)

    def fragments_text(self) -> str:
        return "\n".join(text for _, text in self.fragments.values())

    def selection(self, type_, depth: int) -> str:
        parts = [self.part(type_, depth) for _ in range(self.rng.choice([1, 2, 3, 3, 4]))]
        return f"{{ {' '.join(p for p in parts if p) or '__typename'} }}"

    def part(self, type_, depth: int) -> str | None:
        rng = self.rng
        kind = rng.random()
        if kind < 0.5:
            return self.field(type_, depth)
        if kind < 0.75 or not self.fragments:
            if depth <= 0:
                return None
            condition = rng.choice(self.overlapping(type_))
            on = f"... on {condition.name}" if condition is not type_ or rng.random() < 0.3 else "..."
            return f"{on}{self.directives(0.2)} {self.selection(condition, depth - 1)}"
        names = [n for n, (on, _) in self.fragments.items() if self.overlap(type_, self.schema.type_map[on])]
        return f"...{rng.choice(names)}{self.directives(0.2)}" if names else None

    def field(self, type_, depth: int) -> str | None:
        rng = self.rng
        fields = getattr(type_, "fields", {})
        names = [n for n, f in fields.items() if depth > 0 or is_leaf_type(get_named_type(f.type))]
        if not names or rng.random() < 0.05:
            return "__typename"
        name = rng.choice(names)
        alias = f"{rng.choice(['first', 'second'])}: " if rng.random() < 0.08 else ""
        inner = get_named_type(fields[name].type)
        below = "" if is_leaf_type(inner) else " " + self.selection(inner, depth - 1)
        return f"{alias}{name}{self.directives(0.15)}{below}"

    def directives(self, rate: float) -> str:
        if self.rng.random() > rate:
            return ""
        names = self.rng.choice([["include"], ["skip"], ["include", "skip"]])
        return "".join(f" @{name}(if: {self.rng.choice(CONDITIONS)})" for name in names)

    def possible(self, type_) -> set[str]:
        return {type_.name} if is_object_type(type_) else {t.name for t in self.schema.get_possible_types(type_)}

    def overlap(self, a, b) -> bool:
        return bool(self.possible(a) & self.possible(b))

    def overlapping(self, type_) -> list:
        return [t for t in self.composites if self.overlap(type_, t)]


def variables_text(variables: dict[str, str]) -> str:
    return f"({', '.join(f'${n}: {t}' for n, t in variables.items())})" if variables else ""
