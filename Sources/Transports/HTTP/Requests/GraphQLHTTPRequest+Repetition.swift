extension GraphQLHTTPRequest {
  /// Whether sending the request twice could execute an operation twice. A transport must not repeat such a request, and throws
  /// ``GraphQLClientError/outcomeUnknown(_:)`` if it may have been sent and no complete response arrived. A POST without a body does not contain an
  /// operation, and a subscription only reads.
  public var mustBeSentOnce: Bool {
    !isIdempotent && (method == .get || body.byteCount > 0) && operations.first?.kind != .subscription
  }
}
