#if canImport(FoundationEssentials) && !canImport(Darwin)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// `localizedDescription` shows the descriptions of these errors.

extension GraphQLDecodingError: LocalizedError {
  /// Equal to ``description``.
  public var errorDescription: String? { description }
}

extension GraphQLFieldError: LocalizedError {
  /// Equal to ``description``.
  public var errorDescription: String? { description }
}

extension GraphQLScalarError: LocalizedError {
  /// Equal to ``description``.
  public var errorDescription: String? { description }
}

extension GraphQLError: LocalizedError {
  /// Equal to ``description``.
  public var errorDescription: String? { description }
}
