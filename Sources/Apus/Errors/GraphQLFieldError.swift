#if canImport(FoundationEssentials) && !canImport(Darwin)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Why a field is null: the errors that the server reports of it, or of what lies within it.
///
/// A field with `@catch(to: RESULT)` is a `Result` with it. A field that is null only where it has an error
/// (`@semanticNonNull`, `@catch(to: THROW)`) throws it, up to the next `@catch` around it, or to the response, whose data is nil.
///
/// Specification: <https://specs.apollo.dev/nullability/v0.4>.
public struct GraphQLFieldError: Error, Hashable, Sendable {
  /// The errors, each with the path of the field that it befell.
  public var errors: [GraphQLError]

  /// An error of a field, as tests and previews need one.
  public init(errors: [GraphQLError]) { self.errors = errors }

  /// The field that the first error befell.
  public var path: GraphQLPath? { errors.first?.path }
}

extension GraphQLFieldError: CustomStringConvertible {
  public var description: String { errors.map(\.description).joined(separator: "; ") }
}

extension GraphQLFieldError: LocalizedError {
  /// The description: `localizedDescription` says the same.
  public var errorDescription: String? { description }
}
