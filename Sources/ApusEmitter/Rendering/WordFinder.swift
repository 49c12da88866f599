/// Finds some words in Swift source: in one pass, however many they are.
struct WordFinder {
  private let words: Set<String>
  /// By hash of the first byte and the length, whether a word has both.
  private var isPossible = [Bool](repeating: false, count: 256)

  init(_ words: some Sequence<String>) {
    self.words = Set(words)
    for word in self.words {
      if let first = word.utf8.first { isPossible[WordFinder.hash(first, word.utf8.count)] = true }
    }
  }

  private static func hash(_ first: UInt8, _ count: Int) -> Int { (Int(first) &+ count &* 31) & 255 }

  /// The words that occur in the source, wherever that is.
  func words(in source: String) -> Set<String> {
    if words.isEmpty { return [] }
    var source = source
    return source.withUTF8 { bytes in
      var found: Set<String> = []
      let count = bytes.count
      var start = 0
      while start < count {
        guard SwiftLiteral.isIdentifier(bytes[start]) else {
          start = start &+ 1
          continue
        }
        var end = start &+ 1
        while end < count, SwiftLiteral.isIdentifier(bytes[end]) { end = end &+ 1 }
        if isPossible[WordFinder.hash(bytes[start], end &- start)] {
          let word = String(decoding: bytes[start..<end], as: UTF8.self)
          if words.contains(word) { found.insert(word) }
        }
        start = end
      }
      return found
    }
  }
}
