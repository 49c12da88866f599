import ApusSchema
import ApusSyntax

import ApusIR

/// What emitted code and the runtime do, said of a `Program`: values are read of objects and written again.
struct ProgramReader {
  let program: Program
  let options: GenerationOptions
  /// The markers of variables that the response's root showed.
  var shown: Set<String> = []

  /// A value of an emitted type.
  final class Read {
    let type: DeclaredType
    let object: MeaningObject
    /// Of an enumeration the case and what it holds.
    var chosen: (index: Int, payload: Read)?
    /// By the type's properties; nil where a property is nil because it is not there.
    var fields: [ReadValue?] = []
    var fragments: [ReadFragment] = []

    init(_ type: DeclaredType, _ object: MeaningObject) {
      self.type = type
      self.object = object
    }

    /// The structure: itself, or what the case holds.
    var payload: Read { chosen?.payload ?? self }
  }

  indirect enum ReadValue {
    case null
    /// A result that is a failure.
    case failure
    case text(String)
    case list([ReadValue])
    case object(Read)
  }

  /// The property of a fragment.
  enum ReadFragment {
    case absent, pending
    case value(Read)
    case failed(MeaningValue)

    var value: Read? {
      if case .value(let value) = self { value } else { nil }
    }

    var isAbsent: Bool {
      if case .absent = self { true } else { false }
    }
  }

  struct Failure: Error {
    var message: String
  }

  /// The errors of a field, on their way to the nearest one that catches them.
  struct ThrownErrors: Error {}

  init(_ program: Program, _ options: GenerationOptions) {
    self.program = program
    self.options = options
  }

  // MARK: - Reading

  /// Reads an object that nothing is around: its markers are the root's.
  func readRoot(_ type: DeclaredType, _ object: MeaningObject) throws -> Read {
    try showing(object).read(type, object)
  }

  /// A reader that was shown a response's root.
  func showing(_ root: MeaningObject) -> ProgramReader {
    var reader = self
    reader.shown = ProgramReader.markers(root)
    if reader.shown.isEmpty, root.members.count == 1 {
      reader.shown = ProgramReader.firstObject(root.members[0].value).map(ProgramReader.markers) ?? []
    }
    return reader
  }

  private static func firstObject(_ value: MeaningValue) -> MeaningObject? {
    switch value {
    case .object(let object): object
    case .list(let elements): elements.lazy.compactMap(firstObject).first
    default: nil
    }
  }

  private static func markers(_ object: MeaningObject) -> Set<String> {
    Set(object.members.map(\.key).filter { $0.hasPrefix("__if_") || $0.hasPrefix("__unless_") })
  }

  /// - Parameter path: the fragments' properties around the object, as the keys of what a type notes for itself end with them.
  func read(_ type: DeclaredType, _ object: MeaningObject, _ path: String = "") throws -> Read {
    let result = Read(type, object)
    if case .enumeration = type.shape.form {
      let index = try caseIndex(type, object)
      result.chosen = (index, try read(type.cases[index].payload, object, path))
      return result
    }
    for property in type.properties {
      let key = program.tree.names.string(property.field.key)
      let isThere =
        switch property.field.presence {
        case .always: true
        case .byKey: object[key] != nil
        case .when(let condition):
          holds(condition, object)
            || shown.isEmpty && object[key] != nil
              && object[Markers.absenceKey(key) + path] == nil
        }
      if !isThere {
        result.fields.append(nil)
        continue
      }
      guard let value = object[key] else { throw Failure(message: "\(type.path).\(key) is missing") }
      if property.field.nulls.isResult,
        value == .failed || value == .null && object[Markers.errorsKey(key)] != nil
      {
        result.fields.append(.failure)
        continue
      }
      do {
        result.fields.append(
          try read(
            value, property.field.type, 0, property.field.nulls, property.object, "\(type.path).\(key)",
            inner(path)))
      } catch is ThrownErrors where property.field.nulls.isResult {
        result.fields.append(.failure)
      }
    }
    for fragment in type.conditionalFragments {
      let isThere =
        !fragment.isOptional || holds(fragment.condition, object)
        || shown.isEmpty && object[presenceKey(of: fragment) + path] != nil
      result.fragments.append(isThere ? try read(fragment, of: type, object, path) : .absent)
    }
    return result
  }

