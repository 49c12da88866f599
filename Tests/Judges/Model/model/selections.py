"""CollectFields of the specification, for one object type and all values of the variables at once.

A guard is a set of assignments of the operation's Boolean variables, as the bits of a number. Nothing here knows of the compiler's
representation: the rules are those of sections 5.3.2 and 6.3.2 of the specification, and of the pages for users.
"""
from __future__ import annotations

import functools
import operator
from dataclasses import dataclass, field
from functools import cached_property

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLNonNull,
    GraphQLSchema,
    GraphQLString,
    InlineFragmentNode,
    OperationDefinitionNode,
    SelectionSetNode,
    VariableNode,
    Visitor,
    is_object_type,
    visit,
)


# Stands for the types that a schema may gain: they satisfy what the place guarantees, and the condition behind it.
LATER = "?"


@dataclass(frozen=True)
class Use:
    """A selection set that applies to an object, and when."""

    selection_set: SelectionSetNode = field(hash=False, compare=False)
    number: int
    parent: str
    guard: int


@dataclass(frozen=True)
class Source:
    """The selection sets of a place: what a Swift type can be made of."""

    uses: tuple[Use, ...]
    # The assignments with which the object is there at all.
    given: int
    # The object types that the schema of the compilation allows, and one that stands for all that it may gain.
    possible: frozenset[str]
    # The types that whatever is here satisfies: those that the place is declared as, and the conditions around it.
    guaranteed: frozenset[str]


@dataclass
class Occurrence:
    """A field of the document that selects a member."""

    node: FieldNode
    parent: str
    guard: int
    # As `guard`, but only by the conditions within the object, as far as other selections of the object's field leave them apart.
    own: int
    # The fragments that were followed on the way to it.
    via: tuple[str, ...]


@dataclass
class Members:
    """What an object of one type has."""

    given: int
    every: int
    keys: dict[str, list[Occurrence]] = field(default_factory=dict)
    # When each spread fragment applies.
    fragments: dict[str, int] = field(default_factory=dict)
    # The fragments that are spread here rather than only by other fragments.
    direct: set[str] = field(default_factory=set)
    # The fragments with a spread that no variable decides about within the object.
    plain: set[str] = field(default_factory=set)
    # The conditions of inline fragments that are met on the way, whether or not the type satisfies them: for each the ways to the
    # fields that it selects, a way being the fragments that are spread on it.
    conditions: dict[str, set[frozenset[str]]] = field(default_factory=dict)
    # The response keys that no values of the variables ever give it, with the fields that select them.
    never: dict[str, list[Occurrence]] = field(default_factory=dict)

    def presence(self, key: str) -> int:
        guard = 0
        for occurrence in self.keys[key]:
            guard |= occurrence.guard
        return guard

    def is_certain(self, key: str) -> bool:
        return self.presence(key) == self.given

    def is_plain(self, key: str) -> bool:
        """Whether the conditions within the object leave a key in it whatever the variables are."""
        return functools.reduce(operator.or_, (o.own for o in self.keys[key])) == self.every

    def is_own(self, key: str) -> bool:
        """Whether the object has a key itself: one that comes by fragments alone that variables decide about is read in their properties."""
        return any(self.plain.issuperset(o.via) for o in self.keys[key])

    @cached_property
    def followed(self) -> frozenset[str]:
        """The fragments that apply whatever the variables are: their fields are the object's own."""
        return frozenset(name for name, guard in self.fragments.items() if guard == self.given)

    @cached_property
    def properties(self) -> frozenset[str]:
        """The fragments that the variables decide about: a property each."""
        return frozenset(self.fragments) - self.followed

    @cached_property
    def signature(self):
        keys = {k: sorted((id(o.node), o.guard) for o in found) for k, found in self.keys.items()}
        return repr((sorted(keys.items()), sorted(self.fragments.items())))


class FieldCollector(Visitor):
    """Notes the fields of a node."""

    def __init__(self, found: set[int]):
        super().__init__()
        self.found = found

    def enter_field(self, node: FieldNode, *_):
        self.found.add(id(node))


