#if canImport(FoundationEssentials) && !canImport(Darwin)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a codec throws when a value is not in its scalar's form; it is reported at the value's place.
public struct GraphQLScalarError: Error, Hashable, Sendable {
  /// The form: `DateTime (RFC 3339)`.
  public var expected: String

  /// Refuses a value; the reader adds where it stands and what it is.
  public init(expected: String) { self.expected = expected }
}

extension GraphQLScalarError: CustomStringConvertible {
  public var description: String { "expected \(expected)" }
}

extension GraphQLScalarError: LocalizedError {
  /// The description: `localizedDescription` says the same.
  public var errorDescription: String? { description }
}
