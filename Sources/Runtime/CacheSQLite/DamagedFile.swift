import ApusCache
import ApusPlatform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A damaged file, which a new file replaces. The new file is complete, under another name, before the damaged one is moved: whenever the process
/// ends, one of them is there.
struct DamagedFile {
  let library: SQLiteLibrary
  let path: String

  /// The new file while the damaged one is moved.
  private var keptPath: String { path + ".apus-kept" }

  /// Whether a new file was completed and the files are left to be moved. It may have been damaged since.
  var isReplaced: Bool { StorageFile(keptPath) != nil }

  /// Receives a row.
  ///
  /// - Returns: whether it could be used. SQLite also reads rows whose bytes have changed.
  typealias Row = (_ table: StoredTable, _ id: UInt32, _ bytes: UnsafeRawBufferPointer) -> Bool

  /// The rows of a file.
  private struct Reading {
    /// Whether SQLite could read all of them.
    var isComplete = true
    /// Whether all that it could read could be used.
    var isUsable = true
  }

  /// Replaces the file by a new one.
  ///
  /// - Parameters:
  ///   - row: called with each row that can be read, until it could be used: in either direction, and in either file.
  ///   - kept: makes the rows of the new file.
  /// - Returns: whether all rows could be read.
  func replace(_ row: Row, keeping kept: () throws -> [StoredChange]) throws -> Bool {
    var used: [StoredTable: Set<UInt32>] = [:]
    // A process ended while it moved the files, and nobody knows how much it could not read.
    let isFirst = !isReplaced
    if !isFirst {
      let reading = read(keptPath, &used, row)
      if reading.isComplete, reading.isUsable {
        try moveAside()
        return false
      }
    }
    // If the new file is damaged as well, the first may have the missing rows: nothing was sent in between.
    let isComplete = StorageFile(path) != nil && read(path, &used, row).isComplete
    try writeKept(kept())
    try moveAside()
    return isFirst && isComplete
  }

  private func read(
    _ path: String, _ used: inout [StoredTable: Set<UInt32>], _ row: Row
  ) -> Reading {
    var reading = Reading()
    guard let connection = try? SQLiteDatabase.openDamaged(library, path) else {
      reading.isComplete = false
      return reading
    }
    for table in StoredTable.allCases {
      for selection in [table.selection, table.reverseSelection] {
        do {
          let statement = try connection.statement(selection)
          while try statement.next() {
            guard let id = UInt32(exactly: statement.number(0)) else {
              reading.isComplete = false
              continue
            }
            if used[table]?.contains(id) == true { continue }
            if row(table, id, statement.row) {
              used[table, default: []].insert(id)
            } else {
              reading.isUsable = false
            }
          }
        } catch {
          reading.isComplete = false
        }
      }
    }
    return reading
  }

  /// Writes a new file with these rows. An earlier damaged one keeps a second name.
  private func writeKept(_ changes: [StoredChange]) throws {
    let new = path + ".apus-new"
    // A process may have ended while it wrote one.
    remove(new)
    do {
      try fill(new, changes)
      // Only now: where there is no space for the new file, each launch comes this far.
      if let damaged = StorageFile(keptPath) { try keep(damaged) }
    } catch {
      remove(new)
      throw (error as? SQLiteDatabase.NoSpace)?.error ?? error
    }
    // Files that SQLite left for an earlier database do not belong to this one.
    for suffix in SQLiteDatabase.suffixes where !suffix.isEmpty { _ = unlink(keptPath + suffix) }
    if rename(new, keptPath) != 0 { throw StorageLock.failure(new) }
  }

  /// Gives a damaged new file a second name. It keeps the first until another file takes it.
  private func keep(_ damaged: StorageFile) throws {
    var number = 1
    while let found = StorageFile(asidePath(number)) {
      // A process ended between this and the other file's renaming.
      if found.isSame(as: damaged) { return }
      number += 1
    }
    // A link needs no space, but not all file systems have links.
    if link(keptPath, asidePath(number)) == 0 { return }
    do {
      try FileManager.default.copyItem(atPath: keptPath, toPath: asidePath(number))
    } catch {
      _ = unlink(asidePath(number))
      throw (error as? CocoaError)?.code == .fileWriteOutOfSpace
        ? GraphQLStorageError.full(error.text) : .failed(error.text)
    }
  }

  private func remove(_ path: String) { for suffix in SQLiteDatabase.suffixes { _ = unlink(path + suffix) } }

  private func fill(_ path: String, _ changes: [StoredChange]) throws {
    let connection = try SQLiteDatabase.open(library, path, isOurs: true, isExclusive: true)
    try connection.execute("BEGIN IMMEDIATE")
    for change in changes {
      if let bytes = change.bytes {
        try connection.statement(change.table.insertion).run(change.number, bytes)
      }
    }
    try connection.execute("COMMIT")
    // Nothing is left in the write-ahead log, which SQLite removes when the connection is closed.
    try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Gives the damaged file another name, and its own to the new one.
  private func moveAside() throws {
    let aside = freeName()
    for suffix in SQLiteDatabase.suffixes {
      if rename(path + suffix, aside + suffix) != 0, errno != ENOENT {
        throw StorageLock.failure(path + suffix)
      }
    }
    if rename(keptPath, path) != 0 { throw StorageLock.failure(keptPath) }
  }

  /// A name for a damaged file that no file has.
  private func freeName() -> String {
    var number = 1
    while StorageFile(asidePath(number)) != nil { number += 1 }
    return asidePath(number)
  }

  private func asidePath(_ number: Int) -> String { "\(path).damaged-\(number)" }
}
