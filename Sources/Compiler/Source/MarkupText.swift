/// A web page that was saved instead of a file, such as the page of a login or of an error.
package enum MarkupText {
  /// Whether a tag, a document type or an XML declaration begins at `start`, with nothing but white space before it.
  package static func begins(_ source: SourceFile, at start: Int) -> Bool {
    guard start + 1 < source.count, source.bytes[start] == UInt8(ascii: "<") else { return false }
    switch source.bytes[start + 1] | 0x20 {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "!") | 0x20, UInt8(ascii: "?") | 0x20: break
    default: return false
    }
    return (0..<start).allSatisfy { source.bytes[$0] <= 0x20 || source.bytes[$0] >= 0x80 }
  }

  package static let message =
    "The file contains HTML or XML, such as the page of a login or an error. Download it again."
}
