/// Limits on the types that documents may need. The compiler rejects documents that exceed them: each combination of merged fragments is a shape, so
/// the number of shapes can grow exponentially.
struct ShapeLimits {
  /// The limit that was exceeded.
  enum Excess: Error {
    /// One definition has too many shapes.
    case shapes
    /// All definitions of the run together have too many selections.
    case selections
    /// The guards exceed the limit of the same name in ``GuardLimits``.
    case depth, steps
  }

  /// The maximum number of shapes of one definition. Documents that people write need far fewer.
  let shapeCount = 10_000
  /// The maximum number of selections that are visited to make all shapes of a run. It bounds the time.
  let selectionCount: Int

  /// - Parameter nodeCount: the size of the documents. The limit grows with it, so that documents are never rejected for their size alone.
  init(nodeCount: Int) {
    selectionCount = shapeCount * ShapeLimits.selectionsPerShape + nodeCount * ShapeLimits.selectionsPerNode
  }

  /// Shapes of real documents have eight selections on average, so this leaves room for many definitions.
  private static let selectionsPerShape = 50
  private static let selectionsPerNode = 10

  static let adviceOnConditions =
    "Use fewer variables in \"@include\" and \"@skip\" on one field, or split the definition."

  func excess(shapeCount: Int, work: Int) -> Excess? {
    if shapeCount > self.shapeCount { return .shapes }
    return work > selectionCount ? .selections : nil
  }
}
