/// Splits GraphQL names, which are ASCII, into words.
package enum Words {
  /// Converts a name to camel case: `NEW_HOPE`, `new_hope` and `NewHope` become `newHope`. Leading underscores stay.
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
        // The leading capitals of the first word become lowercase (`URLPath`: `urlPath`). Other words begin with a capital. If they are all
        // capitals, the rest becomes lowercase (`NEW_HOPE`: `newHope`).
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

  /// The number of leading capitals that belong to the first word: 3 in `URLSession`, where the last of the capitals begins the next word, and 3 in
  /// `URL`.
  package static func leadingCapitals(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var count = 0
    while count < bytes.count, isUppercase(bytes[count]) { count = count &+ 1 }
    if count <= 1 || count == bytes.count { return count }
    return isLowercase(bytes[count]) ? count &- 1 : count
  }

  package static let underscore = UInt8(ascii: "_")

  package static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  package static func isUppercase(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
  }

  package static func isLowercase(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
  }
}
