import ApusSyntax

/// The Swift names for response keys. They are computed once per key, because thousands of fields share a few keys.
struct FieldNames {
  /// The name of the property, and that of the nested type, if the field has selections.
  typealias Names = (member: String, type: String)

  private let tree: SyntaxTree
  private let options: GenerationOptions
  private var names: [Names?]
  /// For each key, the results of ``isKey(_:)`` and ``isWord(_:)`` as bits; 0 until the key is looked up.
  private var traits: [UInt8]

  private static let isKey: UInt8 = 1
  private static let isWord: UInt8 = 2
  private static let isKnown: UInt8 = 4
  /// Maps type names to their singulars: `Albums` to `Album`.
  private var singulars: [String: String] = [:]

  init(_ tree: SyntaxTree, _ options: GenerationOptions) {
    self.tree = tree
    self.options = options
    names = Array(repeating: nil, count: tree.names.count)
    traits = Array(repeating: 0, count: tree.names.count)
  }

  subscript(key: NameID) -> Names {
    mutating get { find(key) }
  }

  /// Whether the property is called like the key by default. If this is true of all fields of an object, their names cannot collide, because their
  /// keys differ.
  mutating func isKey(_ key: NameID) -> Bool { traits(of: key) & FieldNames.isKey != 0 }

  /// Whether the key begins with a lower-case letter, and the nested type is called like the capitalized key, as for nearly all keys. If this is true
  /// of all fields of an object, no property is called like an associated type by default, and the types of the fields have different default names.
  mutating func isWord(_ key: NameID) -> Bool { traits(of: key) & FieldNames.isWord != 0 }

  private mutating func traits(of key: NameID) -> UInt8 {
    let known = traits[Int(key)]
    if known != 0 { return known }
    _ = find(key)
    return traits[Int(key)]
  }

  private mutating func find(_ key: NameID) -> Names {
    if let known = names[Int(key)] { return known }
    let text = tree.names.string(key)
    let result: Names = (options.memberName(text), options.typeName(ofKey: text))
    names[Int(key)] = result
    var traits = FieldNames.isKnown
    if result.member == text { traits |= FieldNames.isKey }
    let first = text.utf8.first { $0 != UInt8(ascii: "_") } ?? 0
    if first >= UInt8(ascii: "a"), result.type == SwiftNames.capitalized(text) {
      traits |= FieldNames.isWord
    }
    self.traits[Int(key)] = traits
    return result
  }

  /// The singular of a type's name, for the type of a list's elements.
  mutating func singular(of type: String) -> String {
    if let known = singulars[type] { return known }
    let singular = options.singular(of: type)
    singulars[type] = singular
    return singular
  }
}
