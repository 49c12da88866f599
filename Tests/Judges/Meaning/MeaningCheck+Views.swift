import ApusShapes
import ApusSwiftModel
import ApusSyntax

extension MeaningCheck {
  /// A fragment that applies is a property, or a protocol to which the type conforms: what is seen through that is what the fragment
  /// selects.
  func checkView(_ fragment: NodeID, of read: ProgramReader.Read) throws {
    if read.payload.type.fragmentProperties.contains(where: { $0.definition == fragment }) { return }
    if collector.isNamedInlineFragment(fragment) {
      throw Difference(message: "\(read.type.path) has no property for a block")
    }
    guard let own = program.fragments.first(where: { $0.node == fragment }) else { return }
    guard let view = try convert(read, to: own.data.type) else {
      // Of a type of later a case may not tell all that applies.
      if collector.schema.isLater(read.object.type) { return }
      throw Difference(message: "\(read.type.path) does not conform to \(own.protocolName)")
    }
    do {
      var viewCheck = self
      viewCheck.isView = true
      try viewCheck.check(view, [collector.set(fragment)])
      if !holdsOneTakenForAnother(view) {
        try checkEncoding(view)
        // Of a type of later the place may tell by its declared type what the JSON alone does not.
        if !holdsLaterType(read.object), !hasCaughtErrors { try checkDecoding(view, of: read) }
      }
    } catch let difference as Difference {
      throw Difference(message: "\(read.type.path) as \(own.swiftName): \(difference.message)")
    }
  }

  func holdsLaterType(_ object: MeaningObject) -> Bool {
    collector.schema.isLater(object.type) || object.members.contains { holdsLaterType($0.value) }
  }

  func holdsLaterType(_ value: MeaningValue) -> Bool {
    switch value {
    case .object(let object): holdsLaterType(object)
    case .list(let elements): elements.contains(where: holdsLaterType)
    default: false
    }
  }

  /// Whether a fragment's own type reads, of what an object writes, what is seen through the fragment's protocol.
  private func checkDecoding(_ view: ProgramReader.Read, of read: ProgramReader.Read) throws {
    do {
      let alone = try reader.withoutVariables.read(view.type, reader.write(read))
      if !reader.areEqual(view, alone) {
        throw Difference(message: "reads another value of the object's JSON")
      }
    } catch let failure as ProgramReader.Failure {
      throw Difference(message: "cannot read the object's JSON: \(failure.message)")
    } catch let missing as ProgramReader.Missing {
      throw Difference(message: "cannot read the object's JSON: \(missing.message) is missing")
    }
  }

  /// What `init(_ other: some CardFragment)` does; nil when the value does not conform.
  ///
  /// - Parameter isKnown: whether the type around conforms: then what all of its cases share is seen through a type that stands for
  ///   the cases' own, and conforms in their place.
  private func convert(_ read: ProgramReader.Read, to type: ResponseType, isKnown: Bool = false) throws
    -> ProgramReader.Read?
  {
    if read.type === type { return read }
    guard let required = program.protocol(of: type) else {
      return isKnown ? try copy(read, to: type, nil) : nil
    }
    for one in [read, read.payload] {
      if let conformance = program.conformances[one.type].first(where: { $0.fragment === required }) {
        return try copy(read, to: type, answer(one, conformance))
      }
    }
    return isKnown ? try copy(read, to: type, nil) : nil
  }

  /// Which case of a fragment's choice a value says that it is; nil for "everything else", and without a choice.
  private func answer(_ read: ProgramReader.Read, _ conformance: Conformance) -> String?? {
    if conformance.fragment.choice == nil { return nil }
    guard let chosen = read.chosen else { return .some(conformance.cases.first?.inner) }
    let name = read.type.cases[chosen.index].swiftName
    return .some(conformance.cases.first { $0.outer.first == name || $0.outer.isEmpty }?.inner)
  }

  /// - Parameter answer: which case it is to be, where the value itself says so.
  private func copy(_ read: ProgramReader.Read, to type: ResponseType, _ answer: String??) throws
    -> ProgramReader.Read?
  {
    let result = ProgramReader.Read(type, read.object)
    guard type.isEnumeration else {
      return try copyMembers(of: read.payload, to: type, result) ? result : nil
    }
    let index =
      if let answer {
        answer.flatMap { inner in type.cases.firstIndex { $0.swiftName == inner } } ?? type.cases.count - 1
      } else {
        try reader.caseIndex(type, read.object)
      }
    let payloadType = type.cases[index].payload
    if read.payload.type === payloadType {
      result.chosen = (index, read.payload)
      return result
    }
    let inner = ProgramReader.Read(payloadType, read.object)
    guard try copyMembers(of: read.payload, to: payloadType, inner) else { return nil }
    result.chosen = (index, inner)
    return result
  }

  private func copyMembers(
    of read: ProgramReader.Read, to type: ResponseType, _ result: ProgramReader.Read
  ) throws -> Bool {
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
    for fragment in type.fragmentProperties {
      guard
        let index = read.type.fragmentProperties.firstIndex(where: { $0.field.isSame(as: fragment.field) })
      else { return false }
      result.fragments.append(read.fragments[index])
    }
    return true
  }

  private func convert(_ value: ProgramReader.ReadValue, _ object: ResponseType?) throws
    -> ProgramReader.ReadValue?
  {
    switch value {
    case .null, .failure, .text: return value
    case .list(let elements):
      var result: [ProgramReader.ReadValue] = []
      for element in elements {
        guard let converted = try convert(element, object) else { return nil }
        result.append(converted)
      }
      return .list(result)
    case .object(let read):
      guard let type = object, !type.isUnion else { return nil }
      return try convert(read, to: type, isKnown: true).map { .object($0) }
    }
  }
}
