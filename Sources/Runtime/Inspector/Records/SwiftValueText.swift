/// Swift's values as text, as `dump` writes them.
struct SwiftValueText: TextOutputStream {
  private var text = ""
  private var isCut = false

  private static let limit = 64 << 10

  mutating func write(_ more: String) {
    if isCut { return }
    if text.utf8.count + more.utf8.count > Self.limit {
      isCut = true
    } else {
      text += more
    }
  }

  static func text(of value: Any) -> String {
    var output = SwiftValueText()
    dump(value, to: &output, maxItems: 2000)
    return output.isCut ? output.text + "\n…" : output.text
  }
}
