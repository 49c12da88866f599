import ApusHash
import ApusSchema
import ApusSyntax
import ApusShapes

/// An operation (section 2.4).
package struct Operation {
  package var kind: OperationKind
  package var node: NodeID
  /// The name that the server sees.
  package var name: String
  /// The name of the struct.
  package var swiftName: String
  package var variables: [InputValue]
  /// The document that is sent.
  package var document: String
  /// The identifier under which the operation is registered; nil if it is not.
  var registeredID: String?
  /// The response's type: its own, or that of a fragment.
  package var data: DeclaredName
  /// Whether the document has `@defer` or `@stream`.
  package var isIncremental: Bool
  /// The `onError` of its requests; nil to leave it out.
  package var onError: ShapeOptions.ErrorBehavior?
  /// The variables that parts of the response depend on.
  package var conditions: [InputValue]
  /// The values that fragments spread at the root get for their variables: a variable of the operation, or a literal.
  package var passedConditions: [(name: String, variable: InputValue?, literal: Bool)]
  /// The label of each deferred fragment, and the key of the member that represents it.
  package var deferred: [(label: String, key: String)]
}

extension Operation {
  /// The operation's identifier for servers: the registered one, or the SHA-256 of the document.
  package var id: String { registeredID ?? SHA256.hexadecimal(document) }
}

/// A fragment definition (section 2.9).
package struct Fragment {
  package var node: NodeID
  package var name: String
  /// The name of the concrete type.
  package var swiftName: String
  /// The name of the protocol.
  package var protocolName: String
  package var data: DeclaredName
  /// The document with which a cache reads the fragment alone; nil without a cache.
  package var document: String?
  /// The fragment variables that a cache needs to read the fragment.
  package var conditions: [BoundVariable] = []
  /// The fragment's protocol. A fragment that only spreads another shares its protocol.
  package var ownProtocol: FragmentProtocol?
  /// The protocols of nested objects and of cases.
  package var nestedProtocols: [FragmentProtocol] = []

  package var protocols: [FragmentProtocol] { [ownProtocol].compactMap(\.self) + nestedProtocols }
}

/// A member of a scope: a type declared there, or an alias of one declared elsewhere.
package enum DeclaredName {
  case type(ResponseType)
  case alias(name: String, target: ResponseType)

  /// The name in the scope.
  package var name: String {
    switch self {
    case .type(let type): type.name
    case .alias(let name, _): name
    }
  }

  /// The type that the name refers to.
  package var type: ResponseType {
    switch self {
    case .type(let type): type
    case .alias(_, let target): target
    }
  }
}
