import ApusSchema
import ApusSyntax

@testable import ApusIR

/// Compares what a program reads of a response with what the specification says is there.
struct MeaningCheck {
  let reader: ProgramReader
  /// Over the document as it was written.
  let collector: MeaningCollector

  struct Difference: Error {
    var message: String
  }

  private var program: Program { reader.program }

  /// What a view of an object selects.
  private func check(_ read: ProgramReader.Read, _ sets: [NodeID]) throws {
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

  // MARK: - Conformances

  /// A fragment that applies is a property or a protocol to which the type conforms; through it what the fragment's own type reads
  /// of the object is seen.
  private func checkView(_ fragment: NodeID, of read: ProgramReader.Read) throws {
    let payload = read.payload
    if payload.type.conditionalFragments.contains(where: { $0.definition == fragment }) { return }
    let set = collector.set(fragment)
    // What selects nothing of the object has nothing to be read by.
    if collector.collect([set], read.object.type).groups.isEmpty { return }
    guard let own = program.fragments.first(where: { $0.node == fragment }) else { return }
    // An operation's response shows the variables that its own types ask.
    var reader = reader
    reader.shown = Set(
      collector.variables.map { $0.value ? Markers.trueKey($0.key) : Markers.falseKey($0.key) })
    reader.readsByGuards = true
    let direct = try reader.read(own.data.type, read.object)
    if !isExact(direct.payload, [set]) { return }
    guard let converted = try convert(read, to: own.data.type) else {
      throw Difference(message: "\(read.type.path) does not conform to \(own.protocolName)")
    }
    // A structure that has all that a case has may be of any type.
    if read.chosen == nil, converted.chosen?.index != direct.chosen?.index { return }
    if !reader.areEqual(converted, direct) {
      throw Difference(message: "\(read.type.path) is another \(own.protocolName) than \(own.swiftName)")
    }
  }

  /// What `init(_ other: some CardFragment)` does; nil when the value does not conform.
  private func convert(_ read: ProgramReader.Read, to type: DeclaredType) throws -> ProgramReader.Read? {
    if read.type === type { return read }
    guard let required = program.protocols[type.shape.id] else { return nil }
    for one in [read, read.payload] {
      guard let conformance = one.type.conformances.first(where: { $0.fragment === required }) else {
        continue
      }
      let result = ProgramReader.Read(type, read.object)
      guard case .enumeration = type.shape.form else {
        return try copy(read.payload, to: type, result) ? result : nil
      }
      guard let witness = conformance.choice else { return nil }
      let answer: ChoiceWitness.Answer?
      if let chosen = one.chosen {
        let name = one.type.cases[chosen.index].swiftName
        answer = witness.answers.first { $0.outer.first == name || $0.outer.isEmpty }
      } else {
        answer = witness.answers.first
      }
      let index =
        answer?.inner.flatMap { inner in type.cases.firstIndex { $0.swiftName == inner } } ?? type.cases.count
        - 1
      let payloadType = type.cases[index].payload
      let inner = ProgramReader.Read(payloadType, read.object)
      if read.payload.type === payloadType {
        result.chosen = (index, read.payload)
      } else {
        guard try copy(read.payload, to: payloadType, inner) else { return nil }
        result.chosen = (index, inner)
      }
      return result
    }
    return nil
  }

  private func copy(_ read: ProgramReader.Read, to type: DeclaredType, _ result: ProgramReader.Read) throws
    -> Bool
  {
    for property in type.properties {
      guard let index = read.type.properties.firstIndex(where: { $0.field.key == property.field.key }) else {
        return false
      }
      guard let value = read.fields[index] else {
        result.fields.append(nil)
        continue
      }
      guard let converted = try convert(value, property.object) else { return false }
      result.fields.append(converted)
    }
    for fragment in type.conditionalFragments {
      guard
        let index = read.type.conditionalFragments.firstIndex(where: { $0.definition == fragment.definition })
      else { return false }
      result.fragments.append(read.fragments[index])
    }
    return true
  }

  private func convert(_ value: ProgramReader.ReadValue, _ object: ObjectType?) throws -> ProgramReader
    .ReadValue?
  {
    switch value {
    case .null, .text: return value
    case .list(let elements):
      var result: [ProgramReader.ReadValue] = []
      for element in elements {
        guard let converted = try convert(element, object) else { return nil }
        result.append(converted)
      }
      return .list(result)
    case .object(let read):
      guard case .declared(let type)? = object else { return nil }
      return try convert(read, to: type).map { .object($0) }
    }
  }

  // MARK: - Types of later

  /// Whether an object's case has all that applies to it: of a type that the schema gains later a case need not.
  private func isExact(_ payload: ProgramReader.Read, _ sets: [NodeID]) -> Bool {
    guard collector.schema.isLater(payload.object.type) else { return true }
    let properties = Set(payload.type.conditionalFragments.filter(\.isOptional).map(\.definition))
    let applied = places(sets, payload.object.type, properties).filter { collector.tree.kind($0) == .field }
    var own: Set<NodeID> = []
    for contribution in payload.type.shape.contributions {
      own.formUnion(collector.tree.children(contribution.selectionSet, .field))
    }
    return applied.isSubset(of: own)
  }

  /// The field nodes that apply to a type, for some variables.
  private func places(_ sets: [NodeID], _ type: String, _ unfollowed: Set<NodeID> = []) -> Set<NodeID> {
    var collector = collector
    collector.ignoresVariables = true
    let found = collector.collect(sets, type, unfollowed: unfollowed)
    return Set(found.groups.flatMap(\.fields) + found.fragments)
  }

  /// Whether what holds for all types of today holds for those of later: the compiled code relies on it.
  private func isForeseeable(_ object: MeaningObject, _ sets: [NodeID], _ possible: Set<String>) -> Bool {
    let schema = collector.schema
    if schema.isLater(object.type) {
      let own = places(sets, object.type)
      let known = possible.filter { !schema.isLater($0) }.map { places(sets, $0) }
      let groups = [known] + own.map { place in known.filter { $0.contains(place) } }
      for group in groups {
        guard let first = group.first else { continue }
        if !group.dropFirst().reduce(first, { $0.intersection($1) }).isSubset(of: own) { return false }
      }
    }
    var collector = collector
    collector.ignoresVariables = true
    for group in collector.collect(sets, object.type).groups {
      guard let value = object[group.key] else { continue }
      let name = collector.tree.name(group.fields[0])
      let type = schema.fields[object.type]?[name]?.name ?? ""
      var possible = schema.possible(type)
      for field in group.fields {
        let parents = Set(
          MeaningCheck.parentTypes(of: field, program).map {
            schema.possible(schema.fields[$0]?[name]?.name ?? "")
          })
        for parent in parents where !parent.isEmpty { possible.formIntersection(parent) }
      }
      let inner = group.fields.compactMap { collector.tree.child($0, .selectionSet) }
      if !isForeseeable(value, inner, possible) { return false }
    }
    return true
  }

  private static func parentTypes(of field: NodeID, _ program: Program) -> [String] {
    let definition = program.documents.field(field)
    if definition == program.schema.typenameField { return [] }
    let schema = program.schema
    for type in 0..<schema.typeCount where schema.types[type].isComposite {
      let first = Int(schema.types[type].firstMember)
      let count = Int(schema.types[type].memberCount)
      if schema.types[type].kind != .union, (first..<(first + count)).contains(Int(definition)) {
        return [schema.name(TypeID(type))]
      }
    }
    return []
  }

  private func isForeseeable(_ value: MeaningValue, _ sets: [NodeID], _ possible: Set<String>) -> Bool {
    switch value {
    case .null, .text: true
    case .list(let elements): elements.allSatisfy { isForeseeable($0, sets, possible) }
    case .object(let object): isForeseeable(object, sets, possible)
    }
  }

  // MARK: - A response

  /// Decodes a response, compares every view, encodes it and decodes it again.
  ///
  /// - Returns: whether the response was one that the program can read.
  func check(_ response: MeaningObject, _ operation: Operation) throws -> Bool {
    let root = [collector.set(collector.operation)]
    if !isForeseeable(response, root, [response.type]) { return false }
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
  private func checkEncoding(_ read: ProgramReader.Read) throws {
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
      if isLaterAndInexact(one) { return }
      for member in one.members {
        let (key, value) = (member.key, member.value)
        if key.hasPrefix("__if_") || key.hasPrefix("__unless_") { continue }
        guard let other = two[key] else {
          // Null and absent are one for a property that variables decide on; a marker that only a guard asked for is not kept.
          if value == .null || key.hasPrefix("__is") { continue }
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

  private func isLaterAndInexact(_ object: MeaningObject) -> Bool { collector.schema.isLater(object.type) }
}
