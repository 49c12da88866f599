import ApusSource

/// The tokens around a place of a Swift file. They are read when they are asked for, because most files have many more.
final class SwiftTokens {
  private var tokens: [SwiftToken] = []
  private var lexer: SwiftLexer

  /// - Parameter lexer: has not read a token yet.
  init(_ lexer: SwiftLexer) { self.lexer = lexer }

  /// The token at an index; nil before the first and after the last one.
  subscript(_ index: Int) -> SwiftToken? {
    if index < 0 { return nil }
    while tokens.count <= index, let next = lexer.next() { tokens.append(next) }
    return index < tokens.count ? tokens[index] : nil
  }

  /// The index of the first token that does not begin before a place.
  func index(from offset: Int) -> Int {
    while (tokens.last?.start ?? -1) < offset, let next = lexer.next() { tokens.append(next) }
    var (low, high) = (0, tokens.count)
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].start < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func isMark(_ index: Int, _ character: Unicode.Scalar) -> Bool { self[index]?.is(character) ?? false }

  func isWord(_ index: Int, _ word: StaticString) -> Bool { self[index]?.is(word: word) ?? false }

  func isWord(_ index: Int, among words: [StaticString]) -> Bool {
    guard let token = self[index] else { return false }
    return words.contains { token.is(word: $0) }
  }

  /// Whether the token is this identifier, with or without backticks.
  func isName(_ index: Int, _ name: StaticString) -> Bool { self[index]?.is(name: name) ?? false }

  func isString(_ index: Int) -> Bool { self[index]?.isString ?? false }

  /// Whether no text separates a token from the next one.
  func isAdjacent(_ index: Int) -> Bool { self[index]?.end == self[index + 1]?.start }
}
