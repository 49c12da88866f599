/// Receives a number's text from the standard library without creating a string. Most doubles have more digits than a
/// string can store inline.
struct NumberBuffer: TextOutputStream {
  /// The maximum length in bytes, more than that of `-2.2250738585072014e-308`.
  static let capacity = 32

  /// The buffer, with room for at least `capacity` bytes.
  let start: UnsafeMutablePointer<UInt8>
  private(set) var count = 0

  init(start: UnsafeMutablePointer<UInt8>) { self.start = start }

  mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { store($0) }
  }

  /// The standard library calls this for ASCII instead of `write`. If that ever changes, `write` still works.
  mutating func _writeASCII(_ text: UnsafeBufferPointer<UInt8>) { store(text) }

  private mutating func store(_ text: UnsafeBufferPointer<UInt8>) {
    guard let source = text.baseAddress, count + text.count <= Self.capacity else { return }
    (start + count).update(from: source, count: text.count)
    count += text.count
  }
}
