extension CodingUserInfoKey {
  /// The key for the operation whose response a decoder reads. Its variables decide which parts the response has.
  ///
  /// ```swift
  /// let decoder = JSONDecoder()
  /// decoder.userInfo[.graphQLOperation] = AlbumQuery(id: "a1")
  /// let response = try decoder.decode(GraphQLResponse<AlbumQuery.Data>.self, from: Data(bytes))
  /// ```
  /// Without it, a conditional field is present if its member is, and a fragment if its required members are.
  // The initializer is failable only because of other raw types. It never fails for a string.
  public static let graphQLOperation = CodingUserInfoKey(rawValue: "graphQLOperation")!
}

extension _GraphQLConditions {
  /// The conditions of the operation passed to a decoder; nil if there is none.
  init?(_ userInfo: [CodingUserInfoKey: Any]) {
    guard !userInfo.isEmpty, let operation = userInfo[.graphQLOperation] as? any GraphQLOperation else {
      return nil
    }
    self = operation._conditions._conditions
  }
}
