/// Layout of code that does not fit on a line.
extension SwiftPrinter {
  /// Writes a line, broken if it is too long.
  mutating func line(_ code: Code) {
    begin()
    add(code)
    end()
  }

  /// Adds code to the current line, broken if it is too long.
  ///
  /// - Parameter tail: the number of bytes that follow on the same line.
  mutating func add(_ code: Code, tail: Int = 0) {
    if code.marks.isEmpty || column &+ code.text.utf8.count &+ tail <= SwiftPrinter.lineLength {
      add(code.text)
    } else {
      addBroken(code, tail)
    }
  }

  private mutating func addBroken(_ code: Code, _ tail: Int) {
    let marks = code.marks
    let length = code.text.utf8.count
    var text = code.text
    // Uses a pointer, because a tenth of all lines get here and String access is slow in unoptimized builds.
    text.withUTF8 { bytes in
      guard let bytes = bytes.baseAddress else { return }
      var outer: [(isBroken: Bool, level: Int)] = []
      var isBroken = true
      var level = 0
      var written = 0
      var index = 0
      while index < marks.count {
        let mark = marks[index]
        var breaks = false
        switch mark.kind {
        case .begin:
          let end = SwiftPrinter.end(ofGroup: index, in: marks)
          let reach = SwiftPrinter.nextBreak(behind: end, in: marks) ?? length &+ tail
          outer.append((isBroken, level))
          isBroken = column &+ reach &- written > SwiftPrinter.lineLength
        case .end:
          if let group = outer.popLast() { (isBroken, level) = group }
        case .indent: level = level &+ 1
        case .outdent: level = level &- 1
        case .line: breaks = isBroken
        case .fill:
          if isBroken {
            let reach = SwiftPrinter.nextBreak(behind: index, in: marks) ?? length &+ tail
            breaks = column &+ reach &- written > SwiftPrinter.lineLength
          }
        case .comma:
          if isBroken {
            add(bytes + written, mark.offset &- written)
            written = mark.offset
            add(",")
          }
        }
        if breaks {
          add(bytes + written, mark.offset &- written)
          written = mark.offset
          if written < length, bytes[written] == UInt8(ascii: " ") { written = written &+ 1 }
          end()
          indent(by: level)
          begin()
          indent(by: -level)
        }
        index = index &+ 1
      }
      add(bytes + written, length &- written)
    }
  }

  /// The index of the mark that ends a group.
  private static func end(ofGroup begin: Int, in marks: [Code.Mark]) -> Int {
    var depth = 0
    var index = begin
    while index < marks.count {
      switch marks[index].kind {
      case .begin: depth = depth &+ 1
      case .end: depth = depth &- 1
      default: break
      }
      if depth == 0 { return index }
      index = index &+ 1
    }
    return marks.count &- 1
  }

  /// The offset of the first break after a mark, in its own group or an enclosing one.
  private static func nextBreak(behind start: Int, in marks: [Code.Mark]) -> Int? {
    var depth = 0
    var index = start &+ 1
    while index < marks.count {
      switch marks[index].kind {
      case .begin: depth = depth &+ 1
      case .end: depth = max(0, depth &- 1)
      case .line, .fill: if depth == 0 { return marks[index].offset }
      default: break
      }
      index = index &+ 1
    }
    return nil
  }
}
