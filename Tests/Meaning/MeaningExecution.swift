import ApusSyntax

/// A value of a response; of an object also what type it is.
indirect enum MeaningValue: Equatable {
  case null
  case text(String)
  case list([MeaningValue])
  case object(MeaningObject)
}

struct MeaningObject: Equatable {
  struct Member: Equatable {
    var key: String
    var value: MeaningValue
  }

  var type: String
  var members: [Member] = []

  subscript(_ key: String) -> MeaningValue? { members.first { $0.key == key }?.value }

  /// Puts the members into another order, here and within: objects of JSON have none.
  mutating func shuffle(_ random: inout SeededRandom) {
    members.shuffle(using: &random)
    for index in members.indices { members[index].value.shuffle(&random) }
  }
}

extension MeaningValue {
  fileprivate mutating func shuffle(_ random: inout SeededRandom) {
    switch self {
    case .null, .text: return
    case .list(var elements):
      for index in elements.indices { elements[index].shuffle(&random) }
      self = .list(elements)
    case .object(var object):
      object.shuffle(&random)
      self = .object(object)
    }
  }
}

/// CollectFields of the specification (section 6.3.2), written down plainly, over a parsed document.
struct MeaningCollector {
  let tree: SyntaxTree
  let schema: MeaningSchema
  let variables: [String: Bool]
  /// Whether variables do not matter: what can be there for some.
  var ignoresVariables = false

  struct Group {
    var key: String
    var fields: [NodeID]
  }

  struct Result {
    var groups: [Group] = []
    /// The fragments that were entered.
    var fragments: [NodeID] = []
  }

  private let definitions: [String: NodeID]

  init(_ tree: SyntaxTree, _ schema: MeaningSchema, _ variables: [String: Bool]) {
    self.tree = tree
    self.schema = schema
    self.variables = variables
    var definitions: [String: NodeID] = [:]
    for node in tree.definitions where tree.kind(node) == .fragmentDefinition {
      definitions[tree.name(node)] = node
    }
    self.definitions = definitions
  }

  var operation: NodeID { tree.definitions.first { tree.kind($0) == .operation } ?? 0 }

  func set(_ node: NodeID) -> NodeID { tree.child(node, .selectionSet) ?? 0 }

  func fragment(ofSpread spread: NodeID) -> NodeID? { definitions[tree.name(spread)] }

  /// - Parameter unfollowed: fragments that are noted and not entered.
  func collect(_ sets: [NodeID], _ type: String, unfollowed: Set<NodeID> = []) -> Result {
    var result = Result()
    for set in sets { collect(set, type, unfollowed, &result) }
    return result
  }

  private func collect(_ set: NodeID, _ type: String, _ unfollowed: Set<NodeID>, _ result: inout Result) {
    for selection in tree.children(set) where isIncluded(selection) {
      switch tree.kind(selection) {
      case .field:
        let key = tree.names.string(tree.responseKey(selection))
        if let index = result.groups.firstIndex(where: { $0.key == key }) {
          result.groups[index].fields.append(selection)
        } else {
          result.groups.append(Group(key: key, fields: [selection]))
        }
      case .fragmentSpread:
        guard let fragment = definitions[tree.name(selection)], applies(fragment, type),
          !result.fragments.contains(fragment)
        else { continue }
        result.fragments.append(fragment)
        if !unfollowed.contains(fragment) { collect(self.set(fragment), type, unfollowed, &result) }
      default:
        if applies(selection, type) { collect(self.set(selection), type, unfollowed, &result) }
      }
    }
  }

  private func applies(_ fragment: NodeID, _ type: String) -> Bool {
    guard let condition = tree.child(fragment, .namedType) else { return true }
    return schema.possible(tree.name(condition)).contains(type)
  }

  private func isIncluded(_ selection: NodeID) -> Bool {
    for directive in tree.children(selection, .directive) {
      guard let argument = tree.child(directive, .argument), let value = tree.value(argument) else {
        continue
      }
      let isTrue: Bool
      if tree.kind(value) == .variable {
        if ignoresVariables { continue }
        isTrue = variables[tree.name(value)] ?? false
      } else {
        isTrue = tree.has(NodeFlag.isTrue, value)
      }
      if isTrue != (tree.name(directive) == "include") { return false }
    }
    return true
  }
}

/// Execution (section 6.3) with values drawn by lot.
struct MeaningExecution {
  let collector: MeaningCollector
  var random: SeededRandom
  /// How likely it is that an object is of a type that the schema gains later, in percent.
  let laterTypes: Int

  mutating func run() -> MeaningObject {
    let operation = collector.operation
    let type = collector.tree.operationKind(operation) == .subscription ? "Subscription" : "Query"
    return object([collector.set(operation)], type)
  }

  private mutating func object(_ sets: [NodeID], _ type: String) -> MeaningObject {
    var result = MeaningObject(type: type)
    for group in collector.collect(sets, type).groups {
      let name = collector.tree.name(group.fields[0])
      if name == "__typename" {
        result.members.append(.init(key: group.key, value: .text(type)))
        continue
      }
      let reference = collector.schema.fields[type]?[name] ?? .init(name: "String", wrappers: [])
      let inner = group.fields.compactMap { collector.tree.child($0, .selectionSet) }
      let made = value(reference, reference.wrappers[...], inner, type + "." + name)
      result.members.append(.init(key: group.key, value: made))
    }
    return result
  }

  private mutating func value(
    _ reference: MeaningSchema.Reference, _ wrappers: ArraySlice<Character>, _ sets: [NodeID], _ name: String
  ) -> MeaningValue {
    var rest = wrappers
    if rest.first == "!" {
      rest.removeFirst()
    } else if random.chance(15) {
      return .null
    }
    if rest.first == "l" {
      rest.removeFirst()
      return .list((0..<random.below(3)).map { _ in value(reference, rest, sets, name) })
    }
    if sets.isEmpty { return .text("\(name) \(random.below(1000))") }
    let possible = collector.schema.possible(reference.name).sorted()
    let later = possible.filter(collector.schema.isLater)
    let known = possible.filter { !collector.schema.isLater($0) }
    let isLater = !later.isEmpty && random.chance(laterTypes)
    return .object(object(sets, random.pick(isLater ? later : known)))
  }
}
