import ApusSource
import ApusSchema
import ApusSyntax

/// Checks whether a JSON value matches a type: variables of a request, and values in examples.
struct InputCheck {
  let schema: MockSchema

  /// The reason why a value is invalid, as a sentence; nil if it is valid.
  ///
  /// - Parameters:
  ///   - isOutput: whether the value is part of a response, in which objects may have any of the type's fields.
  ///   - place: the path to the value, for the message.
  func problem(_ value: JSONOutput, _ type: TypeReference, isOutput: Bool, at place: String = "") -> String? {
    if case .null = value {
      return type.isNonNull ? refusal(place, "null", type) : nil
    }
    if type.isList {
      guard case .array(let elements) = value else {
        // In input, a single value is a list of one (section 3.11).
        if !isOutput { return problem(value, type.element, isOutput: isOutput, at: place) }
        return refusal(place, value.line, type)
      }
      for (index, element) in elements.enumerated() {
        if let found = problem(element, type.element, isOutput: isOutput, at: "\(place)[\(index)]") {
          return found
        }
      }
      return nil
    }
    guard let named = type.named else { return nil }
    switch schema.kind(named) {
    case .scalar: return scalar(value, type, place)
    case .enum:
      if case .string(let name) = value, schema.values(of: named).contains(name) { return nil }
      return refusal(place, value.line, type)
    case .inputObject: return inputObject(value, type, named, place)
    case .object, .interface, .union: return object(value, type, named, place)
    }
  }

  private func refusal(_ place: String, _ text: String, _ type: TypeReference) -> String {
    let short = text.utf8.count > 100 ? String(text.prefix(100)) + "…" : text
    return
      "\(place.isEmpty ? "" : "at \"\(place)\": ")\(short) is not a valid \"\(schema.schema.description(type))\"."
  }

  private func scalar(_ value: JSONOutput, _ type: TypeReference, _ place: String) -> String? {
    let fits =
      switch (schema.schema[type.named]?.name ?? 0, value) {
      case (Keyword.intType, .literal(let text)): Int32(text) != nil
      case (Keyword.floatType, .literal): true
      case (Keyword.stringType, .string), (Keyword.idType, .string), (Keyword.booleanType, .boolean): true
      case (Keyword.idType, .literal(let text)): Int(text) != nil
      case (Keyword.intType, _), (Keyword.floatType, _), (Keyword.stringType, _), (Keyword.booleanType, _),
        (Keyword.idType, _):
        false
      default: true
      }
    return fits ? nil : refusal(place, value.line, type)
  }

  private func inputObject(
    _ value: JSONOutput, _ type: TypeReference, _ named: TypeID, _ place: String
  ) -> String? {
    guard case .object(let members) = value else { return refusal(place, value.line, type) }
    let fields = schema.inputFields(of: named)
    let typeName = schema.schema.name(named)
    for (name, value) in members {
      guard let field = fields.first(where: { schema.names.string($0.name) == name }) else {
        return "\(prefix(place))Field \"\(name)\" is not defined by type \"\(typeName)\"."
      }
      if let found = problem(value, field.type, isOutput: false, at: join(place, name)) { return found }
    }
    for field in fields where field.isRequired {
      let name = schema.names.string(field.name)
      if !members.contains(where: { $0.name == name }) {
        return
          "\(prefix(place))Field \"\(typeName).\(name)\" of required type \"\(schema.schema.description(field.type))\" was not provided."
      }
    }
    if schema.schema[named].isOneOf,
      members.count != 1 || members.contains(where: \.value.isNull)
    {
      return "\(prefix(place))Exactly one key must be specified for OneOf type \"\(typeName)\"."
    }
    return nil
  }

  private func object(
    _ value: JSONOutput, _ type: TypeReference, _ named: TypeID, _ place: String
  ) -> String? {
    guard case .object(let members) = value else { return refusal(place, value.line, type) }
    let objects = schema.schema.objectTypes(of: named)
    var allowed = objects
    if let typename = value["__typename"] {
      guard case .string(let name) = typename else { return refusal(place, typename.line, type) }
      allowed = objects.filter { schema.schema.name($0) == name }
      if allowed.isEmpty {
        return "\(prefix(place))\"\(name)\" is not an object type of \"\(schema.schema.name(named))\"."
      }
    }
    for (name, value) in members where name != "__typename" {
      let id = schema.names.find(name)
      guard let field = allowed.lazy.compactMap({ schema.schema.ownField(id, of: $0) }).first else {
        return "\(prefix(place))\"\(schema.schema.name(named))\" has no field \"\(name)\"."
      }
      let fieldType = schema.schema[field].type
      if let found = problem(value, fieldType, isOutput: true, at: join(place, name)) { return found }
    }
    return nil
  }

  private func prefix(_ place: String) -> String { place.isEmpty ? "" : "at \"\(place)\": " }

  private func join(_ place: String, _ name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }
}
