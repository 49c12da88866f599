/// The kind of token that a byte can begin or continue: the lexer's table.
enum CharacterClass {
  static var other: UInt8 { 0 }
  static var blank: UInt8 { 1 }
  static var name: UInt8 { 2 }
  static var digit: UInt8 { 3 }
  static var punctuator: UInt8 { 4 }
  static var quote: UInt8 { 5 }
  static var comment: UInt8 { 6 }
  static var dot: UInt8 { 7 }
  static var minus: UInt8 { 8 }
  /// The first byte of a UTF-8 byte order mark.
  static var byteOrderMark: UInt8 { 9 }

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
