extension SwiftNames {
  /// Words of any case to one in camel case: `NEW_HOPE`, `new_hope` and `NewHope` are `newHope`.
  ///
  /// - Parameter name: a GraphQL name, which is ASCII.
  package static func camelCase(_ name: String) -> String {
    var name = name
    let result = name.withUTF8 { bytes in
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count)
      var index = 0
      while index < bytes.count, bytes[index] == underscore { index = index &+ 1 }
      let leading = index
      result.append(contentsOf: bytes[..<leading])
      while index < bytes.count {
        let start = index
        var isUpper = true
        while index < bytes.count, bytes[index] != underscore {
          if isLowercase(bytes[index]) { isUpper = false }
          index = index &+ 1
        }
        let word = UnsafeBufferPointer(rebasing: bytes[start..<index])
        let isFirst = result.count == leading
        // The first word begins small, any other with a capital; all that is behind stays, unless all are capitals.
        let lowered = isUpper ? word.count : isFirst ? leadingCapitals(word) : 0
        var offset = 0
        while offset < word.count {
          let byte = word[offset]
          if offset == 0, !isFirst {
            result.append(isLowercase(byte) ? byte &- 0x20 : byte)
          } else {
            result.append(offset < lowered && isUppercase(byte) ? byte &+ 0x20 : byte)
          }
          offset = offset &+ 1
        }
        while index < bytes.count, bytes[index] == underscore { index = index &+ 1 }
      }
      return String(decoding: result, as: UTF8.self)
    }
    return result.isEmpty ? name : result
  }

  /// The words of a name, each with a capital, without underscores between them: `PageTitle_model` is `PageTitleModel`.
  ///
  /// Underscores that the name begins with stay, and one between two digits. Where there are several words and no small letter, the
  /// capitals say nothing: `GET_CHAPTERS` is `GetChapters`, but `CMS` and `CMS_page` keep theirs.
  static func joinedWords(_ name: String) -> String {
    var name = name
    let result = name.withUTF8 { bytes -> String? in
      let leading = bytes.prefix { $0 == underscore }.count
      guard bytes[leading...].contains(underscore) else { return nil }
      let isShouted = !bytes.contains(where: isLowercase)
      var result = Array(bytes[..<leading])
      var isStart = true
      var index = leading
      while index < bytes.count {
        let byte = bytes[index]
        if byte == underscore {
          isStart = true
          let isBetweenDigits =
            index &+ 1 < bytes.count && isDigit(bytes[index &- 1]) && isDigit(bytes[index &+ 1])
          if isBetweenDigits { result.append(byte) }
        } else {
          if isStart {
            result.append(isLowercase(byte) ? byte &- 0x20 : byte)
          } else {
            result.append(isShouted && isUppercase(byte) ? byte &+ 0x20 : byte)
          }
          isStart = false
        }
        index = index &+ 1
      }
      return String(decoding: result, as: UTF8.self)
    }
    return result ?? capitalized(name)
  }

  /// The words that type names end with in common; nil where that is none, or where it is one of the names.
  static func commonEnding(of names: [String]) -> String? {
    guard var common = names.first.map({ Substring($0) }) else { return nil }
    for name in names.dropFirst() {
      while !name.hasSuffix(common) { common.removeFirst() }
    }
    // From the beginning of a word on.
    while let first = common.first, !first.isUppercase { common.removeFirst() }
    guard common.contains(where: \.isLowercase), !names.contains(String(common)) else { return nil }
    return String(common)
  }

  /// The first word in lower case: `URLValue` is `urlValue`, `Cat` is `cat`.
  package static func lowercasedFirst(_ name: String) -> String {
    var name = name
    return name.withUTF8 { bytes in
      let lowered = leadingCapitals(bytes)
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

  /// How many capitals a text begins with that are its first word: the last of several begins the next one.
  private static func leadingCapitals(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var count = 0
    while count < bytes.count, isUppercase(bytes[count]) { count = count &+ 1 }
    if count <= 1 || count == bytes.count { return count }
    return isLowercase(bytes[count]) ? count &- 1 : count
  }

  private static let underscore = UInt8(ascii: "_")

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private static func isUppercase(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
  }

  private static func isLowercase(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
  }
}
