public import Apus

/// A value for tests and previews that differs from others in its shape, with a name that says how.
///
/// ```swift
/// let samples: [GraphQLSample<AlbumQuery.Data>] = try AlbumQuery.Data.samples()
/// print(samples.map(\.name))
/// ```
public struct GraphQLSample<Value: GraphQLObject>: Hashable, Sendable {
  /// What is special about the value: `album.artist is nil`. It is unique among the samples of a type.
  public let name: String
  /// The value.
  public let value: Value

  /// Creates a sample by hand, for cases that ``Apus/GraphQLObject/samples(_:seed:)`` does not make.
  public init(name: String, value: Value) {
    self.name = name
    self.value = value
  }
}

extension GraphQLSample: Identifiable {
  public var id: String { name }
}

extension GraphQLSample: CustomStringConvertible {
  /// The name, which Swift Testing shows for an argument.
  public var description: String { name }
}
