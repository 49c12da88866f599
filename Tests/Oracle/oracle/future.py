"""The schema as it may be later: with enum values and object types that the compiler has not seen."""
from __future__ import annotations

from graphql import (
    GraphQLEnumType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLUnionType,
    extend_schema,
    parse,
)

PREFIX = "ZzLater"
ENUM_VALUE = "ZZ_LATER"


def is_later(type_name: str) -> bool:
    """Whether the compiled code cannot know this type."""
    return type_name.startswith(PREFIX)


def later_schema(schema: GraphQLSchema) -> GraphQLSchema:
    """Adds a value to each enum, and to each interface and union types that nobody has seen."""
    definitions: list[str] = []
    unions: dict[str, list[str]] = {}
    for type_ in schema.type_map.values():
        if type_.name.startswith("__"):
            continue
        if isinstance(type_, GraphQLEnumType):
            definitions.append(f"extend enum {type_.name} {{ {ENUM_VALUE} }}")
        elif isinstance(type_, GraphQLInterfaceType):
            definitions.append(object_definition(f"{PREFIX}{type_.name}", [type_]))
        elif isinstance(type_, GraphQLUnionType):
            members = unions[type_.name] = []
            name = f"{PREFIX}In{type_.name}"
            definitions.append(object_definition(name, []))
            members.append(name)
            # A new member may well implement what the known members do.
            interfaces = {i.name: i for member in type_.types for i in member.interfaces}
            for interface in list(interfaces.values())[:4]:
                name = f"{PREFIX}In{type_.name}As{interface.name}"
                definitions.append(object_definition(name, [interface]))
                members.append(name)
    definitions += [f"extend union {name} = {' | '.join(members)}" for name, members in unions.items()]
    if not definitions:
        return schema
    return extend_schema(schema, parse("\n".join(definitions)), assume_valid=True)


def object_definition(name: str, interfaces: list[GraphQLInterfaceType]) -> str:
    """A type that implements these interfaces and whatever they implement, and nothing else."""
    implemented = {i.name: i for interface in interfaces for i in [interface, *interface.interfaces]}
    fields: dict[str, str] = {"zzLater": "zzLater: Boolean"}
    for interface in implemented.values():
        for field_name, field in interface.fields.items():
            arguments = ", ".join(f"{n}: {a.type}" for n, a in field.args.items())
            fields[field_name] = f"{field_name}{f'({arguments})' if arguments else ''}: {field.type}"
    implements = f" implements {' & '.join(implemented)}" if implemented else ""
    return f"type {name}{implements} {{ {' '.join(fields.values())} }}"


def possible_types(schema: GraphQLSchema, type_) -> list[GraphQLObjectType]:
    """The object types that a value of this type can have, known and later ones."""
    return [type_] if isinstance(type_, GraphQLObjectType) else list(schema.get_possible_types(type_))
