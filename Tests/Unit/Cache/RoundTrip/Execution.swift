import Apus
import ApusSyntax

/// Executes a text over a world: section 6 of the specification, plainly.
struct Execution {
  let world: World
  let tree: SyntaxTree
  let variables: [String: GraphQLValue]
  private var definitions: [String: NodeID] = [:]
  /// Where fields failed.
  private(set) var errors: [GraphQLPath] = []

  /// A null where the type does not allow one: the object around it is null.
  private struct NullError: Error {}

  init(_ world: World, _ tree: SyntaxTree, _ variables: [String: GraphQLValue]) {
    self.world = world
    self.tree = tree
    self.variables = variables
    for node in tree.definitions where tree.kind(node) == .fragmentDefinition {
      definitions[tree.name(node)] = node
    }
  }

  /// The data, as JSON.
  mutating func run() -> String {
    guard let operation = tree.definitions.first(where: { tree.kind($0) == .operation }) else {
      return "null"
    }
    let kind = tree.operationKind(operation)
    let type = kind == .query ? "Query" : "Mutation"
    return
      (try? object(World.Object(type: type, identity: type), [set(operation)], GraphQLPath())) ?? "null"
  }

  private func set(_ node: NodeID) -> NodeID { tree.child(node, .selectionSet) ?? 0 }

  private mutating func object(_ object: World.Object, _ sets: [NodeID], _ path: GraphQLPath) throws -> String
  {
    var order: [String] = []
    var groups: [String: [NodeID]] = [:]
    var visited: Set<NodeID> = []
    for set in sets { collect(set, object.type, &order, &groups, &visited) }
    var members: [String] = []
    for key in order {
      guard let nodes = groups[key], let node = nodes.first else { continue }
      let name = tree.name(node)
      var path = path
      path.components.append(.key(key))
      let value: String
      switch name {
      case "__typename": value = "\"\(object.type)\""
      case "id": value = "\"\(object.identity.split(separator: " ").last ?? "")\""
      case "place": value = "\"\(object.identity.split(separator: " ").dropFirst().first ?? "")\""
      case "number" where object.type == "Hive":
        value = "\(object.identity.split(separator: " ").last ?? "")"
      case _ where object.type == "Query" && world.named(name, arguments(node)) != nil:
        let named = world.named(name, arguments(node)) ?? []
        value = try self.named(
          named, isList: name == "people", nodes.compactMap { tree.child($0, .selectionSet) }, path)
      default:
        let seed = "\(object.identity)|\(name)|\(GraphQLValue.object(arguments(node)))"
        let inner = nodes.compactMap { tree.child($0, .selectionSet) }
        value = try self.value(world.type(of: name, in: object.type), seed, inner, path)
      }
      members.append("\"\(key)\":\(value)")
    }
    return "{\(members.joined(separator: ","))}"
  }

  /// Objects that arguments name: they are there, and fail only where what is within may not be null.
  private mutating func named(
    _ objects: [World.Object], isList: Bool, _ sets: [NodeID], _ path: GraphQLPath
  ) throws -> String {
    var texts: [String] = []
    for (index, object) in objects.enumerated() {
      var path = path
      if isList { path.components.append(.index(index)) }
      do { texts.append(try self.object(object, sets, path)) } catch is NullError { texts.append("null") }
    }
    return isList ? "[\(texts.joined(separator: ","))]" : texts.joined()
  }

  private mutating func value(_ type: String, _ seed: String, _ sets: [NodeID], _ path: GraphQLPath) throws
    -> String
  {
    if type.hasSuffix("!") {
      do {
        let value = try nullable(String(type.dropLast()), seed, sets, path, mayBeNull: false)
        if value == "null" { throw NullError() }
        return value
      }
    }
    do {
      return try nullable(type, seed, sets, path, mayBeNull: true)
    } catch is NullError {
      return "null"
    }
  }

  private mutating func nullable(
    _ type: String, _ seed: String, _ sets: [NodeID], _ path: GraphQLPath, mayBeNull: Bool
  ) throws -> String {
    if world.failures > 0, world.hash("fails", seed, "\(world.attempt)") % 100 < world.failures {
      errors.append(path)
      return "null"
    }
    if mayBeNull, world.hash("null", seed) % 5 == 0 { return "null" }
    if type.hasPrefix("[") {
      let element = String(type.dropFirst().dropLast())
      let elements = try (0..<(world.hash("list", seed) % 4)).map { index in
        var path = path
        path.components.append(.index(index))
        return try value(element, "\(seed)|\(index)", sets, path)
      }
      return "[\(elements.joined(separator: ","))]"
    }
    guard world.isComposite(type) else { return world.leaf(type, seed) }
    return try object(world.object(type, seed), sets, path)
  }

  // MARK: - CollectFields

  private func collect(
    _ set: NodeID, _ type: String, _ order: inout [String], _ groups: inout [String: [NodeID]],
    _ visited: inout Set<NodeID>
  ) {
    for selection in tree.children(set) where isIncluded(selection) {
      switch tree.kind(selection) {
      case .field:
        let key = tree.names.string(tree.responseKey(selection))
        if groups[key] == nil { order.append(key) }
        groups[key, default: []].append(selection)
      case .fragmentSpread:
        guard let fragment = definitions[tree.name(selection)], applies(fragment, type),
          visited.insert(fragment).inserted
        else { continue }
        collect(self.set(fragment), type, &order, &groups, &visited)
      default:
        if applies(selection, type) { collect(self.set(selection), type, &order, &groups, &visited) }
      }
    }
  }

  private func applies(_ fragment: NodeID, _ type: String) -> Bool {
    guard let condition = tree.child(fragment, .namedType) else { return true }
    return tree.name(condition) == type || world.possibleTypes(tree.name(condition)).contains(type)
  }

  private func isIncluded(_ selection: NodeID) -> Bool {
    tree.children(selection, .directive).allSatisfy { directive in
      guard let argument = tree.child(directive, .argument), let node = tree.value(argument),
        let value = value(node)?.bool
      else { return true }
      return value == (tree.name(directive) == "include")
    }
  }

  // MARK: - Arguments

  private func arguments(_ node: NodeID) -> [String: GraphQLValue] {
    var result: [String: GraphQLValue] = [:]
    for argument in tree.children(node, .argument) {
      if let value = tree.value(argument).flatMap(value) { result[tree.name(argument)] = value }
    }
    return result
  }

  private func value(_ node: NodeID) -> GraphQLValue? {
    switch tree.kind(node) {
    case .variable: return variables[tree.name(node)]
    case .stringValue: return .string(tree.stringValue(node))
    case .listValue: return .list(tree.children(node).map { value($0) ?? .null })
    case .objectValue:
      var members: [String: GraphQLValue] = [:]
      for field in tree.children(node) { members[tree.name(field)] = tree.value(field).flatMap(value) }
      return .object(members)
    default:
      let text = tree.text(of: node)
      if let number = GraphQLNumber(text) { return .number(number) }
      return ["true": true, "false": false, "null": .null][text] ?? .string(text)
    }
  }
}
