/// Swift source under construction: lines at an indentation of two spaces a level, broken where swift-format would.
///
/// A line that is written often is put together in place, between ``begin()`` and ``end()``; this runs for every field of
/// every selection, in an unoptimized build.
struct SwiftText: ~Copyable {
  // Bytes: a String looks for room, and at its form, at each append.
  private var bytes: UnsafeMutablePointer<UInt8>
  private var count = 0
  private var capacity = 16 * 1024
  /// The columns before a line of the block at hand.
  private var indentation = 0
  /// Where the line at hand begins.
  private var lineStart = 0
  /// Whether nothing stands in the block at hand yet.
  private var isAtStart = true

  /// The longest line that formatters leave alone.
  static let lineLength = 100

  init() { bytes = .allocate(capacity: capacity) }

  deinit { bytes.deallocate() }

  /// All that was written.
  var text: String { string(from: 0) }

  private func string(from start: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: bytes + start, count: count - start), as: UTF8.self)
  }

  // MARK: - Lines

  /// Starts a line.
  mutating func begin() {
    lineStart = count
    addIndentation()
  }

  private mutating func addIndentation() {
    if capacity &- count < indentation { grow(indentation) }
    (bytes + count).update(repeating: UInt8(ascii: " "), count: indentation)
    count = count &+ indentation
  }

  private mutating func addNewline() {
    if capacity == count { grow(1) }
    bytes[count] = UInt8(ascii: "\n")
    count = count &+ 1
  }

  /// Adds to the line that was started.
  mutating func add(_ part: String) {
    var part = part
    part.withUTF8 { part in
      guard let start = part.baseAddress else { return }
      if capacity &- count < part.count { grow(part.count) }
      (bytes + count).update(from: start, count: part.count)
      count = count &+ part.count
    }
  }

  private mutating func grow(_ length: Int) {
    capacity = max(capacity * 2, count + length)
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    grown.update(from: bytes, count: count)
    bytes.deallocate()
    bytes = grown
  }

  /// Ends the line that was started; breaks it where it is too long.
  mutating func end() {
    isAtStart = false
    if count &- lineStart > SwiftText.lineLength { breakLine() } else { addNewline() }
  }

  /// Ends the line that was started, which stays as it is.
  mutating func endUnbroken() {
    isAtStart = false
    addNewline()
  }

  /// A line, broken where it is too long.
  mutating func line(_ content: String) {
    begin()
    add(content)
    end()
  }

  /// A line that stays as it is: a comment, an attribute.
  mutating func unbroken(_ content: String) {
    addIndentation()
    add(content)
    endUnbroken()
  }

  mutating func blankLine() { addNewline() }

  /// An empty line, unless the block at hand begins here.
  mutating func separate() {
    if !isAtStart { addNewline() }
  }

  private mutating func breakLine() {
    let content = string(from: lineStart + indentation)
    count = lineStart
    for part in LineLayout.broken(content, width: width) { unbroken(part) }
  }

  // MARK: - Blocks

  /// `head` and an opening brace; the brace stands alone below a head that has to be broken.
  mutating func open(_ head: String) {
    if indentation + head.utf8.count + 2 <= SwiftText.lineLength {
      begin()
      add(head)
      add(" {\n")
    } else {
      for part in LineLayout.brokenHead(head, width: width) { unbroken(part) }
      unbroken("{")
    }
    indent()
  }

  /// The end of a block.
  mutating func close() {
    outdent()
    unbroken("}")
  }

  mutating func indent() {
    indentation += 2
    isAtStart = true
  }

  mutating func outdent() { indentation -= 2 }

  // MARK: - Lists

  /// The room on a line.
  var width: Int { SwiftText.lineLength - indentation }

  /// Whether `content` fits on a line of its own.
  func fits(_ content: String) -> Bool { content.utf8.count <= width }

  /// `open` + items + `close` on one line when that fits, else the items on lines of their own, as many as fit on each.
  ///
  /// - Parameter isCall: whether `close` stays with the last item, as in a call, or has a line of its own, as in a
  ///   declaration.
  mutating func list(_ open: String, _ items: [String], _ close: String, isCall: Bool = false) {
    var length = open.utf8.count + close.utf8.count
    for item in items { length += item.utf8.count + 2 }
    if items.isEmpty || length - 2 <= width {
      begin()
      add(open)
      var isFirst = true
      for item in items {
        if !isFirst { add(", ") }
        add(item)
        isFirst = false
      }
      add(close)
      endUnbroken()
      return
    }
    unbroken(open)
    indent()
    fill(items, closing: isCall ? close : "")
    outdent()
    if !isCall { unbroken(close) }
  }

  /// Items separated by commas, as many on a line as fit.
  mutating func fill(_ items: [String], closing: String = "") {
    var isFirst = true
    begin()
    for (index, item) in items.enumerated() {
      let isLast = index == items.count - 1
      let length = item.utf8.count + (isLast ? closing.utf8.count : 1)
      if !isFirst {
        if count &- lineStart + 1 + length > SwiftText.lineLength {
          add("\n")
          begin()
        } else {
          add(" ")
        }
      }
      if item.utf8.count >= width, item.hasSuffix(" }"), let brace = item.firstIndex(of: "{") {
        // The body of a closure that is too long stands on a line of its own.
        add(String(item[...brace]))
        add("\n")
        indent()
        line(String(item[brace...].dropFirst(2).dropLast(2)))
        outdent()
        begin()
        add("}")
      } else {
        add(item)
      }
      add(isLast ? closing : ",")
      isFirst = false
    }
    end()
  }

  /// A comma-separated list, one level in, as many items a line as fit.
  mutating func fill(_ list: String) {
    indent()
    for part in LineLayout.parameters(list, width: width) { unbroken(part) }
    outdent()
  }
}
