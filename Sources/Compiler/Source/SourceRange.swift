/// A range of bytes in a source file.
package struct SourceRange {
  package var file: SourceFile
  /// The offset of the first byte.
  package var start: Int
  /// One past the last byte.
  package var end: Int

  package init(file: SourceFile, start: Int, end: Int) {
    self.file = file
    self.start = start
    self.end = end
  }

  /// The range in the file that people see, if the text comes from another one.
  package var inFile: SourceRange {
    guard let origin = file.origin else { return self }
    let place = origin.place(start, end)
    return SourceRange(file: origin.file, start: place.start, end: place.end)
  }

  /// The 1-based line and column of the first byte, in UTF-16 code units.
  package var position: SourcePosition { file.position(at: start) }
}
