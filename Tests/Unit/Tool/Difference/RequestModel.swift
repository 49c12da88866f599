import ApusDocuments
import ApusSchema
import ApusSyntax

/// A value of a variable, as a client sends it.
indirect enum SentValue {
  case null, int, float, string, boolean
  case name(String)
  case list([SentValue])
  case object([String: SentValue])
}

/// Which requests a schema takes, by trying: section 6.1.2 and 3.x.2 of the specification, with no thought of what changed.
struct RequestModel {
  let index: DocumentIndex
  private var schema: Schema { index.schema }

  init(_ index: DocumentIndex) { self.index = index }

  /// Values of a type, enough to have each kind of it: each enum value, each field given, left out and null.
  func values(of type: TypeReference, depth: Int = 3) -> [SentValue] {
    var found: [SentValue] = type.isNonNull ? [] : [.null]
    if type.isList {
      found.append(.list([]))
      return found + values(of: type.element, depth: depth).map { .list([$0]) }
    }
    guard let named = type.named else { return found }
    switch schema[named].kind {
    case .enum:
      found += schema.enumValues(of: named).map { .name(schema.names.string(schema[$0].name)) }
    case .inputObject where depth > 0:
      let fields = schema.inputFields(of: named).map { schema[$0] }
      if schema[named].isOneOf {
        for field in fields {
          for value in values(of: field.type.nonNull, depth: depth - 1) {
            found.append(.object([schema.names.string(field.name): value]))
          }
        }
        return found
      }
      var least: [String: SentValue] = [:]
      for field in fields where field.isRequired {
        guard let value = values(of: field.type, depth: depth - 1).first else { return found }
        least[schema.names.string(field.name)] = value
      }
      found.append(.object(least))
      for field in fields {
        for value in values(of: field.type, depth: depth - 1) {
          var object = least
          object[schema.names.string(field.name)] = value
          found.append(.object(object))
        }
      }
    case .inputObject: break
    default:
      switch schema.name(type.named) {
      case "Int": found.append(.int)
      case "Float": found += [.int, .float]
      case "Boolean": found.append(.boolean)
      case "String": found.append(.string)
      case "ID": found.append(.string)
      case let name: found.append(.name("scalar " + name))
      }
    }
    return found
  }

  /// Whether the schema takes a value for a type.
  func takes(_ value: SentValue, _ type: TypeReference) -> Bool {
    if case .null = value { return !type.isNonNull }
    if type.isList {
      if case .list(let elements) = value { return elements.allSatisfy { takes($0, type.element) } }
      return takes(value, type.element)
    }
    guard let named = type.named else { return false }
    switch (schema[named].kind, value) {
    case (.enum, .name(let name)):
      return schema.enumValues(of: named).contains { schema.names.string(schema[$0].name) == name }
    case (.inputObject, .object(let object)):
      let fields = schema.inputFields(of: named).map { schema[$0] }
      if schema[named].isOneOf {
        guard object.count == 1, let value = object.values.first else { return false }
        if case .null = value { return false }
      }
      let names = Set(fields.map { schema.names.string($0.name) })
      return Set(object.keys).isSubset(of: names)
        && fields.allSatisfy { field in
          object[schema.names.string(field.name)].map { takes($0, field.type) } ?? !field.isRequired
        }
    case (.scalar, _): return takes(value, scalar: schema.name(type.named))
    default: return false
    }
  }

  private func takes(_ value: SentValue, scalar: String) -> Bool {
    switch (scalar, value) {
    case ("Int", .int), ("Float", .int), ("Float", .float), ("Boolean", .boolean), ("String", .string),
      ("ID", .int), ("ID", .string):
      true
    case (_, .name(let name)) where name.hasPrefix("scalar "): name == "scalar " + scalar
    // In JSON, an enum's value is a string.
    case ("String", .name), ("ID", .name): true
    default: false
    }
  }

  /// Whether a null in a variable meets a place that takes none.
  func refusesNull(_ variable: String, in operation: DefinitionID) -> Bool {
    index.reached(from: [operation]).contains { number in
      index.variableUses(in: number).contains { node in
        index.tree.name(node) == variable && index.valueTypes[node].isNonNull
      }
    }
  }
}
