/// Reads literals out of Swift source as Swift does.
struct SwiftReader {
  enum Fault: Error { case noLiteral(String), unended(String), badEscape(String) }

  /// The values of the string literals that follow each occurrence of `mark`, blanks and line ends between left out.
  static func literals(after mark: String, in source: String) throws -> [String] {
    var values: [String] = []
    var rest = source[...]
    while let range = rest.firstRange(of: mark) {
      rest = rest[range.upperBound...]
      values.append(try literal(at: &rest))
    }
    return values
  }

  private static func literal(at source: inout Substring) throws -> String {
    var scalars = source.unicodeScalars.drop { $0 == " " || $0 == "\n" }
    let marks = scalars.prefix { $0 == "#" }.count
    scalars = scalars.dropFirst(marks)
    guard scalars.first == "\"" else { throw Fault.noLiteral(String(source.prefix(60))) }
    scalars = scalars.dropFirst()
    let raw = Array(repeating: Unicode.Scalar("#"), count: marks)
    var value = String.UnicodeScalarView()
    while let scalar = scalars.first {
      scalars = scalars.dropFirst()
      // Swift's own rule: no line ends in a literal of one line.
      if scalar == "\n" || scalar == "\r" { throw Fault.unended(String(value)) }
      if scalar == "\"", scalars.starts(with: raw) {
        source = Substring(scalars.dropFirst(marks))
        return String(value)
      }
      guard scalar == "\\", scalars.starts(with: raw) else {
        value.append(scalar)
        continue
      }
      scalars = scalars.dropFirst(marks)
      value.append(try escape(&scalars))
    }
    throw Fault.unended(String(value))
  }

  private static func escape(_ scalars: inout Substring.UnicodeScalarView) throws -> Unicode.Scalar {
    let escapes: [Unicode.Scalar: Unicode.Scalar] = [
      "n": "\n", "r": "\r", "t": "\t", "0": "\0", "\"": "\"", "\\": "\\", "'": "'",
    ]
    guard let letter = scalars.popFirst() else { throw Fault.badEscape("") }
    if let value = escapes[letter] { return value }
    let digits = String(Substring(scalars.dropFirst().prefix { $0 != "}" }))
    guard letter == "u", scalars.first == "{", let number = UInt32(digits, radix: 16),
      let scalar = Unicode.Scalar(number)
    else { throw Fault.badEscape(String(letter)) }
    scalars = scalars.dropFirst(digits.unicodeScalars.count + 2)
    return scalar
  }
}
