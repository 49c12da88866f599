/// A storage that other caches write as well.
package protocol ObservedStorage: GraphQLCacheStorage {
  /// Calls `body` soon after each commit of any cache, this one included, on any thread, until the storage is released. Where the system has no
  /// notifications between processes, it is never called: look at the storage now and then.
  func observeCommits(_ body: @escaping @Sendable () -> Void)
}
