"""Other spellings of the same response, which servers use."""
from __future__ import annotations

import random

from graphql import is_leaf_type, is_list_type, is_non_null_type

from .selections import Selections, concrete_type


def respelled(selections: Selections, data: dict, rng: random.Random) -> dict:
    """The response with some identifiers as integers, and sometimes with the members of every object in another order."""
    data = _object(selections, data, selections.root_type, selections.root, rng)
    return shuffled(data, rng) if rng.random() < 0.3 else data


def shuffled(value, rng: random.Random):
    if isinstance(value, dict):
        keys = list(value)
        rng.shuffle(keys)
        return {key: shuffled(value[key], rng) for key in keys}
    return [shuffled(element, rng) for element in value] if isinstance(value, list) else value


def _object(selections: Selections, value: dict, static_type, sets, rng: random.Random) -> dict:
    fields = selections.fields(concrete_type(value, static_type), sets)
    return {key: _value(selections, member, fields[key].type, fields[key].below(), rng) for key, member in value.items()}


def _value(selections: Selections, value, type_, sets, rng: random.Random):
    if value is None:
        return None
    if is_non_null_type(type_):
        type_ = type_.of_type
    if is_list_type(type_):
        return [_value(selections, element, type_.of_type, sets, rng) for element in value]
    if not is_leaf_type(type_):
        return _object(selections, value, type_, sets, rng)
    if type_.name == "ID" and value.isdecimal() and str(int(value)) == value and rng.random() < 0.5:
        return int(value)
    return value
