import Apus

extension GraphQLClient {
  /// Sends the hash of a document; when the server does not know it, the document with its hash, to be kept.
  func persistedResponse<Operation: GraphQLOperation>(
    for operation: Operation, _ options: GraphQLRequestOptions
  ) async throws -> GraphQLResponse<Operation.Data> {
    var options = options
    options.sent = SentRequests()
    do {
      let response = try await response(for: operation, .hash, options)
      guard let form = Self.formToSend(after: response.errors, hasData: response.data != nil) else {
        return response
      }
      options.sent?.noteRejection()
      return try await self.response(for: operation, form, options)
    } catch GraphQLClientError.status(let failure) {
      // Some servers report it with status 400 or 404 and the older type.
      guard let form = Self.formToSend(after: failure.errors, hasData: failure.execution == .executed)
      else {
        throw GraphQLClientError.status(failure)
      }
      options.sent?.noteRejection()
      return try await response(for: operation, form, options)
    }
  }

  /// The form to send next if the server rejected the hash; nil if it rejected something else, or executed the operation.
  static func formToSend(after errors: [GraphQLError], hasData: Bool) -> GraphQLDocumentForm? {
    // The error may be that of another server, which this one asked during the execution.
    guard GraphQLExecution(hasData: hasData, errors).isRuledOut else { return nil }
    for error in errors {
      if error.code == "PERSISTED_QUERY_NOT_FOUND" || error.message == "PersistedQueryNotFound" {
        return .registration
      }
      if error.code == "PERSISTED_QUERY_NOT_SUPPORTED" || error.message == "PersistedQueryNotSupported" {
        return .document
      }
    }
    return nil
  }
}
