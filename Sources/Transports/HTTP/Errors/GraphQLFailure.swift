import Apus
import ApusPlatform

/// The errors of a response, with its data and extensions.
///
/// ```swift
/// do {
///   _ = try await client.fetch(AlbumQuery(id: "a1"))
/// } catch GraphQLClientError.graphQL(let failure) {
///   print(failure.errors.map(\.message), failure.data(of: AlbumQuery.self)?.album?.title ?? "no title")
/// }
/// ```
public struct GraphQLFailure: Error, Sendable {
  /// The name of the operation.
  public var operationName: String

  /// The errors in the response; never empty.
  public var errors: [GraphQLError]

  /// The response's data, an `Operation.Data`, in which failed fields are null; `nil` if there is none.
  public var data: (any GraphQLObject)?

  /// The server's additional information: `extensions`.
  public var extensions: GraphQLValue?

  /// The client's notes about how the response arrived.
  package let origin: ResponseOrigin

  /// The type of the operation's data, even if there is none.
  private let dataType: ObjectIdentifier

  package init<Data>(_ response: GraphQLResponse<Data>, operationName: String) {
    self.operationName = operationName
    errors = response.errors
    data = response.data
    extensions = response.extensions
    origin = response.origin
    dataType = ObjectIdentifier(Data.self)
  }

  /// Returns the data, if the response belongs to the operation and has data.
  public func data<Operation: GraphQLOperation>(of operation: Operation.Type) -> Operation.Data? {
    data as? Operation.Data
  }

  /// Returns the response with data, errors and extensions, if it belongs to the operation.
  public func response<Operation: GraphQLOperation>(
    to operation: Operation.Type
  ) -> GraphQLResponse<Operation.Data>? {
    // Operations that only spread the same fragment share the type of its data. Documents as text have one type without a name.
    let hasName = Operation.operationName.isEmpty || operationName == Operation.operationName
    guard hasName, dataType == ObjectIdentifier(Operation.Data.self) else { return nil }
    var response = GraphQLResponse(data: data as? Operation.Data, errors: errors, extensions: extensions)
    response.origin = origin
    return response
  }

  /// Returns the errors of a field and of fields within it.
  public func errors(at path: GraphQLPath) -> [GraphQLError] {
    errors.filter { $0.path?.starts(with: path) ?? false }
  }
}

extension GraphQLFailure: CustomStringConvertible, LocalizedError {
  /// Equal to ``description``.
  public var errorDescription: String? { description }

  public var description: String {
    "\(operationName): the server reports: \(errors.map(\.description).joined(separator: "; "))"
  }
}
