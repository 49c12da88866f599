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
}
