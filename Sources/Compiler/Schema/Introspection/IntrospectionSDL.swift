import ApusSource

/// SDL generated from an introspection result, with the place in the JSON that each part comes from.
struct IntrospectionSDL {
  let source: SourceFile
  /// The whole JSON value.
  let root: JSONValue
  /// Sorted by offset.
  let origins: [IntrospectionReader.Origin]
  /// The names of the types in the result, the specification's among them.
  let typeNames: Set<String>

  /// Maps a place in the generated SDL to the JSON.
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
