/// Maps GraphQL to the file that contains it: in a string literal of a Swift file, in a string of a JSON file, or as an introspection result, from
/// which a schema is generated.
///
/// Offsets in both are related piece by piece. A literal has an indentation and escapes that the text lacks.
package struct TextOrigin {
  /// A part of the text.
  package struct Piece {
    /// The offset of its first byte in the text.
    package var textStart: Int
    /// The offset of its first byte in the file.
    package var start: Int
    package var kind: Kind

    package init(textStart: Int, start: Int, _ kind: Kind) {
      self.textStart = textStart
      self.start = start
      self.kind = kind
    }
  }

  /// The way in which a piece comes from the file.
  package enum Kind: Equatable {
    /// The bytes of the text are also those of the file.
    case verbatim
    /// The piece is the value of one escape.
    case escape
    /// The piece is generated from a part of the file with this end.
    case generated(end: Int)
  }

  /// The form in which a file contains GraphQL.
  package enum Container {
    case swiftLiteral
    case jsonString
    /// The text is generated from an introspection result, so that only places in the file make sense to people.
    case introspection
  }

  package let container: Container
  /// The file that contains the text.
  package let file: SourceFile
  /// The bytes of the file that the text comes from: those between a literal's quotes.
  package let contents: Range<Int>
  /// The parts of the text, in order; the first begins at 0.
  private let pieces: [Piece]

  package init(_ container: Container, file: SourceFile, contents: Range<Int>, pieces: [Piece]) {
    self.container = container
    self.file = file
    self.contents = contents
    self.pieces = pieces
  }

  /// The offset in the file of a place in the text. A place within the value of an escape is that of the escape.
  package func offset(at textOffset: Int) -> Int {
    guard let index = lastPiece({ $0.textStart <= textOffset }) else { return contents.lowerBound }
    let piece = pieces[index]
    return piece.kind == .verbatim
      ? min(piece.start + textOffset - piece.textStart, contents.upperBound) : piece.start
  }

  /// The place in the file of a part of the text. For generated text, it is that of the piece in which the part begins.
  package func place(_ start: Int, _ end: Int) -> (start: Int, end: Int) {
    if let index = lastPiece({ $0.textStart <= start }), case .generated(let end) = pieces[index].kind {
      return (pieces[index].start, end)
    }
    return (offset(at: start), offset(at: end))
  }

  /// The offset in the text of a place in the file, or of the nearest one before it.
  package func textOffset(at offset: Int) -> Int {
    guard let index = lastPiece({ $0.start <= offset }) else { return 0 }
    let piece = pieces[index]
    let inPiece = piece.kind == .verbatim ? piece.textStart + max(0, offset - piece.start) : piece.textStart
    return index + 1 < pieces.count ? min(inPiece, pieces[index + 1].textStart) : inPiece
  }

  /// Whether a place in the file is in the text, or at its end.
  package func contains(_ offset: Int) -> Bool { contents.contains(offset) || offset == contents.upperBound }

  /// The index of the last piece that is not after a place, or else of the first piece.
  private func lastPiece(_ isBefore: (Piece) -> Bool) -> Int? {
    var low = 0
    var high = pieces.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if isBefore(pieces[middle]) { low = middle } else { high = middle }
    }
    return pieces.isEmpty ? nil : low
  }
}

extension SourceFile {
  /// The offset of a place in the file that people see, which is another one if the text has an ``origin``.
  package func offsetInFile(_ offset: Int) -> Int { origin?.offset(at: offset) ?? offset }
}
