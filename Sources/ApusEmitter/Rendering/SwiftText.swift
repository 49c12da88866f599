/// Swift source under construction: lines at an indentation of two spaces a level.
///
/// What can be too long is ``Code``, which says where it may be broken. A line that is written often is put together in
/// place, between ``begin()`` and ``end()``; this runs for every field of every selection, in an unoptimized build.
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
    var rest = indentation
    while rest > 0 {
      let length = min(rest, SwiftText.blanks.utf8CodeUnitCount)
      add(SwiftText.blanks.utf8Start, length)
      rest = rest &- length
    }
  }

  private static let blanks: StaticString = "                                "

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
      add(start, part.count)
    }
  }

  mutating func add(_ part: UnsafePointer<UInt8>, _ length: Int) {
    if capacity &- count < length { grow(length) }
    // Of raw memory: an unoptimized build looks a generic pointer's type up at each call.
    UnsafeMutableRawPointer(bytes + count).copyMemory(from: part, byteCount: length)
    count = count &+ length
  }

  private mutating func grow(_ length: Int) {
    capacity = max(capacity * 2, count + length)
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    grown.update(from: bytes, count: count)
    bytes.deallocate()
    bytes = grown
  }

  /// Ends the line that was started.
  mutating func end() {
    isAtStart = false
    addNewline()
  }

  /// A line that stays as it is.
  mutating func line(_ content: String) {
    begin()
    add(content)
    end()
  }

  mutating func blankLine() { addNewline() }

  /// An empty line, unless the block at hand begins here.
  mutating func separate() {
    if !isAtStart { addNewline() }
  }

  // MARK: - Blocks

  /// `head` and an opening brace; the brace stands alone below a head that does not fit.
  mutating func open(_ head: String) {
    begin()
    add(head)
    openBrace(isAlone: column &+ 2 > SwiftText.lineLength)
  }

  /// The same with a head that is broken where it does not fit.
  mutating func open(_ head: Code) {
    let isAlone = !fits(head.text, and: 2)
    begin()
    add(head, tail: 2)
    openBrace(isAlone: isAlone)
  }

  private mutating func openBrace(isAlone: Bool) {
    if isAlone {
      end()
      line("{")
    } else {
      add(" {")
      end()
    }
    indent()
  }

  /// The end of a block.
  mutating func close() {
    outdent()
    line("}")
  }

  mutating func indent() {
    indentation += 2
    isAtStart = true
  }

  /// Indents what follows by some levels more, or fewer.
  mutating func indent(by levels: Int) { indentation = indentation &+ 2 &* levels }

  mutating func outdent() { indentation -= 2 }

  // MARK: - Lists

  /// The number of bytes in the line that was started.
  var column: Int { count &- lineStart }

  /// The room on a line.
  var width: Int { SwiftText.lineLength - indentation }

  /// Whether `content` and `more` bytes fit on a line of their own.
  func fits(_ content: String, and more: Int = 0) -> Bool { content.utf8.count + more <= width }

  /// `open` + items + `close` on one line when that fits, else the items on lines of their own, as many as fit on each.
  ///
  /// - Parameter isCall: whether `close` stays with the last item, as in a call, or has a line of its own, as in a
  ///   declaration.
  mutating func list(_ open: String, _ items: [Code], _ close: String, isCall: Bool = false) {
    var length = open.utf8.count + close.utf8.count
    for item in items { length += item.text.utf8.count + 2 }
    if items.isEmpty || length - 2 <= width {
      begin()
      add(open)
      var isFirst = true
      for item in items {
        if !isFirst { add(", ") }
        add(item.text)
        isFirst = false
      }
      add(close)
      end()
      return
    }
    line(open)
    indent()
    fill(items, closing: isCall ? close : "")
    outdent()
    if !isCall { line(close) }
  }

  /// Lines of items separated by commas, as many on each as fit.
  mutating func fill(_ items: [Code], closing: String = "") {
    begin()
    var index = 0
    // What follows an item that is broken begins on a line of its own.
    var isBroken = false
    while index < items.count {
      let item = items[index]
      let isLast = index == items.count &- 1
      let length = item.text.utf8.count &+ (isLast ? closing.utf8.count : 1)
      if index > 0 {
        if isBroken || column &+ 1 &+ length > SwiftText.lineLength {
          end()
          begin()
        } else {
          add(" ")
        }
      }
      isBroken = length > width
      add(item, tail: length &- item.text.utf8.count)
      add(isLast ? closing : ",")
      index = index &+ 1
    }
    end()
  }
}
