/// Converts GraphQL names to Swift identifiers. A name that Swift reserves is written in back-ticks.
package enum SwiftNames {
  /// Words that cannot be identifiers without back-ticks.
  private static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case", "catch", "class",
    "continue",
    "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func",
    "guard",
    "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup",
    "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript",
    "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// A valid identifier for a property, parameter or case, before ``escape(_:)``. `_` becomes `_blank`, because no identifier consists of underscores
  /// alone. `Apus` becomes `apus`, because it would hide the module from code in the type; `Swift` and the names of the runtime's codecs change for
  /// the same reason.
  package static func member(_ name: String) -> String {
    if name == "Apus" || name == "Swift" || RuntimeNames.isCodec(name) { return lowercasedFirst(name) }
    return isBlank(name) ? name + "blank" : name
  }

  /// A usable name for a case. `Kind.self`, `Kind.Type`, `Kind.Protocol` and `Kind.init` have other meanings in Swift.
  package static func caseName(_ name: String) -> String {
    ["self", "Self", "Type", "Protocol", "init"].contains(name) ? name + "_" : member(name)
  }

  static func isBlank(_ name: some StringProtocol) -> Bool {
    name.utf8.allSatisfy { $0 == UInt8(ascii: "_") }
  }

  /// The lengths of the keywords that begin with each byte, as bits. A glance at these rules out nearly all of the thousands of names without hashing
  /// them.
  private static let keywordLengths: [UInt32] = {
    var lengths = [UInt32](repeating: 0, count: 256)
    for word in keywords {
      if let first = word.utf8.first { lengths[Int(first)] |= 1 << UInt32(word.utf8.count) }
    }
    return lengths
  }()

  static func isKeyword(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count < 32,
      keywordLengths[Int(first)] >> UInt32(name.utf8.count) & 1 != 0
    else { return false }
    return keywords.contains(name)
  }

  /// `name`, in back-ticks if Swift reserves it.
  package static func escape(_ name: String) -> String { isKeyword(name) ? "`\(name)`" : name }

  /// The label of an argument in a call. `inout` is the only word that needs back-ticks there.
  package static func label(_ name: String) -> String { name == "inout" ? "`inout`" : name }

  /// A parameter's name within its function. A parameter `self` would hide the value that the function belongs to, so it gets another name.
  package static func local(_ name: String) -> String { name == "self" ? "__self" : escape(name) }

  /// A parameter's names in its declaration: the label, and ``local(_:)`` if that differs.
  package static func parameter(_ name: String) -> String {
    let label = escape(name)
    let local = local(name)
    return label == local ? label : label + " " + local
  }

  /// A type's name: each word begins with a capital, and underscores between words are removed.
  package static func type(_ name: String) -> String { isBlank(name) ? name + "Blank" : joinedWords(name) }

  /// The first component of a type's name, without its generic arguments.
  static func head(ofPath path: String) -> String {
    guard let end = path.utf8.firstIndex(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "<") }) else {
      return path
    }
    return String(path[..<end])
  }

  /// Capitalizes the first letter and keeps underscores before it.
  package static func capitalized(_ name: String) -> String {
    let bytes = name.utf8
    var index = bytes.startIndex
    while index < bytes.endIndex, bytes[index] == UInt8(ascii: "_") { index = bytes.index(after: index) }
    guard index < bytes.endIndex else { return name }
    let byte = bytes[index]
    // GraphQL names are ASCII, but names in the configuration may not be.
    if byte >= 0x80 {
      return name[..<index] + name[index...].prefix(1).uppercased() + name[index...].dropFirst()
    }
    guard byte >= UInt8(ascii: "a"), byte <= UInt8(ascii: "z") else { return name }
    var result = String(name[..<index])
    result.unicodeScalars.append(Unicode.Scalar(byte &- 0x20))
    result += name[bytes.index(after: index)...]
    return result
  }

  /// Names that generated types must not have. The first six would hide a module or have a meaning in Swift's syntax. The others belong to literals:
  /// Swift looks up their types by names such as `IntegerLiteralType`, so a type with that name would become the type of all integer literals in its
  /// scope. Also, extensions of `GraphQLNullable` would find its associated types with these names first.
  package static let reservedTypes: Set<String> = [
    "Any", "Apus", "Protocol", "Self", "Swift", "Type",
    "ArrayLiteralElement", "BooleanLiteralType", "ExtendedGraphemeClusterLiteralType",
    "ExtendedGraphemeClusterType",
    "FloatLiteralType", "IntegerLiteralType", "StringInterpolation", "StringLiteralType",
    "UnicodeScalarLiteralType", "UnicodeScalarType",
  ]
}
