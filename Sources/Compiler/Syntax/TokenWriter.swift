/// Writes tokens one after the other, with a space only between two that would be read as something else without it.
///
/// All GraphQL that the compiler writes passes through it, so this is the only code that decides which tokens must be kept apart.
package struct TokenWriter: ~Copyable {
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
    /// The end of a value or type, which may be any of these.
    case part
  }

  private var last = Last.punctuator
  // One allocation is written to, since most of a document is names of a few bytes.
  private var bytes: UnsafeMutablePointer<UInt8>
  private var capacity = 1024

  package init() { bytes = .allocate(capacity: capacity) }

  deinit { bytes.deallocate() }

  /// The number of bytes so far.
  package private(set) var count = 0

  /// The text so far.
  package var string: String {
    String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// Writes a name or a keyword.
  package mutating func write(name: String) {
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

  /// Writes a value or type whose tokens are already separated.
  package mutating func write(part: String) {
    switch last {
    case .name, .number, .emptyString, .part: append(UInt8(ascii: " "))
    case .punctuator, .string: break
    }
    append(part)
    last = .part
  }

  /// Writes a string, by default in single quotes, whatever the form of the original was: older servers do not support block strings.
  package mutating func write(string value: String, isBlock: Bool = false) {
    switch last {
    case .emptyString, .part: append(UInt8(ascii: " "))
    case .punctuator, .name, .number, .string: break
    }
    append(isBlock ? StringLiteral.block(value) : StringLiteral.quoted(value))
    last = value.isEmpty ? .emptyString : .string
  }

  /// Writes a punctuator of one character.
  package mutating func write(_ mark: Unicode.Scalar) {
    append(UInt8(ascii: mark))
    last = .punctuator
  }

  /// Writes the three dots of a spread.
  mutating func writeSpread() {
    switch last {
    case .number, .part: append(UInt8(ascii: " "))
    case .punctuator, .name, .emptyString, .string: break
    }
    append("...")
    last = .punctuator
  }

  private mutating func separateWord() {
    switch last {
    case .name, .number, .part: append(UInt8(ascii: " "))
    case .punctuator, .emptyString, .string: break
    }
  }

  /// Removes what was written after the first `count` bytes.
  package mutating func cut(to count: Int) {
    self.count = count
    last = .part
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
