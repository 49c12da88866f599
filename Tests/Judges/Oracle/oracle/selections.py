"""Which fields of a response object a program reads, by the document and not by the response.

graphql-core makes the responses; this module goes through them again, because it must know what execution does not tell: whether a
field was under a condition, and whether a type that nobody has seen is selected exactly as a known one is.
"""
from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field

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
    is_leaf_type,
    is_list_type,
    is_non_null_type,
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


@dataclass
class Contribution:
    """One place in the document that selects a field."""

    node: FieldNode
    condition: Condition


@dataclass
class Field:
    """A member of a response object."""

    type: GraphQLOutputType
    contributions: list[Contribution] = field(default_factory=list)
    # Those that the variables leave out.
    absent: list[Contribution] = field(default_factory=list)

    @property
    def conditional(self) -> bool:
        """Whether every selection of the member is under a condition."""
        return all(c.condition for c in self.contributions)

    def below(self) -> list[Place]:
        """The selection sets of the member's own value.

        The value is there when any place selects it: what all conditions ask for is no condition within it, and what one place
        selects is there whenever the value is if each condition implies one of that place's.
        """
        every = self.contributions + self.absent
        conditions = _conditions_within([(c.node, c.condition) for c in every])
        return [
            Place(one.node.selection_set, condition, index < len(self.contributions))
            for index, (one, condition) in enumerate(zip(every, conditions))
            if one.node.selection_set
        ]


@dataclass
class Members:
    """What a type reads of an object."""

    fields: dict[str, Field] = field(default_factory=dict)
    # The fields that variables leave out, by what would select them.
    absent: dict[str, list[Contribution]] = field(default_factory=dict)
    # The fragments that apply, by the key of the property that each may be.
    fragments: dict[str, FragmentDefinitionNode | InlineFragmentNode] = field(default_factory=dict)
    # The keys of those that apply whatever the variables are, and are not deferred.
    certain: set[str] = field(default_factory=set)


def property_key(selection: FragmentSpreadNode | InlineFragmentNode) -> str | None:
    """The key of the property that a fragment may be: the spread; of a deferred inline fragment its label."""
    is_spread = isinstance(selection, FragmentSpreadNode)
    label = deferred_label(selection)
    if label is None:
        return f"...{selection.name.value}" if is_spread else None
    return f"...{selection.name.value}@defer" if is_spread else f"...@{label}"


def is_part(key: str) -> bool:
    """Whether a property is one of a deferred fragment."""
    return key.endswith("@defer") or key.startswith("...@")


def deferred_label(selection) -> str | None:
    """The label of a fragment that may be deferred, empty without one; None where it is not deferred."""
    directive = next((d for d in selection.directives or () if d.name.value == "defer"), None)
    if directive is None:
        return None
    given = {a.name.value: a.value for a in directive.arguments or ()}
    if getattr(given.get("if"), "value", None) is False:
        return None
    return given["label"].value if "label" in given else ""


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
        return self.members(type_name, places).fields

    def members(self, type_name: str, places: list[Place], properties: Container[str] = ()) -> Members:
        """What is read of an object of this concrete type. What a fragment selects that is a property is not among it."""
        found = Members()
        entered: set[tuple] = set()
        for place in places:
            self._collect(self.schema.type_map[type_name], place, properties, found, entered)
        for key, member in found.fields.items():
            member.absent = found.absent.get(key, [])
        return found

    def _collect(self, type_, place, properties, found: Members, entered: set[tuple]):
        for selection in place.selection_set.selections:
            included, own = self._included(selection)
            condition = place.condition | own
            # What can never be asked for is no member.
            if included is None or any((name, not value) in condition for name, value in condition):
                continue
            included = included and place.included
            if isinstance(selection, FieldNode):
                name = selection.name.value
                key = selection.alias.value if selection.alias else name
                contribution = Contribution(selection, condition)
                if not included:
                    found.absent.setdefault(key, []).append(contribution)
                    continue
                # The type as the selection's own parent declares it matters to Swift; to JSON any of them will do.
                field_type = META_FIELDS[name].type if name in META_FIELDS else type_.fields[name].type
                found.fields.setdefault(key, Field(field_type)).contributions.append(contribution)
                continue
            fragment = self.fragments[selection.name.value] if isinstance(selection, FragmentSpreadNode) else selection
            narrowing = fragment.type_condition
            if narrowing is not None and not self._applies(narrowing.name.value, type_):
                continue
            key = property_key(selection)
            if key and included:
                found.fragments[key] = fragment
                if not condition and not is_part(key):
                    found.certain.add(key)
            if key in properties:
                continue
            mark = (id(fragment), condition, included)
            if mark not in entered:
                entered.add(mark)
                self._collect(type_, Place(fragment.selection_set, condition, included), properties, found, entered)

    def is_complete(self, value: dict, type_name: str, places: list[Place]) -> bool:
        """Whether an object, and what lies within, has all that is selected at once: markers and deferred fragments need not have come."""
        return all(
            key in value and self._is_complete(value[key], field.type, field.below())
            for key, field in self.at_once(type_name, places).items()
            if not key.startswith("__is")
        )

    def _is_complete(self, value, type_, places: list[Place]) -> bool:
        if is_non_null_type(type_):
            type_ = type_.of_type
        if value is None or is_leaf_type(type_):
            return True
        if is_list_type(type_):
            return all(self._is_complete(element, type_.of_type, places) for element in value)
        return self.is_complete(value, concrete_type(value, type_), places)

    def at_once(self, type_name: str, places: list[Place]) -> dict[str, Field]:
        """The members that are not deferred."""
        parts = {key for key in self.members(type_name, places).fragments if is_part(key)}
        return self.members(type_name, places, parts).fields

    def is_a(self, type_name: str, name: str) -> bool:
        """Whether an object type is, or is one of, another type."""
        return name in self.schema.type_map and self._applies(name, self.schema.type_map[type_name])

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


def concrete_type(value: dict, static_type) -> str:
    """The type of a response object. The documents that are sent ask for it wherever it is in doubt."""
    return value["__typename"] if is_abstract_type(static_type) else static_type.name
