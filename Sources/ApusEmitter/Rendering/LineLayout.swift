/// Breaks lines that are too long where swift-format would.
///
/// Emitted code has few kinds of lines; each has its rule here. A line that no rule fits stays as it is.
enum LineLayout {
  /// The lines for `line`, which does not fit in `width` characters; continuation lines carry their extra indentation.
  static func broken(_ line: String, width: Int) -> [String] {
    if line.hasSuffix("\""), firstRange(of: " = ", in: line) != nil { return assignment(line, width) }
    if let range = firstRange(of: "typealias ", in: line), line.firstIndex(of: "(") == nil {
      return fill(pieces(line, before: ".", from: range), "", width, "  ")
    }
    if line.hasPrefix("case "), line.hasSuffix(")"), let open = line.firstIndex(of: "(") {
      let payload = String(line[line.index(after: open)...])
      return [String(line[...open])]
        + fill(pieces(payload, before: ".", from: payload.startIndex), "  ", width, "    ")
    }
    if line.hasPrefix("case ") { return fill(separated(line), "", width, "  ") }
    if line.hasPrefix("throw "), let open = line.firstIndex(of: "["), let close = line.lastIndex(of: "]") {
      let items = line[line.index(after: open)..<close] + ","
      return [String(line[...open])] + fill(separated(items), "  ", width, "  ") + [String(line[close...])]
    }
    if firstRange(of: " = ", in: line) != nil { return assignment(line, width) }
    return call(line, width) ?? [line]
  }

  /// A condition before `{`, broken before each `&&` that does not fit.
  static func brokenHead(_ head: String, width: Int) -> [String] {
    fill(pieces(head, before: " &&", from: head.startIndex), "", width, "  ")
  }

  /// A comma-separated list broken behind commas, as many items a line as fit.
  static func filled(_ list: String, width: Int, continuation: String = "  ") -> [String] {
    fill(separated(list), "", width, continuation)
  }

  /// The head of a type with the types that it inherits: broken behind their commas, else before the first of them
  /// and, if that is not enough, behind `nonisolated`.
  static func declaration(_ head: String, _ inherited: [String], width: Int) -> [String] {
    guard let first = inherited.first else { return [head] }
    let list = inherited.joined(separator: ", ")
    let comma = inherited.count > 1 ? 1 : 0
    if head.utf8.count + 2 + first.utf8.count + comma <= width {
      return filled("\(head): \(list)", width: width)
    }
    let modifier = "nonisolated "
    guard head.utf8.count >= width, head.hasPrefix(modifier) else {
      return [head + ":"] + fill(separated(list), "  ", width, "  ")
    }
    return ["nonisolated", "  \(head.dropFirst(modifier.utf8.count)):"]
      + fill(separated(list), "    ", width, "    ")
  }

  /// Parameters on lines of their own, as many a line as fit; the type of one that is too long stands below its module.
  static func parameters(_ list: String, width: Int) -> [String] {
    filled(list, width: width, continuation: "").flatMap { line in
      line.utf8.count <= width
        ? [line] : fill(pieces(line, before: ".", from: line.startIndex), "", width, "  ")
    }
  }

  private static func assignment(_ line: String, _ width: Int) -> [String] {
    guard let range = firstRange(of: " = ", in: line) else { return [line] }
    let target = String(line[..<range]) + " ="
    let value = String(line[line.index(range, offsetBy: 3)...])
    let isLiteral = value.hasSuffix("\"")
    let argumentCount = isLiteral || value.contains(" ? ") ? 1 : separated(value).count
    if argumentCount > 1, let lines = call("\(target) \(value)", width) { return lines }
    let inner = width - 2
    if value.utf8.count <= inner || isLiteral { return [target, "  " + value] }
    let parts = pieces(value, before: " ?", from: value.startIndex)
    if parts.count == 2 {
      let answer = String(parts[1].dropFirst())
      let lines = answer.utf8.count <= inner ? [answer] : call(answer, inner) ?? [answer]
      return [target, "  " + parts[0]] + lines.map { "  " + $0 }
    }
    return [target, "  " + value]
  }

  /// A call with its arguments on lines of their own.
  private static func call(_ line: String, _ width: Int) -> [String]? {
    guard let open = line.firstIndex(of: "(") else { return nil }
    let arguments = String(line[line.index(after: open)...])
    if 2 + arguments.utf8.count <= width { return [String(line[...open]), "  " + arguments] }
    if arguments.hasPrefix("try "), let inner = call(arguments, width - 2) {
      return [String(line[...open])] + inner.map { "  " + $0 }
    }
    let lines = fill(separated(arguments), "  ", width, "  ")
    return [String(line[...open])] + lines.flatMap { metatype($0, width) }
  }

