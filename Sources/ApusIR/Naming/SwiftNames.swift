/// GraphQL names as Swift identifiers.
///
/// A name that Swift reserves is put in back-ticks wherever it stands.
package enum SwiftNames {
  /// Words that cannot be an identifier as they stand.
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

  /// A usable identifier for a property, parameter or case, before ``escape(_:)``: underscores alone are none.
  /// What code within the type names as a module or codec must not be its own member.
  package static func member(_ name: String) -> String {
    let isCapture =
      name == "Apus" || name == "Swift" || name.hasPrefix("GraphQL") && name.hasSuffix("Codec")
    if isCapture { return lowercasedFirst(name) }
    return isBlank(name) ? name + "blank" : name
  }

  private static func isBlank(_ name: String) -> Bool { name.utf8.allSatisfy { $0 == UInt8(ascii: "_") } }

  /// `name` in back-ticks when Swift reserves it.
  package static func escape(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// The label of an argument in a call, where one word alone is reserved.
  package static func label(_ name: String) -> String { name == "inout" ? "`inout`" : name }

  /// A parameter's name within its function: `self` would hide the value itself, so it is called otherwise there.
  package static func local(_ name: String) -> String { name == "self" ? "__self" : escape(name) }

  /// A parameter's names as they are declared: the label, and ``local(_:)`` where that differs.
  package static func parameter(_ name: String) -> String {
    let label = escape(name)
    let local = local(name)
    return label == local ? label : label + " " + local
  }

  /// A type's name: the first letter capital.
  package static func type(_ name: String) -> String { isBlank(name) ? name + "Blank" : capitalized(name) }

  /// The first letter made capital, underscores before it kept.
  package static func capitalized(_ name: String) -> String {
    let bytes = name.utf8
    var index = bytes.startIndex
    while index < bytes.endIndex, bytes[index] == UInt8(ascii: "_") { index = bytes.index(after: index) }
    guard index < bytes.endIndex else { return name }
    let byte = bytes[index]
    // GraphQL's names are ASCII; what the configuration says may not be.
    if byte >= 0x80 {
      return name[..<index] + name[index...].prefix(1).uppercased() + name[index...].dropFirst()
    }
    guard byte >= UInt8(ascii: "a"), byte <= UInt8(ascii: "z") else { return name }
    var result = String(name[..<index])
    result.unicodeScalars.append(Unicode.Scalar(byte &- 0x20))
    result += name[bytes.index(after: index)...]
    return result
  }

  /// Words of any case to one in camel case: `NEW_HOPE`, `new_hope` and `NewHope` are `newHope`.
  package static func camelCase(_ name: String) -> String {
    let leading = name.prefix { $0 == "_" }
    let words = name.dropFirst(leading.count).split(separator: "_", omittingEmptySubsequences: true)
    var result = String(leading)
    for (index, word) in words.enumerated() {
      let isUpper = !word.contains { $0.isLowercase }
      if index == 0 {
        result += isUpper ? word.lowercased() : lowercasedFirst(String(word))
      } else {
        result +=
          word.prefix(1).uppercased() + (isUpper ? word.dropFirst().lowercased() : String(word.dropFirst()))
      }
    }
    return result.isEmpty ? name : result
  }

  /// The first word in lower case: `URLValue` is `urlValue`, `Cat` is `cat`.
  package static func lowercasedFirst(_ name: String) -> String {
    let upper = name.prefix { $0.isUppercase }
    if upper.count <= 1 || upper.count == name.count {
      return upper.lowercased() + name.dropFirst(upper.count)
    }
    let keep =
      name[name.index(name.startIndex, offsetBy: upper.count)].isLetter ? upper.count - 1 : upper.count
    return name.prefix(keep).lowercased() + name.dropFirst(keep)
  }

  /// Names of types that must not be declared in a nested scope: they would capture the module's or Swift's own.
  package static let reservedTypes: Set<String> = ["Any", "Apus", "Protocol", "Self", "Swift", "Type"]
}

/// Gives out names so that no two are equal within a scope.
struct NameScope {
  /// Names of the scopes around, which many scopes share.
  private let outer: Set<String>
  private var taken: Set<String>

  init(outer: Set<String> = [], taken: Set<String> = []) {
    self.outer = outer
    self.taken = taken
  }

  /// Whether every name is free.
  var isEmpty: Bool { taken.isEmpty && outer.isEmpty }

  func isFree(_ name: String) -> Bool { !taken.contains(name) && !outer.contains(name) }

  mutating func reserve(_ name: String) { taken.insert(name) }

  /// `name`, or with `suffix` and a number behind it the first that is free.
  mutating func claim(_ name: String, suffix: String) -> String {
    var candidate = name
    var number = 1
    while !isFree(candidate) {
      candidate = name + suffix + (number == 1 ? "" : String(number))
      number += 1
    }
    taken.insert(candidate)
    return candidate
  }
}
