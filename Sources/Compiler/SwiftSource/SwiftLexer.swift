import ApusSource

/// Turns Swift text into tokens, one at a time. Comments are skipped; interpolated code and all branches of `#if` are included.
///
/// Builds run it unoptimized, over every file that has documents. So it is one function over a pointer with a zero sentinel,
/// and ``skim()`` returns only the few tokens that are needed to find documents.
package struct SwiftLexer {
  private let source: SourceFile
  private let bytes: UnsafePointer<UInt8>
  private var count: Int

  /// The offset from which the next token is read.
  private var offset: Int
  /// The kind and place of the current token.
  private(set) var kind = SwiftToken.Kind.mark
  private(set) var start = 0
  private(set) var end = 0
  /// Whether the current token is in the condition of an `#if` or `#elseif`.
  private var isCondition = false
  /// The `#if` around the current token.
  private(set) var conditions: SwiftConditions
  private var readsDirectives = true
  /// Whether ``skim()`` also stops at words of the length of `Self`.
  var findsSelf = false

  /// A string interrupted by an interpolation.
  private struct OpenString {
    var delimiter: SwiftStringDelimiter
    /// The number of open parentheses in the interpolation.
    var depth: Int
  }

  private var open: [OpenString] = []
  /// The string whose interpolation has just ended.
  private var resumed: SwiftStringDelimiter?

  /// Whether the current token is in an interpolation.
  var isInterpolated: Bool { !open.isEmpty }

  package static func tokens(of source: SourceFile) -> [SwiftToken] {
    var lexer = SwiftLexer(source)
    var tokens: [SwiftToken] = []
    while let token = lexer.next() { tokens.append(token) }
    return tokens
  }

  /// A lexer for a whole file.
  init(_ source: SourceFile) { self.init(source, from: SwiftScopes.Boundary()) }

  /// A lexer that begins between two tokens, outside of interpolations.
  init(_ source: SourceFile, from boundary: SwiftScopes.Boundary) {
    self.source = source
    bytes = source.bytes
    count = source.count
    offset = boundary.offset
    conditions = boundary.conditions
    if offset > 0 { return }
    // A byte order mark, and the line of a script that names its interpreter.
    offset = source.textStart
    if bytes[offset] == UInt8(ascii: "#"), bytes[offset + 1] == UInt8(ascii: "!") {
      offset = endOfLine(offset)
    }
  }

  /// A lexer for the condition of an `#if`, which looks for no other condition in it: a line may have any number of these words.
  init(_ source: SourceFile, condition: Range<Int>) {
    self.init(source, from: SwiftScopes.Boundary(offset: condition.lowerBound))
    count = condition.upperBound
    readsDirectives = false
  }

  /// The next token; nil at the end of the text.
  mutating func next() -> SwiftToken? {
    guard advance(isSkimming: false) else { return nil }
    return SwiftToken(
      kind, source, start, end, isCondition: isCondition, unknownCondition: conditions.unknown)
  }

  /// Advances to the next brace or semicolon, or word of the length of the type's name. Without backticks, it begins with the name's
  /// first letter.
  ///
  /// - Returns: whether there is one.
  mutating func skim() -> Bool { advance(isSkimming: true) }

  private mutating func advance(isSkimming: Bool) -> Bool {
    let p = bytes
    let count = count
    var i = offset
    while i < count {
      if let delimiter = resumed {
        resumed = nil
        takeString(i, from: i, delimiter, isFirst: false)
        if !isSkimming { return true }
        i = offset
        continue
      }
      let byte = p[i]
      if byte <= 0x20 {
        if byte == 0x0A || byte == 0x0D { isCondition = false }
        i = i &+ 1
        continue
      }
      if SwiftLexer.isWord(byte) {
        let first = i
        repeat { i = i &+ 1 } while SwiftLexer.isWord(p[i])
        take(byte >= 0x30 && byte <= 0x39 ? .literal : .word, first, i)
        if isSkimming, byte != SwiftDocuments.firstLetter || i &- first != SwiftDocuments.nameLength,
          !findsSelf || i &- first != 4
        {
          continue
        }
        return true
      }
      switch byte {
      case UInt8(ascii: "/"):
        if p[i + 1] == byte {
          i = endOfLine(i)
          continue
        }
        if p[i + 1] == UInt8(ascii: "*") {
          i = endOfComment(i)
          continue
        }
        let expressionEnd = isAfterOperand(before: i) ? nil : SwiftRegularExpression.end(source, i)
        take(expressionEnd == nil ? .mark : .literal, i, expressionEnd ?? i + 1)
      case UInt8(ascii: "\""):
        let delimiter = SwiftStringDelimiter(source, i)
        takeString(i, from: i + delimiter.count, delimiter, isFirst: true)
      case UInt8(ascii: "#"): takePound(i)
      case UInt8(ascii: "`"):
        take(.word, i, endOfIdentifier(i))
        if end &- start == SwiftDocuments.nameLength + 2 { return true }
      case UInt8(ascii: "("), UInt8(ascii: ")"):
        take(.mark, i, i + 1)
        if !open.isEmpty { countParenthesis(byte) }
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ";"):
        take(.mark, i, i + 1)
        return true
      default: take(.mark, i, i + 1)
      }
      if !isSkimming { return true }
      i = offset
    }
    offset = count
    return false
  }

  private mutating func take(_ kind: SwiftToken.Kind, _ start: Int, _ end: Int) {
    self.kind = kind
    self.start = start
    self.end = end
    offset = end
  }

  @_transparent private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x61 && byte <= 0x7A || byte >= 0x41 && byte <= 0x5A || byte == 0x5F
      || byte >= 0x30 && byte <= 0x39 || byte >= 0x80 || byte == 0x24
  }

  // MARK: - Comments and directives

  private func endOfLine(_ start: Int) -> Int { SourceFile.endOfLine(bytes, from: start, count: count) }

  private func endOfComment(_ start: Int) -> Int {
    let p = bytes
    var i = start &+ 2
    var depth = 1
    while i < count {
      if p[i] == UInt8(ascii: "/"), p[i &+ 1] == UInt8(ascii: "*") {
        depth = depth &+ 1
        i = i &+ 2
      } else if p[i] == UInt8(ascii: "*"), p[i &+ 1] == UInt8(ascii: "/") {
        depth = depth &- 1
        i = i &+ 2
        if depth == 0 { break }
      } else {
        i = i &+ 1
      }
    }
    return min(i, count)
  }

  /// The end of an identifier in backticks, which may contain any character but a backtick and a line end.
  private func endOfIdentifier(_ start: Int) -> Int {
    var i = start + 1
    while i < count, bytes[i] != UInt8(ascii: "`"), bytes[i] != 0x0A, bytes[i] != 0x0D { i += 1 }
    return bytes[i] == UInt8(ascii: "`") ? i + 1 : i
  }

  private mutating func takePound(_ start: Int) {
    var next = start
    while bytes[next] == UInt8(ascii: "#") { next += 1 }
    if bytes[next] == UInt8(ascii: "\"") {
      let delimiter = SwiftStringDelimiter(source, start)
      return takeString(start, from: start + delimiter.count, delimiter, isFirst: true)
    }
    if bytes[next] == UInt8(ascii: "/") {
      return take(.literal, start, SwiftRegularExpression.end(source, start, pounds: next - start))
    }
    take(.mark, start, start + 1)
    if !readsDirectives { return }
    if isDirective("if", start) {
      isCondition = true
      conditions.begin(source, start, condition: start + 3..<endOfLine(start + 3))
    } else if isDirective("elseif", start) {
      isCondition = true
      conditions.begin(elseIf: source, start, condition: start + 7..<endOfLine(start + 7))
    } else if isDirective("endif", start) {
      conditions.end()
    }
  }

  /// Whether the `#` at an offset begins a directive.
  private func isDirective(_ name: StaticString, _ start: Int) -> Bool {
    let length = name.utf8CodeUnitCount
    for index in 0..<length where bytes[start + 1 + index] != name.utf8Start[index] { return false }
    return !SwiftLexer.isWord(bytes[start + 1 + length])
  }

  // MARK: - Regular expressions

  /// Whether the token before a slash ends an operand, so that the slash divides it.
  private func isAfterOperand(before slash: Int) -> Bool {
    if end == 0 { return false }
    switch kind {
    case .literal, .string, .stringSegment: return true
    case .word: return !SwiftRegularExpression.isBefore(SwiftToken(kind, source, start, end))
    case .mark:
      let last = bytes[start]
      return end == slash ? !"([{,;:=".utf8.contains(last) : ")]}".utf8.contains(last)
    }
  }

  // MARK: - Strings

  /// Reads a string, or the part of one that follows an interpolation, up to its end or the next interpolation.
  private mutating func takeString(
    _ start: Int, from first: Int, _ string: SwiftStringDelimiter, isFirst: Bool
  ) {
    let p = bytes
    let isMultiline = string.isMultiline
    var i = first
    while i < count {
      let byte = p[i]
      if byte == UInt8(ascii: "\\") {
        guard string.isEscape(source, i) else {
          i = i &+ 1
          continue
        }
        let escaped = i + 1 + string.pounds
        if p[min(escaped, count)] == UInt8(ascii: "(") {
          take(.stringSegment, start, i)
          offset = escaped
          open.append(OpenString(delimiter: string, depth: 0))
          return
        }
        // A single-line string ends with its line, even after a backslash.
        let isLineEnd = p[min(escaped, count)] == 0x0A || p[min(escaped, count)] == 0x0D
        i = min(isLineEnd ? escaped : escaped + 1, count)
      } else if byte == UInt8(ascii: "\"") {
        if string.isEnd(source, i) {
          i = i + string.count
          break
        }
        i = i &+ 1
      } else if byte == 0x0A || byte == 0x0D, !isMultiline {
        break
      } else {
        i = i &+ 1
      }
    }
    take(isFirst ? .string : .stringSegment, start, min(i, count))
  }

  /// Whether the next token, if no comment precedes it, goes on with the list that the current one is in.
  var isInList: Bool {
    var next = end
    while next < count, bytes[next] <= 0x20 { next += 1 }
    return next < count && [UInt8(ascii: ","), UInt8(ascii: ")"), UInt8(ascii: "]")].contains(bytes[next])
  }

  /// Counts the parentheses of the innermost interpolation.
  private mutating func countParenthesis(_ byte: UInt8) {
    let last = open.count - 1
    open[last].depth += byte == UInt8(ascii: "(") ? 1 : -1
    if open[last].depth == 0 { resumed = open.removeLast().delimiter }
  }
}
