/// Limits on the types that documents may need. The compiler rejects documents that exceed them: where fragments merge, each combination of them is a
/// shape, so a page of documents can make more shapes than there are atoms.
struct ShapeLimits {
  /// The limit that was exceeded.
  enum Excess: Error {
    /// One definition has too many shapes.
    case shapes
    /// The definitions of the run have too many selections together.
    case selections
    /// Too many conditions.
    case conditions(GuardExcess)
  }

  /// The number of shapes that one definition may have. Documents that people write need far fewer.
  let shapeCount = 10_000
  /// The number of selections that a run may follow for all shapes together. It bounds the time.
  let selectionCount: Int

  /// - Parameter nodeCount: the size of the documents. The limit grows with it, so that documents are never rejected for their size alone.
  init(nodeCount: Int) {
    selectionCount = shapeCount * ShapeLimits.selectionsPerShape + nodeCount * ShapeLimits.selectionsPerNode
  }

  /// Real shapes average eight selections, so a run has room for many definitions.
  private static let selectionsPerShape = 50
  private static let selectionsPerNode = 10

  static let adviceOnConditions =
    "Use fewer variables in \"@include\" and \"@skip\" on one field, or split the definition."

  func excess(shapeCount: Int, work: Int) -> Excess? {
    if shapeCount > self.shapeCount { return .shapes }
    return work > selectionCount ? .selections : nil
  }
}
