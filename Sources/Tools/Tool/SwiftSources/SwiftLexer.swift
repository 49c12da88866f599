import ApusSource

/// A Swift token, as far as searching for names requires.
package struct SwiftToken {
  package enum Kind {
    /// An identifier or keyword, without backticks.
    case word
    /// A number, or a segment of a string up to an interpolation or its end, including quotes.
    case literal
    /// One character of punctuation or of an operator.
    case mark
  }

  package let kind: Kind
  package let text: String
  package let start: Int
  package let end: Int
  /// Whether it is in the condition of an `#if` or `#elseif`.
  package let isCondition: Bool

  /// Whether it is this character of punctuation. For the package that migrates apps.
  package func `is`(_ character: Character) -> Bool {
    if case .mark = kind { text == String(character) } else { false }
  }

  package var isWord: Bool { if case .word = kind { true } else { false } }
}

/// Turns Swift text into tokens. Comments are skipped; interpolated code and all branches of `#if` are included.
package struct SwiftLexer {
  private let source: SourceFile
  private var offset = 0
  private var tokens: [SwiftToken] = []
  private var isCondition = false

  /// A string interrupted by an interpolation.
  private struct OpenString {
    var pounds: Int
    var isMultiline: Bool
    /// The number of open parentheses in the interpolation.
    var depth: Int
  }

  private var open: [OpenString] = []

  package static func tokens(of source: SourceFile) -> [SwiftToken] {
    var lexer = SwiftLexer(source: source)
    while lexer.offset < source.count { lexer.next() }
    return lexer.tokens
  }

  private init(source: SourceFile) { self.source = source }

  private subscript(_ distance: Int) -> UInt8 { source.bytes[min(offset &+ distance, source.count)] }

  private mutating func next() {
    let byte = self[0]
    switch byte {
    case 0x0A, 0x0D:
      isCondition = false
      offset += 1
    case 0x00...0x20: offset += 1
    case UInt8(ascii: "/") where self[1] == byte: skipLine()
    case UInt8(ascii: "/") where self[1] == UInt8(ascii: "*"): skipComment()
    case UInt8(ascii: "\""): string(pounds: 0)
    case UInt8(ascii: "#"): pound()
    case UInt8(ascii: "`"):
      let start = offset
      offset += 1
      while SwiftLexer.isWord(self[0]) { offset += 1 }
      add(.word, source.text(start + 1, offset), start)
      if self[0] == UInt8(ascii: "`") { offset += 1 }
      tokens[tokens.count - 1] = SwiftToken(
        kind: .word, text: tokens[tokens.count - 1].text, start: start, end: offset, isCondition: isCondition)
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      let start = offset
      while SwiftLexer.isWord(self[0]) { offset += 1 }
      add(.literal, source.text(start, offset), start)
    case _ where SwiftLexer.isWord(byte):
      let start = offset
      while SwiftLexer.isWord(self[0]) { offset += 1 }
      add(.word, source.text(start, offset), start)
    case UInt8(ascii: "("), UInt8(ascii: ")"):
      let isOpening = byte == UInt8(ascii: "(")
      if let last = open.indices.last {
        open[last].depth += isOpening ? 1 : -1
        if open[last].depth == 0 {
          let string = open.removeLast()
          mark()
          rest(of: string, from: offset)
          return
        }
      }
      mark()
    default: mark()
    }
  }

  private mutating func mark() {
    offset += 1
    add(.mark, source.text(offset - 1, offset), offset - 1)
  }

  private mutating func add(_ kind: SwiftToken.Kind, _ text: String, _ start: Int) {
    tokens.append(SwiftToken(kind: kind, text: text, start: start, end: offset, isCondition: isCondition))
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  // MARK: - Comments and directives

  private mutating func skipLine() {
    while offset < source.count, self[0] != 0x0A, self[0] != 0x0D { offset += 1 }
  }

  private mutating func skipComment() {
    var depth = 0
    while offset < source.count {
      if self[0] == UInt8(ascii: "/"), self[1] == UInt8(ascii: "*") {
        depth += 1
        offset += 2
      } else if self[0] == UInt8(ascii: "*"), self[1] == UInt8(ascii: "/") {
        depth -= 1
        offset += 2
        if depth == 0 { return }
      } else {
        offset += 1
      }
    }
  }

  private mutating func pound() {
    var pounds = 0
    while self[pounds] == UInt8(ascii: "#") { pounds += 1 }
    if self[pounds] == UInt8(ascii: "\"") { return string(pounds: pounds) }
    if self[pounds] == UInt8(ascii: "/") { return regularExpression(pounds) }
    mark()
    for word in ["if", "elseif"] where word.utf8.elementsEqual((0..<word.utf8.count).map { self[$0] }) {
      if !SwiftLexer.isWord(self[word.utf8.count]) { isCondition = true }
    }
  }

  /// Reads `#/…/#`, up to its end or that of the text.
  private mutating func regularExpression(_ pounds: Int) {
    let start = offset
    offset += pounds + 1
    while offset < source.count {
      if self[0] == UInt8(ascii: "/"), (1...pounds).allSatisfy({ self[$0] == UInt8(ascii: "#") }) {
        offset += pounds + 1
        break
      }
      offset += self[0] == UInt8(ascii: "\\") ? 2 : 1
    }
    offset = min(offset, source.count)
    add(.literal, source.text(start, offset), start)
  }

  // MARK: - Strings

  private mutating func string(pounds: Int) {
    let start = offset
    offset += pounds
    let isMultiline = self[1] == UInt8(ascii: "\"") && self[2] == UInt8(ascii: "\"")
    offset += isMultiline ? 3 : 1
    rest(of: OpenString(pounds: pounds, isMultiline: isMultiline, depth: 0), from: start)
  }

  /// Reads a string up to its end or the next interpolation.
  private mutating func rest(of string: OpenString, from start: Int) {
    let quotes = string.isMultiline ? 3 : 1
    while offset < source.count {
      let byte = self[0]
      if byte == UInt8(ascii: "\\"), (1..<(1 + string.pounds)).allSatisfy({ self[$0] == UInt8(ascii: "#") }) {
        if self[1 + string.pounds] == UInt8(ascii: "(") {
          add(.literal, source.text(start, offset), start)
          offset += 1 + string.pounds
          open.append(OpenString(pounds: string.pounds, isMultiline: string.isMultiline, depth: 0))
          return
        }
        offset = min(offset + 2 + string.pounds, source.count)
      } else if byte == UInt8(ascii: "\""),
        (0..<quotes).allSatisfy({ self[$0] == byte }),
        (quotes..<(quotes + string.pounds)).allSatisfy({ self[$0] == UInt8(ascii: "#") })
      {
        offset = min(offset + quotes + string.pounds, source.count)
        break
      } else if byte == 0x0A, !string.isMultiline {
        break
      } else {
        offset += 1
      }
    }
    add(.literal, source.text(start, offset), start)
  }
}
