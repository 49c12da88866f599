import ApusSource
import Testing

@testable import ApusSwiftSource

/// No mention of the type passes in silence.
@Suite(.timeLimit(.minutes(15))) struct SwiftMentionTests {
  @Test func `each mention in random files is a document, an error, or no place of a literal`() {
    for seed in 0..<6000 {
      let file = RandomMentions(seed: UInt64(seed))
      let found = FoundDocuments(file.text)
      #expect(found.texts == file.documents, "seed \(seed)\n\(file.text)")
      #expect(found.errors.count == file.errors, "seed \(seed): \(found.errors)\n\(file.text)")
      if found.texts != file.documents || found.errors.count != file.errors { return }
    }
  }
}
