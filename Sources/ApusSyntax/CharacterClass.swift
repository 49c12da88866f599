/// The kind of token that a byte can begin or continue: the lexer's table.
///
/// Transparent, so that in unoptimized builds a comparison is one instruction and not a call.
enum CharacterClass {
  @_transparent static var other: UInt8 { 0 }
  @_transparent static var blank: UInt8 { 1 }
  @_transparent static var name: UInt8 { 2 }
  @_transparent static var digit: UInt8 { 3 }
  @_transparent static var punctuator: UInt8 { 4 }
  @_transparent static var quote: UInt8 { 5 }
  @_transparent static var comment: UInt8 { 6 }
  @_transparent static var dot: UInt8 { 7 }
  @_transparent static var minus: UInt8 { 8 }
  /// The first byte of a UTF-8 byte order mark.
  @_transparent static var byteOrderMark: UInt8 { 9 }

  /// Whether a byte of this class continues a name: `name` and `digit` have consecutive numbers.
  @_transparent static func continuesName(_ value: UInt8) -> Bool { value &- name < 2 }

  /// A table of 256 classes, one per byte. The caller deallocates it.
  static func makeTable() -> UnsafeMutablePointer<UInt8> {
    let table = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
    table.initialize(repeating: other, count: 256)
    func set(_ bytes: StaticString, _ value: UInt8) {
      var index = 0
      while index < bytes.utf8CodeUnitCount {
        table[Int(bytes.utf8Start[index])] = value
        index += 1
      }
    }
    set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_", name)
    set("0123456789", digit)
    set(" \t\n\r,", blank)
    set("!$&():=@[]{|}", punctuator)
    set("\"", quote)
    set("#", comment)
    set(".", dot)
    set("-", minus)
    table[0xEF] = byteOrderMark
    return table
  }
}
