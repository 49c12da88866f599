import ApusFormatter
import ApusSource
import ApusSwiftSource
import ApusSyntax

/// Formats documents the way `apus-tool format` does.
extension LanguageServer {
  func formatting(_ parameters: Parameters) throws(ResponseError) -> JSONOutput {
    if let edits = try swiftFormatting(parameters) { return edits }
    let source = try target(parameters).source
    let formatted = Formatter.format(source).text
    return .array([edit(0..<source.count, formatted, in: source)].compactMap { $0 })
  }

  /// Formats the definitions that overlap a range. A definition is always formatted as a whole.
  func rangeFormatting(_ parameters: Parameters) throws(ResponseError) -> JSONOutput {
    if let edits = try swiftFormatting(parameters, in: parameters["range"]) { return edits }
    let source = try target(parameters).source
    let edits = Formatter.edits(source, in: try bounds(parameters["range"], in: source))
    return .array(edits.compactMap { edit($0.place, $0.text, in: source) })
  }

  /// Formats the literals of a Swift file that overlap a range, by default all; nil for any other file.
  private func swiftFormatting(_ parameters: Parameters, in range: Parameters? = nil) throws(ResponseError)
    -> JSONOutput?
  {
    guard let source = try swiftFile(parameters) else { return nil }
    var bounds = 0..<source.count
    if let range { bounds = try self.bounds(range, in: source) }
    let literals = Formatter.literals(SwiftDocuments(in: source).documents).filter {
      $0.place.lowerBound <= bounds.upperBound && bounds.lowerBound <= $0.place.upperBound
    }
    return .array(
      literals.compactMap { literal in literal.text.flatMap { edit(literal.place, $0, in: source) } })
  }

  /// A minimal edit without the common prefix and suffix; nil if nothing changes.
  private func edit(_ place: Range<Int>, _ text: [UInt8], in source: SourceFile) -> JSONOutput? {
    let p = source.bytes + place.lowerBound
    var start = 0
    while start < place.count, start < text.count, p[start] == text[start] { start += 1 }
    if start == place.count, start == text.count { return nil }
    var end = 0
    while end < place.count - start, end < text.count - start,
      p[place.count - 1 - end] == text[text.count - 1 - end]
    { end += 1 }
    // Do not split a character or a line end.
    func isWithin(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 || byte == 0x0A }
    while start > 0, isWithin(p[start]) { start -= 1 }
    while end > 0, isWithin(p[place.count - end]) { end -= 1 }
    let changed = place.lowerBound + start..<place.upperBound - end
    let replacement = String(decoding: text[start..<text.count - end], as: UTF8.self)
    return ["range": range(changed, in: source), "newText": .string(replacement)]
  }
}
