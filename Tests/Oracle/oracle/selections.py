"""Which fields of a response object a program reads, by the document and not by the response.

graphql-core makes the responses; this module goes through them again, because it must know what execution does not tell: whether a
field was under a condition, and whether a type that nobody has seen is selected exactly as a known one is.
"""
from __future__ import annotations

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
    get_named_type,
    is_abstract_type,
    is_composite_type,
    value_from_ast_untyped,
)

from .future import is_later, possible_types

META_FIELDS = {"__typename": TypeNameMetaFieldDef, "__schema": SchemaMetaFieldDef, "__type": TypeMetaFieldDef}


@dataclass
class Contribution:
    """One place in the document that selects a field."""

    node: FieldNode
    # A variable decides about it.
    conditional: bool
    # It stands under a type condition that a variable decides about: such conditions have no marker.
    unmarked: bool


@dataclass
class Field:
    """A member of a response object."""

    type: GraphQLOutputType
    contributions: list[Contribution] = field(default_factory=list)

    @property
    def conditional(self) -> bool:
        return all(c.conditional for c in self.contributions)

    def below(self) -> list[tuple[SelectionSetNode, bool]]:
        """The selection sets of the member's own value. What only one place selects is there whenever the member is."""
        nodes = [c for c in self.contributions if c.node.selection_set]
        carried = len(nodes) > 1
        return [(c.node.selection_set, c.conditional and carried) for c in nodes]


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

    def fields(self, type_name: str, sets: list[tuple[SelectionSetNode, bool]]) -> dict[str, Field]:
        """The members of an object of this concrete type."""
        found: dict[str, Field] = {}
        entered: set[tuple[str, bool, bool]] = set()
        for selection_set, conditional in sets:
            self._collect(self.schema.type_map[type_name], selection_set, conditional, False, found, entered)
        return found

    def _collect(self, type_, selection_set, conditional, unmarked, found, entered):
        for selection in selection_set.selections:
            included, by_variable = self._included(selection)
            if not included:
                continue
            inside = conditional or by_variable
            if isinstance(selection, FieldNode):
                name = selection.name.value
                key = selection.alias.value if selection.alias else name
                # The type as the selection's own parent declares it matters to Swift; to JSON any of them will do.
                field_type = META_FIELDS[name].type if name in META_FIELDS else type_.fields[name].type
                found.setdefault(key, Field(field_type)).contributions.append(Contribution(selection, inside, unmarked))
            elif isinstance(selection, InlineFragmentNode):
                condition = selection.type_condition
                if condition is None or self._applies(condition.name.value, type_):
                    hidden = unmarked or (inside and condition is not None)
                    self._collect(type_, selection.selection_set, inside, hidden, found, entered)
            elif isinstance(selection, FragmentSpreadNode):
                fragment = self.fragments[selection.name.value]
                mark = (fragment.name.value, inside, unmarked)
                if mark not in entered and self._applies(fragment.type_condition.name.value, type_):
                    entered.add(mark)
                    self._collect(type_, fragment.selection_set, inside, unmarked, found, entered)

    def _applies(self, condition: str, type_) -> bool:
        return condition == type_.name or type_ in possible_types(self.schema, self.schema.type_map[condition])

    def _included(self, selection) -> tuple[bool, bool]:
        """Whether the directives include a selection, and whether a variable had a say."""
        included, by_variable = True, False
        for directive in selection.directives or ():
            if directive.name.value not in ("include", "skip"):
                continue
            value = directive.arguments[0].value
            if isinstance(value, VariableNode):
                by_variable = True
                condition = self.variables[value.name.value]
            else:
                condition = value.value
            included = included and condition == (directive.name.value == "include")
        return included, by_variable

    def known_twin(self, type_name: str, static_type, sets) -> bool:
        """Whether a known type is selected by exactly the same places as this one; known types are their own twins."""
        if not is_later(type_name):
            return True
        if not is_abstract_type(static_type):
            return False
        wanted = self._places(type_name, sets)
        if any(c.unmarked for f in self.fields(type_name, sets).values() for c in f.contributions):
            return False
        return any(
            self._places(known.name, sets) == wanted for known in possible_types(self.schema, static_type) if not is_later(known.name)
        )

    def certain_places(self, type_name: str, static_type, sets) -> set[int]:
        """The places whose members an object surely keeps: those that apply to a known type, or to every known type."""
        return self._common(static_type, sets) if is_later(type_name) else self._places(type_name, sets)

    def is_foreseeable(self, data: dict) -> bool:
        """Whether what holds for all types of today holds for those of the future: the compiled code relies on it."""
        return self._foreseeable(data, self.root_type, [(self.operation.selection_set, False)])

    def _foreseeable(self, value, type_, sets) -> bool:
        if isinstance(value, list):
            return all(self._foreseeable(element, type_, sets) for element in value)
        if not isinstance(value, dict) or not is_composite_type(type_):
            return True
        type_name = value["__typename"] if is_abstract_type(type_) else type_.name
        if is_later(type_name) and not self._is_foreseeable(type_name, type_, sets):
            return False
        fields = self.fields(type_name, sets)
        return all(self._foreseeable(value[key], get_named_type(f.type), f.below()) for key, f in fields.items())

    def _is_foreseeable(self, type_name: str, static_type, sets) -> bool:
        places = self._places(type_name, sets)
        known = [self._places(t.name, sets) for t in possible_types(self.schema, static_type) if not is_later(t.name)]
        # Where one place of the document implies another for all known types, it must do so for this one.
        groups = [known, *([k for k in known if place in k] for place in places)]
        return all(set.intersection(*group) <= places for group in groups if group)

    def _common(self, static_type, sets) -> set[int]:
        """The places that select every known type."""
        known = [t.name for t in possible_types(self.schema, static_type) if not is_later(t.name)]
        return set.intersection(*(self._places(name, sets) for name in known)) if known else set()

    def _places(self, type_name: str, sets) -> set[int]:
        return {id(c.node) for f in self.fields(type_name, sets).values() for c in f.contributions}
