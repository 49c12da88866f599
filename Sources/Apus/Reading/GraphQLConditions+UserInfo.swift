extension CodingUserInfoKey {
  /// The operation whose response a decoder reads: by its variables the decoder knows what the response has.
  ///
  /// ```swift
  /// let decoder = JSONDecoder()
  /// decoder.userInfo[.graphQLOperation] = query
  /// let response = try decoder.decode(GraphQLResponse<AlbumQuery.Data>.self, from: data)
  /// ```
  /// Without it, a field under a condition is there where its member is, and a fragment where what it requires is.
  // The initializer is failable for the sake of other types: of a text it always makes a key.
  public static let graphQLOperation = CodingUserInfoKey(rawValue: "graphQLOperation")!
}

extension GraphQLConditions {
  /// Those of the operation that a decoder was given; nil where it was given none.
  init?(_ userInfo: [CodingUserInfoKey: Any]) {
    guard !userInfo.isEmpty, let operation = userInfo[.graphQLOperation] as? any GraphQLOperation else {
      return nil
    }
    self = operation._conditions._conditions
  }
}
