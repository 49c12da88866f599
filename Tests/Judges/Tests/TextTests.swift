import Testing

@testable import apus_texts

/// A short run of `Tests/Judges/Texts/run`.
@Suite(.timeLimit(.minutes(15))) struct TextTests {
  @Test func `Random documents are valid, and their strings are read back`() {
    let run = TextRun(count: 300, firstSeed: 1)
    #expect(run.faults.isEmpty, "\(run.faults.first ?? "")")
    #expect(run.documents == 300)
  }
}
