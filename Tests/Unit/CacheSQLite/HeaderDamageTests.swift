import ApusCache
import Foundation
import TestSupport
import Testing

import CacheFixtures

/// The first hundred bytes of a database say how all others are read: whatever stands there, the cache lasts again.
///
/// Reference: <https://sqlite.org/fileformat.html#the_database_header>.
@Suite(.computing, .timeLimit(.minutes(15))) struct HeaderDamageTests {
  @Test(arguments: [0, 1, 3, 0x7F, 0xFF] as [UInt8])
  func `each byte of the header`(_ value: UInt8) async throws {
    let folder = try Folder()
    do {
      let opened = try await Opened(folder.file)
      try opened.cache.writeItems(group: 1, value: 1, count: 3)
      try await opened.cache.flush()
    }
    let whole = try Data(contentsOf: folder.file)
    for position in 0..<100 where whole[position] != value {
      var data = whole
      data[position] = value
      // A file of its own: a cache that was let go of writes a moment longer. The file beside it says that it was a cache's.
      let file = folder.url.appendingPathComponent("\(position).cache")
      try data.write(to: file)
      try Data().write(to: URL(fileURLWithPath: file.path + ".apus-lock"))
      do {
        let opened = try await Opened(file)
        let values = opened.values(1)
        #expect(values == nil || values == [1, 1, 1], "byte \(position)")
        try opened.cache.writeItems(group: 5, value: position, count: 2)
        await #expect(throws: Never.self, "byte \(position): \(opened.events)") {
          try await opened.cache.flush()
        }
      }
      let again = try await Opened(file)
      #expect(again.values(5) == [position, position], "byte \(position): \(again.events)")
    }
  }
}
