"""Random responses: graphql-core executes the operation, and every resolver draws lots."""
from __future__ import annotations

import random
from dataclasses import dataclass

from graphql import (
    DocumentNode,
    GraphQLEnumType,
    GraphQLScalarType,
    GraphQLSchema,
    OperationDefinitionNode,
    execute_sync,
    is_abstract_type,
    is_list_type,
    is_non_null_type,
)

from . import values
from .future import possible_types


# Where an object that a resolver gave has its type; no response key can be that.
TYPE = " type"


@dataclass
class Response:
    """The data, and the values that it was made of: objects by response key, with their types."""

    data: dict
    source: dict


class Resolvers:
    """Answers each field with a random value of its type."""

    def __init__(self, schema: GraphQLSchema, rng: random.Random, size: int):
        self.schema = schema
        self.rng = rng
        self.objects_left = size
        # Whole responses without a null, and such with many, find other faults than an even mixture does.
        self.null_rate = rng.choice([0.0, 0.0, 0.03, 0.1, 0.4])
        self.longest_list = rng.choice([1, 2, 3, 5])

    def field(self, source, info, **_arguments):
        value = source[info.path.key] = self.value(info.return_type)
        return value

    def type(self, value, _info, _type):
        return value[TYPE]

    def value(self, type_):
        rng = self.rng
        if is_non_null_type(type_):
            type_ = type_.of_type
        elif rng.random() < self.null_rate or self.objects_left <= 0:
            return None
        if is_list_type(type_):
            length = rng.randrange(self.longest_list + 1) if self.objects_left > 0 else 0
            return [self.value(type_.of_type) for _ in range(length)]
        if isinstance(type_, GraphQLScalarType):
            return values.scalar_value(rng, type_)
        if isinstance(type_, GraphQLEnumType):
            return values.enum_value(rng, type_)
        self.objects_left -= 1
        if is_abstract_type(type_):
            return {TYPE: rng.choice(possible_types(self.schema, type_)).name}
        return {TYPE: type_.name}


def response(
    schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode, variables: dict, rng: random.Random, size: int
) -> Response | None:
    """One response without errors, or None if execution found the variables unsuitable."""
    source: dict = {}
    resolvers = Resolvers(schema, rng, size)
    result = execute_sync(
        schema,
        document,
        root_value=source,
        variable_values=variables,
        operation_name=operation.name.value if operation.name else None,
        field_resolver=resolvers.field,
        type_resolver=resolvers.type,
    )
    return None if result.errors else Response(result.data, source)
