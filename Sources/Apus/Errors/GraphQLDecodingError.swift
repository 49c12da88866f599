#if canImport(FoundationEssentials) && !canImport(Darwin)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Why a JSON text could not be decoded, and where.
///
/// Its description is one sentence:
/// ```text
/// HomeQuery: animals[3].owner.name: expected String, found null
/// HomeQuery: animals[3]: expected ',' or '}', found ']' at line 1, column 212 (byte 211)
/// ```
public struct GraphQLDecodingError: Error, Hashable, Sendable {
  /// What kind of fault it is.
  public enum Kind: Hashable, Sendable {
    /// The text is not JSON.
    case invalidJSON
    /// Objects and lists stand within one another beyond the limit.
    case tooDeep
    /// A member that was asked for is not there.
    case missingKey
    /// A value is not of the type that the schema promises.
    case typeMismatch
    /// A scalar's codec refused the value.
    case invalidValue
    /// A field that the schema declares `@semanticNonNull` is null, and no error explains it.
    case brokenPromise
    /// A field that the document requires (`@required`) is null.
    case requiredNull
  }

  /// A byte of the text.
  public struct Position: Hashable, Sendable {
    /// The number of bytes before it.
    public var offset: Int
    /// The line, from 1.
    public var line: Int
    /// The column, in bytes, from 1.
    public var column: Int
  }

  /// What went wrong.
  public var kind: Kind

  /// The name of the operation whose response it is; nil where a type is decoded on its own.
  public var operationName: String?

  /// The value's place in the response.
  public var path: GraphQLPath

  /// What should have been there.
  public var expected: String

  /// What was there.
  public var found: String

  /// Where the fault is in the text.
  public var position: Position
}

extension GraphQLDecodingError: CustomStringConvertible {
  public var description: String {
    var text = operationName.map { $0 + ": " } ?? ""
    if !path.components.isEmpty { text += "\(path): " }
    text += "expected \(expected), found \(found)"
    if kind == .invalidJSON || kind == .tooDeep {
      text += " at line \(position.line), column \(position.column) (byte \(position.offset))"
    }
    return text
  }
}

extension GraphQLDecodingError: LocalizedError {
  /// The description: `localizedDescription` says the same.
  public var errorDescription: String? { description }
}
