/// Writes tokens one after the other, with a space only between two that would be read as something else without it.
///
/// Only ``MinifyingPrinter`` uses it, so this is the only code that decides which tokens must be kept apart.
struct TokenWriter: ~Copyable {
  /// The kind of the last token, which decides whether a space must follow.
  private enum Last {
    case punctuator
    /// It runs into a name or a number.
    case name
    /// It runs into a name, a number, or the dots of a spread.
    case number
    /// It runs into a string: three quotes begin a block string.
    case emptyString
    case string
  }

  private var last = Last.punctuator
  // One allocation is written to, since most of a document is names of a few bytes.
  private var bytes: UnsafeMutablePointer<UInt8>
  private var capacity = 1024
  private var count = 0

  init() { bytes = .allocate(capacity: capacity) }

  deinit { bytes.deallocate() }

  /// The text so far.
  var string: String { String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self) }

  /// Writes a name or a keyword.
  mutating func write(name: String) {
    separateWord()
    append(name)
    last = .name
  }

  /// Writes a name or a keyword.
  mutating func write(name: NameID, of names: NameTable) {
    separateWord()
    append(names.bytes(name))
    last = .name
  }

  /// Writes an integer or a number with a fraction or an exponent.
  mutating func write(number: String) {
    separateWord()
    append(number)
    last = .number
  }

  /// Writes a string, by default in single quotes, whatever the form of the original was: older servers do not support block strings.
  mutating func write(string value: String, isBlock: Bool = false) {
    if case .emptyString = last { append(UInt8(ascii: " ")) }
    append(isBlock ? StringLiteral.block(value) : StringLiteral.quoted(value))
    last = value.isEmpty ? .emptyString : .string
  }

  /// Writes a punctuator of one character.
  mutating func write(_ mark: Unicode.Scalar) {
    append(UInt8(ascii: mark))
    last = .punctuator
  }

  /// Writes the three dots of a spread.
  mutating func writeSpread() {
    if case .number = last { append(UInt8(ascii: " ")) }
    append("...")
    last = .punctuator
  }

  private mutating func separateWord() {
    switch last {
    case .name, .number: append(UInt8(ascii: " "))
    case .punctuator, .emptyString, .string: break
    }
  }

  // MARK: - Text

  private mutating func append(_ byte: UInt8) {
    if count == capacity { grow(by: 1) }
    (bytes + count).initialize(to: byte)
    count = count &+ 1
  }

  private mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    guard let base = text.baseAddress else { return }
    if capacity &- count < text.count { grow(by: text.count) }
    (bytes + count).initialize(from: base, count: text.count)
    count = count &+ text.count
  }

  private mutating func grow(by count: Int) {
    capacity = max(capacity * 2, self.count + count)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.moveInitialize(from: bytes, count: self.count)
    bytes.deallocate()
    bytes = larger
  }
}
