/// How the server learns which document an operation means.
///
/// ```swift
/// var client = GraphQLClient(url: url)
/// client.documents = .automaticallyPersisted
/// ```
public enum GraphQLDocumentPolicy: Hashable, Sendable {
  /// The document is sent each time.
  case text
  /// Its hash is sent; the document follows when the server does not know it yet. The hash was made by the compiler.
  case automaticallyPersisted
  /// Its identifier is sent as `documentId`, a hash unless `operationIdentifiers` in `apus.json` lists another; the
  /// server knows every document that it executes.
  case trusted
}
