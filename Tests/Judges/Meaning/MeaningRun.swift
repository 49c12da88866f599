/// Trials of many documents, from one seed on.
struct MeaningRun {
  private(set) var documents = 0
  private(set) var documentsWithBoth = 0
  private(set) var responses = 0
  private(set) var differences = 0
  let seeds: Range<UInt64>

  /// - Parameters:
  ///   - count: how many valid documents are tried; after five differences no more.
  ///   - isIncremental: whether fragments are deferred.
  ///   - hasBlocks: whether inline fragments are properties by name.
  ///   - isDeep: whether several inline fragments may stand within one another.
  ///   - hasArguments: whether fragments have variables of their own.
  ///   - report: gets each difference, of the smallest document that shows it.
  init(
    count: Int, firstSeed: UInt64, isIncremental: Bool = false, hasBlocks: Bool = false, isDeep: Bool = false,
    hasArguments: Bool = false, report: (String) -> Void
  ) {
    var seed = firstSeed
    while documents < count, differences < 5 {
      let trial = MeaningTrial(
        seed: seed, isIncremental: isIncremental, hasBlocks: hasBlocks, isDeep: isDeep,
        hasArguments: hasArguments)
      seed += 1
      switch trial.run() {
      case .invalid: continue
      case .same(let responses, let hasVariables, let hasTypes):
        self.responses += responses
        if hasVariables, hasTypes { documentsWithBoth += 1 }
      case .different:
        differences += 1
        report(trial.shrunk().description)
      }
      documents += 1
    }
    seeds = firstSeed..<seed
  }

  var isWithoutDifference: Bool { differences == 0 }

  var summary: String {
    "\(documents) documents agree but for \(differences), \(documentsWithBoth) with variables and types, "
      + "\(responses) responses, seeds \(seeds)"
  }
}
