/// An operation that a document defines. The value is the operation's variables.
///
/// Emitted types conform to ``GraphQLQuery``, ``GraphQLMutation`` or ``GraphQLSubscription``.
/// Specification: <https://spec.graphql.org/draft/#sec-Language.Operations>.
nonisolated public protocol GraphQLOperation: GraphQLObject {
  /// The shape of the response's `data`.
  associatedtype Data: GraphQLObject

  /// Whether variables decide on parts of the response: ``GraphQLConditions``, or ``GraphQLNoConditions``.
  associatedtype Conditions: GraphQLConditionValues = GraphQLNoConditions

  /// The operation's name in ``operationDocument``.
  static var operationName: String { get }

  /// The text to send: the operation, minified, with every fragment that it reaches.
  static var operationDocument: String { get }

  /// What identifies ``operationDocument`` to a server, for persisted and trusted documents: its SHA-256 in lower-case
  /// hexadecimal, or what `operationIdentifiers` in `apus.json` has for it.
  static var operationID: String { get }

  /// Whether the document has `@defer` or `@stream`, so that a server may answer in several parts.
  static var isIncremental: Bool { get }

  /// The values of the variables that decide on parts of the response.
  var _conditions: Conditions { get }

  /// By the label with which it is sent, the member that stands for a part of the response.
  static var _parts: [String: String] { get }
}

extension GraphQLOperation {
  /// False by default. Operations with `@defer` or `@stream` are generated with true.
  public static var isIncremental: Bool { false }

  public static var _parts: [String: String] { [:] }
}

extension GraphQLOperation where Conditions == GraphQLNoConditions {
  public var _conditions: GraphQLNoConditions { GraphQLNoConditions() }
}

/// An operation with one response: a query or a mutation, but not a subscription.
nonisolated public protocol GraphQLSingleResponseOperation: GraphQLOperation {}

/// A query: an operation that reads.
nonisolated public protocol GraphQLQuery: GraphQLSingleResponseOperation {}

/// A mutation: an operation that writes, then reads.
nonisolated public protocol GraphQLMutation: GraphQLSingleResponseOperation {}

/// A subscription: an operation that answers each time something happens.
nonisolated public protocol GraphQLSubscription: GraphQLOperation {}