  private func read(
    _ fragment: ConditionalFragment, of type: DeclaredType, _ object: MeaningObject, _ path: String
  ) throws -> ReadFragment {
    let own =
      program.fragments.first { $0.node == fragment.definition }?.data.type
      ?? type.members.first { $0.type.path == fragment.typeName }?.type
    guard let own else { throw Failure(message: "\(type.path).\(fragment.swiftName) has no type") }
    if let part = fragment.part, object[part.marker] == nil {
      let keys = part.failures + [part.note + path]
      return keys.lazy.compactMap { object[$0] }.first.map(ReadFragment.failed) ?? .pending
    }
    return .value(try read(own, object, path + step(into: fragment)))
  }

  private func presenceKey(of fragment: ConditionalFragment) -> String {
    fragment.part == nil ? Markers.fragmentKey(fragment.name) : Markers.optionalPartKey(fragment.name)
  }

  private func step(into fragment: ConditionalFragment) -> String {
    "." + (fragment.part?.marker ?? presenceKey(of: fragment))
  }

  private func inner(_ path: String) -> String { path.isEmpty ? path : path + "-" }

  /// - Parameters:
  ///   - level: how many lists are around the value.
  ///   - place: what messages call the value.
  private func read(
    _ value: MeaningValue, _ type: TypeReference, _ level: Int, _ nulls: NullHandling, _ object: ObjectType?,
    _ place: String, _ path: String
  ) throws -> ReadValue {
    do {
      switch value {
      case .failed where nulls.throwsErrors(atLevel: level): throw ThrownErrors()
      case .null, .failed:
        if type.isNonNull { throw Failure(message: "\(place) is null") }
        return .null
      case .list(let elements):
        return .list(
          try elements.map { try read($0, type.nonNull.element, level + 1, nulls, object, place, path) })
      case .text(let text): return .text(text)
      case .object(let inner):
        guard case .declared(let type)? = object else { throw Failure(message: "\(place) has no type") }
        return .object(try read(type, inner, path))
      }
    } catch is ThrownErrors where nulls.catchesErrors(atLevel: level) {
      return .null
    }
  }

  private func holds(_ condition: Guard, _ object: MeaningObject) -> Bool {
    program.guards.alternatives(condition).contains { literals in
      literals.allSatisfy { literal in
        switch literal.atom {
        case .variable(let name):
          return shown.contains(program.markers.variable(name, isTrue: literal.isTrue))
        case .type(let type): return isOf(type, object) == literal.isTrue
        }
      }
    }
  }

  private func isOf(_ type: TypeID, _ object: MeaningObject) -> Bool {
    let schema = program.schema
    if options.sendsTypeMarkers, schema.types[Int(type)].isAbstract {
      return object[program.markers.type(type)] != nil
    }
    guard case .text(let name)? = object["__typename"] else { return false }
    return (0..<schema.objectTypeCount).contains { index in
      let known = schema.objectTypes[index]
      return schema.name(known) == name && schema.isSubset(known, of: type)
    }
  }

  /// The case of an enumeration that an object is read as.
  func caseIndex(_ type: DeclaredType, _ object: MeaningObject) throws -> Int {
    guard case .text(let name)? = object["__typename"] else {
      throw Failure(message: "\(type.path): no __typename")
    }
    for (index, value) in type.cases.enumerated()
    where value.value.types.contains(where: { program.schema.name($0) == name }) { return index }
    if options.sendsTypeMarkers {
      for (index, value) in type.cases.enumerated()
      where !value.value.conditions.isEmpty && value.value.acceptsUnknown {
        let isMeant = value.value.markers.contains { chain in
          chain.allSatisfy { object[program.markers.type($0)] != nil }
        }
        if isMeant { return index }
      }
    }
    return type.cases.count - 1
  }

