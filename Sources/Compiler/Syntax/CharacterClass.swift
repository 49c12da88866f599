extension CharacterClass {
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
