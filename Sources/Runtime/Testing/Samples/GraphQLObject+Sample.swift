public import Apus
import ApusShapeChoices

extension GraphQLObject {
  /// Creates a value for tests and previews. Members that are not given are generated; the same seed gives the same
  /// values.
  ///
  /// ```swift
  /// let data = try AlbumQuery.Data.sample(["album": ["title": "Blue Train"]])
  /// ```
  /// Strings are the field's name in words, lists have two elements, an enum has its first value, and IDs are unique.
  /// An object with several possible types gets the first one in the document; pass `"__typename"` for another.
  /// Members that may be missing, such as a field with `@include` or an optional input, are missing unless they are
  /// given. If the lists in lists would have more than 4,000 elements that are not given, as in an input that requires a list of
  /// itself, the innermost lists are empty.
  ///
  /// - Parameters:
  ///   - given: the members that matter, as JSON: an object's members, and for a list one object per element. `null`
  ///     makes an optional nil.
  ///   - seed: a different seed gives different values.
  /// - Throws: an error for a member that does not exist, a value that does not match its type, or a
  ///   custom scalar whose codec lacks an example.
  public static func sample(_ given: GraphQLValue = [:], seed: Int = 0) throws -> Self {
    var findings = SampleFindings()
    var run = ShapeRun()
    do {
      let value = try findings.make(Self.self, given, seed: seed, &run)
      try findings.check(given, of: Self.self)
      return value
    } catch let error as DecodingError {
      throw TestingError(error, of: Self.self)
    }
  }
}
