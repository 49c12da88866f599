import Testing

@testable import ApusSwiftModel
@testable import apus_meaning

/// Random documents mean what the specification says: every property is there when what it stands for is, in every view.
///
/// Faults that were found so are cases of their own. The program `apus-meaning` tries more.
@Suite(.timeLimit(.minutes(15))) struct MeaningTests {
  @Test func `documents mean what the specification says`() async {
    let run = await run(500)
    #expect(run.documents == 500 && run.withBoth > 250)
  }

  /// Fragments with variables of their own, of names that mean something else in each fragment.
  @Test func `fragments with arguments`() async {
    let run = await run(250, hasArguments: true)
    #expect(run.documents == 250 && run.withBoth > 100)
  }

  /// A module took the case of a fragment below not to have the protocol that the fragment spreads: at all, or since the fragment's own
  /// type does not have it.
  @Test(arguments: [5_000_119, 1_429])
  func `a document with arguments that differed agrees`(seed: UInt64) {
    let run = MeaningRun(count: 1, firstSeed: seed, hasArguments: true) { Issue.record("\($0)") }
    #expect(run.isWithoutDifference)
  }

  /// Tries documents until one differs, in parts: tests that wait for an answer within a time need a thread now and then.
  private func run(
    _ count: Int, isIncremental: Bool = false, hasBlocks: Bool = false, isDeep: Bool = false,
    hasArguments: Bool = false
  ) async -> (documents: Int, withBoth: Int) {
    var (documents, withBoth, seed) = (0, 0, UInt64(1))
    while documents < count {
      let part = MeaningRun(
        count: min(50, count - documents), firstSeed: seed, isIncremental: isIncremental,
        hasBlocks: hasBlocks,
        isDeep: isDeep, hasArguments: hasArguments
      ) { Issue.record("\($0)") }
      #expect(part.isWithoutDifference)
      if !part.isWithoutDifference { break }
      documents += part.documents
      withBoth += part.documentsWithBoth
      seed = part.seeds.upperBound
      await Task.yield()
    }
    return (documents, withBoth)
  }

  /// Documents that once meant something else: fragments without fields, places that cases share, types of modules below,
  /// conditions with alternatives, conditions that no type of today meets, cases that have what another one has, a case that its type
  /// alone tells, members that are there for another fragment's sake, a case whose type is met at a place of its own.
  @Test(arguments: [
    1_009_890, 1_038_166, 1_048_720, 1_070_584, 1_131_708, 1_141_732, 1_157_824, 1_168_870, 20_044_184,
    20_142_134, 20_185_970, 31_029_258, 31_032_035, 31_096_969, 42_009_219, 42_014_509,
    71_092_893, 71_094_054, 81_033_240, 84_129_345, 93_644_565, 93_775_693, 5_649, 10_769, 12_611,
    20_195_114, 50_320_821, 3_732, 6_255, 6_546, 1_028_408, 96_205,
  ])
  func `a document that differed agrees`(seed: UInt64) {
    let run = MeaningRun(count: 1, firstSeed: seed) { Issue.record("\($0)") }
    #expect(run.isWithoutDifference)
  }

  @Test func `documents that defer fragments mean what the specification says`() async {
    let run = await run(125, isIncremental: true)
    #expect(run.documents == 125 && run.withBoth > 60)
  }

  /// Faults of parts within conditions on types, and of parts and blocks within one another, need several fragments in one place.
  @Test func `fragments that stand within one another mean what the specification says`() async {
    let run = await run(125, isIncremental: true, hasBlocks: true, isDeep: true)
    #expect(run.documents == 125 && run.withBoth > 60)
  }

  /// A part that failed on one way to its fragment was read back as one that failed on another; what one type of an object wrote about
  /// a condition was read as another type's.
  @Test(arguments: [
    9_844, 20_067, 86_014_560, 86_069_385, 86_099_896, 86_025_183, 196_021_397,
  ])
  func `a document with parts that differed agrees`(seed: UInt64) {
    let run = MeaningRun(count: 1, firstSeed: seed, isIncremental: true) { Issue.record("\($0)") }
    #expect(run.isWithoutDifference)
  }

  @Test func `documents with blocks mean what the specification says`() async {
    let run = await run(200, hasBlocks: true)
    #expect(run.documents == 200 && run.withBoth > 100)
  }

  /// A block of a module below, whose type has no protocol, was the type of a fragment above.
  @Test func `a document with blocks that differed agrees`() {
    let run = MeaningRun(count: 1, firstSeed: 195_072_012, hasBlocks: true) { Issue.record("\($0)") }
    #expect(run.isWithoutDifference)
  }
}
