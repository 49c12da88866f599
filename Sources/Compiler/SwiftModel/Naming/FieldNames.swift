import ApusSyntax

/// The Swift names for response keys. They are computed once per key, because thousands of fields share a few keys.
struct FieldNames {
  struct Names {
    /// The name of the property.
    var member: String
    /// Whether ``member`` equals the key. If this is true of all fields of an object, their names cannot collide, because their keys differ.
    var isKey: Bool
    /// Whether the key begins with a lower-case letter and ``type`` is the capitalized key, as for nearly all keys. Then nothing checks for
    /// collisions with the field's associated type, which is called like ``type`` or has an ending, such as in `TypeSelection`.
    var isWord: Bool
    /// The name of the nested type, if the field has selections.
    var type: String
  }

  private let tree: SyntaxTree
  private let options: GenerationOptions
  private let inflection: Inflection
  private var names: [Names?]
  /// The names of the types of lists' elements, by the plural names: `Albums` to `Album`.
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
    let isWord =
      first >= UInt8(ascii: "a") && type == SwiftNames.capitalized(text) && !type.hasSuffix(NameSuffix.selection)
    let result = Names(member: member, isKey: member == text, isWord: isWord, type: type)
    names[Int(key)] = result
    return result
  }

  /// The singular of a type's name, for the type of a list's elements.
  mutating func singular(of type: String) -> String {
    if let known = singulars[type] { return known }
    let singular = inflection.singular(of: type)
    singulars[type] = singular
    return singular
  }
}
