/// Takes over what others have written to a shared storage. Only the storage's thread calls this.
extension CacheStore {
  /// Opens the storage again, and merges its rows with what is in memory.
  ///
  /// - Returns: the state of the storage, and the number of damaged rows.
  func reread(_ storage: any GraphQLCacheStorage) throws -> (state: StoredState, damaged: Int) {
    writers.lock()
    defer { writers.unlock() }
    let state = StoredState(generation)
    var image = StoredImage(following: self, state, StoredImage.Known())
    do {
      if let error = try storage.open({ image.take($0, $1, $2) }) { throw error }
      if let fault = image.fault { throw fault }
    } catch {
      image.discard()
      throw error
    }
    apply(image.finish())
    // An own value of which only the time was unsaved may have won over another.
    for record in unsaved?.records ?? [] { unsaved?.add(record, .values) }
    // Rows that refer to a record need the record's row.
    for record in pending.all where pending.base(record) != nil && state.rows(record).isEmpty {
      unsaved?.add(record, .values)
    }
    return (state, image.damaged)
  }
}
