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
      return type(named: names.find(name)).map { .type($0) }
    case .member(let typeName, let name):
      return try member(names.find(name), of: try definedType(typeName), typeName)
    case .argument(let typeName, let fieldName, let name):
      let type = try definedType(typeName)
      guard self[type].kind == .object || self[type].kind == .interface else {
        throw CoordinateError(message: "Expected \"\(typeName)\" to be an object type or interface type.")
      }
      guard let field = field(names.find(fieldName), of: type) else {
        throw CoordinateError(
          message: "Expected \"\(fieldName)\" to exist as a field of type \"\(typeName)\" in the schema.")
      }
      return argument(names.find(name), of: field).map { .fieldArgument($0) }
    case .directive(let name):
      return directive(named: names.find(name)).map { .directive($0) }
    case .directiveArgument(let directiveName, let name):
      guard let directive = directive(named: names.find(directiveName)) else {
        throw CoordinateError(
          message: "Expected \"\(directiveName)\" to be defined as a directive in the schema.")
      }
      return argument(names.find(name), of: directive).map { .directiveArgument($0) }
    }
  }

  private func definedType(_ name: String) throws(CoordinateError) -> TypeID {
    guard let type = type(named: names.find(name)) else {
      throw CoordinateError(message: "Expected \"\(name)\" to be defined as a type in the schema.")
    }
    return type
  }

  private func member(
    _ name: NameID, of type: TypeID, _ typeName: String
  ) throws(CoordinateError) -> SchemaElement? {
    switch self[type].kind {
    case .object, .interface:
      return field(name, of: type).map { .field($0) }
    case .inputObject:
      return inputField(name, of: type).map { .inputField($0) }
    case .enum:
      return enumValue(name, of: type).map { .enumValue($0) }
    case .scalar, .union:
      throw CoordinateError(
        message: "Expected \"\(typeName)\" to be an Enum, Input Object, Object or Interface type.")
    }
  }
}
