/// The way in which a server handles errors of fields: the request's `onError`.
///
/// ```swift
/// var client = GraphQLClient(url: url)
/// client.onError = .null
/// ```
/// Not every server supports it. Other servers may ignore it, or reject the request.
///
/// Specification: <https://github.com/graphql/graphql-spec/pull/1163>.
public enum GraphQLErrorBehavior: String, CaseIterable, Hashable, Sendable {
  /// The field is null, even if the schema declares it non-null. Reading it throws its errors: see ``GraphQLFieldError``.
  case null = "NULL"
  /// The field is null if it is nullable; otherwise its nearest nullable parent is.
  case propagate = "PROPAGATE"
  /// The server stops: the response has this error and no data.
  case halt = "HALT"
}
