import ApusSource

/// A Swift token, as far as searching for names and literals requires.
package struct SwiftToken {
  package enum Kind {
    /// An identifier or keyword.
    case word
    /// A string without interpolations, including its delimiters, or the start of one that does not end.
    case string
    /// A segment of a string between interpolations, including a delimiter at its start or end.
    case stringSegment
    /// A number or a regular expression.
    case literal
    /// One character of punctuation or of an operator.
    case mark
  }

  package let kind: Kind
  package let start: Int
  package let end: Int
  /// Whether it is in the condition of an `#if` or `#elseif`.
  package let isCondition: Bool
  /// The offset of a clause of `#if` around it that depends on more than the platform.
  let unknownCondition: Int?
  private let source: SourceFile

  init(
    _ kind: Kind, _ source: SourceFile, _ start: Int, _ end: Int, isCondition: Bool = false,
    unknownCondition: Int? = nil
  ) {
    self.kind = kind
    self.source = source
    self.start = start
    self.end = end
    self.isCondition = isCondition
    self.unknownCondition = unknownCondition
  }

  /// The text; an identifier is without its backticks.
  package var text: String {
    if kind == .word, source.bytes[start] == UInt8(ascii: "`") {
      return source.text(
        start + 1, source.bytes[end - 1] == UInt8(ascii: "`") && end > start + 1 ? end - 1 : end)
    }
    return source.text(start, end)
  }

  /// Whether it is this character of punctuation or of an operator.
  package func `is`(_ character: Unicode.Scalar) -> Bool {
    kind == .mark && UInt32(source.bytes[start]) == character.value
  }

  /// Whether it opens a bracket other than one of types.
  var opensBracket: Bool { `is`("(") || `is`("[") || `is`("{") }

  var closesBracket: Bool { `is`(")") || `is`("]") || `is`("}") }

  package var isWord: Bool { kind == .word }

  var isString: Bool { kind == .string || kind == .stringSegment }

  /// Whether it is this keyword or identifier. A keyword in backticks is an identifier, and not equal to it.
  package func `is`(word: StaticString) -> Bool { kind == .word && holds(word, from: start, to: end) }

  /// Whether it is this identifier, with or without backticks.
  func `is`(name: StaticString) -> Bool {
    if kind != .word { return false }
    return source.bytes[start] == UInt8(ascii: "`")
      ? holds(name, from: start + 1, to: end - 1) : holds(name, from: start, to: end)
  }

  private func holds(_ word: StaticString, from start: Int, to end: Int) -> Bool {
    guard end - start == word.utf8CodeUnitCount else { return false }
    let text = word.utf8Start
    var index = 0
    while index < end - start {
      if source.bytes[start + index] != text[index] { return false }
      index += 1
    }
    return true
  }
}
