/// What sample values, which the module ApusTesting invents, need of a reader beside what a `Decoder` is told.
package enum Sampling {
  /// The sample that is being made.
  @TaskLocal package static var session: (any SampleSession)?
}

/// A sample that is being made.
package protocol SampleSession: Sendable {
  /// The type of the object at a path; nil when it is still to be chosen, as the first that is asked for.
  func typename(at path: [any CodingKey]) -> String?

  /// Chooses the type of the object that was asked about last.
  ///
  /// - Returns: whether it was still to be chosen.
  func choose(_ typename: String) -> Bool
}

/// A decoder that invents values.
package protocol SampleDecoding: Decoder {
  /// The name of an enum's value.
  func sampleName<Value: GraphQLEnum>(of type: Value.Type) throws -> String
}

/// What a decoder is asked for where an ID is read.
package protocol SampledID {}

/// What a decoder is asked for where a codec reads a custom scalar.
package protocol SampledScalar {
  /// The codec's example.
  static var sample: GraphQLValue? { get }
  /// The codec.
  static var codecName: String { get }
}

/// A `@oneOf` input has to have one of these members.
package struct SampleNeedsMember: Error {
  package let keys: [String]
}
