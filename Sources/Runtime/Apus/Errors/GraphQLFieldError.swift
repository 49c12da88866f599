/// The server's errors for a field, or for fields within it, that make it null.
///
/// A field with `@catch(to: RESULT)` is a `Result` with this error. A field that is only null if it has an error
/// (`@semanticNonNull`, `@catch(to: THROW)`) throws it to the nearest enclosing `@catch`, or else to the response,
/// whose data is then nil.
///
/// ```swift
/// let artist: Result<String, GraphQLFieldError> = .failure(
///   GraphQLFieldError(errors: [GraphQLError(message: "gone", path: ["album", "artist"])]))
/// if case .failure(let error) = artist { print(error.path ?? [], error.errors.map(\.message)) }
/// ```
///
/// Specification: <https://specs.apollo.dev/nullability/v0.4>.
public struct GraphQLFieldError: Error, Hashable, Sendable {
  /// The errors, each with the path of the field that failed.
  public var errors: [GraphQLError]

  /// Creates a field error, for tests and previews.
  public init(errors: [GraphQLError]) { self.errors = errors }

  /// The path of the field that failed first.
  public var path: GraphQLPath? { errors.first?.path }
}

extension GraphQLFieldError: CustomStringConvertible {
  public var description: String { errors.map(\.description).joined(separator: "; ") }
}
