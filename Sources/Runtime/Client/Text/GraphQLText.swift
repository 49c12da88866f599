import Apus
import ApusHash

/// A document as text with its variables, for operations unknown when the app is compiled.
///
/// ```swift
/// let text = try GraphQLText("query Artist($id: ID!) { artist(id: $id) { name } }", variables: ["id": "r1"])
/// let data = try await client.fetch(text, as: ArtistData.self)
/// ```
/// Nothing checks it against a schema: documents in `.graphql` files are. The product `ApusText` makes documents of Swift's expressions.
public struct GraphQLText: Hashable, Sendable {
  /// The document to send.
  public let document: String

  /// The description for interceptors and transports: the kind, the name, and the document's SHA-256. The name of an operation without
  /// one is empty.
  public let operation: GraphQLOperationDescription

  /// The values of the operation's variables.
  public var variables: [String: GraphQLValue]

  /// The files that are sent with the operation, each with its path in the variables: `["image"]`, `["files", 0]`.
  ///
  /// A value at such a place is replaced; objects and lists that lead to it are created if necessary.
  /// The request is one of the GraphQL multipart request specification: <https://github.com/jaydenseric/graphql-multipart-request-spec>.
  public var uploads: [GraphQLPath: GraphQLUpload]

  /// Whether the document contains `@defer` or `@stream`, so that a server may respond in several parts.
  public let isIncremental: Bool

  /// The operation's name; nil where it has none.
  var name: String? { operation.name.isEmpty ? nil : operation.name }

  /// A document of one operation, or the one of several that has a name.
  ///
  /// - Parameters:
  ///   - document: the text, with the fragments that the operation spreads.
  ///   - operationName: which operation is meant; nil where there is one.
  ///   - variables: the values of its variables.
  ///   - uploads: the files that are sent with it, by their places in the variables.
  /// - Throws: ``GraphQLClientError/invalidRequest(_:)`` if the document lacks the operation, or cannot be parsed.
  public init(
    _ document: String, operationName: String? = nil, variables: [String: GraphQLValue] = [:],
    uploads: [GraphQLPath: GraphQLUpload] = [:]
  ) throws {
    let scan = try DocumentScan(document)
    let found = try scan.operation(named: operationName)
    self.document = document
    operation = GraphQLOperationDescription(
      kind: found.kind, name: found.name, id: SHA256.hexadecimal(document))
    self.variables = variables
    self.uploads = uploads
    isIncremental = scan.isIncremental
  }
}
