/// Writes tokens one after the other, with a space only between two that would be read as something else without it.
///
/// Whatever is sent is written here, so that no other place decides which tokens must be kept apart.
package struct TokenWriter: ~Copyable {
  /// What the last token asks of the next one.
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

  private var text = TextBuffer()
  private var last = Last.punctuator

  package init() {}

  /// The text so far.
  package var string: String { text.string }

  /// Writes a name or a keyword.
  package mutating func write(name: String) {
    separateWord()
    text.append(name)
    last = .name
  }

  /// Writes a name or a keyword.
  package mutating func write(name: NameID, of names: NameTable) {
    separateWord()
    text.append(names.bytes(name))
    last = .name
  }

  /// Writes an integer or a number with a fraction or an exponent.
  package mutating func write(number: String) {
    separateWord()
    text.append(number)
    last = .number
  }

  /// Writes a string in single quotes, whatever the form of the original was: older servers do not know block strings.
  package mutating func write(string value: String) {
    if case .emptyString = last { text.append(UInt8(ascii: " ")) }
    text.append(StringLiteral.quoted(value))
    last = value.isEmpty ? .emptyString : .string
  }

  /// Writes a punctuator of one character.
  package mutating func write(_ mark: Unicode.Scalar) {
    text.append(UInt8(ascii: mark))
    last = .punctuator
  }

  /// Writes the three dots of a spread.
  package mutating func writeSpread() {
    if case .number = last { text.append(UInt8(ascii: " ")) }
    text.append("...")
    last = .punctuator
  }

  /// Writes whole definitions that end in a brace.
  package mutating func write(definitions: String) {
    text.append(definitions)
    last = .punctuator
  }

  private mutating func separateWord() {
    switch last {
    case .name, .number: text.append(UInt8(ascii: " "))
    case .punctuator, .emptyString, .string: break
    }
  }
}
