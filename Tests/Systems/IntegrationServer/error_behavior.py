"""What becomes of a field's error: the request's `onError`, as https://github.com/graphql/graphql-spec/pull/1163 has it."""
from __future__ import annotations

from contextvars import ContextVar

from graphql import GraphQLNonNull, GraphQLString
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext

ON_ERROR: ContextVar[str | None] = ContextVar("ON_ERROR", default=None)


def note(request) -> None:
    """Notes what a request wants, for the execution in the same context. The requests of a batch want the same."""
    if isinstance(request, list):
        request = request[0] if request else None
    if isinstance(request, dict):
        request = request.get("payload") or request
        ON_ERROR.set(request.get("onError"))


class Execution(StrawberryGraphQLCoreExecutionContext):
    def __init__(self, *arguments, **named):
        super().__init__(*arguments, **named)
        self.behavior = ON_ERROR.get()
        if self.behavior == "NULL":
            self.error_propagation = False

    def handle_field_error(self, raw_error, return_type, field_details_list, path):
        if self.behavior == "HALT":
            # An error of a non-null field leaves it, up to the root.
            return_type = GraphQLNonNull(GraphQLString)
        super().handle_field_error(raw_error, return_type, field_details_list, path)
