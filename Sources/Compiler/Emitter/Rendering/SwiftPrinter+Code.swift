/// Layout of argument lists that do not fit on a line.
extension SwiftPrinter {
  /// Writes a line, broken after commas if it is too long.
  mutating func line(_ code: Code) {
    begin()
    add(code)
    end()
  }

  /// Adds code to the current line, broken after commas if it is too long.
  ///
  /// - Parameter tail: the number of bytes that follow on the same line.
  mutating func add(_ code: Code, tail: Int = 0) {
    if code.breaks.isEmpty || column &+ code.text.utf8.count &+ tail <= SwiftPrinter.lineLength {
      add(code.text)
    } else {
      addBroken(code, tail)
    }
  }

  private mutating func addBroken(_ code: Code, _ tail: Int) {
    let length = code.text.utf8.count
    var text = code.text
    text.withUTF8 { bytes in
      guard let bytes = bytes.baseAddress else { return }
      var written = 0
      for (index, place) in code.breaks.enumerated() {
        let reach = index + 1 < code.breaks.count ? code.breaks[index + 1] : length + tail
        if column + reach - written <= SwiftPrinter.lineLength { continue }
        add(bytes + written, place - written)
        written = place + 1
        end()
        indent(by: 1)
        begin()
        indent(by: -1)
      }
      add(bytes + written, length - written)
    }
  }
}
