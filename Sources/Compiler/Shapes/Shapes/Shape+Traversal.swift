import ApusSchema
import ApusSyntax

extension Shape {
  package var isEnumeration: Bool { !cases.isEmpty }

  /// The structures of the shape: the shapes of its cases, or the shape itself.
  var structures: [Shape] { isEnumeration ? cases.map(\.shape) : [self] }

  /// The shapes of fields and cases. In a fragment's shape, these have separate protocols, such as `AlbumCardFragment_Artist`.
  var innerWithProtocols: [Shape] {
    var result = cases.map(\.shape)
    for field in fields {
      if let shape = field.shape { result.append(shape) }
      result += field.caseShapes
    }
    return result
  }

  /// All inner shapes: those of fields and cases, and those of inline fragments that are properties.
  package var inner: [Shape] {
    var result = innerWithProtocols
    for property in fragmentFields {
      if let shape = separateShapes[property.fragment] { result.append(shape) }
    }
    return result
  }

  package func field(_ key: NameID) -> Field? {
    for field in fields where field.key == key { return field }
    return nil
  }

  /// Sorts all shapes so that each comes after its inner shapes.
  static func inOrder(_ shapes: [Shape]) -> [Shape] {
    var order: [Shape] = []
    var isMet = [Bool](repeating: false, count: shapes.count)
    for root in shapes {
      // Depth first without recursion: a shape is done the second time it is popped.
      var stack = [(root, false)]
      while let (shape, isDone) = stack.popLast() {
        if isDone {
          order.append(shape)
          continue
        }
        if isMet[shape.id] { continue }
        isMet[shape.id] = true
        stack.append((shape, true))
        for inner in shape.inner where !isMet[inner.id] { stack.append((inner, false)) }
      }
    }
    return order
  }
}
