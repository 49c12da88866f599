import ApusHash
import ApusSchema
import ApusSyntax
import ApusShapes

/// An operation (section 2.4) with the Swift types that are declared for it.
package struct Operation {
  package var kind: OperationKind
  package var node: NodeID
  /// The name in the document that is sent. An anonymous operation is named after its file.
  package var name: String
  /// The name of its struct: `AlbumQuery`.
  package var swiftName: String
  package var variables: [InputValue]
  /// The document that is sent.
  package var document: String
  /// The operation's identifier in the manifest of registered operations; nil if it is not registered.
  var registeredID: String?
  /// The type of its response: a nested type `Data`, or an alias of a fragment's type.
  package var data: DeclaredName
  /// Whether the document has `@defer` or `@stream`.
  package var isIncremental: Bool
  /// The value of `onError` in its requests; nil to leave it out.
  package var onError: ShapeOptions.ErrorBehavior?
  /// The variables in `@include` and `@skip` that reading a response depends on, also those passed to a fragment's variable. Their values become
  /// `_conditions`.
  package var conditions: [InputValue]
  /// The values for variables of fragments that are spread at the root, `Card.isLong: $x`. They are in `_conditions`, too: each is a variable of the
  /// operation or, if that is nil, a literal.
  package var passedConditions: [(name: String, variable: InputValue?, literal: Bool)]
  /// The deferred fragments: the label by which a server identifies each, and the key of the member that represents it after the client has merged
  /// the parts of a response. They become `_parts`.
  package var deferred: [(label: String, key: String)]
  /// The changes of the cache with the response. They become `_cacheEdits`.
  package var cacheEdits: [CacheEdit]
}

extension Operation {
  /// The operation's identifier for servers: the registered one, or the SHA-256 of the document.
  package var id: String { registeredID ?? SHA256.hexadecimal(document) }
}

/// A fragment definition (section 2.9) with the Swift types that are declared for it.
package struct Fragment {
  package var node: NodeID
  package var name: String
  /// The name of the concrete type: `AlbumCardData`.
  package var swiftName: String
  /// The name of its protocol: `AlbumCardFragment`.
  package var protocolName: String
  /// Its own type, or an alias if another fragment has the same shape.
  package var data: DeclaredName
  /// The document with which a cache reads the fragment alone; nil without a cache.
  package var document: String?
  /// The variables that a cache needs to read the fragment by itself.
  package var conditions: [BoundVariable] = []
  /// The fragment's protocol. A fragment that only spreads another shares that one's protocol, and its own name becomes an alias.
  package var ownProtocol: FragmentProtocol?
  /// The protocols of objects nested in the fragment, and of the payloads of cases.
  package var nestedProtocols: [FragmentProtocol] = []

  package var protocols: [FragmentProtocol] { [ownProtocol].compactMap(\.self) + nestedProtocols }
}

/// A type name at file scope or in another type: `struct Artist`, or `typealias Artist = ArtistCardData` if the type is declared elsewhere.
package enum DeclaredName {
  case type(ResponseType)
  case alias(name: String, target: ResponseType)

  /// The name that is declared here.
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
