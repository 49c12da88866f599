import ApusShapes
import ApusSwiftModel
import ApusSyntax
import TestSupport

/// A value of a response; of an object also what type it is.
indirect enum MeaningValue: Equatable {
  case null
  /// A null that has an error.
  case failed
  case text(String)
  case list([MeaningValue])
  case object(MeaningObject)
}

struct MeaningObject: Equatable {
  struct Member: Equatable {
    var key: String
    var value: MeaningValue
  }

  /// What became of a deferred fragment.
  enum Part: Equatable {
    case delivered, pending, failed
  }

  var type: String
  var members: [Member] = []
  /// By the member that stands for them; of several spreads of one fragment the first that was delivered, or else failed, counts.
  var parts: [String: Part] = [:]

  subscript(_ key: String) -> MeaningValue? { members.first { $0.key == key }?.value }

  /// The object as a server would send it: what stands under a fragment's key is among its own members.
  var withFragmentsMerged: MeaningObject {
    var result = MeaningObject(type: type)
    for member in members where !member.key.hasPrefix("...") {
      result.add(member.value.withFragmentsMerged, member.key)
    }
    for member in members where member.key.hasPrefix("...") {
      guard case .object(let inner) = member.value.withFragmentsMerged else { continue }
      for member in inner.members { result.add(member.value, member.key) }
    }
    return result
  }

  /// Of what parent and fragment both have scalars stay, objects are merged, lists element by element.
  fileprivate mutating func add(_ value: MeaningValue, _ key: String) {
    if let index = members.firstIndex(where: { $0.key == key }) {
      members[index].value = members[index].value.merged(with: value)
    } else {
      members.append(.init(key: key, value: value))
    }
  }

  /// Puts the members into another order, here and within: objects of JSON have none.
  mutating func shuffle(_ random: inout SeededRandom) {
    members.shuffle(using: &random)
    for index in members.indices { members[index].value.shuffle(&random) }
  }
}

extension MeaningValue {
  var withFragmentsMerged: MeaningValue {
    switch self {
    case .null, .failed, .text: self
    case .list(let elements): .list(elements.map(\.withFragmentsMerged))
    case .object(let object): .object(object.withFragmentsMerged)
    }
  }

  fileprivate func merged(with other: MeaningValue) -> MeaningValue {
    switch (self, other) {
    case (.object(var one), .object(let two)):
      for member in two.members { one.add(member.value, member.key) }
      return .object(one)
    case (.list(let one), .list(let two)) where one.count == two.count:
      return .list(zip(one, two).map { $0.merged(with: $1) })
    default: return self
    }
  }

