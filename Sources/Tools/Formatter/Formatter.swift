import ApusSource
import ApusSyntax

/// Lays out the text of a file: two spaces per level, 80 columns, one selection per line, comments kept in place.
///
/// Tokens and comments keep their order, and text that does not parse is left alone. Formatting is idempotent.
package struct Formatter {
  /// A file after formatting.
  package struct Result {
    package let text: [UInt8]
    /// The parse errors. The text they cover is unchanged.
    package let errors: [SyntaxError]
  }

  /// A definition, or a stretch of text that does not parse.
  private struct Unit {
    var start: Int
    var end: Int
    var isParsed: Bool
  }

  private let source: SourceFile
  private let tree: SyntaxTree
  private var writer: LayoutWriter

  /// Formats a file.
  package static func format(_ source: SourceFile) -> Result {
    let tree = SyntaxTree(names: NameTable())
    let errors = Parser.parse(source, into: tree)
    // Leave the file alone if part of it could not be read.
    if tree.unparsed.isUnknown || tree.count == 0 {
      return Result(
        text: Array(UnsafeBufferPointer(start: source.bytes, count: source.count)), errors: errors)
    }
    var formatter = Formatter(source: source, tree: tree, writer: LayoutWriter(source))
    formatter.writeFile()
    return Result(text: formatter.writer.output, errors: errors)
  }

  /// Formats the definitions that overlap a range of a file, each in place.
  ///
  /// - Returns: ranges with their replacements, in source order; definitions that are already formatted have none.
  package static func edits(_ source: SourceFile, in range: Range<Int>) -> [(
    place: Range<Int>, text: [UInt8]
  )] {
    let tree = SyntaxTree(names: NameTable())
    _ = Parser.parse(source, into: tree)
    if tree.unparsed.isUnknown || tree.count == 0 { return [] }
    var edits: [(place: Range<Int>, text: [UInt8])] = []
    for unit in Formatter(source: source, tree: tree, writer: LayoutWriter(source)).units {
      guard unit.isParsed, unit.start <= range.upperBound, range.lowerBound <= unit.end else { continue }
      let tokens = CommentedToken.all(source, tree.names, from: unit.start, to: unit.end)
      var layout = DefinitionLayout(tokens, LayoutWriter(source))
      layout.writeDefinition()
      // Include the blanks at the start of the line in the edit.
      var start = unit.start
      while start > 0, source.bytes[start - 1] == 0x20 || source.bytes[start - 1] == 0x09 { start -= 1 }
      let isAtLineStart = start == 0 || source.bytes[start - 1] == 0x0A || source.bytes[start - 1] == 0x0D
      if !isAtLineStart { start = unit.start }
      let old = UnsafeBufferPointer(start: source.bytes + start, count: unit.end - start)
      if !layout.writer.output.elementsEqual(old) { edits.append((start..<unit.end, layout.writer.output)) }
    }
    return edits
  }

  private mutating func writeFile() {
    var end = 0
    if source.textStart > 0 {
      writer.output += [0xEF, 0xBB, 0xBF]
      end = 3
    }
    let first = end
    var isFirst = true
    for unit in units {
      let gap = IgnoredGap(source, from: end, to: unit.start, followsToken: !isFirst)
      if let comment = gap.trailing { writer.writeTrailing(comment) }
      writeBefore(unit, gap, isFirst: isFirst, followsUnparsed: unparsedEnd == unit.start)
      if unit.isParsed {
        let tokens = CommentedToken.all(source, tree.names, from: unit.start, to: unit.end)
        var layout = DefinitionLayout(tokens, writer)
        layout.writeDefinition()
        writer = layout.writer
        end = unit.end
      } else {
        writer.writeSource(from: max(unit.start, first), to: endOfText(before: unit.end))
        unparsedEnd = unit.end
        end = unit.end
      }
      isFirst = false
    }
    let gap = IgnoredGap(source, from: end, to: source.count, followsToken: true)
    if let comment = gap.trailing { writer.writeTrailing(comment) }
    writer.endLine()
    for comment in gap.comments {
      if comment.followsEmptyLine { writer.writeLineEnd() }
      writer.writeComment(comment)
      writer.endLine()
    }
  }

  /// The end of the last range that does not parse.
  private var unparsedEnd = -1

  /// Definitions and unparsed ranges in source order.
  private var units: [Unit] {
    let definitions = tree.definitions.map { node in
      Unit(start: Int(tree.nodes[node].start), end: Int(tree.nodes[node].end), isParsed: true)
    }
    let rest = tree.files[0].unparsed.map { Unit(start: $0.lowerBound, end: $0.upperBound, isParsed: false) }
    return (definitions + rest).sorted { $0.start < $1.start }
  }

  /// The end of the last character before `end` that is not white space.
  private func endOfText(before end: Int) -> Int {
    var end = end
    while end > 0, [0x20, 0x09, 0x0A, 0x0D].contains(source.bytes[end - 1]) { end -= 1 }
    return end
  }

  /// Writes the line ends and comments between two definitions: at least one empty line, unless the text before does
  /// not parse.
  private mutating func writeBefore(_ unit: Unit, _ gap: IgnoredGap, isFirst: Bool, followsUnparsed: Bool) {
    writer.endLine()
    if followsUnparsed {
      let tail = IgnoredGap(
        source, from: endOfText(before: unit.start), to: unit.start, followsToken: true)
      if tail.endsWithEmptyLine { writer.writeLineEnd() }
      return
    }
    let hasEmptyLine = gap.endsWithEmptyLine || gap.comments.contains { $0.followsEmptyLine }
    var needsEmptyLine = !isFirst && !hasEmptyLine
    var isStart = isFirst
    for comment in gap.comments {
      if needsEmptyLine || comment.followsEmptyLine && !isStart { writer.writeLineEnd() }
      needsEmptyLine = false
      isStart = false
      writer.writeComment(comment)
      writer.endLine()
    }
    if needsEmptyLine || gap.endsWithEmptyLine && !isStart { writer.writeLineEnd() }
  }
}