class Selections:
    """One operation of a document."""

    def __init__(self, schema: GraphQLSchema, later: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode):
        self.schema = schema
        self.later = later
        self.operation = operation
        self.fragments = {d.name.value: d for d in document.definitions if isinstance(d, FragmentDefinitionNode)}
        # The fields that fragments select, at any depth.
        self.of_fragments: set[int] = set()
        for fragment in self.fragments.values():
            visit(fragment, FieldCollector(self.of_fragments))
        self.variables = [d.variable.name.value for d in operation.variable_definitions or ()]
        count = 1 << len(self.variables)
        self.every = (1 << count) - 1
        self.true = {
            name: sum(1 << a for a in range(count) if a >> index & 1) for index, name in enumerate(self.variables)
        }
        self.numbers: dict[int, int] = {}
        self.cache: dict[tuple, Members] = {}

    def assignment(self, values: dict[str, bool]) -> int:
        """The bit of these values of the variables."""
        return 1 << sum(1 << index for index, name in enumerate(self.variables) if values[name])

    def use(self, selection_set: SelectionSetNode, parent: str, guard: int) -> Use:
        number = self.numbers.setdefault(id(selection_set), len(self.numbers))
        return Use(selection_set, number, parent, guard)

    def root(self) -> Source:
        return self.source((self.use(self.operation.selection_set, "Query", self.every),), self.every, ["Query"])

    def fragment(self, name: str) -> Source:
        """A fragment for itself: it knows nothing of where it is spread."""
        definition = self.fragments[name]
        on = definition.type_condition.name.value
        return self.source((self.use(definition.selection_set, on, self.every),), self.every, [on])

    def source(self, uses: tuple[Use, ...], given: int, names: list[str]) -> Source:
        """A place of all of these types, with one object type that stands for those that come later."""
        known = frozenset.intersection(*(self.known(name) for name in names))
        is_open = known and not any(is_object_type(self.later.type_map[name]) for name in names)
        return Source(uses, given, known | {LATER} if is_open else known, frozenset(names))

    def within(self, source: Source, condition: str) -> Source:
        """A source for the objects that satisfy a condition."""
        possible = source.possible & self.types(condition)
        if not is_object_type(self.later.type_map[condition]) and any(t.startswith(LATER) for t in source.possible):
            possible |= {LATER + condition}
        return Source(source.uses, source.given, possible, source.guaranteed)

    def satisfies(self, type_name: str, condition: str, guaranteed: frozenset[str]) -> bool:
        """Whether a type satisfies a condition that is written where whatever there is satisfies these types."""
        if not type_name.startswith(LATER):
            return type_name in self.types(condition)
        assumed = type_name[len(LATER) :]
        return any(self.guarantees(name, condition) for name in guaranteed | ({assumed} if assumed else set()))

    def guarantees(self, name: str, condition: str) -> bool:
        """Whether all objects of a type satisfy a condition, whatever types the schema gains."""
        type_ = self.later.type_map[condition]
        own = self.later.type_map[name]
        return type_ in [own, *getattr(own, "interfaces", [])] or own in getattr(type_, "types", [])

    def types(self, name: str) -> frozenset[str]:
        """The object types that satisfy a condition, later ones included."""
        type_ = self.later.type_map[name]
        return frozenset([name]) if is_object_type(type_) else frozenset(t.name for t in self.later.get_possible_types(type_))

    def known(self, name: str) -> frozenset[str]:
        return frozenset(t for t in self.types(name) if t in self.schema.type_map)

    def declared(self, occurrence: Occurrence):
        """The type that the parent of a field's own selection declares."""
        name = occurrence.node.name.value
        return GraphQLNonNull(GraphQLString) if name == "__typename" else self.schema.type_map[occurrence.parent].fields[name].type

    def members(self, source: Source, type_name: str) -> Members:
        mark = (source.uses, source.given, type_name)
        if mark not in self.cache:
            followed: frozenset[str] = frozenset()
            while True:
                found = Members(source.given, self.every)
                entered: set[str] = set()
                left = source.guaranteed
                for use in source.uses:
                    guard = use.guard & source.given
                    local = self.every if guard == source.given else guard
                    self.collect(use.selection_set, use.parent, guard, local, type_name, left, followed, found, entered, is_plain=guard == source.given)
                if found.followed == followed:
                    break
                # A fragment that two spreads bring, each under a condition, may apply always.
                followed = found.followed | followed
            self.cache[mark] = found
        return self.cache[mark]

    def collect(self, selection_set, parent, guard, local, type_name, left, followed, found: Members, entered: set[str], via: tuple[str, ...] = (), is_plain: bool = True):
        for selection in selection_set.selections:
            directive = self.guard(selection)
            own = guard & directive
            if not directive:
                continue
            if isinstance(selection, FieldNode):
                key = selection.alias.value if selection.alias else selection.name.value
                if own:
                    found.keys.setdefault(key, []).append(Occurrence(selection, parent, own, local & directive, via))
                else:
                    found.never.setdefault(key, []).append(Occurrence(selection, parent, 0, 0, via))
            elif isinstance(selection, InlineFragmentNode):
                condition = selection.type_condition.name.value if selection.type_condition else parent
                here = is_plain and directive == self.every
                ways = self.ways(selection.selection_set, condition, here) if selection.type_condition and own else None
                if ways:
                    found.conditions[condition] = found.conditions.get(condition, set()) | ways
                if not selection.type_condition or self.satisfies(type_name, condition, left):
                    inner = left | {condition}
                    self.collect(selection.selection_set, condition, own, local & directive, type_name, inner, followed, found, entered, via, here)
            elif isinstance(selection, FragmentSpreadNode):
                name = selection.name.value
                on = self.fragments[name].type_condition.name.value
                if not own or not self.satisfies(type_name, on, left):
                    continue
                found.fragments[name] = found.fragments.get(name, 0) | own
                if not via:
                    found.direct.add(name)
                if is_plain and directive == self.every:
                    found.plain.add(name)
                if name in followed and name not in entered:
                    entered.add(name)
                    inner = self.fragments[name].selection_set
                    here = is_plain and directive == self.every
                    self.collect(inner, on, found.given, self.every, type_name, left | {on}, followed, found, entered, (*via, name), here)

    def ways(self, selection_set, parent: str, is_plain: bool, via: frozenset[str] = frozenset()) -> set[frozenset[str]]:
        """The ways on which a selection set gives every object of its type a field: one that no narrower condition asks for, and no
        literal leaves out. A fragment's fields count unless a variable decides about them: the fragment is a property then."""
        found = set()
        for selection in selection_set.selections:
            guard = self.guard(selection)
            here = is_plain and guard == self.every
            if not guard or via and not here:
                continue
            if isinstance(selection, FieldNode):
                found.add(via)
                continue
            into = isinstance(selection, FragmentSpreadNode)
            if into and not here:
                continue
            inner = self.fragments[selection.name.value] if into else selection
            on = inner.type_condition.name.value if inner.type_condition else parent
            if self.guarantees(parent, on):
                found |= self.ways(inner.selection_set, on, here, via | {selection.name.value} if into else via)
        return found

    def guard(self, selection) -> int:
        guard = self.every
        for directive in selection.directives or ():
            value = directive.arguments[0].value
            holds = self.true[value.name.value] if isinstance(value, VariableNode) else self.every if value.value else 0
            guard &= holds if directive.name.value == "include" else self.every & ~holds
        return guard

    def below(self, members: Members, key: str) -> Source:
        """The selections within a member."""
        occurrences = members.keys[key]
        # What a field selects that never applies may be a property that is never there, as such a field itself may.
        all_of_key = occurrences + members.never.get(key, [])
        uses = {self.use(o.node.selection_set, named(self.declared(o)).name, o.guard) for o in all_of_key}
        ordered = tuple(sorted(uses, key=lambda u: (u.number, u.parent, u.guard)))
        return self.source(ordered, members.presence(key), [named(self.declared(o)).name for o in occurrences])


def named(type_):
    while hasattr(type_, "of_type"):
        type_ = type_.of_type
    return type_
