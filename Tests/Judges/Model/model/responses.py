"""Random responses: graphql-core executes the text that is sent, with values drawn by lot."""
from __future__ import annotations

import random

from graphql import GraphQLSchema, execute_sync, is_abstract_type, is_enum_type, is_leaf_type, is_list_type, is_non_null_type, parse

SCALARS = {
    "String": ["", "plain", "quote \" and \\", "ünï ☃", "Query"],
    "ID": ["", "a1", "42", "x/y"],
    "Int": [0, 1, -7, 2147483647],
    "Float": [0.5, -2.25, 1024.0, 3.0],
    "Boolean": [True, False],
}


class Resolver:
    def __init__(self, schema: GraphQLSchema, rng: random.Random):
        self.schema = schema
        self.rng = rng
        self.null_rate = rng.choice([0.0, 0.0, 0.1, 0.3])
        self.objects_left = 40

    def field(self, _source, info, **_arguments):
        return self.value(info.return_type)

    def type(self, value, _info, _type):
        return value["type"]

    def value(self, type_):
        rng = self.rng
        if is_non_null_type(type_):
            type_ = type_.of_type
        elif rng.random() < self.null_rate or self.objects_left <= 0:
            return None
        if is_list_type(type_):
            return [self.value(type_.of_type) for _ in range(0 if self.objects_left <= 0 else rng.choice([0, 1, 2, 2]))]
        if is_enum_type(type_):
            return rng.choice(list(type_.values))
        if is_leaf_type(type_):
            return rng.choice(SCALARS[type_.name])
        self.objects_left -= 1
        types = self.schema.get_possible_types(type_) if is_abstract_type(type_) else [type_]
        return {"type": rng.choice(types).name}


def response(later: GraphQLSchema, sent: str, variables: dict, rng: random.Random) -> dict:
    """The data of a response. What the text asks for decides: also what the compiler added to it."""
    resolver = Resolver(later, rng)
    result = execute_sync(
        later, parse(sent), root_value={}, variable_values=variables, field_resolver=resolver.field, type_resolver=resolver.type
    )
    if result.errors:
        raise ValueError(f"the text that is sent cannot be executed: {result.errors[0]}")
    return result.data
