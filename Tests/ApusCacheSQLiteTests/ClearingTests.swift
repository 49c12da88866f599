import ApusCache
import ApusCacheSQLite
import Foundation
import Testing

@testable import apus_cache_fuzz

@Suite(.timeLimit(.minutes(10))) struct ClearingTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test(arguments: [true, false]) func nothingIsLeft(_ isFlushed: Bool) async throws {
    let opened = try await Opened(folder.file)
    try opened.cache.writeItems(group: 1, value: 77, count: 50)
    // Without it the log has the rows, and not the file.
    if isFlushed { try await opened.cache.flush() } else { try await Task.sleep(for: .milliseconds(600)) }
    #expect(try folder.files(with: "text of 77").isEmpty == false)
    #expect(try folder.files(with: "Item:1.7").isEmpty == false)
    opened.cache.clear()
    for text in ["text of 77", "Item:1.7", "items({"] { #expect(try folder.files(with: text).isEmpty) }
    #expect(opened.values(1) == nil)
    try await opened.cache.flush()
    for text in ["text of 77", "Item:1.7"] { #expect(try folder.files(with: text).isEmpty) }
    #expect(opened.events.isEmpty)
  }

  @Test func whatIsWrittenAfterwardsLasts() async throws {
    var first: Opened? = try await Opened(folder.file)
    for round in 0..<5 {
      try first?.cache.writeItems(group: 1, value: round, count: 5)
      if round == 2 { try await first?.cache.flush() }
      first?.cache.clear()
      try first?.cache.writeItems(group: 2, value: round, count: 5)
    }
    try await first?.cache.flush()
    #expect(first?.events.isEmpty == true)
    first = nil
    let second = try await Opened(folder.file)
    #expect(second.values(1) == nil)
    #expect(second.values(2) == [4, 4, 4, 4, 4])
  }

  /// Clearing at any moment of writing: nothing that was there before comes back.
  @Test func clearingWhileBatchesAreWritten() async throws {
    let opened = try await Opened(folder.file)
    for round in 0..<30 {
      try opened.cache.writeItems(group: 1, value: 1_000 + round, count: 300)
      try await Task.sleep(for: .milliseconds(round * 8))
      opened.cache.clear()
      try opened.cache.writeItems(group: 2, value: 2_000, count: 3)
      if round % 3 == 0 { try await opened.cache.flush() }
      #expect(try folder.files(with: "text of \(1_000 + round)").isEmpty, "round \(round)")
    }
    try await opened.cache.flush()
    #expect(try folder.files(with: "text of 10").isEmpty)
    #expect(opened.events.isEmpty)
  }

  @Test func accountsHaveFilesOfTheirOwn() async throws {
    let one = try await Opened(folder.url.appendingPathComponent("one/account.cache"))
    let two = try await Opened(folder.url.appendingPathComponent("two/account.cache"))
    try one.cache.writeItems(group: 1, value: 1, count: 3)
    try two.cache.writeItems(group: 2, value: 2, count: 3)
    try await one.cache.flush()
    try await two.cache.flush()
    one.cache.clear()
    #expect(two.values(2) == [2, 2, 2])
    #expect(two.values(1) == nil)
    #expect(one.eventNames + two.eventNames == [])
  }
}
