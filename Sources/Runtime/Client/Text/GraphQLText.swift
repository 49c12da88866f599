import Apus
import ApusHash

/// An operation whose document is only known at run time: a document as text with its variables.
///
/// ```swift
/// let artist = try GraphQLText("query Artist($id: ID!) { artist(id: $id) { name } }", variables: ["id": "r1"])
/// let data = try await client.fetch(artist)
/// print(data["artist"]["name"].string ?? "no name")
/// ```
/// A client sends it like a generated operation: as the query, mutation or subscription that its document contains. If the function that it is passed to
/// sends another kind, that throws ``GraphQLClientError/invalidRequest(_:)``. The data is a `GraphQLAnyObject`, which decodes any `Decodable` type.
///
/// The document is not checked against a schema, in contrast to documents in `.graphql` files, and it bypasses the client's cache. The product
/// `ApusText` creates documents from Swift expressions.
public struct GraphQLText: Hashable, Sendable {
  /// The document to send.
  public let document: String

  /// The description for interceptors and transports: the kind, the name (empty for an anonymous operation), and the document's SHA-256.
  public let operation: GraphQLOperationDescription

  /// The values of the operation's variables.
  public var variables: [String: GraphQLValue]

  /// The files to upload with the operation, each with its path in the variables: `["image"]`, `["files", 0]`.
  ///
  /// The value at the path is replaced. Missing objects and lists on the way are created. The request follows the GraphQL multipart request
  /// specification: <https://github.com/jaydenseric/graphql-multipart-request-spec>.
  public var uploads: [GraphQLPath: GraphQLUpload]

  /// Whether the document contains `@defer` or `@stream`, so that a server may respond in several parts.
  public let isIncremental: Bool

  /// The operation's name; nil for an anonymous operation.
  var name: String? { operation.name.isEmpty ? nil : operation.name }

  /// Creates a document with one operation, or one of several operations.
  ///
  /// - Parameters:
  ///   - document: the document, with the fragments that the operation spreads.
  ///   - operationName: the name of the operation to execute; nil if the document has only one.
  ///   - variables: the values of the operation's variables.
  ///   - uploads: the files to upload, by their paths in the variables.
  /// - Throws: ``GraphQLClientError/invalidRequest(_:)`` if the document lacks the operation or cannot be parsed.
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
