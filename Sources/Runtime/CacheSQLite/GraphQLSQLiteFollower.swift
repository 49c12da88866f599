public import ApusCache
public import ApusPlatform

/// Follows the file of a ``GraphQLSQLiteStorage`` in another process, such as an app's in its widget.
///
/// ```swift
/// let cache = GraphQLCache(schema: cacheSchema, storage: try GraphQLSQLiteFollower(url: url))
/// await cache.load()
/// ```
/// The cache has what the other one has stored: after `GraphQLCache.load()`, which each request of a client begins with; at once on Apple systems, where
/// each commit is notified; and within a second while something is watched. What the cache itself writes stays in memory. When the other cache is
/// cleared, or its file is replaced, this one forgets everything.
///
/// It takes no lock, other than those of SQLite while it reads: it closes the file after each look. It changes neither the file nor what is stored in it.
///
/// It is `Sendable` because its variables are used by the functions that the protocol promises to call one after the other, and by no other.
public final class GraphQLSQLiteFollower: GraphQLCacheStorage, @unchecked Sendable {
  private let location: StorageLocation
  /// The commit whose rows were passed.
  private var known: StoredCommit?
  private var observation: CommitObservation?

  /// Creates a storage that follows a file. It need not exist yet: until it does, the cache is empty.
  ///
  /// - Parameter url: the location of the file.
  /// - Throws: `GraphQLStorageError.missingLibrary` if the system lacks libsqlite3, `GraphQLStorageError.failed` if the URL is not a
  ///   file's. Any other problem is reported as an event of the cache, which looks at the file again later.
  public init(url: URL) throws { location = try StorageLocation(url) }

  /// Passes all rows, and returns `GraphQLStorageError.following`.
  public func open(
    _ row: (_ id: UInt64, _ bytes: UnsafeRawBufferPointer) -> Void
  ) throws -> GraphQLStorageError? {
    close()
    _ = try follow { table, number, bytes in
      if let bytes { row(table.id(number), bytes) }
    }
    return .following
  }

  /// Throws `GraphQLStorageError.following`.
  public func commit(_ rows: [(id: UInt64, bytes: [UInt8]?)]) throws { throw GraphQLStorageError.following }

  /// Throws `GraphQLStorageError.following`.
  public func flush() throws { throw GraphQLStorageError.following }

  /// Throws `GraphQLStorageError.following`.
  public func clear() throws { throw GraphQLStorageError.following }

  public func close() { known = nil }
}

extension GraphQLSQLiteFollower: FollowedStorage {
  package func observeCommits(_ body: @escaping @Sendable () -> Void) {
    observation = CommitNotice(location.path).observe(body)
  }

  package func follow(
    _ row: (_ table: StoredTable, _ number: UInt32, _ bytes: UnsafeRawBufferPointer?) -> Void
  ) throws -> FollowedRows {
    guard let file = StorageFile(location.path), known.map({ file.isSame(as: $0.file) }) ?? true else {
      return forget()
    }
    // If the process is about to be suspended, it looks again when it runs.
    guard let activity = try? WakefulActivity() else { return .same }
    defer { withExtendedLifetime(activity) {} }
    // Even between two transactions, an open file would be locked.
    guard let connection = try SQLiteDatabase.openFollowing(location.library, location.path) else {
      return forget()
    }
    defer { connection.close() }
    let rows = try read(connection, file, row)
    // Another file may have taken the path before SQLite had opened the log.
    return rows == .gone || StorageFile(location.path)?.isSame(as: file) == true ? rows : forget()
  }

  private func forget() -> FollowedRows {
    defer { close() }
    return known == nil ? .same : .gone
  }

  private func read(
    _ connection: SQLiteConnection, _ file: StorageFile,
    _ row: (_ table: StoredTable, _ number: UInt32, _ bytes: UnsafeRawBufferPointer?) -> Void
  ) throws -> FollowedRows {
    let mark = try SQLiteChanges.read(connection, since: known?.mark, row)
    if let known, !mark.knowsChanges(since: known.mark) { return forget() }
    defer { known = StoredCommit(file: file, mark: mark) }
    return known?.mark.number == mark.number ? .same : .changed
  }
}