  fileprivate mutating func shuffle(_ random: inout SeededRandom) {
    switch self {
    case .null, .failed, .text: return
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
  /// By fragment the names of its own variables, by those that they have the values of.
  var ownVariables: [String: [String: String]] = [:]
  /// Whether variables do not matter: what can be there for some.
  var ignoresVariables = false
  /// Whether deferred fragments are like others.
  var entersDeferred = false

  struct Group {
    var key: String
    var fields: [NodeID]
  }

  struct Result {
    var groups: [Group] = []
    /// The fragments that were entered.
    var fragments: [NodeID] = []
    /// The fragments, and inline fragments, that apply and are deferred.
    var deferred: [NodeID] = []
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
  /// - Parameter delivers: whether the fields of a deferred fragment are there.
  func collect(
    _ sets: [NodeID], _ type: String, unfollowed: Set<NodeID> = [],
    delivers: (NodeID) -> Bool = { _ in false }
  ) -> Result {
    var result = Result()
    for set in sets { collect(set, type, unfollowed, delivers, &result) }
    return result
  }

  private func collect(
    _ set: NodeID, _ type: String, _ unfollowed: Set<NodeID>, _ delivers: (NodeID) -> Bool,
    _ result: inout Result
  ) {
    // What the compiler added is not part of the document as it was written.
    for selection in tree.children(set) where !tree.has(NodeFlag.added, selection) && isIncluded(selection) {
      switch tree.kind(selection) {
      case .field:
        let key = tree.names.string(tree.responseKey(selection))
        if let index = result.groups.firstIndex(where: { $0.key == key }) {
          result.groups[index].fields.append(selection)
        } else {
          result.groups.append(Group(key: key, fields: [selection]))
        }
      case .fragmentSpread:
        guard let fragment = definitions[tree.name(selection)], applies(fragment, type) else { continue }
        if isDeferred(selection), !entersDeferred {
          result.deferred.append(fragment)
          if delivers(selection) { collect(self.set(fragment), type, unfollowed, delivers, &result) }
          continue
        }
        if result.fragments.contains(fragment) { continue }
        result.fragments.append(fragment)
        if !unfollowed.contains(fragment) {
          collect(self.set(fragment), type, unfollowed, delivers, &result)
        }
      default:
        if !applies(selection, type) { continue }
        if isNamedInlineFragment(selection) {
          if !result.fragments.contains(selection) { result.fragments.append(selection) }
          if unfollowed.contains(selection) { continue }
        }
        if isDeferred(selection), !entersDeferred {
          result.deferred.append(selection)
          if !delivers(selection) { continue }
        }
        collect(self.set(selection), type, unfollowed, delivers, &result)
      }
    }
  }

  /// Whether an inline fragment is a property by name.
  func isNamedInlineFragment(_ selection: NodeID) -> Bool {
    tree.kind(selection) == .inlineFragment
      && tree.children(selection, .directive).contains { tree.name($0) == "apus" }
  }

  private func applies(_ fragment: NodeID, _ type: String) -> Bool {
    guard let condition = tree.child(fragment, .namedType) else { return true }
    return schema.possible(tree.name(condition)).contains(type)
  }

  /// Whether a fragment has a `@defer` that does not say `if: false`.
  private func isDeferred(_ selection: NodeID) -> Bool {
    guard let directive = deferDirective(of: selection) else { return false }
    guard let value = argument("if", of: directive), tree.kind(value) != .variable else { return true }
    return tree.has(NodeFlag.isTrue, value)
  }

  /// Whether a variable says that a deferred fragment comes at once.
  func isAtOnce(_ selection: NodeID) -> Bool {
    guard let directive = deferDirective(of: selection), let value = argument("if", of: directive),
      tree.kind(value) == .variable
    else { return false }
    return !isTrue(value)
  }

  /// The member that stands for what is deferred: of a fragment by its name, of an inline fragment by its label.
  func key(ofPart selection: NodeID) -> String {
    switch tree.kind(selection) {
    case .fragmentDefinition, .fragmentSpread: "..." + tree.name(selection) + "@defer"
    default: "...@" + (label(ofDeferred: selection) ?? "")
    }
  }

  func label(ofDeferred selection: NodeID) -> String? {
    deferDirective(of: selection).flatMap { argument("label", of: $0) }.map(tree.stringValue)
  }

  private func deferDirective(of selection: NodeID) -> NodeID? {
    tree.children(selection, .directive).first { tree.name($0) == "defer" }
  }

  private func argument(_ name: String, of directive: NodeID) -> NodeID? {
    tree.children(directive, .argument).first { tree.name($0) == name }.flatMap { tree.value($0) }
  }

  private func isTrue(_ variable: NodeID) -> Bool {
    let name = tree.name(variable)
    if ownVariables.isEmpty { return variables[name] ?? false }
    let scope = tree.definitions.first { $0 < variable && variable < Int(tree.nodes[$0].next) }
    let own = scope.flatMap { tree.kind($0) == .fragmentDefinition ? ownVariables[tree.name($0)] : nil }
    return variables[own?.first { $0.value == name }?.key ?? name] ?? false
  }

  private func isIncluded(_ selection: NodeID) -> Bool {
    for directive in tree.children(selection, .directive)
    where !["defer", "apus"].contains(tree.name(directive)) {
      guard let argument = tree.child(directive, .argument), let value = tree.value(argument) else {
        continue
      }
      let isTrue: Bool
      if tree.kind(value) == .variable {
        if ignoresVariables { continue }
        isTrue = self.isTrue(value)
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
    let found = collector.collect(sets, type) { note($0, in: &result) == .delivered }
    for group in found.groups {
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

  /// Draws what became of a deferred fragment, as the client notes it in the object.
  private mutating func note(_ fragment: NodeID, in object: inout MeaningObject) -> MeaningObject.Part {
    let part: MeaningObject.Part
    switch random.below(10) {
    case _ where collector.isAtOnce(fragment): part = .delivered
    case 0..<5: part = .delivered
    case 5..<8: part = .pending
    default: part = .failed
    }
    let key = collector.key(ofPart: fragment)
    switch (object.parts[key], part) {
    case (.delivered?, _), (.failed?, .pending): return part
    default: object.parts[key] = part
    }
    let outcome: MeaningValue? =
      switch part {
      // What comes at once comes without a word.
      case .delivered: collector.isAtOnce(fragment) ? nil : .text("true")
      case .failed: .text("errors")
      // One of the formats announces what is pending.
      case .pending: random.chance(60) ? .text("pending") : nil
      }
    object.members.removeAll { $0.key == key }
    if let outcome { object.members.append(.init(key: key, value: outcome)) }
    return part
  }

  private mutating func value(
    _ reference: MeaningSchema.Reference, _ wrappers: ArraySlice<Character>, _ sets: [NodeID], _ name: String
  ) -> MeaningValue {
    var rest = wrappers
    if rest.first == "!" {
      rest.removeFirst()
    } else if random.chance(15) {
      return random.chance(30) ? .failed : .null
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
