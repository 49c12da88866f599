// Deferred fragments. Their fields are members of the object, with a marker among them; of a part that failed the client leaves
// the errors there.
extension ObjectReader {
  /// What a deferred fragment selects of the object.
  ///
  /// - Parameters:
  ///   - marker: the member that comes with the fragment's fields.
  ///   - failure: the member that holds the errors of a part that failed.
  public mutating func deferred<Value: GraphQLObject>(
    _ marker: StaticString, failed failure: StaticString
  ) throws -> GraphQLDeferred<Value> {
    if try has(marker) { return .value(try Value(reading: &self)) }
    if try has(failure) { return .failed(try selections(failure)) }
    return .pending
  }

  /// What a deferred fragment selects of the object that several spreads lead to.
  ///
  /// - Parameters:
  ///   - marker: the member that comes with the fragment's fields.
  ///   - failures: the members that hold the errors of parts that failed, one for each spread.
  public mutating func deferred<Value: GraphQLObject>(
    _ marker: StaticString, failed failures: [StaticString]
  ) throws -> GraphQLDeferred<Value> {
    if try has(marker) { return .value(try Value(reading: &self)) }
    for failure in failures where try has(failure) { return .failed(try selections(failure)) }
    return .pending
  }
}
