/// The reader's support for samples, which ApusTesting generates, beyond the `Decoder` interface.
package enum Sampling {
  /// The sample that is being created.
  @TaskLocal package static var session: (any SampleSession)?
}

/// A sample that is being created. It decides what a `Decoder` is not asked about.
package protocol SampleSession: Sendable {
  /// The type of the object at a path; nil until it is chosen, which is the first type that is tested for unless the
  /// session prefers another.
  ///
  /// - Parameter key: the member that is its `__typename`.
  func typename(at path: [any CodingKey], under key: String) -> String?

  /// Whether the object that was last asked about has a type. The session decides once for each object.
  func choose(_ typename: String) -> Bool

  /// Chooses the member of a `@oneOf` input at a path if none is given.
  ///
  /// - Parameter names: the members.
  /// - Returns: the index of the member; nil if inputs are nested too deeply.
  func onlyMember(of names: [String], at path: [any CodingKey]) -> Int?

  /// Whether the object at a path has a member that may be missing: a conditional field, an optional member of an input, or the
  /// marker of an interface or union for an object of an unknown type.
  ///
  /// - Parameter ofInput: whether the object is an input, which may contain others without end.
  func includes(_ member: String, ofInput: Bool, at path: [any CodingKey]) -> Bool

  /// The state of a fragment's property of the object at a path, among the permitted ones. The first is the usual one.
  func state(of part: String, at path: [any CodingKey], among states: [SampledPart]) -> SampledPart

  /// The error of a field of the object at a path that may fail; nil if it has a value.
  func error(of member: String, at path: [any CodingKey]) -> GraphQLFieldError?
}

/// The state of a property for a fragment.
package enum SampledPart: String, Sendable {
  case absent, pending, present, failed
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

extension GraphQLReader {
  /// Asks the session of a sample about the entered object. Nil unless a sample is being created.
  func sampled<Answer>(_ body: (any SampleSession, _ path: [any CodingKey]) -> Answer?) -> Answer? {
    guard let source, let session = Sampling.session else { return nil }
    return body(session, source.containerPath)
  }

  /// Whether the object has a member that may be missing; its value may be null.
  mutating func hasOptional(_ key: StaticString, ofInput: Bool = false) throws -> Bool {
    if try has(key) { return true }
    return sampled { $0.includes(key.description, ofInput: ofInput, at: $1) } ?? false
  }
}
