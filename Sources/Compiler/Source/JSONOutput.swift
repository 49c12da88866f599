/// A value to write as JSON (RFC 8259). Everything that the compiler, its tools and the mock server write as JSON goes through it.
///
///     let row: JSONOutput = ["name": "Album", "uses": ["Query.album"]]
///     row.text(lineDepth: 0)  // {"name": "Album", "uses": ["Query.album"]}
package indirect enum JSONOutput {
  case null
  case boolean(Bool)
  case number(Int)
  /// A number as someone wrote it, so that `12.50` keeps its zero.
  case literal(String)
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
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The value laid out for people, without a final line feed.
  ///
  /// - Parameter lineDepth: the depth down to which arrays and objects have one line per element; deeper values are on
  ///   one line.
  package func text(lineDepth: Int) -> String {
    var bytes: [UInt8] = []
    write(to: &bytes, Layout(lineDepth: lineDepth, hasSpaces: true), depth: 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A member of an object, as it appears in a file: `"name": "Album"`.
  package static func member(_ name: String, _ value: JSONOutput) -> String {
    JSONOutput.string(name).line + ": " + value.text(lineDepth: 0)
  }

  /// Appends ``line``.
  package func append(to bytes: inout [UInt8]) { write(to: &bytes, Layout(), depth: 0) }

  private struct Layout {
    var lineDepth = 0
    var hasSpaces = false
  }

  private func write(to bytes: inout [UInt8], _ layout: Layout, depth: Int) {
    switch self {
    case .null: bytes.append("null")
    case .boolean(let value): bytes.append(value ? "true" : "false")
    case .number(let value): bytes.appendNumber(value)
    case .literal(let text): bytes.append(contentsOf: text.utf8)
    case .string(let text): bytes.appendQuoted(text)
    case .written(let text): bytes.append(contentsOf: text)
    case .numbers(let numbers):
      JSONOutput.write("[", numbers, "]", to: &bytes, layout, depth) { $1.appendNumber($0) }
    case .array(let elements):
      JSONOutput.write("[", elements, "]", to: &bytes, layout, depth) { element, bytes in
        element.write(to: &bytes, layout, depth: depth + 1)
      }
    case .object(let members):
      JSONOutput.write("{", members, "}", to: &bytes, layout, depth) { member, bytes in
        bytes.appendQuoted(member.name)
        bytes.append(layout.hasSpaces ? ": " : ":")
        member.value.write(to: &bytes, layout, depth: depth + 1)
      }
    }
  }

  private static func write<Element>(
    _ opening: StaticString, _ elements: [Element], _ closing: StaticString, to bytes: inout [UInt8],
    _ layout: Layout, _ depth: Int, _ writeElement: (Element, inout [UInt8]) -> Void
  ) {
    let hasLines = depth < layout.lineDepth && !elements.isEmpty
    func beginLine(_ depth: Int) {
      bytes.append("\n")
      for _ in 0..<depth { bytes.append("  ") }
    }
    bytes.append(opening)
    var isFirst = true
    for element in elements {
      if !isFirst { bytes.append(layout.hasSpaces && !hasLines ? ", " : ",") }
      isFirst = false
      if hasLines { beginLine(depth + 1) }
      writeElement(element, &bytes)
    }
    if hasLines { beginLine(depth) }
    bytes.append(closing)
  }

  // MARK: - Making

  /// A list of strings.
  package static func strings(_ texts: [String]) -> JSONOutput { .array(texts.map { .string($0) }) }

  /// A string, or null for nil.
  package init(_ text: String?) { self = text.map { .string($0) } ?? .null }

  /// A value that was read.
  package init(_ value: JSONValue) {
    switch value.kind {
    case .object: self = .object((value.members ?? []).map { ($0.name, JSONOutput($0.value)) })
    case .array: self = .array((value.elements ?? []).map { JSONOutput($0) })
    case .string: self = .string(value.string ?? "")
    case .number: self = .literal(value.range.file.text(value.range.start, value.range.end))
    case .true, .false: self = .boolean(value.boolean ?? false)
    case .null, .key: self = .null
    }
  }
}

extension JSONOutput: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  package init(stringLiteral value: String) { self = .string(value) }

  package init(arrayLiteral elements: JSONOutput...) { self = .array(elements) }

  package init(dictionaryLiteral elements: (String, JSONOutput)...) {
    self = .object(elements.map { (name: $0.0, value: $0.1) })
  }
}
