"""The schema as it may be later: with enum values and object types that the compiler has not seen."""
from __future__ import annotations

from graphql import (
    GraphQLBoolean,
    GraphQLEnumType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLUnionType,
    extend_schema,
    is_abstract_type,
    parse,
)
from graphql.utilities import is_type_sub_type_of

PREFIX = "ZzLater"
ENUM_VALUE = "ZZ_LATER"


def is_later(type_name: str) -> bool:
    """Whether the compiled code cannot know this type."""
    return type_name.startswith(PREFIX)


def later_schema(schema: GraphQLSchema) -> GraphQLSchema:
    """Adds a value to each enum, and to each interface and union types that nobody has seen."""
    definitions: list[str] = []
    abstract = [t for t in schema.type_map.values() if is_abstract_type(t)]
    known = {t.name: {possible.name for possible in schema.get_possible_types(t)} for t in abstract}
    unions: dict[str, list[str]] = {}
    for type_ in schema.type_map.values():
        if type_.name.startswith("__"):
            continue
        if isinstance(type_, GraphQLEnumType):
            definitions.append(f"extend enum {type_.name} {{ {ENUM_VALUE} }}")
        elif is_abstract_type(type_):
            # What all types of today are, a type of tomorrow may be, and it may be no more than what this place asks for.
            shared = [t for t in abstract if t is type_ or (known[type_.name] and known[type_.name] <= known[t.name])]
            interfaces = [t for t in shared if isinstance(t, GraphQLInterfaceType)]
            variants = {"": (shared, interfaces)}
            if len(shared) > 1:
                variants["Alone"] = ([type_], [type_] if isinstance(type_, GraphQLInterfaceType) else [])
            if isinstance(type_, GraphQLUnionType):
                # A new member may well implement what some of the known members do.
                others = {i.name: i for member in type_.types for i in member.interfaces if i not in interfaces}
                for other in list(others.values())[:4]:
                    variants[f"As{other.name}"] = (shared, [*interfaces, other])
            for suffix, (places, implemented) in variants.items():
                name = f"{PREFIX}{type_.name}{suffix}"
                definition = object_definition(schema, name, implemented)
                if not definition:
                    continue
                definitions.append(definition)
                for union in places:
                    if isinstance(union, GraphQLUnionType):
                        unions.setdefault(union.name, []).append(name)
    definitions += [f"extend union {name} = {' | '.join(members)}" for name, members in unions.items()]
    if not definitions:
        return schema
    return extend_schema(schema, parse("\n".join(definitions)), assume_valid=True)


def object_definition(schema: GraphQLSchema, name: str, interfaces: list[GraphQLInterfaceType]) -> str:
    """A type that implements these interfaces and whatever they implement, and nothing else; "" if no declared type suits all."""
    implemented = {i.name: i for interface in interfaces for i in [interface, *interface.interfaces]}
    types = {"zzLater": GraphQLBoolean}
    arguments: dict[str, dict[str, str]] = {}
    for interface in implemented.values():
        for field_name, field in interface.fields.items():
            arguments.setdefault(field_name, {}).update({n: f"{n}: {a.type}" for n, a in field.args.items()})
            other = types.get(field_name, field.type)
            # Interfaces may declare it differently: the narrowest of the types suits them all.
            if is_type_sub_type_of(schema, field.type, other):
                types[field_name] = field.type
            elif not is_type_sub_type_of(schema, other, field.type):
                return ""
    implements = f" implements {' & '.join(implemented)}" if implemented else ""
    fields = [f"{n}({', '.join(arguments[n].values())}): {t}" if arguments.get(n) else f"{n}: {t}" for n, t in types.items()]
    return f"type {name}{implements} {{ {' '.join(fields)} }}"


def possible_types(schema: GraphQLSchema, type_) -> list[GraphQLObjectType]:
    """The object types that a value of this type can have, known and later ones."""
    return [type_] if isinstance(type_, GraphQLObjectType) else list(schema.get_possible_types(type_))
