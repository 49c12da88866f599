/// Finds the operations of a document without parsing their selections, which is left to the server.
///
/// Specification: <https://spec.graphql.org/draft/#sec-Language.Document>.
struct DocumentScan {
  struct Operation: Hashable {
    var kind: GraphQLOperationDescription.Kind
    /// Empty for an anonymous operation.
    var name: String
  }

  private(set) var operations: [Operation] = []
  /// Whether the document contains `@defer` or `@stream`.
  private(set) var isIncremental = false

  private let bytes: [UInt8]
  private var position = 0

  private enum Token: Equatable {
    case name(String)
    case punctuator(UInt8)
    /// A string or a number.
    case value
  }

  /// - Throws: ``GraphQLClientError/invalidRequest(_:)``.
  init(_ text: String) throws {
    bytes = Array(text.utf8)
    while let token = try next() { try readDefinition(token) }
  }

  /// The operation to run.
  ///
  /// - Parameter name: its name; nil if there is only one operation.
  /// - Throws: ``GraphQLClientError/invalidRequest(_:)``.
  func operation(named name: String?) throws -> Operation {
    if let name {
      guard !name.isEmpty, let operation = operations.first(where: { $0.name == name }) else {
        throw Self.failure("the document has no operation \"\(name)\"")
      }
      return operation
    }
    guard let first = operations.first else { throw Self.failure("the document has no operation") }
    guard operations.count == 1 else {
      throw Self.failure(
        "the document has \(operations.count) operations: choose one with operationName")
    }
    return first
  }

  // MARK: - Definitions

  /// Reads a definition to the end of its selection set.
  private mutating func readDefinition(_ first: Token) throws {
    var token = first
    // Skip a description.
    if token == .value { token = try following() }
    switch token {
    case .punctuator(UInt8(ascii: "{")):
      operations.append(Operation(kind: .query, name: ""))
      try skipGroup()
    case .name("fragment"): try skipToSelections(from: following())
    case .name(let keyword):
      guard let kind = GraphQLOperationDescription.Kind(rawValue: keyword) else {
        throw Self.failure("\"\(keyword)\" begins neither an operation nor a fragment")
      }
      token = try following()
      var operation = Operation(kind: kind, name: "")
      if case .name(let name) = token {
        operation.name = name
        token = try following()
      }
      operations.append(operation)
      try skipToSelections(from: token)
    default: throw Self.failure("a definition begins neither with a keyword nor with a brace")
    }
  }

  /// Skips variables, type condition, directives and the selection set.
  private mutating func skipToSelections(from first: Token) throws {
    var token = first
    while true {
      switch token {
      case .punctuator(UInt8(ascii: "{")): return try skipGroup()
      case .punctuator(UInt8(ascii: "(")): try skipGroup(closing: UInt8(ascii: ")"))
      case .punctuator(UInt8(ascii: "}")), .punctuator(UInt8(ascii: ")")):
        throw Self.failure("a bracket is closed that was not opened")
      default: break
      }
      token = try following()
    }
  }

  /// Skips a group and its closing bracket.
  private mutating func skipGroup(closing: UInt8 = UInt8(ascii: "}")) throws {
    var open = [closing]
    var isDirective = false
    while let expected = open.last {
      let token = try following()
      switch token {
      case .punctuator(UInt8(ascii: "{")): open.append(UInt8(ascii: "}"))
      case .punctuator(UInt8(ascii: "(")): open.append(UInt8(ascii: ")"))
      case .punctuator(UInt8(ascii: "[")): open.append(UInt8(ascii: "]"))
      case .punctuator(let byte)
      where [UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]")].contains(byte):
        guard byte == expected else { throw Self.failure("brackets do not match") }
        open.removeLast()
      case .name("defer"), .name("stream"): if isDirective { isIncremental = true }
      default: break
      }
      isDirective = token == .punctuator(UInt8(ascii: "@"))
    }
  }

  // MARK: - Tokens

  private mutating func following() throws -> Token {
    guard let token = try next() else { throw Self.failure("the document ends within a definition") }
    return token
  }

  private func byte(_ offset: Int = 0) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  /// The next token; nil at the end.
  private mutating func next() throws -> Token? {
    while let byte = byte() {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ","),
        0xEF, 0xBB, 0xBF:
        // The last three are a byte order mark.
        position += 1
      case UInt8(ascii: "#"):
        while let byte = self.byte(), byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") { position += 1 }
      case UInt8(ascii: "\""):
        try skipString()
        return .value
      case _ where Self.isOfName(byte) || byte == UInt8(ascii: "-"):
        let start = position
        position += 1
        let isNumber = !Self.isOfName(byte) || (48...57).contains(byte)
        while let byte = self.byte(),
          Self.isOfName(byte)
            || isNumber && [UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-")].contains(byte)
        {
          position += 1
        }
        return isNumber ? .value : .name(String(decoding: bytes[start..<position], as: UTF8.self))
      case UInt8(ascii: "!")...UInt8(ascii: "~"):
        position += 1
        return .punctuator(byte)
      default: throw Self.failure("it contains a character that GraphQL only allows in strings and comments")
      }
    }
    return nil
  }

  private mutating func skipString() throws {
    let quote = UInt8(ascii: "\"")
    let isBlock = byte(1) == quote && byte(2) == quote
    position += isBlock ? 3 : 1
    while let byte = byte() {
      switch byte {
      case UInt8(ascii: "\\"):
        // In a block string a backslash escapes three quotes.
        let isEscape = !isBlock || self.byte(1) == quote && self.byte(2) == quote && self.byte(3) == quote
        position += isEscape ? (isBlock ? 4 : 2) : 1
      case quote where !isBlock:
        position += 1
        return
      case quote where self.byte(1) == quote && self.byte(2) == quote:
        position += 3
        return
      case UInt8(ascii: "\n") where !isBlock, UInt8(ascii: "\r") where !isBlock:
        throw Self.failure("a string is not closed")
      default: position += 1
      }
    }
    throw Self.failure("a string is not closed")
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 95, 97...122: true
    default: false
    }
  }

  private static func failure(_ reason: String) -> GraphQLClientError {
    .invalidRequest("the text is not a GraphQL document: \(reason)")
  }
}
