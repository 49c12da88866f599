import ApusSource
import ApusSwiftSource
import ApusSyntax

/// Formats documents in Swift files, each in its literal.
extension Formatter {
  /// A literal of a Swift file.
  package struct Literal {
    /// The bytes of the Swift file between the quotes.
    package let place: Range<Int>
    /// The formatted text with the literal's indentation and escapes; nil if the literal does not change.
    package let text: [UInt8]?
    package let document: SourceFile
    /// The parse errors. The text they cover is unchanged.
    package let errors: [SyntaxError]
  }

  /// Formats the literals of several lines. One of a single line stays, because its author chose that.
  package static func literals(_ documents: [SourceFile]) -> [Literal] {
    documents.compactMap { document in
      guard let origin = document.origin else { return nil }
      let formatted = format(document)
      var text = formatted.text
      while text.last == 0x0A { text.removeLast() }
      var contents: [UInt8]?
      if origin.isMultiline, !document.isEmptyLines, origin.canHold(text) {
        let new = origin.contents(for: text)
        if !new.elementsEqual(origin.contents.lazy.map { origin.file.bytes[$0] }) { contents = new }
      }
      return Literal(
        place: origin.contents, text: contents, document: document, errors: formatted.errors)
    }
  }

  /// The text of a Swift file with formatted literals.
  package static func text(of source: SourceFile, _ literals: [Literal]) -> [UInt8] {
    var result: [UInt8] = []
    var end = 0
    for literal in literals {
      guard let text = literal.text else { continue }
      result += UnsafeBufferPointer(start: source.bytes + end, count: literal.place.lowerBound - end)
      result += text
      end = literal.place.upperBound
    }
    return result + UnsafeBufferPointer(start: source.bytes + end, count: source.count - end)
  }
}

extension SourceFile {
  /// Whether the text consists of line ends, so that it has nothing to format.
  fileprivate var isEmptyLines: Bool { (0..<count).allSatisfy { bytes[$0] == 0x0A } }
}
