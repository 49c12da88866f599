/// Takes a number's text as the standard library makes it, so that no string is made of it first: most doubles have more
/// digits than a string has room for without an allocation.
struct NumberText: TextOutputStream {
  /// More than any double's text, `-2.2250738585072014e-308`.
  static let capacity = 32

  /// Where the text goes: at least `capacity` bytes.
  let start: UnsafeMutablePointer<UInt8>
  private(set) var count = 0

  init(start: UnsafeMutablePointer<UInt8>) { self.start = start }

  mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { store($0) }
  }

  /// What the standard library calls instead of `write` for ASCII; were it to call it no longer, `write` would do.
  mutating func _writeASCII(_ text: UnsafeBufferPointer<UInt8>) { store(text) }

  private mutating func store(_ text: UnsafeBufferPointer<UInt8>) {
    guard let source = text.baseAddress, count + text.count <= Self.capacity else { return }
    (start + count).update(from: source, count: text.count)
    count += text.count
  }
}
