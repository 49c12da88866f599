import ApusDriver
import ApusSource
import Foundation
import Testing

@testable import ApusMigration

/// Mutated configurations and sources: `apus-migration-fuzz` tries them for hours.
@Suite(.timeLimit(.minutes(5))) struct HostileTests {
  @Test func `nothing is touched and no secret is told`() throws {
    let shape = try Shape("token-in-headers")
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: shape.configurations[0])))
    let before = shape.contents
    for step in stride(from: 3, to: bytes.count, by: 41) {
      var mutated = bytes
      mutated.removeSubrange(step..<min(bytes.count, step + 2))
      try Data(mutated).write(to: URL(fileURLWithPath: shape.configurations[0]))
      // A mutation may break the word itself, but nothing of a header's value is shown.
      #expect(!shape.report().contains("Bearer"))
    }
    try Data(bytes).write(to: URL(fileURLWithPath: shape.configurations[0]))
    #expect(shape.contents == before)
  }

  @Test func `edits keep all else`() throws {
    let shape = try Shape("embedded-in-target")
    let migration = try shape.migration()
    let text = """
      import Apollo
      let a = try await client.fetch(query: KennelAPI.DogQuery(id: "\\(x)"), cachePolicy: .networkOnly).data?.dog?.fragments.petName
      switch a.size { case .case(.small): 1 case .unknown(let b): 2 default: GraphQLEnum<KennelAPI.Size>(.small) }
      """
    let bytes = Array(text.utf8)
    for cut in 0..<bytes.count {
      let source = SourceFile(path: "a.swift", bytes: Array(bytes[cut...]) + Array(bytes[..<(cut / 2)]))
      let file = SwiftFile(source)
      let edits = ApolloEdits(
        file, AppIndex([file]) { $0 }, AppModules([file]), [migration.module], usesCache: true,
        isPartial: false
      ).edits
      for edit in edits { #expect(0 <= edit.start && edit.start <= edit.end && edit.end <= source.count) }
      let uncertain = edits.filter { $0.text == nil }
      #expect(
        SourceEdit.apply(uncertain, to: source)
          == Array(UnsafeBufferPointer(start: source.bytes, count: source.count)))
    }
  }
}
