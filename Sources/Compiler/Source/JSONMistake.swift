/// Text that people write or save by mistake where JSON is expected.
struct JSONMistake {
  /// Names the mistake and the fix.
  let message: String
  /// Its end in the source.
  let end: Int

  /// Recognizes the text at `start`; nil if it is nothing known.
  init?(_ source: SourceFile, at start: Int) {
    let text = source.text(start, min(start + 9, source.count))
    if ["<<<<<<<", "=======", ">>>>>>>", "|||||||"].contains(where: text.hasPrefix) {
      message = "This is a merge conflict marker. Resolve the conflict and remove its three markers."
      end = start + 7
    } else if text.hasPrefix("//") || text.hasPrefix("/*") || text.hasPrefix("#") {
      message = "JSON has no comments. Remove this one."
      end = start + (text.hasPrefix("#") ? 1 : 2)
    } else if let quote = text.first, "\u{201C}\u{201D}\u{201E}\u{2018}\u{2019}".contains(quote) {
      message = "This is a typographic quotation mark, \(quote). Write a straight one: \"."
      end = start + quote.utf8.count
    } else if text.hasPrefix("'") {
      message = "JSON has double quotes only. Write \" instead of '."
      end = start + 1
    } else if MarkupText.begins(source, at: start) {
      message = MarkupText.message
      end = start + 1
    } else {
      return nil
    }
  }
}
