extension GraphQLWriter {
  /// Writes a deferred fragment: its value, its errors, or that it is pending; null if the fragment does not apply.
  ///
  /// - Parameters:
  ///   - key: the member for the fragment.
  ///   - part: the property.
  public mutating func deferred<Value: GraphQLObject>(_ key: StaticString, _ part: GraphQLDeferred<Value>?) {
    switch part {
    case .pending: string(key, "pending")
    case .value(let value): selection(key, value)
    case .failed(let errors): selections(key, errors)
    case nil: null(key)
    }
  }
}
