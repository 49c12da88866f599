// Deferred fragments. Their fields are members of the object, with a marker among them; of a part that failed the client leaves
// the errors there.
extension ObjectReader {
  /// What a deferred fragment selects of the object.
  ///
  /// - Parameters:
  ///   - marker: the member that comes with the fragment's fields.
  ///   - failure: the member that holds the errors of a part that failed.
  ///   - note: the member that holds them in an object that was written with the property.
  public mutating func deferred<Value: GraphQLObject>(
    _ marker: StaticString, failed failure: StaticString, noted note: StaticString
  ) throws -> GraphQLDeferred<Value> {
    if try has(marker) { return .value(try fragment(marker)) }
    if try has(failure) { return .failed(try selections(failure)) }
    return try failed(note)
  }

  /// What a deferred fragment selects of the object that several spreads lead to.
  ///
  /// - Parameters:
  ///   - marker: the member that comes with the fragment's fields.
  ///   - failures: the members that hold the errors of parts that failed, one for each spread.
  ///   - note: the member that holds them in an object that was written with the property.
  public mutating func deferred<Value: GraphQLObject>(
    _ marker: StaticString, failed failures: [StaticString], noted note: StaticString
  ) throws -> GraphQLDeferred<Value> {
    if try has(marker) { return .value(try fragment(marker)) }
    for failure in failures where try has(failure) { return .failed(try selections(failure)) }
    return try failed(note)
  }

  private mutating func failed<Value>(_ note: StaticString) throws -> GraphQLDeferred<Value> {
    try errors(noted: note).map { .failed($0) } ?? .pending
  }
}
