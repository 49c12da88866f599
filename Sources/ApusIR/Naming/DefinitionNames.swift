import ApusSyntax

/// The names of the definitions of one kind, for a suffix that Swift names end in.
///
/// A name that ends in the suffix already is not given it twice, unless that is the name of another definition:
/// of the fragments `Album` and `AlbumFragment` the second one's protocol is `AlbumFragmentFragment`.
struct DefinitionNames {
  private let suffix: String
  private let options: GenerationOptions
  private let names: Set<String>

  init(_ names: [String], suffix: String, _ options: GenerationOptions) {
    self.suffix = suffix
    self.options = options
    self.names = Set(names.map { options.typeName($0) })
  }

  /// A definition's name, capitalized, without the suffix.
  func stem(of name: String) -> String {
    let name = options.typeName(name)
    guard name.hasSuffix(suffix), name != suffix else { return name }
    let stem = String(name.dropLast(suffix.count))
    return names.contains(stem) ? name : stem
  }

  /// The name of an anonymous operation: its file's up to the last dot, without the folder.
  ///
  /// - Parameter isWhole: whether endings before the last, of code that the document was taken from, are part of the name.
  static func name(ofFile path: String, isWhole: Bool = true) -> String {
    let file = path.split(separator: "/").last ?? "Anonymous"
    let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file
    var parts = stem.split(separator: ".")
    while !isWhole, parts.count > 1, let last = parts.last, isCode(last) { parts.removeLast() }
    let words = parts.joined(separator: ".").split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let name = words.map { SwiftNames.capitalized(String($0)) }.joined()
    guard let first = name.first else { return "Anonymous" }
    return first.isNumber ? "_" + name : name
  }

  /// Whether a part of a file's name is of a source file, numbered or not: `spec`, `ts-11`.
  private static func isCode(_ part: Substring) -> Bool {
    codeEndings.contains(String(part.prefix(while: \.isLetter)).lowercased())
      && part.drop(while: \.isLetter).allSatisfy { $0.isNumber || $0 == "-" || $0 == "_" }
  }

  private static let codeEndings: Set<String> = [
    "dart", "gql", "graphql", "js", "jsx", "kt", "mjs", "spec", "stories", "svelte", "swift", "test", "ts",
    "tsx", "vue",
  ]
}
