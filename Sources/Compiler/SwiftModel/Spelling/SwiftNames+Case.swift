import ApusShapes

extension SwiftNames {
  /// The words of a name, capitalized and joined without underscores: `PageTitle_model` becomes `PageTitleModel`.
  ///
  /// Leading underscores stay, and so does an underscore between two digits. If several words are all in capitals, only their first letters stay so:
  /// `GET_CHAPTERS` becomes `GetChapters`. Otherwise capitals stay: `CMS` is unchanged, and `CMS_page` becomes `CMSPage`.
  static func joinedWords(_ name: String) -> String {
    var name = name
    let result = name.withUTF8 { bytes -> String? in
      var leading = 0
      while leading < bytes.count, bytes[leading] == Words.underscore { leading &+= 1 }
      var separator = leading
      while separator < bytes.count, bytes[separator] != Words.underscore { separator &+= 1 }
      if separator == bytes.count { return nil }
      let isShouted = !bytes.contains(where: Words.isLowercase)
      var result = Array(bytes[..<leading])
      var isStart = true
      var index = leading
      while index < bytes.count {
        let byte = bytes[index]
        if byte == Words.underscore {
          isStart = true
          let isBetweenDigits =
            index + 1 < bytes.count && Words.isDigit(bytes[index - 1]) && Words.isDigit(bytes[index + 1])
          if isBetweenDigits { result.append(byte) }
        } else {
          if isStart {
            result.append(Words.isLowercase(byte) ? byte &- 0x20 : byte)
          } else {
            result.append(isShouted && Words.isUppercase(byte) ? byte &+ 0x20 : byte)
          }
          isStart = false
        }
        index += 1
      }
      return String(decoding: result, as: UTF8.self)
    }
    return result ?? capitalized(name)
  }

  /// The words that all type names end with, such as `Cat` for `HouseCat` and `WildCat`; nil if there are none, or if one name is just these words.
  static func commonEnding(of names: [String]) -> String? {
    guard var common = names.first.map({ Substring($0) }) else { return nil }
    for name in names.dropFirst() {
      while !name.hasSuffix(common) { common.removeFirst() }
    }
    // Start at the beginning of a word.
    while let first = common.first, !first.isUppercase { common.removeFirst() }
    guard common.contains(where: \.isLowercase), !names.contains(String(common)) else { return nil }
    return String(common)
  }

  /// The name with its first word in lower case: `URLValue` becomes `urlValue`, `Cat` becomes `cat`.
  package static func lowercasedFirst(_ name: String) -> String {
    var name = name
    return name.withUTF8 { bytes in
      let lowered = Words.leadingCapitals(bytes)
      return String(unsafeUninitializedCapacity: bytes.count) { result in
        var index = 0
        while index < bytes.count {
          result.initializeElement(at: index, to: index < lowered ? bytes[index] &+ 0x20 : bytes[index])
          index = index &+ 1
        }
        return index
      }
    }
  }
}
