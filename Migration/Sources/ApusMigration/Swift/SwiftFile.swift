import ApusSource
import SwiftOperators
import SwiftParser
import SwiftSyntax

/// A parsed Swift file of the app. Offsets in the tree are byte offsets in the file, whatever its line ends.
package final class SwiftFile {
  package let source: SourceFile
  let tree: SourceFileSyntax
  /// The modules that the file imports.
  let imports: Set<String>
  /// The modules that the file re-exports with `@_exported`, so that every file of its module sees them.
  let exports: Set<String>
  /// The name of the target that compiles the file; empty if none is found.
  var target = ""
  /// Whether the file is compiled in the language mode of Swift 6, as far as the manifest or the project says.
  var isSwift6 = false
  /// The edits, and the places left to a person.
  var edits: [SourceEdit] = []
  /// The number of requests with completion handlers.
  var completions = 0
  /// Calls of the app's own functions that share their names with Apollo's.
  var ownCalls = 0

  package init(_ source: SourceFile) {
    self.source = source
    let parsed = Parser.parse(source: UnsafeBufferPointer(start: source.bytes, count: source.count))
    // A custom operator has unknown precedence, so its expressions stay flat and can only be listed.
    tree = OperatorTable.standardOperators.foldAll(parsed) { _ in }.as(SourceFileSyntax.self) ?? parsed
    let finder = ImportFinder(viewMode: .sourceAccurate)
    finder.walk(tree)
    imports = finder.imports
    exports = finder.exports
  }

  /// The line ending of the file.
  var lineEnd: String {
    let (_, end) = source.lineBounds(0)
    guard end < source.count, source.bytes[end] == UInt8(ascii: "\r") else { return "\n" }
    return "\r\n"
  }

  /// Changed lines with all edits in them.
  var changes: [Change] {
    var found: [Change] = []
    var rest = SourceEdit.effective(edits)[...]
    while let first = rest.first {
      let line = source.line(at: first.start)
      var end = source.lineBounds(source.line(at: first.end)).end
      var group: [SourceEdit] = []
      while let next = rest.first, next.start <= end {
        end = max(end, source.lineBounds(source.line(at: next.end)).end)
        group.append(next)
        rest.removeFirst()
      }
      let start = source.lineBounds(line).start
      let new = SourceEdit.applied(group, to: source, start, end)
      var reasons: [String] = []
      for edit in group where !reasons.contains(edit.task) { reasons.append(edit.task) }
      found.append(
        Change(
          line: line + 1, old: source.text(start, end), new: String(decoding: new, as: UTF8.self),
          reasons: reasons))
    }
    return found
  }

  struct Change {
    var line: Int
    var old: String
    var new: String
    var reasons: [String]
  }

  /// The 1-based line of an offset after the edits.
  func lineAfter(_ offset: Int) -> Int {
    var line = source.line(at: offset) + 1
    for edit in SourceEdit.effective(edits) where edit.start < offset {
      let removed = source.line(at: min(edit.end, offset)) - source.line(at: edit.start)
      line += (edit.text ?? "").utf8.count { $0 == UInt8(ascii: "\n") } - removed
    }
    return line
  }
}

private final class ImportFinder: SyntaxVisitor {
  var imports: Set<String> = []
  var exports: Set<String> = []

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    guard let module = node.path.first?.name.text else { return .skipChildren }
    imports.insert(module)
    if node.attributes.trimmedDescription.contains("@_exported") { exports.insert(module) }
    return .skipChildren
  }
}

extension SyntaxProtocol {
  /// The offset of the node's first byte, without trivia.
  var start: Int { positionAfterSkippingLeadingTrivia.utf8Offset }
  /// The nodes around this one, the innermost first.
  var ancestors: UnfoldSequence<Syntax, Syntax?> {
    sequence(state: parent) { node in
      defer { node = node?.parent }
      return node
    }
  }

  /// The offset past the node's last byte, without trivia.
  var end: Int { endPositionBeforeTrailingTrivia.utf8Offset }
}

extension Array where Element == UInt8 {
  /// Whether the Swift compiler can read the bytes: UTF-8, optionally with a byte order mark.
  var isSwiftText: Bool { !contains(0) && String(validating: self, as: UTF8.self) != nil }
}
