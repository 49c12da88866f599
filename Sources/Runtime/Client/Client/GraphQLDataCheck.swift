import Apus

/// Looks at the data of a response, and throws when the payload itself carries an error.
///
/// ```swift
/// client.checks = [
///   GraphQLDataCheck(SaveAlbumMutation.self) { data in
///     if let problem = data.saveAlbum.problems.first { throw GraphQLFieldError(errors: [GraphQLError(message: problem.message)]) }
///   },
///   .userErrors(),
/// ]
/// ```
public struct GraphQLDataCheck: Sendable {
  private let body: @Sendable (GraphQLOperationDescription, any GraphQLObject) throws -> Void

  /// Creates a check of one operation's data.
  public init<Operation: GraphQLOperation>(
    _ operation: Operation.Type, _ check: @escaping @Sendable (Operation.Data) throws -> Void
  ) {
    body = { _, data in if let data = data as? Operation.Data { try check(data) } }
  }

  /// Creates a check of every operation's data.
  public init(_ check: @escaping @Sendable (GraphQLOperationDescription, any GraphQLObject) throws -> Void) {
    body = check
  }

  /// Throws ``GraphQLPayloadError`` for the errors in payloads: in an object or a list, or a list of strings, in a member with
  /// one of these names.
  ///
  /// - Parameters:
  ///   - members: where the schema has its errors.
  ///   - kinds: whose payloads are looked at. With queries among them, each field of a query's data is a payload.
  public static func userErrors(
    in members: [String] = ["userErrors", "errors", "error"],
    of kinds: Set<GraphQLOperationDescription.Kind> = [.mutation]
  ) -> GraphQLDataCheck {
    GraphQLDataCheck { operation, data in
      guard kinds.contains(operation.kind) else { return }
      guard let fields = try GraphQLValue(json: data.json()).object else { return }
      for (field, payload) in fields.sorted(by: { $0.key < $1.key }) {
        for member in members {
          let errors = GraphQLPayloadError.errors(payload[member])
          if !errors.isEmpty {
            throw GraphQLPayloadError(operationName: operation.name, field: field, errors: errors)
          }
        }
      }
    }
  }

  func run(_ operation: GraphQLOperationDescription, _ data: any GraphQLObject) throws {
    try body(operation, data)
  }
}
