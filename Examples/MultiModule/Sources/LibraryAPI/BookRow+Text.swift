extension BookRowData {
  /// The row as a line of text.
  public var text: String {
    let mark =
      switch medium {
      case .hardcover, .paperback: "📖"
      case .audio: "🎧"
      case .unrecognized(let name): name
      }
    return "\(mark) \(title), \(author.name)"
  }
}
