extension ObjectWriter {
  /// Writes what a deferred fragment selects into the open object: its members, with the marker that says that they are there; or
  /// the errors of the part; or nothing.
  ///
  /// - Parameters:
  ///   - part: the property.
  ///   - marker: the member that comes with the fragment's fields.
  ///   - note: the member that holds the errors of a part that failed.
  public mutating func deferred<Value: GraphQLObject>(
    _ part: GraphQLDeferred<Value>, _ marker: StaticString, noted note: StaticString
  ) {
    switch part {
    case .pending: passUnset()
    case .value(let value):
      bool(marker, true)
      fragment(marker, value)
    case .failed(let errors): self.note(note, errors)
    }
  }
}
