"""Random responses to GraphQL operations, and what a program that decodes and encodes them must give back."""

import graphql

# Earlier ones take documents for valid whose fields conflict.
if graphql.version_info < (3, 3):
    raise SystemExit(f"graphql-core {graphql.version} is too old: run this with .venv/bin/python, as Tests/Judges/Oracle/README.md says.")
