import ApusSyntax

/// Finds where a value is nil because a field within it is null that says so (`onNull: PARENT`): the nearest place that can be null.
struct RequiredParents {
  private let fragments: [NodeID: Shape]
  /// By shape a field that takes the whole object along, once it is known.
  private var known: [ShapeID: NodeID?] = [:]

  /// Notes it in the fields of all shapes.
  ///
  /// - Parameter fragments: the shape of each fragment and deferred part.
  /// - Returns: for those of `roots` that cannot be null and would have to, the field that says so.
  static func find(
    _ shapes: [Shape], _ fragments: [NodeID: Shape], roots: [Shape]
  ) -> [ShapeID: NodeID] {
    let isAnyRequired = shapes.contains { shape in shape.fields.contains { $0.nulls.required == .parent } }
    if !isAnyRequired { return [:] }
    var parents = RequiredParents(fragments: fragments)
    for shape in shapes { _ = parents.culprit(shape) }
    var result: [ShapeID: NodeID] = [:]
    for root in roots {
      if let culprit = parents.culprit(root) { result[root.id] = culprit }
    }
    return result
  }

  private init(fragments: [NodeID: Shape]) { self.fragments = fragments }

  /// A field of an object, or of what is in it, for which the whole object is nil.
  ///
  /// Selections are finite, and types are nested no deeper than the compiler allows.
  private mutating func culprit(_ shape: Shape) -> NodeID? {
    if let known = known[shape.id] { return known }
    var result: NodeID?
    if case .enumeration(let cases) = shape.form {
      for value in cases { result = culprit(value.shape) ?? result }
    } else {
      for index in shape.fields.indices { result = find(index, of: shape) ?? result }
      for property in shape.fragmentProperties {
        if let part = shape.deferredShapes[property.fragment] ?? fragments[property.fragment] {
          result = culprit(part) ?? result
        }
      }
    }
    known[shape.id] = .some(result)
    return result
  }

  private mutating func find(_ index: Int, of shape: Shape) -> NodeID? {
    let field = shape.fields[index]
    let own = field.nulls.required == .parent ? field.node : nil
    guard let inner = field.shape, let culprit = culprit(inner) else { return own }
    // Also of a field that is required itself the elements may be nil.
    for level in (0...field.type.listDepth).reversed() where !field.type.isNonNull(atLevel: level) {
      shape.fields[index].nulls.nilLevel = level
      return own
    }
    return own ?? culprit
  }
}
