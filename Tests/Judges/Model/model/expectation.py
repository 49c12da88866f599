"""What the Swift value of a response must hold and answer, as a tree for the driver.

For each object:

- `members`: the properties that the value has whatever the object's type is, with what they hold, and whether they are optional;
- `payload`: the same of the value itself or, where it is an enum, of its case: exactly what applies to the object's type;
- `conversions`: the fragments that it conforms to, or has as properties, each with what the fragment's struct must hold;
- `absent`, `accessors`: for each type condition and each fragment under a condition what the accessor answers.
"""
from __future__ import annotations

import functools
import operator

from graphql import is_abstract_type, is_enum_type, is_leaf_type, is_non_null_type

from .selections import LATER, Members, Occurrence, Selections, Source, named

NODE_LIMIT = 20_000


class TooLarge(Exception):
    """The response has too many views."""


class WrongText(Exception):
    """The response lacks what the document asks for, or has what it does not: the text that is sent is wrong."""


class Expectation:
    def __init__(self, selections: Selections, values: dict[str, bool], data: dict):
        self.s = selections
        self.bit = selections.assignment(values)
        self.nodes: list[dict] = []
        self.cache: dict[tuple, int] = {}
        self.later_objects: set[int] = set()
        root = selections.root()
        self.root = self.object(data, "Query", root, frozenset([root]))

    def object(
        self, value: dict, type_name: str, mine: Source, sources: frozenset[Source], is_condition: bool = False, has_cases: bool = True
    ) -> int:
        """The node of an object.

        `mine` is what selects it; `sources` is what the Swift type at this place is made of, which may know less. What answers for a
        type condition promises only properties, and so does what these hold. Without cases, it is only what all of them have.
        """
        mark = (id(value), mine, sources, is_condition, has_cases)
        if mark in self.cache:
            return self.cache[mark]
        if len(self.nodes) > NODE_LIMIT:
            raise TooLarge
        members = self.s.members(mine, type_name)
        known = [self.s.members(source, t) for source in sources for t in sorted(source.possible)]
        self.check_text(value, members)
        number = len(self.nodes)
        self.cache[mark] = number
        node = {"kind": "object"} | self.typename(type_name, known, sources)
        self.nodes.append(node)
        node["members"] = self.shared_members(value, members, known, is_condition)
        node["allowed"] = sorted(set.intersection(*({*k.keys, *k.never} for k in known)))
        if not is_condition:
            # A later type's case may lack what a fragment selects under a further condition.
            if self.is_decided(type_name, members, known):
                node["conversions"] = [
                    self.conversion(name, value, type_name, all(name in k.plain for k in known))
                    for name in sorted(frozenset.intersection(*(k.followed for k in known)))
                    # What a fragment spreads that is a property itself is read there.
                    if all(name in k.plain | k.direct for k in known)
                ]
            # Where the cases around have types of their own for this, one enum holds them all, with the properties that they share.
            if len(sources) == 1:
                node["accessors"] = self.accessors(value, type_name, mine, sources, members, known)
        if has_cases and self.is_decided(type_name, members, known):
            node["payload"] = self.payload(value, type_name, members, known, sources)
        return number

    def typename(self, type_name: str, known: list[Members], sources: frozenset[Source]) -> dict:
        """The type's name, unless a variable decides whether it is asked for: by the document, or where the type is abstract."""
        if any(not k.is_certain("__typename") if "__typename" in k.keys else "__typename" in k.never for k in known):
            return {}
        for source in sources:
            added = [use.guard for use in source.uses if is_abstract_type(self.s.schema.type_map[use.parent])]
            if added and functools.reduce(operator.or_, added) != source.given:
                return {}
        return {"typename": type_name}

    # What every case has.
    def shared_members(self, value: dict, members: Members, known: list[Members], is_condition: bool) -> list:
        found = []
        for key in sorted(set.intersection(*(set(k.keys) for k in known))):
            if key == "__typename":
                continue
            # What answers for a condition reads a key in the same way from each of its cases.
            if is_condition and len({k.is_own(key) for k in known}) > 1:
                continue
            sources = frozenset(self.s.below(k, key) for k in known) if self.has_selections(members, key) else frozenset()
            answers = {self.is_optional(k, key) for k in known}
            optional = True if True in answers else None if None in answers else False
            found.append([key, self.member(value, members, key, sources, is_condition), optional, self.ways(key, known)])
        return found

    # What applies to the object's own type.
    def payload(self, value: dict, type_name: str, members: Members, known: list[Members], around: frozenset[Source]) -> int:
        node = {"kind": "object", "members": [], "accessors": []} | self.typename(type_name, [members], around)
        for key in sorted(members.keys):
            if key == "__typename":
                continue
            sources = frozenset([self.s.below(members, key)]) if self.has_selections(members, key) else frozenset()
            optional = self.is_optional(members, key)
            node["members"].append([key, self.member(value, members, key, sources), optional, self.ways(key, [members])])
        for name in sorted(members.properties):
            there = members.fragments[name] & self.bit
            node["accessors"].append(["property", property_name(name), self.fragment(name, value, type_name) if there else self.nil()])
        # What every case spreads, the enum conforms to; a case conforms to what its own type conditions spread.
        everywhere = frozenset.intersection(*(k.followed for k in known))
        node["conversions"] = [self.conversion(name, value, type_name, name in members.plain) for name in sorted(members.followed - everywhere) if name in members.plain | members.direct]
        node["allowed"] = sorted({*members.keys, *members.never})
        self.nodes.append(node)
        return len(self.nodes) - 1

    def accessors(self, value, type_name, mine, sources, members, known) -> list:
        found = []
        for condition in sorted(set().union(*(k.conditions for k in known))):
            narrower = frozenset(self.s.within(source, condition) for source in sources)
            inside = [self.s.members(source, t) for source in narrower for t in source.possible]
            outside = [
                self.s.members(source, t)
                for source in sources
                for t in source.possible
                if not self.s.satisfies(t, condition, source.guaranteed)
            ]
            # It must be written for all objects that satisfy it, and tell them from others where it is written.
            # A condition that no type of today satisfies there makes no case.
            if not any(t in self.s.schema.type_map for source in narrower for t in source.possible):
                continue
            if not inside or not all(condition in k.conditions for k in inside) or not any(condition in k.conditions for k in outside):
                continue
            # A fragment that objects of other types have as well tells none apart. Types that come later may satisfy another of the conditions.
            later = [
                self.s.members(source, LATER + other)
                for source in sources
                if LATER in source.possible
                for other in set().union(*(k.conditions for k in known))
                if is_abstract_type(self.s.later.type_map[other]) and not self.s.guarantees(other, condition)
            ]
            shared = frozenset().union(*(k.followed for k in outside + later))
            ways = set().union(*(k.conditions[condition] for k in inside))
            if all(way and way <= shared for way in ways):
                continue
            if type_name not in self.s.types(condition):
                found.append(["condition", "as" + condition, self.nil()])
            elif condition in members.conditions and self.is_decided(type_name, members, known):
                inner = frozenset(source for source in narrower if source.possible)
                has_cases = not self.is_fragment(inside, outside)
                found.append(["condition", "as" + condition, self.object(value, type_name, mine, inner, True, has_cases)])
        for name in sorted(set().union(*(k.fragments for k in known))):
            if all(name in k.followed for k in known):
                continue
            # What only other fragments spread is reached through them.
            if not any(name in k.direct for k in known):
                continue
            on = self.s.fragments[name].type_condition.name.value
            # Within a type condition that implies its own, a spread is a matter of what answers for that condition.
            if all(self.s.satisfies(t, on, source.guaranteed) for source in sources for t in source.possible) and not all(name in k.fragments for k in known):
                continue
            is_property = any(name in k.properties for k in known)
            everywhere = all(name in k.properties for k in known)
            kind = "spread" if not is_property else "property" if everywhere else "property of cases"
            there = members.fragments.get(name, 0) & self.bit
            if there and not self.is_decided(type_name, members, known):
                continue
            found.append([kind, property_name(name), self.fragment(name, value, type_name) if there else self.nil()])
        return found

    def is_fragment(self, inside: list[Members], outside: list[Members]) -> bool:
        """Whether a fragment that only these objects have selects all that they share: then its struct answers for them."""
        shared = set.intersection(*(set(k.keys) for k in inside)) - {"__typename"}
        for name in frozenset.intersection(*(k.followed for k in inside)).difference(*(k.followed for k in outside)):
            source = self.s.fragment(name)
            keys = set.intersection(*(set(self.s.members(source, t).keys) for t in source.possible)) - {"__typename"}
            if keys == shared:
                return True
        return False

    def conversion(self, name: str, value: dict, type_name: str, is_plain: bool) -> list:
        # One that a variable decides about is an optional property, even where what is around implies it.
        return [name, property_name(name), self.fragment(name, value, type_name), not is_plain]

    def fragment(self, name: str, value: dict, type_name: str) -> int:
        source = self.s.fragment(name)
        return self.object(value, type_name, source, frozenset([source]))

    def member(self, value: dict, members: Members, key: str, sources: frozenset[Source], is_condition: bool = False) -> int:
        if not members.presence(key) & self.bit:
            return self.nil()
        occurrence = members.keys[key][0]
        below = self.s.below(members, key) if sources else None
        return self.value(value[key], occurrence, below, sources, is_condition)

    def value(self, value, occurrence: Occurrence, below: Source | None, sources: frozenset[Source], is_condition: bool) -> int:
        if value is None:
            return self.nil()
        if isinstance(value, list):
            return self.add({"kind": "list", "elements": [self.value(v, occurrence, below, sources, is_condition) for v in value]})
        if isinstance(value, dict):
            type_name = value.get("__typename")
            if type_name is None:
                # Of an object type alone.
                (type_name,) = below.possible
            if type_name not in self.s.schema.type_map:
                self.later_objects.add(id(value))
            return self.object(value, type_name, below, sources, is_condition)
        return self.add({"kind": "leaf", "text": leaf(value, named(self.s.declared(occurrence)))})

    def nil(self) -> int:
        if "nil" not in self.cache:
            self.cache["nil"] = self.add({"kind": "nil"})
        return self.cache["nil"]

    def add(self, node: dict) -> int:
        self.nodes.append(node)
        return len(self.nodes) - 1

    def ways(self, key: str, known: list[Members]) -> list[str]:
        """The fragments that bring a key: where one of them is a property, what it brings is read there."""
        return sorted({property_name(name) for k in known for o in k.keys[key] for name in o.via})

    def has_selections(self, members: Members, key: str) -> bool:
        return members.keys[key][0].node.selection_set is not None

    def is_optional(self, members: Members, key: str) -> bool | None:
        """Whether a property is optional; None where it may be either: in a fragment's own type, which is also that of places whose
        surroundings imply what a variable decides, and where the condition of the object's own field implies it."""
        declared = self.s.declared(members.keys[key][0])
        if not is_non_null_type(declared) or not members.is_certain(key):
            return True
        if not members.is_plain(key):
            return None
        is_implied = members.presence(key) != self.s.every
        return None if is_implied and all(id(o.node) in self.s.of_fragments for o in members.keys[key]) else False

    def check_text(self, value: dict, members: Members):
        for key in members.keys:
            if members.presence(key) & self.bit and key not in value:
                raise WrongText(f"the response has no '{key}'")

    def is_decided(self, type_name: str, members: Members, known: list[Members]) -> bool:
        """Whether the pages say which case a later type is: a type of today matches the same conditions, or one implies the others."""
        if type_name in self.s.schema.type_map:
            return True
        if any(k.signature == members.signature for k in known):
            return True
        return False


def property_name(fragment: str) -> str:
    return fragment[0].lower() + fragment[1:]


def leaf(value, type_) -> str:
    """A scalar or enum value as the driver spells it."""
    assert is_leaf_type(type_)
    if is_enum_type(type_) or type_.name in ("String", "ID"):
        return "s:" + value
    if type_.name == "Boolean":
        return "b:" + str(value).lower()
    if type_.name == "Int":
        return f"i:{value}"
    return f"d:{int(value * 65536)}"
