import ApusDiagnostics
import ApusJSON

/// Parses the part of YAML that configurations of GraphQL tools use: mappings, lists, single-line scalars and comments.
///
/// Other syntax (anchors, tags, multiline scalars, flow mappings) is an error. The value of `extensions` is skipped,
/// because it belongs to other tools and may contain anything.
struct YAMLSubset {
  /// An error for text outside of the subset, with its range of bytes.
  struct Failure: Error {
    let message: String
    let start: Int
    let end: Int

    func diagnostic(in source: SourceFile) -> Diagnostic {
      Diagnostic(
        .error, .invalidYAML, message, at: [SourceRange(file: source, start: start, end: end)])
    }
  }

  /// A line without indentation, comment and trailing white space.
  private struct Line {
    /// Byte offset of the text.
    var start: Int
    var indentation: Int
    var text: Substring
  }

  private var lines: [Line] = []
  private var index = 0
  /// The nesting depth of the current block, which is limited.
  private var depth = 0
  private static let maximumDepth = 32

  /// Parses a whole file.
  static func parse(_ source: SourceFile) throws(Failure) -> JSONOutput {
    var parser = YAMLSubset()
    try parser.split(source)
    guard let first = parser.lines.first else { return .object([]) }
    let value = try parser.block(first.indentation)
    if let rest = parser.line {
      throw failure(
        "The line is indented less than the first one, or does not belong to what precedes it.", rest)
    }
    return value
  }

  private var line: Line? { index < lines.count ? lines[index] : nil }

  private static func failure(_ message: String, _ line: Line) -> Failure {
    Failure(message: message, start: line.start, end: line.start + line.text.utf8.count)
  }

  // MARK: - Lines

