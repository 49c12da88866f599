import Apus

/// A parsed operation or fragment: selection sets, referred to by index.
struct PlanDocument: Sendable {
  struct Argument: Sendable {
    var name: String
    var value: ArgumentValue
  }

  indirect enum ArgumentValue: Sendable {
    case variable(String)
    case constant(GraphQLValue)
    case list([ArgumentValue])
    case object([Argument])

    var usesVariables: Bool {
      switch self {
      case .variable: true
      case .constant: false
      case .list(let elements): elements.contains(where: \.usesVariables)
      case .object(let members): members.contains(where: \.value.usesVariables)
      }
    }
  }

  /// A condition of `@include` or `@skip`.
  enum Condition: Sendable {
    case variable(String, isTrue: Bool)
    case constant(Bool)

    var usesVariables: Bool {
      switch self {
      case .variable: true
      case .constant: false
      }
    }
  }

  struct Directives: Sendable {
    var conditions: [Condition] = []
    /// Directives that may change the field's value, in source order.
    var others: [(name: String, arguments: [Argument])] = []
  }

  struct Field: Sendable {
    var key: String
    var name: String
    var arguments: [Argument] = []
    var directives = Directives()
    /// The index of its selection set.
    var set: Int?
    /// Whether the compiler added it only for the cache.
    var isHidden: Bool

    /// Whether its arguments, or those of its directives, use variables.
    var usesVariables: Bool {
      arguments.contains(where: \.value.usesVariables)
        || directives.others.contains { $0.arguments.contains(where: \.value.usesVariables) }
    }
  }

  enum Item: Sendable {
    case field(Field)
    case inline(on: String?, [Condition], set: Int)
    case spread(String, [Condition])
  }

  struct SelectionSet: Sendable {
    /// The type that the set is selected on; empty if the table does not have it.
    var type: String
    var items: [Item] = []
    /// Whether variables decide what is selected here or below.
    var usesVariables = false
  }

  var sets: [SelectionSet] = []
  var fragments: [String: Int] = [:]
  /// The selection set to start from: the operation's or, without an operation, the first fragment's.
  var root = 0
  var kind: OperationKind?
  var defaults: [String: GraphQLValue] = [:]

  /// - Throws: ``GraphQLCacheError/unreadableDocument(_:)``.
  init(_ text: String, _ types: TypeTable) throws {
    var parser = PlanParser(text, types)
    try parser.parse()
    self = parser.document
    noteVariables()
  }

  /// A fragment may be defined after its spreads, so sets are visited until nothing changes: once for each level of spreads.
  private mutating func noteVariables() {
    var isDone = false
    while !isDone {
      isDone = true
      for index in sets.indices.reversed() where !sets[index].usesVariables {
        guard sets[index].items.contains(where: usesVariables) else { continue }
        sets[index].usesVariables = true
        isDone = false
      }
    }
  }

  private func usesVariables(_ item: Item) -> Bool {
    switch item {
    case .field(let field):
      field.usesVariables || field.directives.conditions.contains(where: \.usesVariables)
        || field.set.map { sets[$0].usesVariables } ?? false
    case .inline(_, let conditions, let set):
      conditions.contains(where: \.usesVariables) || sets[set].usesVariables
    case .spread(let name, let conditions):
      conditions.contains(where: \.usesVariables)
        || fragments[name].map { sets[$0].usesVariables } ?? false
    }
  }

  fileprivate init() {}

  static let empty = PlanDocument()
}
