extension ObjectWriter {
  /// A field with `@catch(to: RESULT)`: its value; or null, and beside it the errors.
  ///
  /// - Parameters:
  ///   - key: the member's name.
  ///   - result: the value, or the errors of its path.
  ///   - failure: the member that holds the errors.
  ///   - codec: what writes the value.
  public mutating func result<Codec: GraphQLCodec>(
    _ key: StaticString, _ result: Result<Codec.Value, GraphQLFieldError>, failed failure: StaticString,
    as codec: Codec.Type
  ) {
    switch result {
    case .success(let value): scalar(key, value, as: codec)
    case .failure(let error):
      string(key, nil)
      selections(failure, error.errors)
    }
  }
}
