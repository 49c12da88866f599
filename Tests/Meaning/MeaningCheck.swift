import ApusSchema
import ApusSyntax

import ApusIR

/// Compares what a program reads of a response with what the specification says is there.
struct MeaningCheck {
  let reader: ProgramReader
  /// Over the document as it was written.
  let collector: MeaningCollector

  struct Difference: Error {
    var message: String
  }

  var program: Program { reader.program }

  /// What a view of an object selects.
  func check(_ read: ProgramReader.Read, _ sets: [NodeID]) throws {
    let object = read.object
    let payload = read.payload
    if !isExact(payload, sets) { return }
    let path = payload.type.path
    let optional = payload.type.conditionalFragments.filter(\.isOptional).map(\.definition)
    let found = collector.collect(sets, object.type, unfollowed: Set(optional))
    var keys: Set<String> = []
    for (property, value) in zip(payload.type.properties, payload.fields) {
      let key = program.tree.names.string(property.field.key)
      keys.insert(key)
      let group = found.groups.first { $0.key == key }
      // A `__typename` that nobody selected.
      if group == nil, key == "__typename" { continue }
      if (value != nil) != (group != nil) {
        throw Difference(message: "\(path).\(key) is \(value == nil ? "not " : "")there")
      }
      guard let value, let group else { continue }
      try check(
        value, object[key], group.fields.compactMap { collector.tree.child($0, .selectionSet) },
        path + "." + key)
    }
    for group in found.groups where !keys.contains(group.key) {
      throw Difference(message: "\(path) has no property \(group.key)")
    }
    for (fragment, value) in zip(payload.type.conditionalFragments, payload.fragments) {
      let applies = found.fragments.contains(fragment.definition)
      if (value != nil) != applies {
        throw Difference(
          message: "\(path): the fragment \(fragment.name) is \(value == nil ? "not " : "")there")
      }
      if let value { try check(value, [collector.set(fragment.definition)]) }
    }
    for fragment in found.fragments { try checkView(fragment, of: read) }
  }

  private func check(
    _ value: ProgramReader.ReadValue, _ original: MeaningValue?, _ sets: [NodeID], _ path: String
  )
    throws
  {
    switch (value, original) {
    case (.null, .null?): return
    case (.text(let one), .text(let two)?) where one == two: return
    case (.list(let one), .list(let two)?) where one.count == two.count:
      for (a, b) in zip(one, two) { try check(a, b, sets, path) }
    case (.object(let read), .object?): try check(read, sets)
    default: throw Difference(message: "\(path) has another value")
    }
  }

  // MARK: - A response

  /// Decodes a response, compares every view, encodes it and decodes it again.
  ///
  /// - Returns: whether the response was one that the program can read.
  func check(_ response: MeaningObject, _ operation: Operation) throws -> Bool {
    let root = [collector.set(collector.operation)]
    if !isForeseeable(response, root) { return false }
    let read: ProgramReader.Read
    do {
      read = try reader.readRoot(operation.data.type, response)
    } catch let failure as ProgramReader.Failure {
      throw Difference(message: "cannot be read: \(failure.message)")
    }
    let inner = MeaningCheck(reader: reader.showing(response), collector: collector)
    try inner.check(read, root)
    try checkEncoding(read)
    let encoded = reader.write(read)
    try compare(.object(response), .object(encoded), "data")
    return true
  }

  /// Encodes a value alone and each within it, and reads it again.
  func checkEncoding(_ read: ProgramReader.Read) throws {
    let encoded = reader.write(read)
    do {
      let again = try reader.readRoot(read.type, encoded)
      if !reader.areEqual(read, again) {
        throw Difference(message: "\(read.type.path) is another one when encoded")
      }
    } catch let failure as ProgramReader.Failure {
      throw Difference(message: "\(read.type.path) cannot be read when encoded: \(failure.message)")
    }
    for value in read.payload.fields { try checkEncoding(value) }
    for value in read.payload.fragments { if let value { try checkEncoding(value) } }
  }

  private func checkEncoding(_ value: ProgramReader.ReadValue?) throws {
    switch value {
    case .object(let read)?: try checkEncoding(read)
    case .list(let elements)?: for element in elements { try checkEncoding(element) }
    default: return
    }
  }

  private func compare(_ original: MeaningValue, _ encoded: MeaningValue, _ path: String) throws {
    switch (original, encoded) {
    case (.list(let one), .list(let two)) where one.count == two.count:
      for (a, b) in zip(one, two) { try compare(a, b, path) }
    case (.object(let one), .object(let two)):
      for member in one.members {
        let (key, value) = (member.key, member.value)
        if key.hasPrefix("__if_") || key.hasPrefix("__unless_") { continue }
        guard let other = two[key] else {
          // Null and absent are one for a property that variables decide on; of a type of later a case may not have all.
          if value == .null || collector.schema.isLater(one.type) { continue }
          throw Difference(message: "\(path).\(key) was lost")
        }
        try compare(value, other, path + "." + key)
      }
      for key in two.members.map(\.key)
      where one[key] == nil && !key.hasPrefix("__no_") && !key.hasPrefix("__has") {
        // A marker under a field that variables decide on may not have been sent; what it says holds.
        if key.hasPrefix("__is"), collector.schema.possible(String(key.dropFirst(4))).contains(one.type) {
          continue
        }
        throw Difference(message: "\(path).\(key) was added")
      }
    default: if original != encoded { throw Difference(message: "\(path) was changed") }
    }
  }
}
