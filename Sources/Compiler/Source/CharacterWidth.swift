/// The number of terminal columns that a character takes.
enum CharacterWidth {
  /// 2 for East Asian wide characters and emoji, 0 for characters that combine with the one before, otherwise 1.
  static func columns(of character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.value < 0x300 { return 1 }
    // An emoji is wide by default, or if a variation selector asks for the emoji form.
    if first.properties.isEmojiPresentation { return 2 }
    if first.properties.isEmoji, character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    if isWide(first.value) { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }

  /// The blocks whose characters are wide or full-width in Unicode Standard Annex 11.
  private static func isWide(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x1100...0x115F,  // Hangul Jamo, leading consonants
      0x2E80...0x303E,  // CJK radicals, Kangxi, ideographic description, punctuation
      0x3041...0x33FF,  // kana, Bopomofo, Hangul compatibility, enclosed CJK
      0x3400...0x4DBF, 0x4E00...0x9FFF,  // CJK ideographs
      0xA000...0xA4CF, 0xA960...0xA97F,  // Yi, Hangul Jamo extended A
      0xAC00...0xD7A3,  // Hangul syllables
      0xF900...0xFAFF, 0xFE30...0xFE6F,  // CJK compatibility
      0xFF00...0xFF60, 0xFFE0...0xFFE6,  // full-width forms
      0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,  // Tangut, Khitan, kana supplements
      0x20000...0x3FFFD:  // CJK ideographs of the supplementary planes
      true
    default: false
    }
  }
}
