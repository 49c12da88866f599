/// A value to write as JSON (RFC 8259). Everything that the compiler writes as JSON goes through it.
///
///     let row: JSONOutput = ["name": "Album", "uses": ["Query.album"]]
///     row.text(lineDepth: 0)  // {"name": "Album", "uses": ["Query.album"]}
package indirect enum JSONOutput {
  case null
  case boolean(Bool)
  case number(Int)
  case string(String)
  case array([JSONOutput])
  /// An array of integers, stored compactly because there are thousands of semantic tokens.
  case numbers([Int])
  /// A value that is already serialized, for outlines with thousands of members.
  case written([UInt8])
  /// Members, written in this order.
  case object([(name: String, value: JSONOutput)])

  // MARK: - Text

  /// The value on one line without any spaces, for programs that read line by line.
  package var line: String {
    var result = ""
    write(to: &result, lineDepth: 0, depth: 0, spacing: "")
    return result
  }

  /// The value laid out for people, without a final line feed.
  ///
  /// - Parameter lineDepth: the depth down to which arrays and objects have one line per element; deeper values are on
  ///   one line.
  package func text(lineDepth: Int) -> String {
    var result = ""
    write(to: &result, lineDepth: lineDepth, depth: 0, spacing: " ")
    return result
  }

  private func write(to result: inout String, lineDepth: Int, depth: Int, spacing: String) {
    switch self {
    case .null: result += "null"
    case .boolean(let value): result += value ? "true" : "false"
    case .number(let value): result += String(value)
    case .string(let text): result += JSONOutput.quoted(text)
    case .numbers(let numbers):
      JSONOutput.write("[", numbers, "]", to: &result, lineDepth, depth, spacing) { $1 += String($0) }
    case .written(let bytes): result += String(decoding: bytes, as: UTF8.self)
    case .array(let elements):
      JSONOutput.write("[", elements, "]", to: &result, lineDepth, depth, spacing) { element, result in
        element.write(to: &result, lineDepth: lineDepth, depth: depth + 1, spacing: spacing)
      }
    case .object(let members):
      JSONOutput.write("{", members, "}", to: &result, lineDepth, depth, spacing) { member, result in
        result += JSONOutput.quoted(member.name) + ":" + spacing
        member.value.write(to: &result, lineDepth: lineDepth, depth: depth + 1, spacing: spacing)
      }
    }
  }

  private static func write<Element>(
    _ opening: String, _ elements: [Element], _ closing: String, to result: inout String, _ lineDepth: Int,
    _ depth: Int, _ spacing: String, _ writeElement: (Element, inout String) -> Void
  ) {
    let hasLines = depth < lineDepth && !elements.isEmpty
    result += opening
    for (number, element) in elements.enumerated() {
      if number > 0 { result += hasLines ? "," : "," + spacing }
      if hasLines { result += "\n" + String(repeating: "  ", count: depth + 1) }
      writeElement(element, &result)
    }
    if hasLines { result += "\n" + String(repeating: "  ", count: depth) }
    result += closing
  }

  /// A quoted string (section 7 of the RFC). Escapes what JSON requires, and what JavaScript treats as a line end.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  // MARK: - Making

  /// A list of strings.
  package static func strings(_ texts: [String]) -> JSONOutput { .array(texts.map { .string($0) }) }

  /// A string, or null for nil.
  package init(_ text: String?) { self = text.map { .string($0) } ?? .null }
}

extension JSONOutput: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  package init(stringLiteral value: String) { self = .string(value) }

  package init(arrayLiteral elements: JSONOutput...) { self = .array(elements) }

  package init(dictionaryLiteral elements: (String, JSONOutput)...) {
    self = .object(elements.map { (name: $0.0, value: $0.1) })
  }
}
