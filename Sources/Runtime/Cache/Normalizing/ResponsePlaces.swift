import Apus

/// Finds offsets in a response's text.
enum ResponsePlaces {
  /// The text from the start of the object `data`; nil if that is null.
  ///
  /// It includes whatever follows the object: finding the object's end would cost another pass.
  static func data(in json: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    guard let start = json.baseAddress else { return nil }
    var scanner = JSONScanner(json, start)
    guard enter(&scanner, 0x7B) else { return nil }
    // The first of several members with the same name counts.
    while scanner.p < scanner.end, scanner.p.pointee == 0x22 {
      if isData(scanner.skipName()) {
        guard scanner.p < scanner.end, scanner.p.pointee == 0x7B else { return nil }
        return UnsafeBufferPointer(start: scanner.p, count: scanner.end - scanner.p)
      }
      scanner.skipValue()
      scanner.skipComma()
    }
    return nil
  }

  /// Whether a name with its quotes is that of the data.
  private static func isData(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let data: StaticString = "\"data\""
    guard let start = name.baseAddress, name.count == 6 else {
      return name.contains(0x5C) && JSONScanner.text(name) == "data"
    }
    return areEqual(start, data.utf8Start, 6)
  }

  /// The offsets of nulls caused by errors, with the errors' messages. The null is at the error's path or, if it moved up, at a parent.
  ///
  /// - Parameter data: the text from the start of the data's object.
  static func nulls(of errors: [GraphQLError], in data: UnsafeBufferPointer<UInt8>) -> [Int: String] {
    guard let start = data.baseAddress else { return [:] }
    var found: [Int: String] = [:]
    for error in errors {
      guard let path = error.path else { continue }
      var scanner = JSONScanner(data, start)
      var isThere = true
      for component in path.components {
        if scanner.p < scanner.end, scanner.p.pointee == 0x6E { break }
        isThere = step(into: component, &scanner)
        if !isThere { break }
      }
      if isThere, scanner.p < scanner.end, scanner.p.pointee == 0x6E { found[scanner.offset] = error.message }
    }
    return found
  }

  /// The offsets of the values at a path of response keys: of all elements, if lists are on the way or at its end.
  ///
  /// - Parameter data: the text from the start of the data's object.
  static func values(at path: [String], in data: UnsafeBufferPointer<UInt8>) -> [Int] {
    guard let start = data.baseAddress else { return [] }
    var found: [Int] = []
    find(path[...], JSONScanner(data, start), &found)
    return found
  }

  private static func find(_ path: ArraySlice<String>, _ scanner: JSONScanner, _ found: inout [Int]) {
    var scanner = scanner
    if enter(&scanner, 0x5B) {
      while scanner.p < scanner.end, scanner.p.pointee != 0x5D {
        find(path, scanner, &found)
        scanner.skipValue()
        scanner.skipComma()
      }
    } else if let key = path.first {
      if step(into: .key(key), &scanner) { find(path.dropFirst(), scanner, &found) }
    } else {
      found.append(scanner.offset)
    }
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
