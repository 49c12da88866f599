import Apus

/// Turns equal arguments into equal texts: sorts members by name, substitutes variables, and writes enum values as strings.
struct CanonicalArguments {
  let variables: [String: GraphQLValue]

  init(_ variables: [String: GraphQLValue]) { self.variables = variables }

  /// A field's argument values, without arguments whose variable has no value.
  func values(of field: PlanDocument.Field) -> [String: GraphQLValue] {
    field.arguments.isEmpty ? [:] : object(field.arguments) ?? [:]
  }

  /// `name`, or `name({"a":1})`, without arguments whose variable has no value.
  ///
  /// - Parameter ignored: arguments that are not part of the key.
  func key(of field: PlanDocument.Field, ignoring ignored: Set<String> = []) -> [UInt8] {
    var key = Array(field.name.utf8)
    var arguments = values(of: field)
    for name in ignored { arguments[name] = nil }
    append(arguments, to: &key)
    for directive in field.directives.others {
      key.append(UInt8(ascii: "@"))
      key.append(contentsOf: directive.name.utf8)
      append(object(directive.arguments) ?? [:], to: &key)
    }
    return key
  }

  private func append(_ arguments: [String: GraphQLValue], to key: inout [UInt8]) {
    guard !arguments.isEmpty, let json = try? GraphQLValue.object(arguments).json() else { return }
    key.append(UInt8(ascii: "("))
    key.append(contentsOf: json)
    key.append(UInt8(ascii: ")"))
  }

  func value(_ value: PlanDocument.ArgumentValue) -> GraphQLValue? {
    switch value {
    case .variable(let name): variables[name].map(Self.canonical)
    case .constant(let value): Self.canonical(value)
    case .list(let elements): .list(elements.map { self.value($0) ?? .null })
    case .object(let members): object(members).map { .object($0) }
    }
  }

  private func object(_ arguments: [PlanDocument.Argument]) -> [String: GraphQLValue]? {
    var members: [String: GraphQLValue] = [:]
    for argument in arguments { members[argument.name] = value(argument.value) }
    return members
  }

  /// A value in which equal numbers have equal text.
  static func canonical(_ value: GraphQLValue) -> GraphQLValue {
    switch value {
    case .number(let number):
      if let integer = number.integer(Int64.self) { return .number(GraphQLNumber(integer)) }
      if let double = number.double, let short = GraphQLNumber(double), short == number {
        return .number(short)
      }
      return value
    case .list(let elements): return .list(elements.map(canonical))
    case .object(let members): return .object(members.mapValues(canonical))
    case .null, .bool, .string: return value
    }
  }
}
