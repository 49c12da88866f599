/// Swift source under construction, indented by two spaces for each level.
///
/// Only argument lists are broken into lines, where ``Code`` marks it. Frequent lines are written in parts, between ``begin()`` and ``end()``,
/// instead of making a string of each: this runs for every field of every selection, even in unoptimized builds.
struct SwiftPrinter: ~Copyable {
  // Raw bytes: a String would check its capacity and representation at each append.
  private var bytes: UnsafeMutablePointer<UInt8>
  private var count = 0
  private var capacity = 16 * 1024
  /// The indentation of the current block, in columns.
  private var indentation = 0
  /// The offset of the current line.
  private var lineStart = 0
  /// Whether nothing has been written since the current block was opened or ``separate()`` wrote an empty line.
  private var isAtStart = true

  /// The maximum length of a line in bytes. Longer ones are broken if they contain argument lists.
  static let lineLength = 100

  init() { bytes = .allocate(capacity: capacity) }

  deinit { bytes.deallocate() }

  /// Everything written so far.
  var text: String { string(from: 0) }

  private func string(from start: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: bytes + start, count: count - start), as: UTF8.self)
  }

  // MARK: - Lines

  mutating func begin() {
    lineStart = count
    addIndentation()
  }

  private mutating func addIndentation() {
    var rest = indentation
    while rest > 0 {
      let length = min(rest, SwiftPrinter.blanks.utf8CodeUnitCount)
      add(SwiftPrinter.blanks.utf8Start, length)
      rest = rest &- length
    }
  }

  private static let blanks: StaticString = "                                "

  private mutating func addNewline() {
    if capacity == count { grow(1) }
    bytes[count] = UInt8(ascii: "\n")
    count = count &+ 1
  }

  /// Adds text to the current line.
  mutating func add(_ part: String) {
    var part = part
    part.withUTF8 { part in
      guard let start = part.baseAddress else { return }
      add(start, part.count)
    }
  }

  mutating func add(_ part: UnsafePointer<UInt8>, _ length: Int) {
    if capacity &- count < length { grow(length) }
    // Copies raw memory: an unoptimized build would look up a typed pointer's metadata at each call.
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

  mutating func end() {
    isAtStart = false
    addNewline()
  }

  /// Writes a line that is never broken.
  mutating func line(_ content: String) {
    begin()
    add(content)
    end()
  }

  mutating func blankLine() { addNewline() }

  /// Writes an empty line, except at the start of a block and after another empty line.
  mutating func separate() {
    if isAtStart { return }
    addNewline()
    isAtStart = true
  }

  // MARK: - Blocks

  /// Writes `head` and an opening brace, and indents what follows.
  mutating func open(_ head: String) { open(Code(head)) }

  mutating func open(_ head: Code) {
    begin()
    add(head, tail: 2)
    add(" {")
    end()
    indent()
  }

  mutating func close() {
    outdent()
    line("}")
  }

  mutating func indent() {
    indentation += 2
    isAtStart = true
  }

  /// Changes the indentation of the following lines by a number of levels, without starting a block.
  mutating func indent(by levels: Int) { indentation = indentation &+ 2 &* levels }

  mutating func outdent() { indentation -= 2 }

  // MARK: - Lists

  /// The length of the current line in bytes.
  var column: Int { count &- lineStart }

  /// The available width of a line.
  private var width: Int { SwiftPrinter.lineLength - indentation }

  /// Whether `content` fits on one line.
  func fits(_ content: String) -> Bool { content.utf8.count <= width }

  /// Writes `open`, the items and `close` on one line if they fit. Otherwise the items get their own lines, as many on each as fit.
  ///
  /// - Parameter isCall: whether `close` follows the last item, as in a call, or gets its own line, as in a declaration.
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

  /// Writes items separated by commas, as many on each line as fit.
  mutating func fill(_ items: [Code], closing: String = "") {
    begin()
    var index = 0
    // After an item that was broken, the next one starts a new line.
    var isBroken = false
    while index < items.count {
      let item = items[index]
      let isLast = index == items.count &- 1
      let length = item.text.utf8.count &+ (isLast ? closing.utf8.count : 1)
      if index > 0 {
        if isBroken || column &+ 1 &+ length > SwiftPrinter.lineLength {
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
