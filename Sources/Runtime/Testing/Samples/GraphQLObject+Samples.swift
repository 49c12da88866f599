public import Apus
import ApusShapeChoices

extension GraphQLObject {
  /// Creates a short list of values in which everything that the type permits occurs at least once.
  ///
  /// Each optional is nil and present, each list has no, one and two elements, each enum has each of its values and an unknown one,
  /// each type condition is met and not met, each deferred part is pending, present and failed, and each `Result` is a value
  /// and an error. A value has as many of these forms as it can, so the list is about as long as the largest number of
  /// alternatives at one place. The same type, arguments and version give the same list.
  ///
  /// ```swift
  /// for sample in try AlbumQuery.Data.samples() {
  ///   print(sample.name)
  /// }
  /// ```
  /// The first value is that of ``sample(_:seed:)``, and its name is `default`. Others have the names of their first three special forms.
  /// Optional members of inputs vary to the third level, and at the second and third level only the first 1,000 of them: an input
  /// that contains itself at 50 places has many more. The others are left out of all samples. Lists are as deep as in
  /// ``sample(_:seed:)``.
  ///
  /// - Parameters:
  ///   - given: the members that are the same in each value, as for ``sample(_:seed:)``.
  ///   - seed: a different seed gives different texts and numbers.
  /// - Throws: an error for a member that does not exist, a value that does not match its type, or a
  ///   custom scalar whose codec lacks an example.
  public static func samples(_ given: GraphQLValue = [:], seed: Int = 0) throws -> [GraphQLSample<Self>] {
    let found = try shapes(given, seed: seed)
    return zip(found.names, found.samples).map { GraphQLSample(name: $0, value: $1.value) }
  }

  /// The values of ``samples(_:seed:)``, and everything that the type permits.
  static func shapes(_ given: GraphQLValue = [:], seed: Int = 0) throws -> ShapeSamples<Self> {
    var findings = SampleFindings()
    var count = 0
    do {
      let found = try ShapeSamples<Self>(
        shape: { value in
          // Without reflection, each value counts as a shape of its own.
          count += 1
          return SampleShape(value).map(AnyHashable.init) ?? AnyHashable(count)
        },
        isFatal: { ($0 as? DecodingError)?.context?.underlyingError is NoExample },
        make: { run in try findings.make(Self.self, given, seed: seed, &run) })
      try findings.check(given, of: Self.self)
      return found
    } catch let error as DecodingError {
      throw TestingError(error, of: Self.self)
    }
  }
}
