/// The reader's support for samples, which ApusTesting generates, beyond the `Decoder` interface.
package enum Sampling {
  /// The sample that is being created.
  @TaskLocal package static var session: (any SampleSession)?
}

/// A sample that is being created.
package protocol SampleSession: Sendable {
  /// The type of the object at a path; nil until it is chosen, which is the first type that is tested for.
  ///
  /// - Parameter key: the member that is its `__typename`.
  func typename(at path: [any CodingKey], under key: String) -> String?

  /// Chooses the type of the object that was last asked about.
  ///
  /// - Returns: whether it was not chosen yet.
  func choose(_ typename: String) -> Bool

  /// Chooses the member of a `@oneOf` input at a path if none is given.
  ///
  /// - Parameter count: the number of members.
  /// - Returns: the index of the member; nil if inputs are nested too deeply.
  func onlyMember(of count: Int, at path: [any CodingKey]) -> Int?
}

/// The type that is decoded for an ID.
package protocol SampledID {}

/// The type that is decoded for a custom scalar with a codec.
package protocol SampledScalar {
  /// The example of the codec.
  static var sample: GraphQLValue? { get }
  /// The name of the codec.
  static var codecName: String { get }
}
