extension GraphQLWriter {
  /// Writes a field with `@catch(to: RESULT)`: its value, or null and the errors as another member.
  ///
  /// - Parameters:
  ///   - key: the member's name.
  ///   - result: the value, or the field's errors.
  ///   - failure: the member for the errors.
  ///   - codec: writes the value.
  public mutating func result<Codec: GraphQLCodec>(
    _ key: StaticString, _ result: Result<Codec.Value, GraphQLFieldError>, failed failure: StaticString,
    as codec: Codec.Type
  ) {
    switch result {
    case .success(let value): scalar(key, value, as: codec)
    case .failure(let error):
      null(key)
      selections(failure, error.errors)
    }
  }
}
