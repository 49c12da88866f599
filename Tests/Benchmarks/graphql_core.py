"""graphql-core on the same files: graphql_core.py SCHEMA ROUNDS DOCUMENT…

One line of JSON: for each step the CPU milliseconds of each round.
"""

import json
import resource
import sys
import time

from graphql import build_schema, concat_ast, parse, validate, validate_schema
from graphql.language import Lexer, Source, TokenKind

schema_path, rounds, *document_paths = sys.argv[1:]
steps = {}


def measure(step, body):
    start = time.process_time()
    result = body()
    steps.setdefault(step, []).append((time.process_time() - start) * 1000)
    return result


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def lex(text):
    lexer = Lexer(Source(text))
    while lexer.advance().kind is not TokenKind.EOF:
        pass


def build(text):
    schema = build_schema(text, assume_valid_sdl=False)
    validate_schema(schema)
    return schema


schema_text = read(schema_path)
document_texts = [read(path) for path in document_paths]
for _ in range(int(rounds)):
    measure("lex schema", lambda: lex(schema_text))
    measure("parse schema", lambda: parse(schema_text))
    schema = measure("parse, check and build schema", lambda: build(schema_text))
    measure("lex operations", lambda: [lex(text) for text in document_texts])
    documents = measure("parse operations", lambda: [parse(text) for text in document_texts])
    everything = concat_ast(documents)
    measure("validate", lambda: validate(schema, everything, max_errors=1000))
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"steps": steps, "mib": memory}))
