import ApusDriver
import ApusSource
import ApusSyntax

/// Handles directives of Apollo iOS in documents, which are not sent: they are deleted or replaced by one of Apus's.
struct ApolloDirectives {
  /// The edits. A deletion includes the white space before the directive.
  private(set) var edits: [SourceEdit] = []
  /// The definitions that are local cache mutations.
  private(set) var localCacheMutations: [String] = []
  /// Whether the document parses.
  private(set) var isReadable = true
  /// The number of deferred fragments.
  private(set) var deferred = 0
  /// The text after the edits, padded with spaces so that offsets stay the same.
  private(set) var text: SourceFile

  private static let names: Set<String> = ["import", "apollo_client_ios_localCacheMutation"]

  /// The replacement for a local cache mutation. It is shorter than Apollo's directive, so that offsets can stay the
  /// same.
  private static let mutable = "@apus(mutable: true)"

  init(_ source: SourceFile) {
    text = source
    let tree = SyntaxTree(names: NameTable())
    guard Parser.parse(source, into: tree).isEmpty else {
      isReadable = false
      return
    }
    var definition = 0
    for node in 0..<tree.count {
      if [.operation, .fragmentDefinition].contains(tree.kind(node)) { definition = node }
      guard tree.kind(node) == .directive else { continue }
      let name = tree.name(node)
      if name == "defer" { deferred += 1 }
      guard ApolloDirectives.names.contains(name) else { continue }
      let range = tree.range(of: node)
      if name == "apollo_client_ios_localCacheMutation" {
        localCacheMutations.append(tree.name(definition))
        edits.append(SourceEdit(source, range.start, range.end, ApolloDirectives.mutable))
        continue
      }
      var start = range.start
      while start > 0, source.bytes[start - 1] == 0x20 { start -= 1 }
      edits.append(SourceEdit(source, start, range.end, ""))
    }
    if edits.isEmpty { return }
    var bytes = Array(UnsafeBufferPointer(start: source.bytes, count: source.count))
    for edit in edits {
      for index in edit.start..<edit.end where bytes[index] != 0x0A && bytes[index] != 0x0D {
        bytes[index] = 0x20
      }
      for (index, byte) in (edit.text ?? "").utf8.enumerated() where edit.start + index < edit.end {
        bytes[edit.start + index] = byte
      }
    }
    text = SourceFile(path: source.path, bytes: bytes)
  }
}
