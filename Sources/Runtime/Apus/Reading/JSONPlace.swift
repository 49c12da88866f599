/// Finds the path of a byte in JSON text. Only used for errors; the JSON is valid up to that byte.
enum JSONPlace {
  static func position(of offset: Int, in text: UnsafeBufferPointer<UInt8>) -> (line: Int, column: Int) {
    var line = 1
    var lineStart = 0
    for index in 0..<min(offset, text.count) where text[index] == JSONByte.newline {
      line += 1
      lineStart = index + 1
    }
    return (line, offset - lineStart + 1)
  }

  /// The path of the value that begins at a byte, or else of the value that contains it.
  static func path(to offset: Int, in text: UnsafeBufferPointer<UInt8>) -> GraphQLPath {
    GraphQLPath(containers(before: offset, in: text).compactMap(\.component))
  }

  /// The path of the innermost open object or list at a byte.
  static func path(ofContainerAround offset: Int, in text: UnsafeBufferPointer<UInt8>) -> GraphQLPath {
    GraphQLPath(containers(before: offset, in: text).dropLast().compactMap(\.component))
  }

  /// An open object or list, and the step to its current child.
  private struct Container {
    var isObject: Bool
    /// The current child; nil in an object between a value and the next name.
    var component: GraphQLPath.Component?
  }

  private static func containers(before offset: Int, in text: UnsafeBufferPointer<UInt8>) -> [Container] {
    var open: [Container] = []
    var index = 0
    // Whether the next string is a member's name.
    var isNameNext = false
    while index < offset {
      switch text[index] {
      case JSONByte.openBrace:
        open.append(Container(isObject: true, component: nil))
        isNameNext = true
      case JSONByte.openBracket:
        open.append(Container(isObject: false, component: .index(0)))
        isNameNext = false
      case JSONByte.closeBrace, JSONByte.closeBracket:
        _ = open.popLast()
        isNameNext = false
      case JSONByte.comma:
        guard let last = open.indices.last else { break }
        isNameNext = open[last].isObject
        if case .index(let position) = open[last].component { open[last].component = .index(position + 1) }
        if isNameNext { open[last].component = nil }
      case JSONByte.colon:
        isNameNext = false
      case JSONByte.quote:
        let end = endOfString(at: index, in: text)
        if isNameNext, end <= offset, let last = open.indices.last {
          let name = UnsafeBufferPointer(rebasing: text[(index + 1)..<max(index + 1, end - 1)])
          open[last].component = .key(JSONString.unescaping(name))
        }
        index = end - 1
      default:
        break
      }
      index += 1
    }
    return open
  }

  /// The byte after a string's closing quote.
  private static func endOfString(at quote: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    var index = quote + 1
    while index < text.count, text[index] != JSONByte.quote {
      index += text[index] == JSONByte.backslash ? 2 : 1
    }
    return min(index + 1, text.count)
  }
}
