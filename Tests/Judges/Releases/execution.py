"""Random values of variables, and what graphql-core answers with random data."""
from __future__ import annotations

import random

from graphql import (
    GraphQLSchema, execute_sync, is_abstract_type, is_enum_type, is_input_object_type, is_list_type, is_non_null_type, is_object_type,
    is_required_input_field,
)
from graphql.utilities import type_from_ast


def value(type_, source: random.Random, depth=0):
    """A random value of an input type, as a program that was generated from the schema can send it."""
    if is_non_null_type(type_):
        return value(type_.of_type, source, depth)
    if source.random() < (0.3 if depth < 3 else 1):
        return None
    return given(type_, source, depth)


def given(type_, source, depth):
    if is_non_null_type(type_):
        return given(type_.of_type, source, depth)
    if is_list_type(type_):
        return [value(type_.of_type, source, depth + 1) if not is_non_null_type(type_.of_type) else given(type_.of_type, source, depth + 1)
                for _ in range(source.randrange(3))]
    if is_input_object_type(type_):
        fields = type_.fields
        if type_.is_one_of:
            name = source.choice(list(fields))
            return {name: given(fields[name].type, source, depth + 1)}
        result = {}
        for name, field in fields.items():
            if is_non_null_type(field.type):
                if not is_required_input_field(field) and source.random() < 0.3:
                    continue
                result[name] = given(field.type, source, depth + 1)
            elif source.random() < 0.6:
                result[name] = value(field.type, source, depth + 1)
        return result
    if is_enum_type(type_):
        return source.choice(list(type_.values))
    return leaf(type_.name, source)


def leaf(name, source):
    match name:
        case "Int": return source.randrange(-9, 9)
        case "Float": return source.choice([0.5, -1.25, 3.75])
        case "Boolean": return source.random() < 0.5
        case "ID": return source.choice(["a", "b1"])
        case "String": return source.choice(["x", "", "SMALL"])
        case _: return source.choice(["2026-01-01", 7, {"any": [1]}, [True]])


def variables(schema: GraphQLSchema, operation, source: random.Random):
    result = {}
    for definition in operation.variable_definitions or ():
        type_ = type_from_ast(schema, definition.type)
        optional = not is_non_null_type(type_) or definition.default_value is not None
        if optional and source.random() < 0.3:
            continue
        result[definition.variable.name.value] = value(type_, source) if optional else given(type_, source, 0)
    return result


def response(schema: GraphQLSchema, document, operation, given_variables, source: random.Random):
    """What the server answers: random data, which has nulls only where the schema allows them."""
    def resolve(_, info, **arguments):
        return output(info.return_type, info.schema, source, len(info.path.as_list()))

    def resolve_type(value_, info, type_):
        return value_["__typename"]

    return execute_sync(schema, document, {}, variable_values=given_variables, operation_name=operation,
                        field_resolver=resolve, type_resolver=resolve_type)


def output(type_, schema, source, depth):
    if is_non_null_type(type_):
        return present(type_.of_type, schema, source, depth)
    return None if source.random() < 0.25 else present(type_, schema, source, depth)


def present(type_, schema, source, depth):
    if is_list_type(type_):
        return [output(type_.of_type, schema, source, depth) for _ in range(source.randrange(4))]
    if is_abstract_type(type_):
        return {"__typename": source.choice(sorted(t.name for t in schema.get_possible_types(type_)))}
    if is_object_type(type_):
        return {"__typename": type_.name}
    if is_enum_type(type_):
        return source.choice(list(type_.values))
    return leaf(type_.name, source)
