import ApusSyntax

/// The Swift names of operations and fragments before they are made unique.
extension GlobalNames {
  /// A type's name with the suffix of its kind: `Album` becomes `AlbumQuery`, and `AlbumQuery` stays.
  static func name(_ name: String, suffix: String) -> String {
    name.hasSuffix(suffix) ? name : name + suffix
  }

  /// A type's name without the suffix of its kind: `AlbumFragment` becomes `Album`, and `Fragment` stays.
  static func stem(of name: String, suffix: String) -> String {
    name.hasSuffix(suffix) && name != suffix ? String(name.dropLast(suffix.count)) : name
  }

  /// The name of an anonymous operation, which comes from its file: `Screens/album-list.graphql` gives `AlbumList`.
  ///
  /// - Parameter isWhole: whether to keep the ending of the code file that the document belongs to: `Album.swift.graphql` gives `AlbumSwift` if so,
  ///   and otherwise `Album`.
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

  /// Whether part of a file's name is the extension of a code file, possibly numbered: `spec`, `ts-11`.
  private static func isCode(_ part: Substring) -> Bool {
    codeEndings.contains(String(part.prefix(while: \.isLetter)).lowercased())
      && part.drop(while: \.isLetter).allSatisfy { $0.isNumber || $0 == "-" || $0 == "_" }
  }

  private static let codeEndings: Set<String> = [
    "dart", "gql", "graphql", "js", "jsx", "kt", "mjs", "spec", "stories", "svelte", "swift", "test", "ts",
    "tsx", "vue",
  ]
}
