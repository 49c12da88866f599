package import ApusClient

/// Sees what happens in a cache: the record of the module ApusInspector.
///
/// The calls come from those who read or write, often while the cache is locked: an observer must not use the cache in them.
package protocol CacheObserver: AnyObject, Sendable {
  func happened(_ event: GraphQLCacheEvent)

  /// Notes that a watch begins with cached data.
  func watchFound(_ watch: ObservedWatch, _ json: [UInt8], policy: GraphQLFetchPolicy)

  /// Notes the changes of a transaction.
  ///
  /// - Returns: the number of the write, for the updates that it causes.
  func wrote(_ source: ObservedSource, _ changes: [RecordChange], in names: ObservedNames) -> Int

  /// Notes that a watcher is told of changes.
  func updated(_ update: ObservedUpdate, in names: ObservedNames)
}

/// The origin of the writes of a transaction.
package struct ObservedSource: Sendable {
  package enum Kind: String, Sendable {
    case response, transaction, layer, collection, cleared
  }

  package var kind: Kind
  /// The name of the operation.
  package var name: String?
  /// Its number.
  package var operation: Int?
}

/// A watch of an operation or a fragment.
package struct ObservedWatch: Sendable {
  package var number: Int
  package var name: String
  /// As JSON.
  package var variables: [UInt8]
  /// Nil for a fragment.
  package var kind: GraphQLOperationDescription.Kind?
  package var document: String
}

/// The reason why a watcher is told something.
package struct ObservedUpdate: Sendable {
  package enum Kind: String, Sendable {
    case changed, incomplete, invalidated, cleared
  }

  package var watcher: Int
  package var name: String
  package var kind: Kind
  /// The number of the write that caused it; nil if the changes are not those of a write.
  package var write: Int?
  /// The first changes of what it reads.
  package var changes: [RecordChange] = []
  /// The number of all of them.
  package var count = 0
}
