"""Random values of scalars, enums and inputs."""
from __future__ import annotations

import random
import string
import uuid

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLScalarType,
    GraphQLSchema,
    OperationDefinitionNode,
    is_list_type,
    is_non_null_type,
    is_required_input_field,
    type_from_ast,
)

from .future import ENUM_VALUE

TEXTS = [
    "", "plain", "two words", "Škoda", "żółw", "日本語", "🦊🐈‍⬛", "e\u0301", "\u2028\u2029", 'a "quoted" word', "back\\slash", "/slash/",
    "tab\tnew\nline\r", "\u0000\u0001\u001f", "\u007f\u0080", "\ufeff", "${x} \\(y)", "null", "true", "0", "__typename", "<b>&amp;</b>",
]
INTEGERS = [0, 1, -1, 7, 42, 1000, 2147483647, -2147483648]
FLOATS = [0.0, 1.0, -1.5, 3.25, 0.1, 1e-7, 1.7976931348623157e308, 5e-324, 123456789.125, 2.0**53, -0.0, 1e21]

DATE_TIME = "date-time"
EPOCH_SECONDS = "epoch seconds"
UUID = "uuid"
URL = "url"
DECIMAL = "decimal"
DECIMAL_STRING = "decimal string"
INT64_STRING = "int64 string"
ANY = "any"

CODECS = {
    "GraphQLDateTimeCodec": DATE_TIME,
    "GraphQLEpochSecondsCodec": EPOCH_SECONDS,
    "GraphQLUUIDCodec": UUID,
    "GraphQLURLCodec": URL,
    "GraphQLDecimalCodec": DECIMAL,
    "GraphQLDecimalStringCodec": DECIMAL_STRING,
    "GraphQLInt64StringCodec": INT64_STRING,
}
WELL_KNOWN = {
    "rfc3339": DATE_TIME,
    "scalars.graphql.org/andimarek/date-time": DATE_TIME,
    "scalars.graphql.org/chillicream/date-time": DATE_TIME,
    "rfc4122": UUID,
    "rfc9562": UUID,
    "rfc3986": URL,
    "url.spec.whatwg.org": URL,
}
BUILT_IN = {"String": "String", "Int": "Int", "Double": "Float", "Bool": "Boolean"}


def bind(schema: GraphQLSchema, bindings: dict):
    """Notes what the configuration of the compiler says about scalars: a Swift type, or a type with a codec."""
    for name, binding in bindings.items():
        scalar = schema.type_map.get(name)
        if isinstance(scalar, GraphQLScalarType):
            binding = {"type": binding} if isinstance(binding, str) else binding
            codec = binding.get("codec")
            scalar.extensions["form"] = CODECS[codec] if codec else BUILT_IN.get(binding["type"], ANY)


def wire_form(scalar: GraphQLScalarType) -> str:
    """What a scalar looks like in JSON: a built-in scalar's name, or one of the forms above."""
    if scalar.name in ("String", "ID", "Int", "Float", "Boolean"):
        return scalar.name
    if form := scalar.extensions.get("form"):
        return form
    url = (scalar.specified_by_url or "").lower()
    for address, form in WELL_KNOWN.items():
        if address in url:
            return form
    return ANY


def scalar_value(rng: random.Random, scalar: GraphQLScalarType):
    match wire_form(scalar):
        case "String":
            return text(rng)
        case "ID":
            return rng.choice([text(rng), str(rng.randrange(10**9)), uuid_text(rng)])
        case "Int":
            return rng.choice([rng.choice(INTEGERS), rng.randrange(-(2**31), 2**31)])
        case "Float":
            return rng.choice([rng.choice(FLOATS), rng.uniform(-1e6, 1e6), float(rng.randrange(10**6))])
        case "Boolean":
            return rng.random() < 0.5
        case "date-time":
            return date_time(rng)
        case "epoch seconds":
            return rng.choice([rng.randrange(2**32), rng.randrange(2**41) / 1000])
        case "uuid":
            return uuid_text(rng)
        case "url":
            return f"https://example.org/{rng.randrange(1000)}/a%20b?q={rng.randrange(1000)}#top"
        case "decimal":
            return rng.randrange(-(10**9), 10**9) / 100
        case "decimal string":
            return f"{rng.randrange(-(10**18), 10**18)}.{rng.randrange(1, 1000):03}7"
        case "int64 string":
            return str(rng.randrange(-(2**63), 2**63))
    return any_json(rng, 2)


