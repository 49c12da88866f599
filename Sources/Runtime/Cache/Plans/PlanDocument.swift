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

    /// Whether the compiler may have added it to show that an object belongs to an interface or union.
    var isMarker: Bool { name == PlanDocument.typename && key.hasPrefix("__is") }

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
  }

  var sets: [SelectionSet] = []
  var fragments: [String: Int] = [:]
  /// The selection set to start from: the operation's or, without an operation, the first fragment's.
  var root = 0
  var kind: OperationKind?
  /// The default values of variables, as canonical JSON.
  var defaults: [String: [UInt8]] = [:]
  /// The variables of `@include` and `@skip`.
  private(set) var conditions: [String] = []
  /// The types of the markers by which a response shows that types unknown at compile time belong to an interface or union, by response key.
  private(set) var markers: [String: String] = [:]
  /// Whether the values of variables matter.
  private(set) var usesVariables = false

  /// - Throws: ``GraphQLCacheError/unreadableDocument(_:)``.
  init(_ text: String, _ types: TypeTable) throws {
    var parser = PlanParser(text, types)
    try parser.parse()
    self = parser.document
    for set in sets {
      for item in set.items {
        noteVariables(of: item)
        if case .field(let field) = item, field.isMarker { markers[field.key] = set.type }
      }
    }
  }

  /// The response key under which objects of some selection sets have their type.
  func typename(in sets: [Int]) -> String {
    for set in sets {
      for case .field(let field) in self.sets[set].items
      where field.name == Self.typename && field.directives.conditions.isEmpty {
        return field.key
      }
    }
    return Self.typename
  }

  private static let typename = "__typename"

  private mutating func noteVariables(of item: Item) {
    let itemConditions: [Condition]
    switch item {
    case .field(let field):
      itemConditions = field.directives.conditions
      if field.usesVariables { usesVariables = true }
    case .inline(_, let conditions, _), .spread(_, let conditions): itemConditions = conditions
    }
    for case .variable(let name, _) in itemConditions {
      usesVariables = true
      if !conditions.contains(name) { conditions.append(name) }
    }
  }

  fileprivate init() {}

  static let empty = PlanDocument()
}
