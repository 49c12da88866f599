public import Apus

extension GraphQLObject {
  /// A value for tests and previews: what is not given is invented, from the same seed always the same.
  ///
  /// ```swift
  /// let data = try AlbumQuery.Data.sample(["album": ["title": "Blue Train"]])
  /// ```
  /// Texts read like their field's name, lists have two elements, an enum has its first value, an object of several types is of the first
  /// that the document names (`"__typename"` asks for another), and IDs differ. What may be missing, such as a field with `@include` or an
  /// optional input, is missing unless it is given.
  ///
  /// - Parameters:
  ///   - given: what matters, as JSON: an object of members, and within lists an object for each element. `null` makes an optional nil.
  ///   - seed: other values with another one.
  /// - Throws: ``GraphQLSampleError`` for a member that does not exist, for a given value that does not fit, and for a custom scalar whose
  ///   codec has no example.
  public static func sample(_ given: GraphQLValue = [:], seed: Int = 0) throws -> Self {
    let values = SampleValues(seed: seed)
    do {
      let value = try Sampling.$session.withValue(values) {
        try Self(from: SampleDecoder(values: values, given: given, codingPath: []))
      }
      try values.check(given, of: Self.self)
      return value
    } catch let error as DecodingError {
      throw GraphQLSampleError(error, of: Self.self)
    }
  }
}
