import ApusDocuments
import ApusSchema
import ApusSyntax

/// A value of a response.
indirect enum ReceivedValue {
  case null
  /// A leaf, by the kind of JSON that it is; of a custom scalar by its name.
  case leaf(String)
  case list([ReceivedValue])
  /// An object with the name of its type.
  case object(String, [String: ReceivedValue])
}

/// What a server answers, and what code compiled for a schema makes of it: both by doing it, with no thought of what changed.
struct ResponseModel {
  let index: DocumentIndex
  private var schema: Schema { index.schema }
  private var tree: SyntaxTree { index.tree }

  init(_ index: DocumentIndex) { self.index = index }

  // MARK: - The server

  /// Some response to a selection set.
  func response(_ selectionSet: NodeID, of type: TypeID?, _ random: inout some RandomNumberGenerator)
    -> ReceivedValue
  {
    let objects = type.map { schema.objectTypes(of: $0) } ?? []
    guard let object = objects.randomElement(using: &random) else { return .null }
    var members: [String: ReceivedValue] = [:]
    answer(selectionSet, object, &members, &random)
    return .object(schema.name(object), members)
  }

  private func answer(
    _ selectionSet: NodeID, _ object: TypeID, _ members: inout [String: ReceivedValue],
    _ random: inout some RandomNumberGenerator
  ) {
    for selection in tree.children(selectionSet) {
      switch tree.kind(selection) {
      case .field:
        let name = tree.nodes[selection].name
        guard let field = schema.field(name, of: object) else { continue }
        members[tree.names.string(tree.responseKey(selection))] = value(
          schema[field].type, selection, &random)
      case .inlineFragment, .fragmentSpread:
        guard let condition = condition(selection), schema.isSubset(object, of: condition.type) else {
          continue
        }
        answer(condition.selectionSet, object, &members, &random)
      default: break
      }
    }
  }

  private func value(
    _ type: TypeReference, _ selection: NodeID, _ random: inout some RandomNumberGenerator
  ) -> ReceivedValue {
    if !type.isNonNull, Int.random(in: 0..<3, using: &random) == 0 { return .null }
    if type.isList { return .list([value(type.element, selection, &random)]) }
    switch schema[type.named]?.kind {
    case .enum: return .leaf("string")
    case .scalar:
      switch schema.name(type.named) {
      case "String", "ID": return .leaf("string")
      case "Int": return .leaf("int")
      case "Float": return .leaf(["int", "float"].randomElement(using: &random) ?? "float")
      case let name: return .leaf(name)
      }
    default:
      guard let inner = tree.child(selection, .selectionSet) else { return .null }
      return response(inner, of: type.named, &random)
    }
  }

  // MARK: - The client

  /// Whether code compiled for the schema decodes an object.
  func decodes(_ value: ReceivedValue, _ selectionSet: NodeID, of type: TypeID?) -> Bool {
    guard let type, case .object(let name, let members) = value else { return false }
    var object = type
    if schema[type].kind != .object, let known = schema.type(named: schema.names.find(name)),
      schema.isSubset(known, of: type), schema[known].kind == .object
    {
      object = known
    }
    return decodes(members, selectionSet, object)
  }

  /// - Parameter object: the object's type, or an abstract one where the object's own is not known.
  private func decodes(_ members: [String: ReceivedValue], _ selectionSet: NodeID, _ object: TypeID) -> Bool {
    tree.children(selectionSet).allSatisfy { selection in
      switch tree.kind(selection) {
      case .field:
        guard index.field(selection) != nil else { return true }
        guard let value = members[tree.names.string(tree.responseKey(selection))] else { return false }
        return decodes(value, index.type(ofField: selection), selection)
      case .inlineFragment, .fragmentSpread:
        guard let condition = condition(selection), isMet(condition.type, by: object) else { return true }
        return decodes(members, condition.selectionSet, object)
      default: return true
      }
    }
  }

  private func isMet(_ condition: TypeID, by object: TypeID) -> Bool {
    if schema[object].kind == .object { return schema.isSubset(object, of: condition) }
    return condition == object
      || schema[object].kind == .interface && schema.relatedTypes(of: object).contains(condition)
  }

  private func decodes(_ value: ReceivedValue, _ type: TypeReference, _ selection: NodeID) -> Bool {
    if case .null = value { return !type.isNonNull }
    if type.isList {
      guard case .list(let elements) = value else { return false }
      return elements.allSatisfy { decodes($0, type.element, selection) }
    }
    guard let definition = schema[type.named] else { return false }
    if definition.isLeaf {
      // Code reads a custom scalar without a Swift type as any JSON value.
      if definition.kind == .scalar, !definition.isBuiltIn { return true }
      guard case .leaf(let kind) = value else { return false }
      if definition.kind == .enum { return kind == "string" }
      switch schema.name(type.named) {
      case "String": return kind == "string"
      case "ID": return kind == "string" || kind == "int"
      case "Int": return kind == "int"
      case "Float": return kind == "float" || kind == "int"
      default: return true
      }
    }
    guard let inner = tree.child(selection, .selectionSet) else { return false }
    return decodes(value, inner, of: type.named)
  }

  // MARK: - Looking up

  /// The type and the selections of an inline fragment or a spread.
  private func condition(_ selection: NodeID) -> (type: TypeID, selectionSet: NodeID)? {
    let node = tree.kind(selection) == .fragmentSpread ? index.fragment(ofSpread: selection) : selection
    guard let node, let selectionSet = tree.child(node, .selectionSet) else { return nil }
    return index.type(node).map { ($0, selectionSet) }
  }
}
