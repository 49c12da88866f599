/// The reason why a JSON text could not be decoded, and where.
///
/// Its description is one sentence:
/// ```text
/// HomeQuery: animals[3].owner.name: expected String, found null
/// HomeQuery: animals[3]: expected ',' or '}', found ']' at line 1, column 212 (byte 211)
/// ```
public struct GraphQLDecodingError: Error, Hashable, Sendable {
  /// The kind of error.
  public enum Kind: Hashable, Sendable {
    /// The text is not JSON.
    case invalidJSON
    /// Objects and lists are nested beyond the limit.
    case tooDeep
    /// A required member is missing.
    case missingKey
    /// A value does not have the type in the schema.
    case typeMismatch
    /// A scalar's codec rejected the value.
    case invalidValue
    /// A `@semanticNonNull` field is null without an error.
    case brokenPromise
    /// A `@required` field is null.
    case requiredNull
  }

  /// The kind of error.
  public var kind: Kind

  /// The name of the operation that the response belongs to; nil if a type is decoded on its own.
  public var operationName: String?

  /// The path of the value in the response.
  public var path: GraphQLPath

  /// A description of the expected value.
  public var expected: String

  /// A description of the value found.
  public var found: String

  /// The offset of the error in the text in bytes, starting at 0.
  public var offset: Int
  /// The line of the error, starting at 1.
  public var line: Int
  /// The column of the error in bytes, starting at 1.
  public var column: Int
}

extension GraphQLDecodingError: CustomStringConvertible {
  public var description: String {
    var text = operationName.map { $0 + ": " } ?? ""
    if !path.components.isEmpty { text += "\(path): " }
    text += "expected \(expected), found \(found)"
    if kind == .invalidJSON || kind == .tooDeep {
      text += " at line \(line), column \(column) (byte \(offset))"
    }
    return text
  }
}
