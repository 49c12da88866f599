/// An error that a compiler, or a plugin, reports at a place.
struct CompilerError: Hashable {
  var path: String
  var line: Int
  var message: String

  /// The errors in the output of `swift build` or `xcodebuild`: each once, in their order.
  static func all(in output: String) -> [CompilerError] {
    var seen: Set<CompilerError> = []
    return output.split(whereSeparator: \.isNewline).compactMap { CompilerError(String($0)) }
      .filter { seen.insert($0).inserted }
  }

  /// Reads `path:line:column: error: message`, where the column may be missing.
  private init?(_ text: String) {
    let marks = [": fatal error: ", ": error: "].compactMap { mark in
      text.firstRange(of: mark).map { ($0, text[$0.upperBound...]) }
    }
    guard let (mark, message) = marks.min(by: { $0.0.lowerBound < $1.0.lowerBound }) else { return nil }
    var place = text[..<mark.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
    var numbers: [Int] = []
    while numbers.count < 2, place.count > 1, let last = place.last.flatMap({ Int($0) }) {
      numbers.insert(last, at: 0)
      place.removeLast()
    }
    guard let line = numbers.first else { return nil }
    path = place.joined(separator: ":")
    self.line = line
    self.message = String(message)
  }
}
