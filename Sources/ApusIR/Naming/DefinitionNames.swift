import ApusSyntax

/// The names of the definitions of one kind, for a suffix that Swift names end in.
///
/// A name that ends in the suffix already is not given it twice, unless that is the name of another definition:
/// of the fragments `Album` and `AlbumFragment` the second one's protocol is `AlbumFragmentFragment`.
struct DefinitionNames {
  private let suffix: String
  private let names: Set<String>

  init(_ names: [String], suffix: String) {
    self.suffix = suffix
    self.names = Set(names.map(SwiftNames.type))
  }

  /// A definition's name, capitalized, without the suffix.
  func stem(of name: String) -> String {
    let name = SwiftNames.type(name)
    guard name.hasSuffix(suffix), name != suffix else { return name }
    let stem = String(name.dropLast(suffix.count))
    return names.contains(stem) ? name : stem
  }

  /// The name of an anonymous operation: its file's up to the last dot, without the folder.
  static func name(ofFile path: String) -> String {
    let file = path.split(separator: "/").last ?? "Anonymous"
    let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file
    let words = stem.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let name = words.map { SwiftNames.capitalized(String($0)) }.joined()
    guard let first = name.first else { return "Anonymous" }
    return first.isNumber ? "_" + name : name
  }
}
