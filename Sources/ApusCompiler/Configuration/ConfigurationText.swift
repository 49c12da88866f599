/// What a string in a configuration has to be. Names go into Swift code, so nothing else may be among them.
enum ConfigurationText {
  case path
  /// A name that Swift takes for a type, a module or a protocol.
  case swiftName
  /// A Swift type, which may have arguments: `[String: Money]`.
  case swiftType
  case word

  var description: String {
    switch self {
    case .path: "a path, relative to the configuration's folder"
    case .swiftName: "a Swift name"
    case .swiftType: "a Swift type"
    case .word: "a word"
    }
  }

  func allows(_ text: String) -> Bool {
    switch self {
    case .path, .word: return !text.isEmpty && !text.contains("\0")
    case .swiftName:
      return !text.isEmpty
        && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(
          ConfigurationText.isIdentifier)
    case .swiftType:
      let marks: Set<Character> = ["<", ">", "[", "]", ",", ":", " ", "?", ".", "&"]
      let names = text.split(omittingEmptySubsequences: true) { marks.contains($0) }
      return !names.isEmpty && names.allSatisfy(ConfigurationText.isIdentifier)
    }
  }

  private static func isIdentifier(_ name: Substring) -> Bool {
    guard let first = name.first, first == "_" || first.isLetter else { return false }
    return name.allSatisfy { $0 == "_" || $0.isLetter || ($0.isASCII && $0.isNumber) }
  }
}
