"""Which fields of a response object a program reads, by the document and not by the response.

graphql-core makes the responses; this module goes through them again, because it must know what execution does not tell: whether a
field was under a condition, and whether a type that nobody has seen is selected exactly as a known one is.
"""
from __future__ import annotations

from dataclasses import dataclass, field, replace

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLOutputType,
    GraphQLSchema,
    InlineFragmentNode,
    OperationDefinitionNode,
    SchemaMetaFieldDef,
    SelectionSetNode,
    TypeMetaFieldDef,
    TypeNameMetaFieldDef,
    VariableNode,
    is_abstract_type,
    value_from_ast_untyped,
)

from .future import is_later, possible_types

META_FIELDS = {"__typename": TypeNameMetaFieldDef, "__schema": SchemaMetaFieldDef, "__type": TypeMetaFieldDef}


# The variables that decide about a place, each with the value that it must have; empty where nothing decides.
Condition = frozenset[tuple[str, bool]]


@dataclass
class Place:
    """A selection set that selects an object."""

    selection_set: SelectionSetNode
    condition: Condition = frozenset()
    # Whether it does so with the variables as they are. What does not still makes members of the others optional.
    included: bool = True
    # The fragments under a condition, one within the other, whose properties have what it selects.
    properties: tuple[str, ...] = ()
    # What decides about it in the type of the innermost of them, which knows nothing of the conditions around the spread.
    own: Condition = frozenset()


@dataclass
class Contribution:
    """One place in the document that selects a field."""

    node: FieldNode
    condition: Condition
    # As in its place.
    properties: tuple[str, ...]
    own: Condition


@dataclass
class Field:
    """A member of a response object."""

    type: GraphQLOutputType
    contributions: list[Contribution] = field(default_factory=list)
    # Those that the variables leave out.
    absent: list[Contribution] = field(default_factory=list)

    @property
    def conditional(self) -> bool:
        """Whether no type that reads the member has it under no condition."""
        return all(c.condition or c.own for c in self.contributions)

    def below(self) -> list[Place]:
        """The selection sets of the member's own value.

        The value is there when any place selects it: what all conditions ask for is no condition within it, and what one place
        selects is there whenever the value is if each condition implies one of that place's.
        """
        every = self.contributions + self.absent
        conditions = _conditions_within([(c.node, c.condition) for c in every])
        own: dict[int, Condition] = {}
        for properties in {c.properties for c in every}:
            same = [c for c in every if c.properties == properties]
            own |= {id(c): one for c, one in zip(same, _conditions_within([(c.node, c.own) for c in same]))}

        def place(one: Contribution, condition: Condition, included: bool) -> Place:
            return Place(one.node.selection_set, condition, included, one.properties, own[id(one)])

        return [
            place(one, condition, index < len(self.contributions))
            for index, (one, condition) in enumerate(zip(every, conditions))
            if one.node.selection_set
        ]


def _conditions_within(selections: list[tuple[FieldNode, Condition]]) -> list[Condition]:
    """What still decides about each selection within the value of the member that they all select."""
    conditions = [condition for _, condition in selections]
    common = frozenset.intersection(*conditions) if conditions else frozenset()

    def within(node: FieldNode, condition: Condition) -> Condition:
        own = [c for other, c in selections if other is node]
        certain = all(any(o <= c for o in own) for c in conditions)
        return frozenset() if certain else condition - common

    return [within(node, condition) for node, condition in selections]


