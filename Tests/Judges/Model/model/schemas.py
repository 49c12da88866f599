"""Random schemas: interfaces that implement interfaces, covariant fields, unions, lists of lists; and what each becomes later."""
from __future__ import annotations

import random
from dataclasses import dataclass, field

SCALARS = ["String", "Int", "Float", "Boolean", "ID", "Mood"]
LISTS = ["{}", "{}", "{}", "[{}]", "[{}!]", "[[{}]]", "[[{}!]!]"]


@dataclass
class Type:
    name: str
    # "interface", "type" or "union"
    kind: str
    # The interfaces, each with those that it implements itself.
    implements: list[str] = field(default_factory=list)
    # Field name to type in the notation of the specification.
    fields: dict[str, str] = field(default_factory=dict)
    members: list[str] = field(default_factory=list)

    def sdl(self) -> str:
        if self.kind == "union":
            return f"union {self.name} = {' | '.join(self.members)}"
        implements = f" implements {' & '.join(self.implements)}" if self.implements else ""
        return f"{self.kind} {self.name}{implements} {{ {' '.join(f'{n}: {t}' for n, t in self.fields.items())} }}"


class SchemaMaker:
    """Makes one schema, and the same schema with object types that a compiler of the first has not seen."""

    def __init__(self, rng: random.Random):
        self.rng = rng
        self.types: dict[str, Type] = {}
        self.make()

    def make(self):
        rng = self.rng
        interfaces = [f"Role{letter}" for letter in "ABCD"[: rng.choice([2, 3, 3, 4])]]
        # As many as interfaces at least, each of which has an object type below.
        objects = [f"Thing{letter}" for letter in "ABCDEF"[: max(len(interfaces), rng.choice([3, 4, 5, 6]))]]
        unions = [f"Any{letter}" for letter in "AB"[: rng.choice([1, 1, 2])]]
        self.composites = interfaces + objects + unions
        for number, name in enumerate(interfaces):
            parents = rng.sample(interfaces[:number], min(number, rng.choice([0, 1, 1, 2])))
            self.types[name] = Type(name, "interface", self.closed(parents))
        for number, name in enumerate(objects):
            wanted = [interfaces[number]] if number < len(interfaces) else []
            wanted += rng.sample(interfaces, rng.choice([0, 1, 1, 2]))
            self.types[name] = Type(name, "type", self.closed(wanted))
        for name in unions:
            self.types[name] = Type(name, "union", members=rng.sample(objects, rng.choice([2, 3])))
        for number, name in enumerate(interfaces + objects):
            self.add_fields(self.types[name], number)
        query = {f"one{name}": name for name in self.composites if rng.random() < 0.7}
        query |= {f"many{name}": rng.choice(LISTS[3:]).format(name) + rng.choice(["", "!"]) for name in self.composites if rng.random() < 0.5}
        self.types["Query"] = Type("Query", "type", fields=query or {"one": interfaces[0]})
        self.later = self.later_types(interfaces, unions)

    def closed(self, names: list[str]) -> list[str]:
        """Interfaces with all that they implement, each once."""
        return list(dict.fromkeys(n for name in names for n in [name, *self.types[name].implements]))

    def add_fields(self, type_: Type, number: int):
        rng = self.rng
        type_.fields = self.inherited(type_)
        for index in range(rng.choice([1, 2, 2, 3])):
            type_.fields[f"leaf{number}{index}"] = self.leaf()
        if rng.random() < 0.8:
            type_.fields[f"link{number}"] = rng.choice(LISTS).format(rng.choice(self.composites)) + rng.choice(["", "", "!"])
        # The same names in types that have nothing to do with each other: selections of both meet under one key.
        type_.fields.setdefault("title", "String")
        if rng.random() < 0.5:
            type_.fields.setdefault("size", "Int!")

    def inherited(self, type_: Type) -> dict[str, str]:
        found: dict[str, str] = {}
        for interface in type_.implements:
            for name, declared in self.types[interface].fields.items():
                # Of two interfaces the narrower one decides: it comes with whatever it implements.
                if name not in found or interface_is_narrower(self.types, declared, found[name]):
                    found[name] = declared
        return {name: self.narrowed(declared) for name, declared in found.items()}

    def narrowed(self, declared: str) -> str:
        """A subtype of a field's type, often the type itself."""
        rng = self.rng
        bare = declared.strip("[]!")
        if bare in self.types and rng.random() < 0.4:
            below = [t.name for t in self.types.values() if bare in t.implements]
            below += self.types[bare].members if self.types[bare].kind == "union" else []
            if below:
                declared = declared.replace(bare, rng.choice(below))
        # Nullability is narrowed seldom: selections of both then conflict, and the document is drawn anew.
        return declared if declared.endswith("!") or rng.random() > 0.1 else declared + "!"

    def leaf(self) -> str:
        rng = self.rng
        return (rng.choice(["{}", "{}", "{}", "{}", "[{}]", "[[{}!]]"]).format(rng.choice(SCALARS))) + rng.choice(["", "!"])

    def later_types(self, interfaces: list[str], unions: list[str]) -> list[Type]:
        """Object types that come later: for each interface and union one, and some with several."""
        rng = self.rng
        found = []
        for number, name in enumerate(interfaces + unions + ["several", "several"]):
            implements = self.closed([name]) if name in interfaces else self.closed(rng.sample(interfaces, rng.choice([0, 1, 2])))
            later = Type(f"Later{number}", "type", implements)
            later.fields = self.inherited(later) | {"title": "String"} if "title" not in self.inherited(later) else self.inherited(later)
            found.append(later)
        self.joined = {u: [t.name for i, t in enumerate(found) if i == len(interfaces) + n or rng.random() < 0.2] for n, u in enumerate(unions)}
        return found

    def sdl(self) -> str:
        return "\n".join([t.sdl() for t in self.types.values()] + ["enum Mood { CALM, WILD_ONE, sleepy }"]) + "\n"

    def later_sdl(self) -> str:
        """The schema as the server has it."""
        lines = [t.sdl() for t in self.types.values() if t.kind != "union"] + [t.sdl() for t in self.later]
        for type_ in self.types.values():
            if type_.kind == "union":
                lines.append(Type(type_.name, "union", members=type_.members + self.joined[type_.name]).sdl())
        return "\n".join(lines + ["enum Mood { CALM, WILD_ONE, sleepy, later_mood }"]) + "\n"


def interface_is_narrower(types: dict[str, Type], one: str, other: str) -> bool:
    bare, wide = one.strip("[]!"), other.strip("[]!")
    return (bare != wide and bare in types and (wide in types[bare].implements or bare in types.get(wide, Type("", "")).members)) or (
        bare == wide and one.count("!") > other.count("!")
    )
