/// Words with a fixed spelling in all names: `userId` becomes `userID`, `ApiUrl` becomes `APIURL`.
///
/// A word starts at a capital letter that follows a lowercase letter or a digit, or precedes a lowercase letter. Words that start with a lowercase
/// letter keep their spelling: the first word of a property's name, and words in snake case.
package struct Acronyms: Equatable {
  /// The spellings by lowercased word.
  private let spellings: [String: String]

  /// - Parameter words: words of letters, in their final spelling.
  package init(_ words: [String] = []) {
    spellings = Dictionary(words.map { ($0.lowercased(), $0) }) { first, _ in first }
  }

  /// Adds the acronyms of a module below. If both spell a word, this value's spelling stays.
  package func merging(_ other: Acronyms) -> Acronyms {
    Acronyms(Array(spellings.values) + other.spellings.values)
  }

  /// Spells the words of a name as configured.
  package func spell(_ name: String) -> String {
    if spellings.isEmpty { return name }
    var result = ""
    var word = ""
    var rest = Substring(name)
    while let letter = rest.popFirst() {
      let next = rest.first
      let begins =
        letter.isUppercase
        && (word.last.map { !$0.isUppercase } ?? true
          || next.map { $0.isLowercase && !isPlural($0, rest) } ?? false)
      if begins || !letter.isLetter {
        result += spelled(word)
        word = ""
      }
      if letter.isLetter { word.append(letter) } else { result.append(letter) }
    }
    return result + spelled(word)
  }

  /// Whether an `s` ends a word of capitals, as in `IDs`.
  private func isPlural(_ letter: Character, _ rest: Substring) -> Bool {
    letter == "s" && rest.dropFirst().first.map { !$0.isLowercase } ?? true
  }

  private func spelled(_ word: String) -> String {
    guard word.first?.isUppercase == true else { return word }
    let small = word.lowercased()
    if let known = spellings[small] { return known }
    if word.hasSuffix("s"), let known = spellings[String(small.dropLast())] { return known + "s" }
    return word
  }
}
