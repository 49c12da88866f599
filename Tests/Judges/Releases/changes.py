"""Random changes of a schema's definitions, one of each kind in turn."""
from __future__ import annotations

import random

from graphql.language import DocumentNode, parse, parse_const_value, parse_type, print_ast
from graphql.language.ast import (
    EnumTypeDefinitionNode, EnumValueDefinitionNode, FieldDefinitionNode, InputObjectTypeDefinitionNode,
    InputValueDefinitionNode, InterfaceTypeDefinitionNode, NameNode, NonNullTypeNode, ObjectTypeDefinitionNode,
    ScalarTypeDefinitionNode, UnionTypeDefinitionNode,
)

OUTPUT = (ObjectTypeDefinitionNode, InterfaceTypeDefinitionNode)
LEAVES = ["Int", "Float", "String", "Boolean", "ID", "Day", "Size"]


def changed(text: str, kind, source: random.Random) -> str | None:
    """The schema after a change of that kind; None if there is nothing to change."""
    document = parse(text, no_location=True)
    return print_ast(document) if kind(document, source) is not False else None


def put(node, **members):
    """Changes a node in place. Nodes are frozen, but this document belongs to nobody else."""
    for name, value in members.items():
        object.__setattr__(node, name, value)


def definitions(document: DocumentNode, *kinds):
    return [d for d in document.definitions if isinstance(d, kinds)]


def field(document, source, kinds=OUTPUT):
    owner = source.choice(definitions(document, *kinds))
    return owner, source.choice(owner.fields)


def same_fields(document, name):
    """A field in its interfaces and in all that implement them, so that the schema stays valid."""
    return [f for d in definitions(document, *OUTPUT) for f in d.fields if f.name.value == name]


def argument(document, source):
    found = [a for d in definitions(document, *OUTPUT) for f in d.fields for a in f.arguments or ()]
    return source.choice(found)


def toggled(type_):
    return type_.type if isinstance(type_, NonNullTypeNode) else NonNullTypeNode(type=type_)


def remove_field(document, source):
    name = field(document, source)[1].name.value
    for owner in definitions(document, *OUTPUT):
        put(owner, fields=tuple(f for f in owner.fields if f.name.value != name))


def field_nullability(document, source):
    name = field(document, source)[1].name.value
    for f in same_fields(document, name):
        put(f, type=toggled(f.type))


def element_nullability(document, source):
    chosen = field(document, source)[1]
    text = print_ast(chosen.type)
    if "[" not in text:
        return False
    inside = text[text.index("[") + 1 : text.index("]")]
    put(chosen, type=parse_type(text.replace(inside, inside[:-1] if inside.endswith("!") else inside + "!")))


def field_leaf(document, source):
    chosen = field(document, source)[1]
    old = next((leaf for leaf in LEAVES if leaf == print_ast(chosen.type).strip("[]!")), None)
    if not old:
        return False
    new = source.choice(LEAVES)
    for f in same_fields(document, chosen.name.value):
        put(f, type=parse_type(print_ast(f.type).replace(old, new)))


def field_list(document, source):
    chosen = field(document, source)[1]
    text = print_ast(chosen.type)
    wrapped = text.replace("[", "").replace("]", "").replace("!!", "!") if "[" in text else f"[{text}]"
    for f in same_fields(document, chosen.name.value):
        put(f, type=parse_type(wrapped))


def add_field(document, source):
    owner = source.choice(definitions(document, ObjectTypeDefinitionNode))
    put(owner, fields=owner.fields + (FieldDefinitionNode(name=NameNode(value="added"), type=parse_type("Int")),))


def argument_nullability(document, source):
    chosen = argument(document, source)
    put(chosen, type=toggled(chosen.type))


def argument_default(document, source):
    chosen = argument(document, source)
    if print_ast(chosen.type).rstrip("!") != "Int" and not chosen.default_value:
        return False
    put(chosen, default_value=None if chosen.default_value else parse_const_value("1"))


