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
  var defaults: [String: GraphQLValue] = [:]

  /// - Throws: ``GraphQLCacheError/unreadableDocument(_:)``.
  init(_ text: String, _ types: TypeTable) throws {
    var parser = PlanParser(text, types)
    try parser.parse()
    self = parser.document
  }

  fileprivate init() {}

  static let empty = PlanDocument()
}
