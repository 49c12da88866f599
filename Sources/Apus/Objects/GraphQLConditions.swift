/// The values of the Boolean variables that decide, in `@include` and `@skip`, which parts a response has.
///
/// Operations whose types ask for them have them; whoever reads a response hands them to its reader.
/// Specification: <https://spec.graphql.org/draft/#sec--include>.
public struct GraphQLConditions: Sendable, GraphQLConditionValues, ExpressibleByDictionaryLiteral {
  /// A handful, so that looking through them is faster than a hash.
  private let values: [(variable: String, value: Bool)]

  public init(dictionaryLiteral elements: (String, Bool)...) {
    values = elements.map { (variable: $0.0, value: $0.1) }
  }

  /// The Boolean values among an operation's variables.
  package init(_ variables: [String: GraphQLValue]) {
    values = variables.compactMap { name, value in value.bool.map { (variable: name, value: $0) } }
  }

  /// Whether a variable is true; one that is not among them is false.
  func isTrue(_ variable: String) -> Bool {
    for known in values where known.variable == variable { return known.value }
    return false
  }

  public var _conditions: GraphQLConditions { self }
}

/// The conditions of an operation whose types ask for none.
public struct GraphQLNoConditions: Sendable, GraphQLConditionValues {
  public var _conditions: GraphQLConditions { [:] }
}

/// What an operation's conditions are: ``GraphQLConditions`` or ``GraphQLNoConditions``.
public protocol GraphQLConditionValues: Sendable {
  /// The values; empty where variables decide on nothing.
  var _conditions: GraphQLConditions { get }
}