def remove_argument(document, source):
    chosen = argument(document, source)
    for owner in definitions(document, *OUTPUT):
        for f in owner.fields:
            put(f, arguments=tuple(a for a in f.arguments or () if a is not chosen))


def add_argument(document, source):
    chosen = field(document, source)[1]
    for f in same_fields(document, chosen.name.value):
        type_ = source.choice(["Int", "Int!"])
        put(f, arguments=(*(f.arguments or ()), InputValueDefinitionNode(name=NameNode(value="extra"), type=parse_type(type_))))


def input_nullability(document, source):
    chosen = field(document, source, (InputObjectTypeDefinitionNode,))[1]
    put(chosen, type=toggled(chosen.type))


def input_leaf(document, source):
    chosen = field(document, source, (InputObjectTypeDefinitionNode,))[1]
    new = source.choice(LEAVES)
    # Nobody knows which values a custom scalar accepts.
    if "Day" in (new, print_ast(chosen.type)):
        return False
    put(chosen, default_value=None)
    put(chosen, type=parse_type(new))


def remove_input(document, source):
    owner, chosen = field(document, source, (InputObjectTypeDefinitionNode,))
    put(owner, fields=tuple(f for f in owner.fields if f is not chosen))


def add_input(document, source):
    owner = source.choice(definitions(document, InputObjectTypeDefinitionNode))
    type_ = source.choice(["Int", "Int!"])
    put(owner, fields=owner.fields + (InputValueDefinitionNode(name=NameNode(value="extra"), type=parse_type(type_)),))


def remove_enum_value(document, source):
    owner = source.choice(definitions(document, EnumTypeDefinitionNode))
    value = source.choice(owner.values)
    put(owner, values=tuple(v for v in owner.values if v is not value))


def add_enum_value(document, source):
    owner = source.choice(definitions(document, EnumTypeDefinitionNode))
    put(owner, values=owner.values + (EnumValueDefinitionNode(name=NameNode(value="ADDED")),))


def remove_member(document, source):
    owner = source.choice(definitions(document, UnionTypeDefinitionNode))
    put(owner, types=owner.types[1:] if source.random() < 0.5 else owner.types[:1])


def add_member(document, source):
    owner = source.choice(definitions(document, UnionTypeDefinitionNode))
    put(owner, types=owner.types + (parse_type("Cat"),))


def remove_interface(document, source):
    owner = source.choice([d for d in definitions(document, ObjectTypeDefinitionNode) if d.interfaces])
    gone = source.choice(owner.interfaces).name.value
    put(owner, interfaces=tuple(i for i in owner.interfaces if i.name.value != gone))


def add_object(document, source):
    interfaces = source.choice(["Named", "Named & Pet"])
    text = f"type Bird implements {interfaces} {{ name: String! size: Size owner: Owner }}"
    put(document, definitions=document.definitions + parse(text, no_location=True).definitions)


def one_of(document, source):
    owner = source.choice(definitions(document, InputObjectTypeDefinitionNode))
    other = parse("input X @oneOf { a: Int }", no_location=True).definitions[0]
    put(owner, directives=() if owner.directives else other.directives)


def remove_type(document, source):
    name = source.choice(definitions(document, ObjectTypeDefinitionNode, UnionTypeDefinitionNode)).name.value
    put(document, definitions=tuple(d for d in document.definitions if d.name.value != name))
    for owner in definitions(document, *OUTPUT):
        put(owner, fields=tuple(f for f in owner.fields if print_ast(f.type).strip("[]!") != name))
    for owner in definitions(document, UnionTypeDefinitionNode):
        put(owner, types=tuple(t for t in owner.types if t.name.value != name))


KINDS = [
    remove_field, field_nullability, element_nullability, field_leaf, field_list, add_field, argument_nullability, argument_default,
    remove_argument, add_argument, input_nullability, input_leaf, remove_input, add_input, remove_enum_value, add_enum_value,
    remove_member, add_member, remove_interface, add_object, one_of, remove_type,
]
