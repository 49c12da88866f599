/// A storage that several caches may write in turn, in several processes.
package protocol SharedStorage: ObservedStorage {
  /// Whether others write to it as well.
  var isWrittenByOthers: Bool { get }

  /// Whether there are any rows, or others are about to write some.
  var exists: Bool { get }

  /// Lets others write until the next commit or flush, which throws ``SharedStorageChange`` if they have. Does nothing if the storage is not shared.
  ///
  /// - Parameter isWhole: whether all rows that were passed were taken over; otherwise they are passed again.
  func rest(knowingAll isWhole: Bool)

  /// Passes the rows that others have changed since the last call, or since the storage was opened or committed. They come in the order of their
  /// tables, all from one commit. It keeps nobody from writing.
  ///
  /// - Parameter row: receives a row; the bytes are valid only during the call, and `nil` for a row that was removed.
  /// - Returns: false if it is not known which rows have changed, so that the storage must be opened again.
  /// - Throws: ``SharedStorageChange/gone``, or the reason the rows cannot be read now. Those that were passed are passed again.
  func readChanges(
    _ row: (_ table: StoredTable, _ number: UInt32, _ bytes: UnsafeRawBufferPointer?) -> Void
  ) throws -> Bool
}

/// What others have done to a shared storage. Nothing can be committed before their rows were read.
package enum SharedStorageChange: Error {
  /// They have committed rows.
  case others
  /// They have cleared it, or replaced it by another.
  case gone
}
