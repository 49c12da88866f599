import ApusCompiler
import ApusDiagnostics
import ApusSyntax

/// Directives of Apollo iOS in documents, which no server knows: they are deleted.
struct ApolloDirectives {
  /// Deletions of the directives, each with the white space before it.
  private(set) var edits: [SourceEdit] = []
  /// The definitions that are local cache mutations.
  private(set) var localCacheMutations: [String] = []
  /// How many fragments are deferred.
  private(set) var deferred = 0
  /// The text with spaces in place of the directives: places in it are those of the file.
  private(set) var text: SourceFile

  private static let names: Set<String> = [
    "import", "apollo_client_ios_localCacheMutation", "apollo_client_ios_mutableFragment",
  ]

  init(_ source: SourceFile) {
    text = source
    let tree = SyntaxTree(names: NameTable())
    guard Parser.parse(source, into: tree).isEmpty else { return }
    var definition = 0
    for node in 0..<tree.count {
      if [.operation, .fragmentDefinition].contains(tree.kind(node)) { definition = node }
      guard tree.kind(node) == .directive else { continue }
      let name = tree.name(node)
      if name == "defer" { deferred += 1 }
      guard ApolloDirectives.names.contains(name) else { continue }
      if name == "apollo_client_ios_localCacheMutation" { localCacheMutations.append(tree.name(definition)) }
      let range = tree.range(of: node)
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
    }
    text = SourceFile(path: source.path, bytes: bytes)
  }
}
