package import Apus
package import ApusHTTP

extension GraphQLClientError {
  /// The error of a list whose next page is one that was already read, so that reading would never end.
  package static func repeatedCursor(of query: some GraphQLQuery) -> GraphQLClientError {
    .repeatedCursor(operation: type(of: query).operationName, variables: (try? query.jsonString()) ?? "")
  }
}
