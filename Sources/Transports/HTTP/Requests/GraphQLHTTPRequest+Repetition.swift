extension GraphQLHTTPRequest {
  /// Whether sending it twice may carry out an operation twice. A transport must not repeat such a request, and throws
  /// ``GraphQLClientError/outcomeUnknown(_:)`` if it may have been sent and there is no whole response. A POST without a body carries no
  /// operation, and a subscription only reads.
  public var mustBeSentOnce: Bool {
    !isIdempotent && (method == .get || body.byteCount > 0) && operations.first?.kind != .subscription
  }
}
