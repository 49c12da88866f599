import Apus

/// The description of an operation for interceptors and transports.
public struct GraphQLOperationDescription: Hashable, Sendable {
  /// The kind of an operation.
  public enum Kind: String, Hashable, Sendable {
    /// A query, which reads data.
    case query
    /// A mutation, which changes data.
    case mutation
    /// A subscription, which receives events.
    case subscription
  }

  /// The kind of operation: query, mutation or subscription.
  public var kind: Kind
  /// The operation's name in its document; empty for an anonymous operation.
  public var name: String
  /// The SHA-256 of the document.
  public var id: String

  /// Creates a description.
  public init(kind: Kind, name: String, id: String) {
    self.kind = kind
    self.name = name
    self.id = id
  }

  /// The name to show to people.
  package var shownName: String { name.isEmpty ? "anonymous \(kind.rawValue)" : name }

  package init<Operation: GraphQLOperation>(of type: Operation.Type) {
    self.init(kind: Kind(of: type), name: Operation.operationName, id: Operation.operationID)
  }
}

extension GraphQLOperationDescription.Kind {
  init<Operation: GraphQLOperation>(of type: Operation.Type) {
    if type is any GraphQLQuery.Type {
      self = .query
    } else if type is any GraphQLSubscription.Type {
      self = .subscription
    } else {
      // The client is most careful with mutations, so an operation of an unknown type is treated as one.
      self = .mutation
    }
  }
}
