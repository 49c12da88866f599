import ApusSource
import ApusLanguageService

/// Writes an outline directly as JSON, without creating a value for each of thousands of members.
struct OutlineWriter {
  private(set) var bytes: [UInt8] = []
  private let source: SourceFile
  private let unit: ColumnUnit
  /// The file's URI as JSON, for a client without hierarchical symbols, which gets a flat list.
  private let uri: [UInt8]?

  init(_ source: SourceFile, _ unit: ColumnUnit, uri: String?) {
    self.source = source
    self.unit = unit
    self.uri = uri.map { uri in
      var bytes: [UInt8] = []
      bytes.appendQuoted(uri)
      return bytes
    }
  }

  mutating func write(_ items: [OutlineItem]) {
    bytes.append(UInt8(ascii: "["))
    for item in items {
      if let uri { writeFlat(item, in: nil, uri) } else { writeNested(item) }
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func open(_ item: OutlineItem) {
    if bytes.last != UInt8(ascii: "[") { bytes.append(UInt8(ascii: ",")) }
    bytes.append("{\"name\":")
    bytes.appendQuoted(item.name)
    bytes.append(",\"kind\":")
    bytes.appendNumber(LanguageServer.kind(item.kind))
  }

  private mutating func writeNested(_ item: OutlineItem) {
    open(item)
    bytes.append(",\"detail\":")
    bytes.appendQuoted(item.detail)
    bytes.append(",\"range\":")
    write(item.range)
    bytes.append(",\"selectionRange\":")
    write(item.nameRange)
    bytes.append(",\"children\":[")
    for child in item.children { writeNested(child) }
    bytes.append("]}")
  }

  private mutating func writeFlat(_ item: OutlineItem, in container: String?, _ uri: [UInt8]) {
    open(item)
    bytes.append(",\"location\":{\"uri\":")
    bytes.append(contentsOf: uri)
    bytes.append(",\"range\":")
    write(item.range)
    bytes.append(UInt8(ascii: "}"))
    if let container {
      bytes.append(",\"containerName\":")
      bytes.appendQuoted(container)
    }
    bytes.append(UInt8(ascii: "}"))
    for child in item.children { writeFlat(child, in: item.name, uri) }
  }

  private mutating func write(_ range: Range<Int>) {
    bytes.append("{\"start\":")
    write(range.lowerBound)
    bytes.append(",\"end\":")
    write(range.upperBound)
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func write(_ offset: Int) {
    let place = source.position(at: offset, in: unit)
    bytes.append("{\"line\":")
    bytes.appendNumber(place.line - 1)
    bytes.append(",\"character\":")
    bytes.appendNumber(place.column - 1)
    bytes.append(UInt8(ascii: "}"))
  }
}
