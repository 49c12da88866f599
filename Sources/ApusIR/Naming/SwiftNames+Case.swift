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

  private static func isUppercase(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
  }

  private static func isLowercase(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
  }
}
