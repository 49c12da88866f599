"""Puts `@defer` and `@stream` at random places of documents."""
from __future__ import annotations

import dataclasses
import operator
import random

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentSpreadNode,
    GraphQLSchema,
    InlineFragmentNode,
    OperationDefinitionNode,
    OperationType,
    OverlappingFieldsCanBeMergedRule,
    Visitor,
    get_named_type,
    get_nullable_type,
    is_composite_type,
    is_list_type,
    parse,
    validate,
    visit,
)

from .documents import reached

DEFINITIONS = """
directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
directive @stream(if: Boolean! = true, label: String, initialCount: Int! = 0) on FIELD
"""
VARIABLE = "zzInParts"


class Deferring:
    """Documents of one schema, each with its definitions, of which some selections come later."""

    def __init__(self, schema: GraphQLSchema, documents: list[DocumentNode], rng: random.Random):
        self.schema = schema
        self.rng = rng
        self.labels = 0
        self.roots = {t.name for t in (schema.mutation_type, schema.subscription_type) if t}
        self.documents = documents
        # An event comes as a whole.
        self.whole = {
            id(d)
            for operation in self.together.definitions
            if isinstance(operation, OperationDefinitionNode) and operation.operation == OperationType.SUBSCRIPTION
            for d in reached(self.together, operation).definitions
        }
        self.documents = [
            DocumentNode(definitions=tuple(self.definition(d) for d in document.definitions)) for document in documents
        ]
        # Of selections that are merged none may be streamed.
        while errors := validate(schema, self.together, [OverlappingFieldsCanBeMergedRule]):
            conflict = Whole({id(node) for error in errors for node in error.nodes})
            changed = [visit(document, conflict) for document in self.documents]
            # Whatever else is wrong was so before.
            if all(map(operator.is_, changed, self.documents)):
                break
            self.documents = changed
        self.documents = self.with_variables()

    def definition(self, definition):
        if id(definition) in self.whole:
            return definition
        if isinstance(definition, OperationDefinitionNode):
            type_ = self.schema.get_root_type(definition.operation)
        else:
            type_ = self.schema.type_map[definition.type_condition.name.value]
        return self.inside(definition, type_)

    def inside(self, node, type_):
        """A node with other selections; they are of this type."""
        if not node.selection_set:
            return node
        rng = self.rng
        is_root = type_.name in self.roots
        selections = []
        for selection in node.selection_set.selections:
            inner = type_
            if isinstance(selection, FieldNode):
                known = getattr(type_, "fields", {}).get(selection.name.value)
                inner = get_named_type(known.type) if known else None
                if known and is_list_type(get_nullable_type(known.type)) and not is_root and rng.random() < 0.3:
                    selection = self.streamed(selection)
            elif isinstance(selection, InlineFragmentNode) and selection.type_condition:
                inner = self.schema.type_map[selection.type_condition.name.value]
            if not isinstance(selection, FragmentSpreadNode) and inner and is_composite_type(inner):
                selection = self.inside(selection, inner)
            if isinstance(selection, FragmentSpreadNode) and not is_root and rng.random() < 0.35:
                selection = deferred(selection, self.arguments(rng.random() < 0.3))
            elif isinstance(selection, InlineFragmentNode) and not is_root and rng.random() < 0.35:
                selection = deferred(selection, self.arguments(True))
            selections.append(selection)
        if not is_root and rng.random() < 0.3:
            selections = self.wrapped(selections)
        selection_set = dataclasses.replace(node.selection_set, selections=tuple(selections))
        return dataclasses.replace(node, selection_set=selection_set)

    def wrapped(self, selections: list) -> list:
        """Some neighbours in a fragment of their own; perhaps they are outside as well."""
        start, end = sorted((self.rng.randrange(len(selections)), self.rng.randrange(1, len(selections) + 1)))
        taken = tuple(selections[start : max(end, start + 1)])
        fragment = parse("{ ... { __typename } }").definitions[0].selection_set.selections[0]
        fragment = dataclasses.replace(
            fragment, selection_set=dataclasses.replace(fragment.selection_set, selections=taken)
        )
        fragment = deferred(fragment, self.arguments(True))
        if any(not isinstance(s, FieldNode) or s.selection_set for s in taken) or self.rng.random() < 0.7:
            selections[start : start + len(taken)] = [fragment]
        else:
            # Fields without selections of their own do not repeat labels.
            selections.append(fragment)
        return selections

    def arguments(self, has_label: bool) -> str:
        given = []
        if has_label:
            self.labels += 1
            given.append(f'label: "part{self.labels}"')
        if (condition := self.rng.random()) < 0.25:
            given.append("if: " + ("true" if condition < 0.05 else "false" if condition < 0.08 else f"${VARIABLE}"))
        return f"({', '.join(given)})" if given else ""

    def streamed(self, field: FieldNode):
        rng = self.rng
        count = rng.randrange(4)
        arguments = [f"initialCount: {count}"] if count or rng.random() < 0.5 else []
        if rng.random() < 0.2:
            arguments.append(f"if: ${VARIABLE}")
        return with_directive(field, f"@stream({', '.join(arguments)})" if arguments else "@stream")

    @property
    def together(self) -> DocumentNode:
        return DocumentNode(definitions=tuple(d for document in self.documents for d in document.definitions))

    def with_variables(self) -> list[DocumentNode]:
        """Operations that reach the variable declare it."""
        together = self.together
        variable = parse(f"query(${VARIABLE}: Boolean!) {{ a }}").definitions[0].variable_definitions[0]

        def declared(definition):
            if not isinstance(definition, OperationDefinitionNode):
                return definition
            uses = Uses()
            visit(reached(together, definition), uses)
            if not uses.found:
                return definition
            return dataclasses.replace(
                definition, variable_definitions=(*(definition.variable_definitions or ()), variable)
            )

        return [DocumentNode(definitions=tuple(map(declared, document.definitions))) for document in self.documents]


def deferred(selection, arguments: str):
    return with_directive(selection, f"@defer{arguments}")


def with_directive(selection, text: str):
    directive = parse(f"{{ a {text} }}").definitions[0].selection_set.selections[0].directives[0]
    return dataclasses.replace(selection, directives=(*(selection.directives or ()), directive))


class Whole(Visitor):
    """Takes `@stream` away from fields."""

    def __init__(self, fields: set[int]):
        super().__init__()
        self.fields = fields

    def enter_field(self, node: FieldNode, *_):
        if id(node) not in self.fields:
            return None
        left = tuple(d for d in node.directives or () if d.name.value != "stream")
        return dataclasses.replace(node, directives=left) if len(left) < len(node.directives or ()) else None


class Uses(Visitor):
    def __init__(self):
        super().__init__()
        self.found = False

    def enter_variable(self, node, *_):
        self.found = self.found or node.name.value == VARIABLE
