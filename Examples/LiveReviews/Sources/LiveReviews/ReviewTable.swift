import Foundation

/// The reviews so far, with a row for each medium.
struct ReviewTable {
  private struct Row {
    let title: String
    var count = 0
    var stars = 0
    var lastText = ""
  }

  private var rows: [String: Row] = [:]
  private var lineCount = 0

  mutating func add(_ review: ReviewAddedSubscription.Data.ReviewAdded) {
    var row = rows[review.media.id] ?? Row(title: review.media.title)
    row.count += 1
    row.stars += review.stars
    row.lastText = review.text ?? ""
    rows[review.media.id] = row
  }

  /// Prints the table. In a terminal, it replaces the previous one.
  mutating func draw() {
    var text = isatty(STDOUT_FILENO) == 1 && lineCount > 0 ? "\u{1B}[\(lineCount)A\u{1B}[J" : ""
    let sorted = rows.sorted { ($0.value.count, $1.key) > ($1.value.count, $0.key) }.map(\.value)
    for row in sorted {
      let average = Double(row.stars) / Double(row.count)
      let bar = String(repeating: "★", count: Int(average.rounded()))
      text += "\(padded(row.title, 12)) \(padded("\(row.count)", 4)) \(padded(bar, 6)) \(row.lastText)\n"
    }
    lineCount = sorted.count
    FileHandle.standardOutput.write(Data((text + (isatty(STDOUT_FILENO) == 1 ? "" : "\n")).utf8))
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