  private mutating func split(_ source: SourceFile) throws(Failure) {
    let text = source.text(0, source.count)
    var start = 0
    for whole in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      defer { start += whole.utf8.count + (text[whole.endIndex...].first?.utf8.count ?? 0) }
      let indentation = whole.prefix { $0 == " " || $0 == "\u{FEFF}" }
      var line = Line(
        start: start + indentation.utf8.count, indentation: indentation.count { $0 == " " },
        text: YAMLSubset.withoutComment(whole[indentation.endIndex...]))
      if line.text.isEmpty { continue }
      if line.text.first == "\t" {
        line.text = line.text.prefix(1)
        throw YAMLSubset.failure("YAML indents with spaces. Replace the tab.", line)
      }
      if line.indentation == 0, line.text == "---" || line.text == "..." {
        if lines.isEmpty { continue }
        throw YAMLSubset.failure("The file contains a second document. Apus reads only one.", line)
      }
      lines.append(line)
    }
  }

  private static func withoutComment(_ text: Substring) -> Substring {
    var quote: Character?
    var previous: Character = " "
    var end = text.endIndex
    for position in text.indices {
      let character = text[position]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "#", previous.isWhitespace {
        end = position
        break
      } else if character == "\"" || character == "'", " [,:-".contains(previous) {
        quote = character
      }
      previous = character
    }
    var kept = text[..<end]
    while kept.last?.isWhitespace == true { kept.removeLast() }
    return kept
  }

  // MARK: - Blocks

  /// Parses a mapping, a list or a scalar whose lines are indented by `indentation`.
  private mutating func block(_ indentation: Int) throws(Failure) -> JSONOutput {
    guard let first = line else { return .null }
    depth += 1
    defer { depth -= 1 }
    if depth > YAMLSubset.maximumDepth {
      throw YAMLSubset.failure("The value is nested too deep.", first)
    }
    if YAMLSubset.isItem(first) { return try list(indentation) }
    if YAMLSubset.key(of: first) != nil { return try mapping(indentation) }
    index += 1
    return try scalar(first)
  }

  private mutating func mapping(_ indentation: Int) throws(Failure) -> JSONOutput {
    var members: [(name: String, value: JSONOutput)] = []
    while let current = line, current.indentation == indentation, !YAMLSubset.isItem(current) {
      guard let (key, value) = YAMLSubset.key(of: current) else {
        throw YAMLSubset.failure("Expected 'key: value'.", current)
      }
      let name = try YAMLSubset.text(key)
      if members.contains(where: { $0.name == name }) {
        throw YAMLSubset.failure("The key \"\(name)\" is given twice.", key)
      }
      index += 1
      if name == "extensions" {
        while let next = line, next.indentation > indentation { index += 1 }
        continue
      }
      members.append((name, try self.value(value, in: indentation)))
    }
    try refuseDeeper(than: indentation)
    return .object(members)
  }

  /// Parses the value of a key: the rest of its line, or the block below.
  private mutating func value(_ rest: Line, in indentation: Int) throws(Failure) -> JSONOutput {
    if !rest.text.isEmpty { return try scalar(rest) }
    guard let next = line else { return .null }
    // A list may have the same indentation as its key.
    let isBelow =
      next.indentation > indentation
      || next.indentation == indentation && YAMLSubset.isItem(next)
    return isBelow ? try block(next.indentation) : .null
  }

  private mutating func list(_ indentation: Int) throws(Failure) -> JSONOutput {
    var elements: [JSONOutput] = []
    while let current = line, current.indentation == indentation, YAMLSubset.isItem(current) {
      var rest = current
      rest.text = current.text.dropFirst()
      let spaces = rest.text.prefix { $0 == " " }.count
      rest.text = rest.text.dropFirst(spaces)
      rest.start += 1 + spaces
      rest.indentation += 1 + spaces
      if rest.text.isEmpty {
        index += 1
        let isBelow = line.map { $0.indentation > indentation } ?? false
        elements.append(isBelow ? try block(line?.indentation ?? 0) : .null)
      } else {
        // The item's first line starts a block that is indented as far as the item's text.
        lines[index] = rest
        elements.append(try block(rest.indentation))
      }
    }
    try refuseDeeper(than: indentation)
    return .array(elements)
  }

  private func refuseDeeper(than indentation: Int) throws(Failure) {
    if let next = line, next.indentation > indentation {
      throw YAMLSubset.failure(
        "The line does not belong to anything. Multiline texts are not supported; write the text on the line of its key.",
        next)
    }
  }

  private static func isItem(_ line: Line) -> Bool { line.text == "-" || line.text.hasPrefix("- ") }

  /// Splits a line into its key and the text after the colon; nil if it has no key.
  private static func key(of line: Line) -> (key: Line, value: Line)? {
    let text = line.text
    var start = text.startIndex
    if let quote = text.first, quote == "\"" || quote == "'" {
      guard let end = text.dropFirst().firstIndex(of: quote) else { return nil }
      start = text.index(after: end)
    } else if text.first == "[" {
      return nil
    }
    guard
      let colon = text[start...].indices.first(where: { position in
        let next = text.index(after: position)
        return text[position] == ":" && (next == text.endIndex || text[next] == " ")
      })
    else { return nil }
    let behind = text[colon...].dropFirst().drop { $0 == " " }
    var key = line
    key.text = text[..<colon]
    while key.text.last == " " { key.text.removeLast() }
    var value = line
    value.start += text[..<behind.startIndex].utf8.count
    value.text = behind
    return (key, value)
  }

  // MARK: - Values on a line

  private func scalar(_ line: Line) throws(Failure) -> JSONOutput {
    guard line.text.first == "[" else {
      let isEmpty = line.text == "~" || line.text == "null"
      return isEmpty ? .null : .string(try YAMLSubset.text(line))
    }
    guard line.text.last == "]" else {
      throw YAMLSubset.failure(
        "A list in brackets must end on its line. Alternatively, write '- ' before each value.", line)
    }
    var elements: [JSONOutput] = []
    var element = line
    element.text = line.text.dropFirst()
    element.start += 1
    while !element.text.isEmpty {
      let spaces = element.text.prefix { $0 == " " }.count
      element.text = element.text.dropFirst(spaces)
      element.start += spaces
      if element.text == "]" { break }
      let end = YAMLSubset.endOfElement(element.text)
      var value = element
      value.text = element.text[..<end]
      while value.text.last == " " { value.text.removeLast() }
      elements.append(.string(try YAMLSubset.text(value)))
      element.start += element.text[...end].utf8.count
      element.text = element.text[end...].dropFirst()
    }
    return .array(elements)
  }

  /// The end of a list element: at a comma, or at the bracket that ends the list.
  private static func endOfElement(_ text: Substring) -> Substring.Index {
    var start = text.startIndex
    if let quote = text.first, quote == "\"" || quote == "'",
      let end = text.dropFirst().firstIndex(of: quote)
    {
      start = end
    }
    return text[start...].firstIndex { $0 == "," || $0 == "]" } ?? text.index(before: text.endIndex)
  }

  /// Parses a plain or quoted scalar.
  private static func text(_ line: Line) throws(Failure) -> String {
    let text = line.text
    switch text.first {
    case "'":
      guard text.count > 1, text.last == "'" else { throw failure("The quote is not closed.", line) }
      return String(text.dropFirst().dropLast()).replacing("''", with: "'")
    case "\"":
      guard text.count > 1, text.last == "\"" else { throw failure("The quote is not closed.", line) }
      let inside = text.dropFirst().dropLast()
      if inside.contains("\\") { throw failure("Escapes are not supported. Use single quotes.", line) }
      return String(inside)
    case "*":
      throw failure("In YAML a text that begins with '*' is an alias. Put the pattern in quotes.", line)
    case "!": throw failure("In YAML a text that begins with '!' is a tag. Put the pattern in quotes.", line)
    case "&", "|", ">", "{", "%", "@", "`", "[":
      let first = text.first.map(String.init) ?? ""
      throw failure(
        "Apus reads only YAML mappings, lists and single-line texts, not '\(first)'. Put a text in quotes, or write a .graphqlrc.json.",
        line)
    default: return String(text)
    }
  }
}

extension DiagnosticCode {
  package static let invalidYAML = DiagnosticCode(
    "invalid-yaml",
    title: "An editor configuration with unsupported YAML",
    explanation: """
      In a `.graphqlrc.yml`, Apus supports mappings, lists (`- a`, or `[a, b]` on one line), single-line texts with or
      without quotes, and comments. Anchors, tags, multiline texts and mappings in braces are rejected. Anything below
      `extensions` is ignored.
      """,
    example: "documents: **/*.graphql",
    fix:
      "Put patterns in quotes: `documents: \"**/*.graphql\"`, or write the configuration as `.graphqlrc.json`."
  )
}
