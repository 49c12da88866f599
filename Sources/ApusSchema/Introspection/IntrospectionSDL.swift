import ApusDiagnostics

/// SDL that was made of an introspection result, and where in the JSON each part of it comes from.
struct IntrospectionSDL {
  let source: SourceFile
  /// The whole JSON text.
  let root: JSONValue
  /// In the order of their offsets.
  let origins: [IntrospectionReader.Origin]

  /// Moves places in the SDL, which nobody wrote, to the JSON.
  func moveToJSON(_ diagnostic: inout Diagnostic) {
    for index in diagnostic.ranges.indices { move(&diagnostic.ranges[index]) }
  }

  private func move(_ range: inout SourceRange) {
    if range.file !== source { return }
    var low = 0
    var high = origins.count
    while low < high {
      let middle = (low + high) / 2
      if origins[middle].offset <= range.start { low = middle + 1 } else { high = middle }
    }
    range = (low == 0 ? root : origins[low - 1].value).shortRange
  }
}
