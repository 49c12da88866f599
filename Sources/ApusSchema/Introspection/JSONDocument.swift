import ApusDiagnostics
import ApusSyntax

/// A JSON text (RFC 8259) as flat nodes: children behind their parent, as in a ``SyntaxTree``.
///
/// The children of an object are its keys, strings, each followed by its value.
struct JSONDocument {
  enum Kind: UInt8 {
    case null, boolean, number, string, array, object
  }

  struct Node {
    var kind: Kind
    /// Byte offsets of the value's text.
    var start: Int
    var end: Int
    /// The node that follows this one and all its children.
    var next: Int
  }

  /// A value: the number of its node. The whole text's value is 0.
  typealias Value = Int

  let source: SourceFile
  var nodes: [Node] = []

  /// Reads a text.
  ///
  /// - Throws: what is wrong with it; nothing but white space may stand around the value.
  init(_ source: SourceFile) throws(JSONError) {
    self.source = source
    nodes.reserveCapacity(source.count / 16)
    var reader = JSONReader(source)
    try reader.read(into: &nodes)
  }

  // MARK: - Reading values

  /// The place of a value; of an object or array, which may be long, that of its opening bracket.
  func shortRange(_ value: Value) -> SourceRange {
    let node = nodes[value]
    let isLong = node.kind == .object || node.kind == .array
    return SourceRange(file: source, start: node.start, end: isLong ? node.start + 1 : node.end)
  }

  /// The value of an object's member, or nil: also when the value is no object, and when the member is null.
  func member(_ key: StaticString, of object: Value) -> Value? {
    guard nodes[object].kind == .object else { return nil }
    var node = object + 1
    var found: Value?
    while node < nodes[object].next {
      let value = nodes[node].next
      if isString(node, key) { found = nodes[value].kind == .null ? nil : value }
      node = nodes[value].next
    }
    return found
  }

  /// The elements of an array, or nil.
  func elements(_ value: Value?) -> [Value]? {
    guard let value, nodes[value].kind == .array else { return nil }
    var elements: [Value] = []
    var node = value + 1
    while node < nodes[value].next {
      elements.append(node)
      node = nodes[node].next
    }
    return elements
  }

  /// The text of a string, or nil.
  func string(_ value: Value?) -> String? {
    guard let value, nodes[value].kind == .string else { return nil }
    let bytes = UnsafeBufferPointer(
      start: source.bytes + nodes[value].start + 1, count: nodes[value].end - nodes[value].start - 2)
    return JSONReader.decode(bytes)
  }

  /// Whether the value is `true`.
  func isTrue(_ value: Value?) -> Bool {
    guard let value, nodes[value].kind == .boolean else { return false }
    return source.bytes[nodes[value].start] == UInt8(ascii: "t")
  }

  /// Whether the value is a string that is written as `text`, without escapes.
  func isString(_ value: Value, _ text: StaticString) -> Bool {
    let node = nodes[value]
    let count = text.utf8CodeUnitCount
    guard node.kind == .string, node.end - node.start - 2 == count else { return false }
    var index = 0
    while index < count {
      if source.bytes[node.start + 1 + index] != text.utf8Start[index] { return false }
      index += 1
    }
    return true
  }
}

/// What is wrong with a JSON text.
struct JSONError: Error {
  var message: String
  /// The byte that it is about.
  var offset: Int
}
