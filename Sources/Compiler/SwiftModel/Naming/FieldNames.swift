import ApusSyntax

/// The Swift names that response keys become. Each is found once: thousands of fields share a few keys.
struct FieldNames {
  struct Names {
    /// The property's.
    var member: String
    /// Whether ``member`` is the key itself: then no other key becomes it, unless that key changes.
    var isKey: Bool
    /// Whether the key begins with a small letter, and its type is the key with a capital: its associated type's name is then the
    /// same, or no type's.
    var isWord: Bool
    /// The type's, of an object.
    var type: String
  }

  private let tree: SyntaxTree
  private let options: GenerationOptions
  private let inflection: Inflection
  private var names: [Names?]
  /// The names of the types of lists' elements, by those of objects.
  private var singulars: [String: String] = [:]

  init(_ tree: SyntaxTree, _ options: GenerationOptions) {
    self.tree = tree
    self.options = options
    inflection = Inflection(exceptions: options.singulars)
    names = Array(repeating: nil, count: tree.names.count)
  }

  subscript(key: NameID) -> Names {
    mutating get { find(key) }
  }

  private mutating func find(_ key: NameID) -> Names {
    if let known = names[Int(key)] { return known }
    let text = tree.names.string(key)
    let member = options.memberName(text)
    let type = options.typeName(ofKey: text)
    let first = text.utf8.first { $0 != UInt8(ascii: "_") } ?? 0
    let isWord = first >= UInt8(ascii: "a") && type == SwiftNames.capitalized(text)
    let result = Names(member: member, isKey: member == text, isWord: isWord, type: type)
    names[Int(key)] = result
    return result
  }

  /// The singular of an object's type: the name of a list's element.
  mutating func singular(of type: String) -> String {
    if let known = singulars[type] { return known }
    let singular = inflection.singular(of: type)
    singulars[type] = singular
    return singular
  }
}
