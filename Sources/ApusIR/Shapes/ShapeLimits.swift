/// How much documents may ask for before the compiler refuses them: fragments that multiply where they meet make more
/// shapes than there are atoms, of documents that fit a page.
struct ShapeLimits {
  /// The limit that was exceeded.
  enum Excess: Error {
    /// Too many shapes of one definition.
    case shapes
    /// Too many selections of all definitions of the run together.
    case selections
    /// Too many conditions.
    case conditions(GuardExcess)
  }

  /// The number of shapes of one definition.
  let shapeCount: Int
  /// The number of selections that are followed in a run, for all shapes together: it bounds the time.
  let selectionCount: Int

  /// - Parameters:
  ///   - shapeLimit: the limit of the configuration.
  ///   - nodeCount: the size of the documents: what grows as they do is not refused, however large they are.
  init(shapeLimit: Int, nodeCount: Int) {
    shapeCount = shapeLimit
    let perShape = shapeLimit.multipliedReportingOverflow(by: ShapeLimits.selectionsPerShape)
    let product = perShape.overflow ? Int.max / 2 : min(perShape.partialValue, Int.max / 2)
    selectionCount = product + nodeCount * ShapeLimits.selectionsPerNode
  }

  /// Real shapes are of eight selections on average, and a run has room for many definitions.
  private static let selectionsPerShape = 50
  private static let selectionsPerNode = 10

  static let adviceOnConditions =
    "Use fewer variables in \"@include\" and \"@skip\" on one field, or split the definition."

  func excess(shapeCount: Int, work: Int) -> Excess? {
    if shapeCount > self.shapeCount { return .shapes }
    return work > selectionCount ? .selections : nil
  }
}
