import ApusSchema
import ApusSyntax

import ApusShapes
import ApusSwiftModel

/// Compares what a program reads of a response with what the specification says is there.
struct MeaningCheck {
  let reader: ProgramReader
  /// Over the document as it was written.
  let collector: MeaningCollector
  /// Whether what is checked is a fragment's view of an object that has more selections.
  var isView = false

  struct Difference: Error {
    var message: String
  }

  var program: Program { reader.program }

  var isIncremental: Bool { program.operations.first?.isIncremental ?? false }

  /// What a view of an object selects.
  func check(_ read: ProgramReader.Read, _ sets: [NodeID]) throws {
    let object = read.object
    let payload = read.payload
    try checkCase(of: read)
    if !isExact(read, sets) { return }
    let path = payload.type.path
    let optional = payload.type.fragmentProperties.filter { fragment in
      !fragment.isDeferred && (fragment.isOptional || collector.isNamedInlineFragment(fragment.definition))
    }.map(\.definition)
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
      try checkFailure(value, object[key], group.fields, path + "." + key)
      if try isCaught(value, object[key], group.fields, path + "." + key) { continue }
      try check(
        value, object[key], group.fields.compactMap { collector.tree.child($0, .selectionSet) },
        path + "." + key)
    }
    for group in found.groups where !keys.contains(group.key) {
      throw Difference(message: "\(path) has no property \(group.key)")
    }
    for (fragment, value) in zip(payload.type.fragmentProperties, payload.fragments) {
      let applying = fragment.isDeferred ? found.deferred : found.fragments
      if value.isAbsent == applying.contains(fragment.definition) {
        throw Difference(
          message: "\(path): the fragment \(fragment.name) is \(value.isAbsent ? "not " : "")there")
      }
      if fragment.isDeferred, !value.isAbsent { try check(value, partAs: fragment, of: object, path) }
      // Of a part that has not come, and was not announced, what is there for others' sake may be taken for it.
      if fragment.isDeferred, object[fragment.key] == nil, object.parts[fragment.key] != .delivered {
        continue
      }
      if let value = value.value { try check(value, [collector.set(fragment.definition)]) }
    }
    for definition in found.deferred
    where !payload.type.fragmentProperties.contains(where: { $0.definition == definition && $0.isDeferred }
    ) {
      throw Difference(
        message: "\(path) has no property for the part \(collector.key(ofPart: definition))")
    }
    for fragment in found.fragments { try checkView(fragment, of: read) }
    try checkAccessors(of: read, sets)
  }

  /// Whether a part is what the server has made of it.
  private func check(
    _ value: ProgramReader.ReadFragment, partAs fragment: FragmentProperty, of object: MeaningObject,
    _ path: String
  ) throws {
    let isRight =
      switch (object.parts[fragment.key], value) {
      case (.delivered?, .value), (.pending?, .pending), (.failed?, .failed): true
      // It has nothing but what is under conditions, and the server did not say that it came.
      case (.delivered?, .pending): object[fragment.key] == nil
      // All that it asks for is there for others' sake; of a part around it, too, which has not come.
      case (.pending?, .value), (nil, .value), (nil, .pending): true
      default: false
      }
    if !isRight { throw Difference(message: "\(path): the part \(fragment.name) is in another state") }
  }

  /// A null with an error is a failure where the document says that it is a result, and nowhere else; so is a value within which
  /// errors are thrown.
  private func checkFailure(
    _ value: ProgramReader.ReadValue, _ original: MeaningValue?, _ fields: [NodeID], _ path: String
  ) throws {
    var isFailure = false
    if case .failure = value { isFailure = true }
    let isExpected =
      policy(fields) == "RESULT"
      && (original == .failed || original.map { throwsErrors($0, fields) } ?? false)
    // What the object's own type selects within the field may have thrown: the view has the field as the object does.
    if isFailure, isView, throwsSomewhere { return }
    // A part that has not come throws nothing, and the case of a later type may lack the field that throws.
    if !isFailure, isIncremental || original.map(holdsLaterType) ?? false { return }
    if isFailure != isExpected {
      throw Difference(message: "\(path) is \(isFailure ? "" : "not ")a failure")
    }
  }

  private func check(
    _ value: ProgramReader.ReadValue, _ original: MeaningValue?, _ sets: [NodeID], _ path: String
  )
    throws
  {
    switch (value, original) {
    case (.null, .null?), (.null, .failed?), (.failure, .failed?): return
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
    let read: ProgramReader.Read
    do {
      read = try reader.read(operation.data.type, response)
    } catch is ProgramReader.ThrownErrors {
      if holdsLaterType(response) || throwsErrors(response, root) { return true }
      throw Difference(message: "errors are thrown that a field should catch")
    } catch let failure as ProgramReader.Failure {
      throw Difference(message: "cannot be read: \(failure.message)")
    } catch let missing as ProgramReader.Missing {
      throw Difference(message: "\(missing.message) is missing")
    }
    try check(read, root)
    if hasCaughtErrors { return true }
    try checkEncoding(read)
    let encoded = reader.write(read)
    try compare(.object(response), .object(encoded.withFragmentsMerged), "data")
    try checkWithoutVariables(read)
    return true
  }

  /// Encodes a value alone and each within it, and reads it again.
  func checkEncoding(_ read: ProgramReader.Read) throws {
    if hasCaughtErrors { return }
    let encoded = reader.write(read)
    do {
      let again = try reader.withoutVariables.read(read.type, encoded)
      if !reader.areEqual(read, again) {
        throw Difference(message: "\(read.type.path) is another one when encoded")
      }
    } catch let failure as ProgramReader.Failure {
      throw Difference(message: "\(read.type.path) cannot be read when encoded: \(failure.message)")
    } catch let missing as ProgramReader.Missing {
      throw Difference(
        message: "\(read.type.path) cannot be read when encoded: \(missing.message) is missing")
    }
    for value in read.payload.fields { try checkEncoding(value) }
    for value in read.payload.fragments.compactMap(\.value) { try checkEncoding(value) }
  }

  private func checkEncoding(_ value: ProgramReader.ReadValue?) throws {
    switch value {
    case .object(let read)?: try checkEncoding(read)
    case .list(let elements)?: for element in elements { try checkEncoding(element) }
    default: return
    }
  }

  /// - Parameter isOfLaterType: whether an object around is of a type that the schema gains later: its case may not have all.
  private func compare(
    _ original: MeaningValue, _ encoded: MeaningValue, _ path: String, isOfLaterType: Bool = false
  ) throws {
    switch (original, encoded) {
    case (.list(let one), .list(let two)) where one.count == two.count:
      for (a, b) in zip(one, two) { try compare(a, b, path, isOfLaterType: isOfLaterType) }
    case (.object(let one), .object(let two)):
      let isOfLaterType = isOfLaterType || collector.schema.isLater(one.type)
      for member in one.members {
        let (key, value) = (member.key, member.value)
        // What became of a part.
        if key.hasPrefix("...") { continue }
        guard let other = two[key] else {
          // Whether a part applies is written with the part.
          if key.hasPrefix("__is"), isIncremental { continue }
          // Null and absent are one for a property that variables decide on.
          if value == .null || value == .failed || isOfLaterType { continue }
          if case .text = value {} else if throwsSomewhere { continue }
          throw Difference(message: "\(path).\(key) was lost")
        }
        try compare(value, other, path + "." + key, isOfLaterType: isOfLaterType)
      }
      for key in two.members.map(\.key)
      where one[key] == nil && !key.hasSuffix("!") {
        // A marker under a field that variables decide on may not have been sent; what it says holds.
        if key.hasPrefix("__is"), collector.schema.possible(String(key.dropFirst(4))).contains(one.type) {
          continue
        }
        throw Difference(message: "\(path).\(key) was added")
      }
    case (.failed, .null): return
    // Nil for what was thrown within, which is checked where it is read.
    case (.object, .null), (.list, .null):
      if !throwsSomewhere { throw Difference(message: "\(path) was changed") }
    default: if original != encoded { throw Difference(message: "\(path) was changed") }
    }
  }
}
