/// Limits on the types that documents may need, above which the compiler rejects them: fragments that multiply where they meet make more
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

  /// The number of shapes of one definition: more than any document that people write needs.
  let shapeCount = 10_000
  /// The number of selections that are followed in a run, for all shapes together: it bounds the time.
  let selectionCount: Int

  /// - Parameter nodeCount: the size of the documents: what grows as they do is not refused, however large they are.
  init(nodeCount: Int) {
    selectionCount = shapeCount * ShapeLimits.selectionsPerShape + nodeCount * ShapeLimits.selectionsPerNode
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
