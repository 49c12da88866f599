import Foundation
import Testing

@testable import apus_cache_fuzz

/// A short run of what `Tests/Judges/Fuzz/cache` does a million times.
@Suite(.timeLimit(.minutes(15))) struct DamageTests {
  @Test func `damaged responses`() throws { try ResponseFuzzer(inputs: 500, seed: 1).run() }

  @Test func `damaged rows`() async throws { try await RowFuzzer(inputs: 200, seed: 1).run() }

  @Test func `damaged files`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("apus-\(UUID().uuidString)")
    try await FileFuzzer(inputs: 30, seed: 1, folder: folder).run()
  }
}