  // MARK: - Writing

  func write(_ read: Read, _ path: String = "") -> MeaningObject {
    var result = MeaningObject(type: read.object.type)
    write(read, to: &result, path)
    return result
  }

  private func write(_ read: Read, to object: inout MeaningObject, _ path: String) {
    if let (_, payload) = read.chosen { return write(payload, to: &object, path) }
    let type = read.type
    for (property, value) in zip(type.properties, read.fields) {
      let key = program.tree.names.string(property.field.key)
      switch (value, property.field.presence) {
      // An optional of a result tells null from absent.
      case (.null?, _) where property.field.nulls.isResult: add(.null, key, to: &object)
      case (.null?, .byKey): break
      case (.null?, .when), (nil, .when):
        add(.text("true"), Markers.absenceKey(key) + path, to: &object)
      case (let value?, _):
        add(write(value, inner(path)), key, to: &object)
        if case .failure = value { add(.text("errors"), Markers.errorsKey(key), to: &object) }
      case (nil, _): break
      }
    }
    for marker in type.shape.markers {
      add(.text(object.type), program.markers.type(marker), to: &object)
    }
    for (fragment, value) in zip(type.conditionalFragments, read.fragments) {
      if value.isAbsent { continue }
      if fragment.isOptional { add(.text("true"), presenceKey(of: fragment) + path, to: &object) }
      if let value = value.value {
        if let part = fragment.part { add(.text("true"), part.marker, to: &object) }
        write(value, to: &object, path + step(into: fragment))
      } else if case .failed(let errors) = value, let part = fragment.part {
        add(errors, part.note + path, to: &object)
      }
    }
  }

  private func write(_ value: ReadValue, _ path: String) -> MeaningValue {
    switch value {
    case .null, .failure: .null
    case .text(let text): .text(text)
    case .list(let elements): .list(elements.map { write($0, path) })
    case .object(let read): .object(write(read, path))
    }
  }

  /// Of what parent and fragment both write scalars stay, objects are merged, lists element by element.
  private func add(_ value: MeaningValue, _ key: String, to object: inout MeaningObject) {
    if let index = object.members.firstIndex(where: { $0.key == key }) {
      object.members[index].value = merged(object.members[index].value, value)
    } else {
      object.members.append(.init(key: key, value: value))
    }
  }

  private func merged(_ first: MeaningValue, _ second: MeaningValue) -> MeaningValue {
    switch (first, second) {
    case (.object(var one), .object(let two)):
      for member in two.members { add(member.value, member.key, to: &one) }
      return .object(one)
    case (.list(let one), .list(let two)) where one.count == two.count:
      return .list(zip(one, two).map(merged))
    default: return first
    }
  }

  // MARK: - Equality

  func areEqual(_ a: Read, _ b: Read) -> Bool {
    if a.type !== b.type { return false }
    switch (a.chosen, b.chosen) {
    case (let one?, let two?): return one.index == two.index && areEqual(one.payload, two.payload)
    case (nil, nil): break
    default: return false
    }
    return a.fields.elementsEqual(b.fields, by: areEqual)
      && a.fragments.elementsEqual(b.fragments) { one, two in
        switch (one, two) {
        case (.absent, .absent), (.pending, .pending): true
        case (.value(let one), .value(let two)): areEqual(one, two)
        case (.failed(let one), .failed(let two)): one == two
        default: false
        }
      }
  }

  /// A conditional property cannot tell null from absent.
  private func areEqual(_ a: ReadValue?, _ b: ReadValue?) -> Bool {
    switch (a ?? .null, b ?? .null) {
    case (.null, .null), (.failure, .failure): true
    case (.text(let one), .text(let two)): one == two
    case (.list(let one), .list(let two)): one.elementsEqual(two) { areEqual($0, $1) }
    case (.object(let one), .object(let two)): areEqual(one, two)
    default: false
    }
  }
}
