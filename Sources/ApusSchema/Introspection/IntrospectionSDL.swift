import ApusDiagnostics
import ApusJSON

/// SDL that was made of an introspection result, and where in the JSON each part of it comes from.
struct IntrospectionSDL {
  let source: SourceFile
  /// The whole JSON text.
  let root: JSONValue
  /// In the order of their offsets.
  let origins: [IntrospectionReader.Origin]

  /// The place in the JSON of a place in the SDL, which nobody wrote.
  func place(_ range: SourceRange) -> SourceRange {
    var low = 0
    var high = origins.count
    while low < high {
      let middle = (low + high) / 2
      if origins[middle].offset <= range.start { low = middle + 1 } else { high = middle }
    }
    return (low == 0 ? root : origins[low - 1].value).shortRange
  }
}
