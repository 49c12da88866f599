import ApusSchema
import ApusSyntax

extension Shape {
  /// The structures of the shape: its cases', or itself.
  package var structures: [Shape] {
    if case .enumeration(let cases) = form { return cases.map(\.shape) }
    return [self]
  }

  /// The shapes within for which a fragment's protocol has others: of the fields, and of the cases.
  var innerWithProtocols: [Shape] {
    var result: [Shape] = []
    if case .enumeration(let cases) = form { result += cases.map(\.shape) }
    for field in fields {
      if let shape = field.shape { result.append(shape) }
      result += field.caseShapes
    }
    return result
  }

  /// The same, and those of inline fragments that are properties.
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

  /// Shapes in an order in which each comes after those within it.
  package static func inOrder(_ shapes: [Shape]) -> [Shape] {
    var order: [Shape] = []
    var isMet = [Bool](repeating: false, count: shapes.count)
    for root in shapes {
      // Depth first without recursion: a shape is done when it is met the second time.
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
