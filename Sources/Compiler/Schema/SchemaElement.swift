import ApusSyntax

/// A schema element that a coordinate can refer to (section 2.14).
package enum SchemaElement {
  case type(TypeID)
  case field(FieldID)
  case inputField(InputValueID)
  case enumValue(EnumValueID)
  case fieldArgument(InputValueID)
  case directive(DirectiveID)
  case directiveArgument(InputValueID)
}

/// The reason why a coordinate cannot refer to any element.
package struct CoordinateError: Error {
  package var message: String
}

extension Schema {
  /// Resolves a schema coordinate (section 2.14).
  ///
  /// - Returns: the element, or nil if its container exists but the element does not.
  /// - Throws: ``CoordinateError`` if the container does not exist or cannot contain such elements.
  package func resolve(_ coordinate: SchemaCoordinate) throws(CoordinateError) -> SchemaElement? {
    switch coordinate {
    case .type(let name):
      let type = type(named: names.find(name))
      return type == 0 ? nil : .type(type)
    case .member(let typeName, let name):
      return try member(names.find(name), of: try definedType(typeName), typeName)
    case .argument(let typeName, let fieldName, let name):
      let type = try definedType(typeName)
      guard types[Int(type)].kind == .object || types[Int(type)].kind == .interface else {
        throw CoordinateError(message: "Expected \"\(typeName)\" to be an object type or interface type.")
      }
      let field = field(names.find(fieldName), of: type)
      if field == 0 {
        throw CoordinateError(
          message: "Expected \"\(fieldName)\" to exist as a field of type \"\(typeName)\" in the schema.")
      }
      let argument = argument(names.find(name), of: field)
      return argument == 0 ? nil : .fieldArgument(argument)
    case .directive(let name):
      let directive = directive(named: names.find(name))
      return directive == 0 ? nil : .directive(directive)
    case .directiveArgument(let directiveName, let name):
      let directive = directive(named: names.find(directiveName))
      if directive == 0 {
        throw CoordinateError(
          message: "Expected \"\(directiveName)\" to be defined as a directive in the schema.")
      }
      let argument = argument(names.find(name), ofDirective: directive)
      return argument == 0 ? nil : .directiveArgument(argument)
    }
  }

  private func definedType(_ name: String) throws(CoordinateError) -> TypeID {
    let type = type(named: names.find(name))
    if type == 0 {
      throw CoordinateError(message: "Expected \"\(name)\" to be defined as a type in the schema.")
    }
    return type
  }

  private func member(
    _ name: NameID, of type: TypeID, _ typeName: String
  ) throws(CoordinateError) -> SchemaElement? {
    switch types[Int(type)].kind {
    case .object, .interface:
      let field = field(name, of: type)
      return field == 0 ? nil : .field(field)
    case .inputObject:
      let field = inputField(name, of: type)
      return field == 0 ? nil : .inputField(field)
    case .enum:
      let value = enumValue(name, of: type)
      return value == 0 ? nil : .enumValue(value)
    case .scalar, .union:
      throw CoordinateError(
        message: "Expected \"\(typeName)\" to be an Enum, Input Object, Object or Interface type.")
    }
  }
}
