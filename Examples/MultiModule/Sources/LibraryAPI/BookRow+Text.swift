extension BookRowFragment {
  /// The row as a line of text, for the books of any operation.
  public var text: String {
    let mark =
      switch medium {
      case .hardcover, .paperback: "📖"
      case .audio: "🎧"
      case .unrecognized(let name): name
      }
    return "\(mark) \(title), \(author.name), \(price.text)"
  }
}
