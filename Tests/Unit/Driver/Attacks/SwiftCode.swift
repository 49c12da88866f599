/// What of a Swift file the compiler would take for code: neither comments nor the text of literals, but what is interpolated
/// into them.
struct SwiftCode {
  /// The words of the code.
  private(set) var words: Set<String> = []
  private let text: [UInt8]
  private var index = 0
  private var word: [UInt8] = []

  init(_ text: String) {
    self.text = Array(text.utf8) + [0, 0, 0, 0]
    readCode(until: nil)
  }

  private var isAtEnd: Bool { index >= text.count - 4 }

  private func begins(_ start: String) -> Bool { text[index...].starts(with: start.utf8) }

  /// - Parameter closing: the parenthesis that ends an interpolation.
  private mutating func readCode(until closing: UInt8?) {
    var depth = 0
    while !isAtEnd {
      let byte = text[index]
      if begins("//") {
        endWord()
        while !isAtEnd, text[index] != UInt8(ascii: "\n"), text[index] != UInt8(ascii: "\r") { index += 1 }
      } else if begins("/*") {
        endWord()
        skipBlockComment()
      } else if let marks = literalMarks {
        endWord()
        index += marks
        readLiteral(marks)
      } else {
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == closing {
          if depth == 0 {
            index += 1
            return endWord()
          }
          depth -= 1
        }
        let isPart =
          byte >= 0x80 || byte == UInt8(ascii: "_") || Character(Unicode.Scalar(byte)).isLetter
          || Character(Unicode.Scalar(byte)).isNumber
        if isPart { word.append(byte) } else { endWord() }
        index += 1
      }
    }
    endWord()
  }

  private mutating func endWord() {
    if !word.isEmpty { words.insert(String(decoding: word, as: UTF8.self)) }
    word = []
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if begins("/*") {
        depth += 1
        index += 2
      } else if begins("*/") {
        depth -= 1
        index += 2
      } else {
        index += 1
      }
    } while depth > 0 && !isAtEnd
  }

  /// The number of `#` before a quote here, or nil when no literal begins here.
  private var literalMarks: Int? {
    let marks = text[index...].prefix { $0 == UInt8(ascii: "#") }.count
    return text[index + marks] == UInt8(ascii: "\"") ? marks : nil
  }

  private mutating func readLiteral(_ marks: Int) {
    let hashes = String(repeating: "#", count: marks)
    let quotes = begins("\"\"\"") ? "\"\"\"" : "\""
    index += quotes.utf8.count
    while !isAtEnd {
      if begins(quotes + hashes) {
        index += quotes.utf8.count + marks
        return
      }
      if begins("\\" + hashes + "(") {
        index += 2 + marks
        readCode(until: UInt8(ascii: ")"))
      } else if begins("\\" + hashes) {
        index += 2 + marks
      } else if quotes == "\"", text[index] == UInt8(ascii: "\n") || text[index] == UInt8(ascii: "\r") {
        // A literal of one line ends with it: what follows is code.
        return
      } else {
        index += 1
      }
    }
  }
}