def text(rng: random.Random) -> str:
    if rng.random() < 0.4:
        return rng.choice(TEXTS)
    return "".join(rng.choices(string.ascii_letters + " äß€😀", k=rng.randrange(1, 24)))


def uuid_text(rng: random.Random) -> str:
    return str(uuid.UUID(int=rng.getrandbits(128), version=4))


def date_time(rng: random.Random) -> str:
    day = f"{rng.randrange(1970, 2100):04}-{rng.randrange(1, 13):02}-{rng.randrange(1, 29):02}"
    clock = f"{rng.randrange(24):02}:{rng.randrange(60):02}:{rng.randrange(60):02}"
    fraction = rng.choice(["", "", f".{rng.randrange(1, 1000):03}"])
    return f"{day}T{clock}{fraction}Z"


def any_json(rng: random.Random, depth: int):
    """Any JSON value but null, which has a meaning of its own in GraphQL."""
    kind = rng.randrange(8 if depth > 0 else 4)
    if kind < 2:
        return text(rng)
    if kind == 2:
        return rng.choice([rng.choice(INTEGERS), rng.randrange(2**53), 9007199254740993, -(2**63), 2**63 - 1, rng.choice(FLOATS)])
    if kind == 3:
        return rng.random() < 0.5
    nested = [None if rng.random() < 0.1 else any_json(rng, depth - 1) for _ in range(rng.randrange(4))]
    return nested if kind < 6 else {f"k{i} {text(rng)}": v for i, v in enumerate(nested)}


def enum_value(rng: random.Random, enum: GraphQLEnumType):
    """A value of an enum, known or later. Resolvers give the internal value, which is the name."""
    names = list(enum.values)
    if ENUM_VALUE in enum.values and rng.random() < 0.85:
        names.remove(ENUM_VALUE)
    return enum.values[rng.choice(names)].value


def variables(rng: random.Random, schema: GraphQLSchema, operation: OperationDefinitionNode, nulls: bool) -> dict:
    """A value, null or nothing for each variable, whatever its type allows."""
    given = {}
    for definition in operation.variable_definitions or ():
        type_ = type_from_ast(schema, definition.type)
        optional = not is_non_null_type(type_) or definition.default_value is not None
        if optional and rng.random() < 0.3:
            continue
        given[definition.variable.name.value] = input_value(rng, type_, nulls, 4)
    return given


def input_value(rng: random.Random, type_: GraphQLInputType, nulls: bool, depth: int):
    if is_non_null_type(type_):
        type_ = type_.of_type
    elif nulls and rng.random() < 0.2:
        return None
    if is_list_type(type_):
        length = rng.choice([0, 1, 2, 3]) if depth > 0 else 0
        return [input_value(rng, type_.of_type, nulls, depth - 1) for _ in range(length)]
    if isinstance(type_, GraphQLInputObjectType):
        return input_object(rng, type_, nulls, depth - 1)
    if isinstance(type_, GraphQLEnumType):
        return rng.choice(list(type_.values))
    return scalar_value(rng, type_)


def input_object(rng: random.Random, type_: GraphQLInputObjectType, nulls: bool, depth: int) -> dict:
    if type_.is_one_of:
        # A leaf ends the recursion of an input that can hold itself.
        leaves = {n: f for n, f in type_.fields.items() if not is_list_type(f.type) and not isinstance(f.type, GraphQLInputObjectType)}
        name, field = rng.choice(list((type_.fields if depth > 0 or not leaves else leaves).items()))
        value = None
        while value is None:
            value = input_value(rng, field.type, False, depth)
        return {name: value}
    value = {}
    for name, field in type_.fields.items():
        if is_required_input_field(field) or (depth > 0 and rng.random() < 0.5):
            value[name] = input_value(rng, field.type, nulls, depth)
    return value
