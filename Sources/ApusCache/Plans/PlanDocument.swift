import Apus

/// The text of an operation or a fragment, taken apart: its selection sets, by number.
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

  /// What `@include` or `@skip` asks.
  enum Condition: Sendable {
    case variable(String, isTrue: Bool)
    case constant(Bool)
  }

  struct Directives: Sendable {
    var conditions: [Condition] = []
    /// Those that may change what a field answers, as they are written.
    var others: [(name: String, arguments: [Argument])] = []
  }

  struct Field: Sendable {
    var key: String
    var name: String
    var arguments: [Argument] = []
    var directives = Directives()
    /// The number of its selection set.
    var set: Int?
    /// Whether the compiler added it for the cache alone.
    var isHidden: Bool
  }

  enum Item: Sendable {
    case field(Field)
    case inline(on: String?, [Condition], set: Int)
    case spread(String, [Condition])
  }

  struct SelectionSet: Sendable {
    /// The type that the set is selected on; empty when the table does not know it.
    var type: String
    var items: [Item] = []
  }

  var sets: [SelectionSet] = []
  var fragments: [String: Int] = [:]
  /// The set that reading begins with: the operation's, or that of the first fragment where there is no operation.
  var root = 0
  var kind: OperationKind?
  /// The defaults of variables.
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
