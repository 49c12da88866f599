import ApusSchema
import ApusSyntax

import ApusShapes
import ApusSwiftModel

/// What emitted code and the runtime do, said of a `Program`: values are read of objects and written again.
struct ProgramReader {
  let program: Program
  let options: GenerationOptions
  /// The values of the operation's variables; nil where they are not known.
  var variables: [String: Bool]?

  /// A value of an emitted type.
  final class Read {
    let type: ResponseType
    let object: MeaningObject
    /// Of an enumeration the case and what it holds.
    var chosen: (index: Int, payload: Read)?
    /// By the type's properties; nil where a property is nil because it is not there.
    var fields: [ReadValue?] = []
    var fragments: [ReadFragment] = []

    init(_ type: ResponseType, _ object: MeaningObject) {
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

  /// A member is not there that has to be.
  struct Missing: Error {
    var message: String
  }

  /// The same reader where variables are not known.
  var withoutVariables: ProgramReader { ProgramReader(program, options) }

  func read(_ type: ResponseType, _ object: MeaningObject) throws -> Read {
    let result = Read(type, object)
    if type.isEnumeration {
      let index = try caseIndex(type, object)
      result.chosen = (index, try read(type.cases[index].payload, object))
      return result
    }
    for property in type.properties {
      let key = program.tree.names.string(property.field.key)
      let condition = property.field.condition
      let isThere =
        condition == .always || holds(condition, object) && (variables != nil || object[key] != nil)
      if !isThere {
        result.fields.append(nil)
        continue
      }
      guard let value = object[key] else { throw Missing(message: "\(type.path).\(key)") }
      if property.field.nulls.isResult,
        value == .failed || value == .null && object[Markers.errorsKey(key)] != nil
      {
        result.fields.append(.failure)
        continue
      }
      var inner = self
      for passed in property.field.passed {
        switch passed.value {
        case .literal(let value): inner.variables?[program.tree.names.string(passed.name)] = value
        case .variable(let name):
          inner.variables?[program.tree.names.string(passed.name)] =
            variables?[program.tree.names.string(name)] ?? false
        }
      }
      do {
        result.fields.append(
          try inner.read(
            value, property.field.type, 0, property.field.nulls, property.object, "\(type.path).\(key)"))
      } catch is ThrownErrors where property.field.nulls.isResult {
        result.fields.append(.failure)
      }
    }
    for fragment in type.fragmentProperties {
      result.fragments.append(try read(fragment, of: type, object))
    }
    return result
  }

  func ownType(of fragment: FragmentProperty, in type: ResponseType) -> ResponseType? {
    program.fragments.first { $0.node == fragment.definition }?.data.type
      ?? type.members.first { $0.type.path == fragment.typeName }?.type
  }

  private func read(
    _ fragment: FragmentProperty, of type: ResponseType, _ object: MeaningObject
  ) throws -> ReadFragment {
    guard let own = ownType(of: fragment, in: type) else {
      throw Failure(message: "\(type.path).\(fragment.swiftName) has no type")
    }
    let isExcluded = fragment.isOptional && !holds(fragment.field.condition, object)
    switch object[fragment.key] {
    case .object(let inner)?: return .value(try read(own, inner))
    case .null?: return .absent
    // A note of another spread of the fragment.
    case _? where isExcluded && variables != nil: return .absent
    case .text("true")?: return .value(try read(own, object))
    case .text("pending")?: return .pending
    case let errors?: return .failed(errors)
    case nil: break
    }
    if isExcluded { return .absent }
    if !fragment.isDeferred, !fragment.isOptional || variables != nil { return .value(try read(own, object)) }
    do {
      let value = try read(own, object)
      let hasMembers = write(value).members.contains { member in
        !member.key.hasPrefix("...") || member.value != .null && member.value != .text("pending")
      }
      if hasMembers { return .value(value) }
    } catch is Missing {
      return fragment.isDeferred ? .pending : .absent
    }
    return fragment.isDeferred ? .pending : .absent
  }

  /// - Parameters:
  ///   - level: how many lists are around the value.
  ///   - place: what messages call the value.
  private func read(
    _ value: MeaningValue, _ type: TypeReference, _ level: Int, _ nulls: NullRules, _ object: ResponseType?,
    _ place: String
  ) throws -> ReadValue {
    do {
      switch value {
      case .failed where nulls[level].contains(.throwsErrors): throw ThrownErrors()
      case .null, .failed:
        if type.isNonNull { throw Failure(message: "\(place) is null") }
        return .null
      case .list(let elements):
        return .list(
          try elements.map { try read($0, type.nonNull.element, level + 1, nulls, object, place) })
      case .text(let text): return .text(text)
      case .object(let inner):
        guard let type = object, !type.isUnion else { throw Failure(message: "\(place) has no type") }
        return .object(try read(type, inner))
      }
    } catch is ThrownErrors where nulls[level].contains(.catchesErrors) {
      return .null
    }
  }

  private func holds(_ condition: Guard, _ object: MeaningObject) -> Bool {
    program.guards.alternatives(condition).contains { literals in
      literals.allSatisfy { literal in
        switch literal.atom {
        case .variable(let name):
          return variables.map { ($0[program.tree.names.string(name)] ?? false) == literal.isTrue } ?? true
        case .type(let type): return isOf(type, object) == literal.isTrue
        }
      }
    }
  }

  private func isOf(_ type: TypeID, _ object: MeaningObject) -> Bool {
    let schema = program.schema
    if schema[type].isAbstract {
      return object[program.markers.type(type)] != nil
    }
    guard case .text(let name)? = object["__typename"] else { return false }
    return (0..<schema.objectTypeCount).contains { index in
      let known = schema.objectTypes[index]
      return schema.name(known) == name && schema.isSubset(known, of: type)
    }
  }

  /// The case of an enumeration that an object is read as.
  func caseIndex(_ type: ResponseType, _ object: MeaningObject) throws -> Int {
    guard case .text(let name)? = object["__typename"] else {
      throw Missing(message: "\(type.path).__typename")
    }
    for (index, value) in type.cases.enumerated()
    where value.types.contains(where: { program.schema.name($0) == name }) { return index }
    for (index, value) in type.cases.enumerated()
    where !value.conditions.isEmpty && value.acceptsUnknown {
      let isMeant = value.markers.contains { chain in
        chain.allSatisfy { object[program.markers.type($0)] != nil }
      }
      if isMeant { return index }
    }
    return type.cases.count - 1
  }

  // MARK: - Writing

  func write(_ read: Read) -> MeaningObject {
    var result = MeaningObject(type: read.object.type)
    write(read, to: &result)
    return result
  }

  private func write(_ read: Read, to object: inout MeaningObject) {
    if let (_, payload) = read.chosen { return write(payload, to: &object) }
    let type = read.type
    for (property, value) in zip(type.properties, read.fields) {
      let key = program.tree.names.string(property.field.key)
      guard let value else { continue }
      // An optional of a result alone tells null from absent.
      if case .null = value, property.field.isConditional, !property.field.nulls.isResult { continue }
      object.members.append(.init(key: key, value: write(value)))
      if case .failure = value {
        object.members.append(.init(key: Markers.errorsKey(key), value: .text("errors")))
      }
    }
    for marker in type.shape?.markers ?? [] {
      object.members.append(.init(key: program.markers.type(marker), value: .text(object.type)))
    }
    for (fragment, value) in zip(type.fragmentProperties, read.fragments) {
      let written: MeaningValue =
        switch value {
        case .absent: .null
        case .pending: .text("pending")
        case .value(let read): .object(write(read))
        case .failed(let errors): errors
        }
      object.members.append(.init(key: fragment.key, value: written))
    }
  }

  private func write(_ value: ReadValue) -> MeaningValue {
    switch value {
    case .null, .failure: .null
    case .text(let text): .text(text)
    case .list(let elements): .list(elements.map(write))
    case .object(let read): .object(write(read))
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
