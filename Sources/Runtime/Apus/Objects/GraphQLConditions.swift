/// The values of Boolean variables that decide, in `@include` and `@skip`, which parts a response has.
///
/// An operation provides them if its types need them, and the reader of its response uses them. Specification:
/// <https://spec.graphql.org/draft/#sec--include>.
public struct _GraphQLConditions: Sendable, _GraphQLConditionValues, ExpressibleByDictionaryLiteral {
  /// There are only a few, so a linear search is faster than hashing.
  private let values: [(variable: String, value: Bool)]

  public init(dictionaryLiteral elements: (String, Bool)...) {
    values = elements.map { (variable: $0.0, value: $0.1) }
  }

  /// Takes the Boolean values from an operation's variables.
  package init(_ variables: [String: GraphQLValue]) {
    values = variables.compactMap { name, value in value.bool.map { (variable: name, value: $0) } }
  }

  /// Returns these conditions with additional ones, which replace those of the same name.
  package func with(_ others: _GraphQLConditions) -> _GraphQLConditions {
    _GraphQLConditions(values: others.values + values)
  }

  private init(values: [(variable: String, value: Bool)]) { self.values = values }

  /// Whether a variable is true; an unknown one is false.
  func isTrue(_ variable: String) -> Bool {
    for known in values where known.variable == variable { return known.value }
    return false
  }

  public var _conditions: _GraphQLConditions { self }
}

/// The conditions of an operation whose types do not need any.
public struct _GraphQLNoConditions: Sendable, _GraphQLConditionValues {
  public var _conditions: _GraphQLConditions { [:] }
}

/// The type of an operation's conditions: ``_GraphQLConditions`` or ``_GraphQLNoConditions``.
public protocol _GraphQLConditionValues: Sendable {
  /// The values; empty if no variables are used in conditions.
  var _conditions: _GraphQLConditions { get }
}
