/// Whether a string is a valid name (section 2.1.9). Names in introspection results and configurations are strings, which no lexer has checked.
enum NameForm {
  case valid
  /// The first character is only valid later in a name.
  case startsWrong
  /// A character is never valid in a name. Also used for the empty text.
  case holdsOther

  init(_ text: String) {
    self = text.isEmpty ? .holdsOther : .valid
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
        continue
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if index == 0 { self = .startsWrong }
      default:
        self = .holdsOther
        return
      }
    }
  }
}
