/// JSON that is written member by member.
package struct JSONText {
  private var bytes: [UInt8] = []
  private var needsComma = false

  /// The text of an object.
  package static func object(_ body: (inout JSONText) -> Void) -> [UInt8] {
    var text = JSONText()
    text.object(body)
    return text.bytes
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  package mutating func object(_ body: (inout JSONText) -> Void) { nest("{", "}", body) }

  package mutating func list(_ body: (inout JSONText) -> Void) { nest("[", "]", body) }

  package mutating func list<Element>(
    _ elements: some Sequence<Element>, _ body: (inout JSONText, Element) -> Void
  ) {
    list { text in for element in elements { body(&text, element) } }
  }

  private mutating func nest(_ open: String, _ close: String, _ body: (inout JSONText) -> Void) {
    separate()
    bytes += Array(open.utf8)
    needsComma = false
    body(&self)
    bytes += Array(close.utf8)
    needsComma = true
  }

  package mutating func string(_ value: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x0A: bytes += Array("\\n".utf8)
      case 0x0D: bytes += Array("\\r".utf8)
      case 0x09: bytes += Array("\\t".utf8)
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        bytes += Array(("\\u00" + (digits.count < 2 ? "0" : "") + digits).utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  package mutating func number(_ value: Int) { raw(Array("\(value)".utf8)) }

  /// Writes a number with three digits after the point.
  package mutating func number(_ value: Double) {
    let rounded = (value * 1000).rounded() / 1000
    raw(Array((rounded.isFinite ? "\(rounded)" : "0").utf8))
  }

  package mutating func boolean(_ value: Bool) { raw(Array((value ? "true" : "false").utf8)) }

  /// Writes JSON that exists. Line breaks in it become spaces: in JSON, they only occur between values.
  package mutating func raw(_ json: some Sequence<UInt8>) {
    separate()
    bytes.append(contentsOf: json.lazy.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 })
  }

  // MARK: - Members

  package mutating func name(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func member(_ name: String, _ value: String?) {
    guard let value else { return }
    self.name(name)
    string(value)
  }

  package mutating func member(_ name: String, _ value: Int?) {
    guard let value else { return }
    self.name(name)
    number(value)
  }

  package mutating func member(_ name: String, _ value: Double?) {
    guard let value else { return }
    self.name(name)
    number(value)
  }

  package mutating func member(_ name: String, _ value: Bool) {
    self.name(name)
    boolean(value)
  }

  /// Writes a member only if it is true.
  package mutating func flag(_ name: String, _ value: Bool) { if value { member(name, true) } }

  package mutating func member(_ name: String, json: some Sequence<UInt8>) {
    self.name(name)
    raw(json)
  }

  /// Writes a list of objects.
  package mutating func member<Element>(
    _ name: String, objects: some Sequence<Element>, _ body: (inout JSONText, Element) -> Void
  ) {
    self.name(name)
    list(objects) { text, element in text.object { body(&$0, element) } }
  }

  package mutating func member(_ name: String, _ elements: some Sequence<String>) {
    self.name(name)
    list(elements) { $0.string($1) }
  }
}
