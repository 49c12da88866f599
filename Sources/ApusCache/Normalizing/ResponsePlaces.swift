import Apus

/// Finds places in a response's text.
enum ResponsePlaces {
  /// The object of the member `data`; nil when it is null.
  static func data(in json: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    guard let start = json.baseAddress else { return nil }
    var scanner = JSONScanner(json, start)
    guard enter(&scanner, 0x7B) else { return nil }
    // Of members with one name the first counts.
    while scanner.p < scanner.end, scanner.p.pointee == 0x22 {
      let isData = scanner.name() == "data"
      let value = scanner.p
      scanner.skipValue()
      if isData {
        return value.pointee == 0x7B ? UnsafeBufferPointer(start: value, count: scanner.p - value) : nil
      }
      scanner.skipComma()
    }
    return nil
  }

  /// Where the nulls of errors stand: at an error's path, or at what is around it, as far as nulls had to travel.
  ///
  /// - Parameter data: the data's object.
  static func nulls(of errors: [GraphQLError], in data: UnsafeBufferPointer<UInt8>) -> Set<Int> {
    guard let start = data.baseAddress else { return [] }
    var found: Set<Int> = []
    for path in errors.compactMap(\.path) {
      var scanner = JSONScanner(data, start)
      var isThere = true
      for component in path.components {
        if scanner.p < scanner.end, scanner.p.pointee == 0x6E { break }
        isThere = step(into: component, &scanner)
        if !isThere { break }
      }
      if isThere, scanner.p < scanner.end, scanner.p.pointee == 0x6E { found.insert(scanner.offset) }
    }
    return found
  }

  private static func step(into component: GraphQLPath.Component, _ scanner: inout JSONScanner) -> Bool {
    switch component {
    case .key(let key):
      guard enter(&scanner, 0x7B) else { return false }
      while scanner.p < scanner.end, scanner.p.pointee == 0x22 {
        if scanner.name() == key { return true }
        scanner.skipValue()
        scanner.skipComma()
      }
    case .index(let index):
      guard enter(&scanner, 0x5B) else { return false }
      var position = 0
      while scanner.p < scanner.end, scanner.p.pointee != 0x5D {
        if position == index { return true }
        position += 1
        scanner.skipValue()
        scanner.skipComma()
      }
    }
    return false
  }

  private static func enter(_ scanner: inout JSONScanner, _ bracket: UInt8) -> Bool {
    scanner.skipSpace()
    guard scanner.p < scanner.end, scanner.p.pointee == bracket else { return false }
    scanner.p += 1
    scanner.skipSpace()
    return true
  }
}
