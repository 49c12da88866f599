/// A storage that several caches may write in turn, in several processes.
package protocol SharedStorage: GraphQLCacheStorage {
  /// Whether others write to it as well. All rows must then be in memory: others may change them at any time.
  var isWrittenByOthers: Bool { get }

  /// Lets others write until the next commit or flush, which throws ``SharedStorageChange`` if they have. Does nothing if the storage is not shared.
  ///
  /// - Parameter isWhole: whether what they have written so far was taken over; otherwise the next commit throws in any case.
  func rest(knowingAll isWhole: Bool)
}

/// What others have done to a shared storage. They cannot write, and nothing can be committed, before it was opened again.
package enum SharedStorageChange: Error {
  /// They have committed rows.
  case others
  /// They have cleared it, or replaced it by another.
  case gone
}
