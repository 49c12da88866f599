"""Whether JSON that was decoded and encoded again is the JSON that it was."""
from __future__ import annotations

import datetime
import decimal
from typing import Any

from graphql import GraphQLScalarType, is_abstract_type, is_leaf_type, is_list_type, is_non_null_type

from . import values
from .selections import Field, Selections

Path = tuple[str | int, ...]


def differences(selections: Selections, original: dict, encoded: Any) -> list[str]:
    """One line for each difference; none if the two are equal."""
    comparison = Comparison(selections)
    comparison.object(original, encoded, selections.root_type, selections.root, (), None)
    return comparison.found


def show(path: Path) -> str:
    """`animals[3].owner.name`, as the errors of the generated code spell it."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


class Comparison:
    def __init__(self, selections: Selections):
        self.selections = selections
        self.found: list[str] = []

    def differ(self, path: Path, original, encoded):
        self.found.append(f"{show(path) or 'the response'}: {original!r} became {encoded!r}"[:300])

    def value(self, original, encoded, type_, sets, path: Path, kept: list | None):
        if is_non_null_type(type_):
            type_ = type_.of_type
        if original is None or encoded is None:
            if original is not encoded:
                self.differ(path, original, encoded)
        elif is_list_type(type_):
            if not isinstance(encoded, list) or len(original) != len(encoded):
                return self.differ(path, original, encoded)
            for index, pair in enumerate(zip(original, encoded)):
                self.value(*pair, type_.of_type, sets, (*path, index), kept)
        elif is_leaf_type(type_):
            if not same_leaf(original, encoded, type_):
                self.differ(path, original, encoded)
        else:
            self.object(original, encoded, type_, sets, path, kept)

    def object(self, original: dict, encoded, static_type, sets, path: Path, kept: list | None):
        """Compares objects. `kept` has the selection sets that must survive where not all must."""
        if not isinstance(encoded, dict):
            return self.differ(path, original, encoded)
        type_name = concrete_type(original, static_type)
        fields = self.selections.fields(type_name, sets)
        # Of a type that came after the compilation only what the markers tell can be kept.
        if kept is None and not self.selections.known_twin(type_name, static_type, sets):
            kept = sets
        places = None if kept is None else self.selections.certain_places(type_name, static_type, kept)
        for key in encoded.keys() - original.keys():
            # What the object says itself of properties that variables decide on.
            if key.startswith(("__has", "__no_")) and encoded[key] is True:
                continue
            # A marker under a field that a variable leaves out here: it holds what the object is.
            if not (key in self.selections.absent_markers(type_name, sets) and encoded[key] == type_name):
                self.differ((*path, key), "nothing", encoded[key])
        for key, value in original.items():
            # The root's markers of variables: no value has them.
            if key.startswith(("__if_", "__unless_")):
                continue
            field = fields[key]
            certain = [c for c in field.contributions if places is None or id(c.node) in places]
            if key in encoded:
                inner = None if places is None else Field(field.type, certain).below()
                self.value(value, encoded[key], field.type, field.below(), (*path, key), inner)
            elif key.startswith("__is") and type_name == value:
                # A marker that no case asks for: the driver checks that the value can be read again without it.
                continue
            elif certain and not (value is None and field.conditional):
                # An optional that a condition made cannot tell null from absent: only that may get lost.
                self.differ((*path, key), value, "nothing")


def concrete_type(value: dict, static_type) -> str:
    """The type of a response object. The documents that are sent ask for it wherever it is in doubt."""
    return value["__typename"] if is_abstract_type(static_type) else static_type.name


def same_leaf(original, encoded, type_) -> bool:
    if isinstance(type_, GraphQLScalarType) and values.wire_form(type_) == values.DATE_TIME and isinstance(encoded, str):
        return instant(original) == instant(encoded)
    if isinstance(type_, GraphQLScalarType) and values.wire_form(type_) == values.DECIMAL_STRING and isinstance(encoded, str):
        return decimal.Decimal(original) == decimal.Decimal(encoded)
    return same_json(original, encoded)


def same_variables(original, encoded) -> bool:
    """Equality of variables, where a moment may be spelled in another way."""
    if isinstance(original, dict) and isinstance(encoded, dict):
        return original.keys() == encoded.keys() and all(same_variables(original[k], encoded[k]) for k in original)
    if isinstance(original, list) and isinstance(encoded, list):
        return len(original) == len(encoded) and all(map(same_variables, original, encoded))
    if isinstance(original, str) and isinstance(encoded, str):
        return original == encoded or instant(original) == instant(encoded)
    return same_json(original, encoded)


def instant(text: str) -> datetime.datetime | str:
    try:
        return datetime.datetime.fromisoformat(text)
    except ValueError:
        return text


def same_json(a, b) -> bool:
    """Equality of JSON values; unlike Python's, true is not 1."""
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same_json(a[k], b[k]) for k in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same_json, a, b))
    return a == b