  /// A line with a metatype, `as: List<Optional<ID>>.self)`, with the generic argument on a line of its own.
  private static func metatype(_ line: String, _ width: Int) -> [String] {
    guard line.utf8.count > width, let open = line.firstIndex(of: "<"), let close = line.lastIndex(of: ">")
    else { return [line] }
    let indentation = String(line.prefix { $0 == " " })
    let argument = String(line[line.index(after: open)..<close])
    return [String(line[...open])] + generic(argument, indentation + "  ", width) + [
      indentation + line[close...]
    ]
  }

  private static func generic(_ type: String, _ indentation: String, _ width: Int) -> [String] {
    guard indentation.utf8.count + type.utf8.count > width, type.hasSuffix(">"),
      let open = type.firstIndex(of: "<")
    else { return [indentation + type] }
    let argument = String(type[type.index(after: open)...].dropLast())
    return [indentation + type[...open]] + generic(argument, indentation + "  ", width) + [indentation + ">"]
  }

  // MARK: - Pieces

  // A per-byte path: a tenth of all lines come here, and an unoptimized build pays for every character of a String.

  /// `text` cut behind each comma; the pieces keep it and the space.
  private static func separated(_ text: some StringProtocol) -> [String] {
    var text = String(text)
    return text.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return [""] }
      var pieces: [String] = []
      var begin = 0
      var index = 1
      while index < bytes.count {
        if start[index] == 0x20, start[index &- 1] == 0x2C, index > begin {
          pieces.append(string(start, from: begin, to: index &+ 1))
          begin = index &+ 1
        }
        index = index &+ 1
      }
      pieces.append(string(start, from: begin, to: bytes.count))
      return pieces
    }
  }

  /// `text` cut before each `mark` behind `start`.
  private static func pieces(_ text: String, before mark: StaticString, from start: String.Index) -> [String]
  {
    let first = text.utf8.distance(from: text.utf8.startIndex, to: start)
    var text = text
    return text.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return [""] }
      var pieces: [String] = []
      var begin = 0
      var index = max(first, 1)
      while let next = find(mark, in: start, from: index, to: bytes.count) {
        pieces.append(string(start, from: begin, to: next))
        begin = next
        index = next &+ 1
      }
      pieces.append(string(start, from: begin, to: bytes.count))
      return pieces
    }
  }

  private static func string(_ bytes: UnsafePointer<UInt8>, from begin: Int, to end: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: bytes + begin, count: end &- begin), as: UTF8.self)
  }

  /// As many pieces a line as fit.
  private static func fill(_ pieces: [String], _ first: String, _ width: Int, _ rest: String) -> [String] {
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for piece in pieces {
      let length = lengthWithoutBlanks(piece)
      if !isEmpty, (length == 0 ? lengthWithoutBlanks(line) : line.utf8.count + length) > width {
        lines.append(withoutBlanks(line))
        line = rest
        line += piece.hasPrefix(" ") ? String(piece.dropFirst()) : piece
      } else {
        line += piece
      }
      isEmpty = false
    }
    lines.append(withoutBlanks(line))
    return lines
  }

  /// The number of bytes without blanks at the end.
  private static func lengthWithoutBlanks(_ text: String) -> Int {
    var text = text
    return text.withUTF8 { bytes in
      var end = bytes.count
      while end > 0, bytes[end &- 1] == 0x20 { end = end &- 1 }
      return end
    }
  }

  private static func withoutBlanks(_ line: String) -> String {
    let length = lengthWithoutBlanks(line)
    return length == line.utf8.count ? line : String(line.utf8.prefix(length)) ?? line
  }

  private static func firstRange(of mark: StaticString, in text: String) -> String.Index? {
    var text = text
    let offset = text.withUTF8 { bytes in
      bytes.baseAddress.flatMap { find(mark, in: $0, from: 0, to: bytes.count) }
    }
    return offset.map { text.utf8.index(text.utf8.startIndex, offsetBy: $0) }
  }

  private static func find(
    _ mark: StaticString, in bytes: UnsafePointer<UInt8>, from start: Int, to end: Int
  ) -> Int? {
    let mark = UnsafeBufferPointer(start: mark.utf8Start, count: mark.utf8CodeUnitCount)
    let first = mark[0]
    let last = end &- mark.count
    var index = start
    while index <= last {
      if bytes[index] == first {
        var matched = 1
        while matched < mark.count, bytes[index &+ matched] == mark[matched] { matched = matched &+ 1 }
        if matched == mark.count { return index }
      }
      index = index &+ 1
    }
    return nil
  }
}
