"""Whether JSON that was decoded and encoded again is the JSON that it was."""
from __future__ import annotations

import copy
import datetime
import decimal
import itertools
from typing import Any

from graphql import GraphQLScalarType, is_leaf_type, is_list_type, is_non_null_type

from . import values
from .selections import Field, Place, Selections, concrete_type, is_part

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
        self.members(original, encoded, concrete_type(original, static_type), static_type, sets, path, kept)

    def members(self, original: dict, encoded: dict, type_name: str, static_type, sets, path: Path, kept: list | None):
        """Compares what a type reads of an object: all of it, or what a fragment selects of it."""
        # Of a type that came after the compilation only what the markers tell can be kept.
        if kept is None and not self.selections.known_twin(type_name, static_type, sets):
            kept = sets
        properties = [key for key in encoded if key.startswith("...")]
        # A type that cannot conform to a fragment may have what the fragment selects beside the property, and so on for the
        # fragments that it spreads.
        certain = self.selections.members(type_name, sets).certain.intersection(properties)
        attempts = []
        for count in range(len(certain) + 1):
            for also in itertools.combinations(sorted(certain), count):
                attempt = copy.copy(self)
                attempt.found = []
                attempt.read(original, encoded, type_name, static_type, sets, path, kept, properties, also)
                if not attempt.found:
                    return
                attempts.append(attempt.found)
        self.found += min(attempts, key=len)

    def read(
        self, original: dict, encoded: dict, type_name: str, static_type, sets, path: Path, kept: list | None, properties: list[str],
        also: tuple[str, ...],
    ):
        """Compares what a type reads of an object, also what some of its properties for fragments select."""
        places = None if kept is None else self.selections.certain_places(type_name, static_type, kept)
        members = self.selections.members(type_name, sets, {*properties} - {*also})
        for key in encoded.keys() - members.fields.keys() - {*properties}:
            # A nullable field that variables leave out is written as null, which is right whatever the variables are.
            is_left_out = key in members.absent and encoded[key] is None
            if not is_left_out and not self.is_marker(key, encoded[key], type_name):
                self.differ((*path, key), "nothing", encoded[key])
        for key, field in members.fields.items():
            certain = [c for c in field.contributions if places is None or id(c.node) in places]
            if key in encoded:
                if key not in original:
                    # The marker of a part that has not come, where other selections tell what the object is.
                    if not self.is_marker(key, encoded[key], type_name):
                        self.differ((*path, key), "nothing", encoded[key])
                    continue
                inner = None if places is None else Field(field.type, certain).below()
                self.value(original[key], encoded[key], field.type, field.below(), (*path, key), inner)
            elif key.startswith("__is"):
                # A marker that no case asks for: the driver checks that the value can be read again without it.
                continue
            elif certain and not (key not in original and field.conditional):
                self.differ((*path, key), original.get(key, "a member"), "nothing")
        lacks_markers = any(key.startswith("__is") and key not in original for key in members.fields)
        for key in properties:
            applying = members.fragments.get(key)
            # What is taken for a part before its markers have come cannot tell which parts within it apply.
            if is_part(key) and encoded[key] is None and lacks_markers:
                continue
            if is_part(key):
                is_there = self.is_part_there(key, applying, original, encoded[key], type_name, path)
            else:
                # Which fragments apply to a type that came later, no value need say.
                is_there = applying is not None and not (kept is not None and encoded[key] is None)
                if is_there != isinstance(encoded[key], dict) or not is_there and encoded[key] is not None:
                    self.differ((*path, key), "there" if is_there else "not there", encoded[key])
                    continue
            if is_there and isinstance(encoded[key], dict):
                narrowing = applying.type_condition
                inner_type = self.selections.schema.type_map[narrowing.name.value] if narrowing else static_type
                view = [Place(applying.selection_set)]
                inner = None if kept is None else view
                self.members(original, encoded[key], type_name, inner_type, view, (*path, key), inner)
        for key in members.fragments.keys() - {*properties}:
            if is_part(key):
                self.differ((*path, key), "a deferred fragment", "nothing")

    def is_marker(self, key: str, value, type_name: str) -> bool:
        """Whether a member says that the object is of an interface or union; it need not have been asked for in this response."""
        return key.startswith("__is") and value == type_name and self.selections.is_a(type_name, key.removeprefix("__is"))

    def is_part_there(self, key: str, applying, original: dict, found, type_name: str, path: Path) -> bool:
        """Whether the property of a deferred fragment has a value, as it may."""
        possible = {None} if applying is None else self.states(key, applying, original, type_name, path)
        if state(found) not in possible:
            self.differ((*path, key), " or ".join(map(str, sorted(possible, key=str))), found)
            return False
        return isinstance(found, dict)

    def states(self, key: str, applying, original: dict, type_name: str, path: Path) -> set[str]:
        """What the property of a deferred fragment that applies may be, of which nothing was said: it is there if its members are."""
        places = [Place(applying.selection_set)]
        if not self.selections.is_complete(original, type_name, places):
            return {"pending"}
        # Nothing shows that a fragment is there all of whose members may be left out.
        at_once = self.selections.at_once(type_name, places)
        is_hidden = all(k.startswith("__") or f.conditional and original[k] is None for k, f in at_once.items())
        return {"value", "pending"} if is_hidden else {"value"}


def state(found) -> str | None:
    """What a property of a deferred fragment says that it is."""
    if isinstance(found, dict):
        return "value"
    return "failed" if isinstance(found, list) else found


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
