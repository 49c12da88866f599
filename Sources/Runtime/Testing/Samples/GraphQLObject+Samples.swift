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
  /// Optional members of inputs vary to the third level.
  ///
  /// - Parameters:
  ///   - given: the members that are the same in each value, as for ``sample(_:seed:)``.
  ///   - seed: a different seed gives different texts and numbers.
  /// - Throws: an error for a member that does not exist, a value that does not match its type, or a
  ///   custom scalar whose codec lacks an example.
  public static func samples(_ given: GraphQLValue = [:], seed: Int = 0) throws -> [GraphQLSample<Self>] {
    var members: [String: Set<String>] = [:]
    var last = SampleValues(seed: seed)
    var count = 0
    do {
      let found = try ShapeSamples<Self>(
        shape: { value in
          // Without reflection, each value counts as a shape of its own.
          count += 1
          return SampleShape(value).map(AnyHashable.init) ?? AnyHashable(count)
        },
        isFatal: { ($0 as? DecodingError)?.context?.underlyingError is NoExample },
        make: { run in
          let values = SampleValues(seed: seed, run: run, known: members)
          defer {
            run = values.run
            members = values.members
            last = values
          }
          return try Sampling.$session.withValue(values) {
            try Self(from: SampleDecoder(values: values, given: given, codingPath: []))
          }
        })
      try last.check(given, of: Self.self)
      return found.samples.indices.map {
        GraphQLSample(name: found.name(of: $0), value: found.samples[$0].value)
      }
    } catch let error as DecodingError {
      throw TestingError(error, of: Self.self)
    }
  }
}