class Selections:
    """One operation with one set of variables."""

    def __init__(self, schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode, variables: dict):
        self.schema = schema
        self.operation = operation
        self.fragments = {d.name.value: d for d in document.definitions if isinstance(d, FragmentDefinitionNode)}
        self.given = variables
        self.variables = {
            d.variable.name.value: value_from_ast_untyped(d.default_value)
            for d in operation.variable_definitions or ()
            if d.default_value is not None
        } | variables

    @property
    def root_type(self):
        return self.schema.get_root_type(self.operation.operation)

    @property
    def root(self) -> list[Place]:
        return [Place(self.operation.selection_set)]

    def fields(self, type_name: str, places: list[Place]) -> dict[str, Field]:
        """The members of an object of this concrete type."""
        found, absent = self._members(type_name, places)
        for key, member in found.items():
            member.absent = absent.get(key, [])
        return found

    def absent_markers(self, type_name: str, places: list[Place]) -> set[str]:
        """The markers of type conditions that the variables leave out."""
        found, absent = self._members(type_name, places)
        return {key for key in absent.keys() - found.keys() if key.startswith("__is")}

    def _members(self, type_name: str, places: list[Place]) -> tuple[dict[str, Field], dict[str, list[Contribution]]]:
        found: dict[str, Field] = {}
        absent: dict[str, list[Contribution]] = {}
        entered: set[tuple] = set()
        for place in places:
            self._collect(self.schema.type_map[type_name], place, found, absent, entered)
        return found, absent

    def _collect(self, type_, place, found, absent, entered):
        for selection in place.selection_set.selections:
            included, own = self._included(selection)
            condition = place.condition | own
            inner = replace(place, condition=condition, own=place.own | own)
            if included is None:
                continue
            # What can never be asked for is no member; a fragment of its own, which does not know of the condition around it, may
            # write a marker of it.
            is_possible = not any((name, not value) in condition for name, value in condition)
            included = included and place.included and is_possible
            if isinstance(selection, FieldNode):
                name = selection.name.value
                key = selection.alias.value if selection.alias else name
                contribution = Contribution(selection, condition, inner.properties, inner.own)
                if not included:
                    if is_possible or key.startswith("__is"):
                        absent.setdefault(key, []).append(contribution)
                    continue
                # The type as the selection's own parent declares it matters to Swift; to JSON any of them will do.
                field_type = META_FIELDS[name].type if name in META_FIELDS else type_.fields[name].type
                found.setdefault(key, Field(field_type)).contributions.append(contribution)
            elif isinstance(selection, InlineFragmentNode):
                narrowing = selection.type_condition
                if narrowing is None or self._applies(narrowing.name.value, type_):
                    inner = replace(inner, selection_set=selection.selection_set, included=included)
                    self._collect(type_, inner, found, absent, entered)
            elif isinstance(selection, FragmentSpreadNode):
                fragment = self.fragments[selection.name.value]
                inner = replace(inner, selection_set=fragment.selection_set, included=included)
                if inner.own:
                    inner = replace(inner, properties=(*inner.properties, fragment.name.value), own=frozenset())
                mark = (fragment.name.value, condition, included, inner.properties, inner.own)
                if mark not in entered and self._applies(fragment.type_condition.name.value, type_):
                    entered.add(mark)
                    self._collect(type_, inner, found, absent, entered)

    def _applies(self, condition: str, type_) -> bool:
        return condition == type_.name or type_ in possible_types(self.schema, self.schema.type_map[condition])

    def _included(self, selection) -> tuple[bool | None, Condition]:
        """Whether the directives include a selection, None where they never do; and which variables have a say."""
        included, condition = True, set()
        for directive in selection.directives or ():
            if directive.name.value not in ("include", "skip"):
                continue
            wanted = directive.name.value == "include"
            value = directive.arguments[0].value
            if isinstance(value, VariableNode):
                condition.add((value.name.value, wanted))
                included = included and self.variables[value.name.value] == wanted
            elif value.value != wanted:
                return None, frozenset()
        return included, frozenset(condition)

    def known_twin(self, type_name: str, static_type, sets) -> bool:
        """Whether a known type is selected by exactly the same places as this one; known types are their own twins."""
        if not is_later(type_name):
            return True
        if not is_abstract_type(static_type):
            return False
        wanted = self._places(type_name, sets)
        return any(
            self._places(known.name, sets) == wanted for known in possible_types(self.schema, static_type) if not is_later(known.name)
        )

    def certain_places(self, type_name: str, static_type, sets) -> set[int]:
        """The places whose members an object surely keeps: those that apply to a known type, or to every type, later ones too."""
        return self._common(static_type, sets) if is_later(type_name) else self._places(type_name, sets)

    def _common(self, static_type, sets) -> set[int]:
        """The places that select every type. A condition that all types meet is not certain: another later type may fail it."""
        names = [t.name for t in possible_types(self.schema, static_type)]
        if not names:
            return set()
        guaranteed: set[int] = set()
        for place in sets:
            self._find_guaranteed(place.selection_set, static_type, guaranteed)
        return guaranteed.intersection(*(self._places(name, sets) for name in names))

    def _find_guaranteed(self, selection_set, static_type, found: set[int]):
        """The fields under no type conditions but those that the declared type guarantees."""
        guaranteed = {static_type.name, *(i.name for i in getattr(static_type, "interfaces", ()))}
        for selection in selection_set.selections:
            if isinstance(selection, FieldNode):
                found.add(id(selection))
                continue
            inner = self.fragments[selection.name.value] if isinstance(selection, FragmentSpreadNode) else selection
            if inner.type_condition is None or inner.type_condition.name.value in guaranteed:
                self._find_guaranteed(inner.selection_set, static_type, found)

    def _places(self, type_name: str, sets) -> set[int]:
        return {id(c.node) for f in self.fields(type_name, sets).values() for c in f.contributions}
