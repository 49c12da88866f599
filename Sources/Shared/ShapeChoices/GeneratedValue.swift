/// Texts and numbers of generated values. The same place and seed give the same value in every process.
package enum GeneratedValue {
  /// The name of a field in words: `firstName` becomes "First name". An element of a list also has its number.
  ///
  /// - Parameter index: the index in the innermost list; nil outside of lists.
  package static func text(_ name: String, index: Int?) -> String {
    var words = ""
    let characters = Array(name)
    for (index, character) in characters.enumerated() where character != "_" || !words.isEmpty {
      if character == "_" {
        words.append(" ")
      } else if character.isUppercase, characters[..<index].last?.isLowercase == true {
        // An acronym keeps its capitals: "htmlURL" would otherwise become "Html uRL".
        let isWord = characters[(index + 1)...].first?.isLowercase == true
        words += " " + (isWord ? character.lowercased() : String(character))
      } else {
        words.append(words.isEmpty ? Character(character.uppercased()) : character)
      }
    }
    return index.map { "\(words) \($0 + 1)" } ?? words
  }

  /// The FNV-1a hash of a seed and bytes.
  package static func hash(_ bytes: [UInt8], seed: Int = 0) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ UInt64(bitPattern: Int64(seed))
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }
}
