"""The second opinion: graphql-js executes what graphql-core has executed, and must give the same data."""
from __future__ import annotations

import json
import pathlib
import subprocess
import tempfile
from collections.abc import Iterable, Mapping

from graphql import GraphQLSchema, print_schema

from .cases import Case
from .driver import DriverError

PROGRAM = pathlib.Path(__file__).with_name("execute.js")


def differences(package: pathlib.Path, schemas: Mapping[str, GraphQLSchema], cases: Iterable[Case]) -> list[str]:
    """The responses that are others by the graphql-js in this folder."""
    whole = [case for case in cases if not case.fault]
    with tempfile.TemporaryDirectory() as folder:
        given = pathlib.Path(folder) / "given.jsonl"
        with given.open("w") as file:
            file.write(json.dumps({name: print_schema(schema) for name, schema in schemas.items()}) + "\n")
            for case in whole:
                line = {
                    "schema": case.key.split("/")[0], "text": case.text, "variables": case.selections.given, "source": case.source
                }
                file.write(json.dumps(line) + "\n")
        try:
            result = subprocess.run(["node", PROGRAM, package, given], capture_output=True, text=True)
        except FileNotFoundError:
            raise DriverError("--graphql-js needs the program \"node\": install Node.js, or leave the option out.") from None
    if result.returncode != 0:
        raise DriverError(f"graphql-js failed: {result.stderr[-2000:]}")
    answers = [line for line in result.stdout.split("\n") if line]
    return [
        f"{case.key}: graphql-js gives {answer}, not {json.dumps(case.data)}"
        for case, answer in zip(whole, answers, strict=True) if doubles(answer) != doubles(json.dumps({"data": case.data}))
    ]


def doubles(text: str):
    """The JSON as JavaScript reads it: all numbers are doubles."""
    return json.loads(text, parse_int=float)
