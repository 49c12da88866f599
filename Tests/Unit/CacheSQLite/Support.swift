import Apus
import ApusCache
import ApusClient
import ApusPlatform
import Foundation
import TestSupport
import Testing

@testable import ApusCacheSQLite
@testable import CacheFixtures

/// A folder for a cache's file, which goes with the test.
final class Folder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("apus-cache-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var file: URL { url.appendingPathComponent("account.cache") }

  /// Waits until a released cache is closed: it then unlocks its lock file.
  func waitForClosing() async throws {
    // Each attempt to lock lasts half a second.
    try await eventually("the released cache is closed") {
      do {
        _ = try StorageLock(file.path + ".apus-lock")
        return true
      } catch GraphQLStorageError.inUse {
        return false
      }
    }
  }

  /// Expects that this process has no lock, not even one of SQLite.
  func expectNoLock() throws {
    _ = try StorageLock(file.path + ".apus-lock")
    #if os(Linux)
      let files = FileManager.default
      let open = try files.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
        try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
      }
      #expect(!open.contains { $0.hasPrefix(file.path) })
    #endif
  }

  /// The names of the files that have a text somewhere.
  func files(with text: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).filter { name in
      do {
        return try Data(contentsOf: url.appendingPathComponent(name)).range(of: Data(text.utf8)) != nil
      } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
        // A journal that SQLite removed after the folder was listed.
        return false
      }
    }
  }
}

/// A cache, what it told, and its clock.
final class Opened: Sendable {
  let cache: GraphQLCache
  private let told: Locked<[GraphQLStorageEvent]>
  private let time: Locked<Date>

  convenience init(
    _ url: URL, at start: Double = 1_700_000_000, schema: GraphQLCacheSchema = ItemsQuery.cacheSchema,
    gracePeriod: Duration = .seconds(100)
  ) async throws {
    try await self.init(
      GraphQLSQLiteStorage(url: url), at: start, schema: schema, gracePeriod: gracePeriod)
  }

  init(
    _ storage: any GraphQLCacheStorage, at start: Double = 1_700_000_000,
    schema: GraphQLCacheSchema = ItemsQuery.cacheSchema, gracePeriod: Duration = .seconds(100)
  ) async throws {
    let told = Locked<[GraphQLStorageEvent]>([])
    let time = Locked(Date(timeIntervalSince1970: start))
    var configuration = GraphQLCacheConfiguration(gracePeriod: gracePeriod)
    configuration.now = { time.withLock { $0 } }
    cache = GraphQLCache(schema: schema, storage: storage, configuration: configuration) { event in
      if case .storage(let event) = event { told.withLock { $0.append(event) } }
    }
    self.told = told
    self.time = time
    await cache.load()
  }

  var events: [GraphQLStorageEvent] { told.withLock { $0 } }
  /// The names of the events.
  var eventNames: [String] { events.map(\.name) }
  func advance(_ seconds: Double) { time.withLock { $0 += seconds } }

  func values(_ group: Int) -> [Int]? { cache.read(ItemsQuery(group: group))?.items.map(\.value) }
}

/// A run of `apus-cache-child`, which stands beside the tests.
final class Child {
  private let process = Process()
  private let output = Pipe()

  static let program = Bundle.main.executableURL?.deletingLastPathComponent()
    .appendingPathComponent("apus-cache-child")

  convenience init(_ arguments: String...) throws {
    try self.init(try #require(Child.program), arguments)
  }

  /// Runs a script in a shell that alone sees a file system of 3 MB at the folder; `$1` is the folder, `$2` the program.
  ///
  /// - Parameter files: how many files fit.
  convenience init(onSmallDiskAt folder: URL, files: Int = 1000, script: String) throws {
    let program: URL = try #require(Child.program)
    let mount = "mount -t tmpfs -o size=3m,nr_inodes=\(files) none \"$1\" && "
    // Without privileges, in a user namespace of its own.
    let namespaces = geteuid() == 0 ? "-m" : "-Urm"
    try self.init(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["unshare", namespaces, "sh", "-c", mount + script, "sh", folder.path, program.path])
  }

  /// Whether a process may have a file system of its own.
  static let hasSmallDisks: Bool = {
    guard let folder = try? Folder() else { return false }
    let child = try? Child(onSmallDiskAt: folder.url, script: "echo mounted")
    return (try? child?.lines()) == ["mounted"]
  }()

  /// Why a test that needs one is skipped.
  static let noSmallDisks: Comment =
    "This system lets no process mount a small file system, so this test could not look at a full disk."

  private init(_ program: URL, _ arguments: [String]) throws {
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
  }

  /// What it writes until it ends.
  func lines() throws -> [String] {
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  func kill() { _ = Foundation.kill(process.processIdentifier, SIGKILL) }

  var status: Int32 { process.terminationStatus }

  /// Waits for a line that begins so.
  func wait(for line: String) throws {
    var text = ""
    while !text.contains(line) {
      let data = output.fileHandleForReading.availableData
      try #require(!data.isEmpty, "it ended before it said \(line): \(text)")
      text += String(decoding: data, as: UTF8.self)
    }
  }
}

extension GraphQLCache {
  /// Evicts everything that `writeItems` wrote.
  func evictItems() {
    transaction { transaction in
      for type in ["Item", "Query"] { transaction.evict(type: type) }
    }
  }
}

extension ItemsQuery.Data {
  var texts: [String] { items.map(\.text) }
}
