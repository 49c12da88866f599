/// Text in columns, each as wide as its widest cell.
struct Table: CustomStringConvertible {
  private var rows: [[String]]

  init(_ titles: String...) { rows = [titles, titles.map { String(repeating: "─", count: $0.count) }] }

  mutating func add(_ cells: String...) { rows.append(cells) }

  var description: String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { cells in
      var line = ""
      for (cell, width) in zip(cells, widths) {
        line += cell + String(repeating: " ", count: width - cell.count + 2)
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
