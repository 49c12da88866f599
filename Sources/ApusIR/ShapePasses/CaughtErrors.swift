import ApusSchema
import ApusSyntax

/// Keeps the levels at which a field catches errors (`@catch(to: NULL)`) only where something within them can be thrown: any other value
/// is read without a look at errors.
struct CaughtErrors {
  private let schema: Schema
  private let fragments: [NodeID: Shape]
  /// By shape whether reading one of its objects can throw errors.
  private var known: [ShapeID: Bool] = [:]

  /// Settles the fields of all shapes.
  ///
  /// - Parameter fragments: the shape of each fragment and deferred part.
  static func settle(_ shapes: [Shape], _ fragments: [NodeID: Shape], _ schema: Schema) {
    if !shapes.contains(where: { $0.fields.contains { $0.nulls.caughtLevels != 0 } }) { return }
    var errors = CaughtErrors(schema: schema, fragments: fragments)
    for shape in shapes { _ = errors.canThrow(shape) }
  }

  private init(schema: Schema, fragments: [NodeID: Shape]) {
    self.schema = schema
    self.fragments = fragments
  }

  /// Selections are finite, and types are nested no deeper than the compiler allows.
  private mutating func canThrow(_ shape: Shape) -> Bool {
    if let known = known[shape.id] { return known }
    var result = false
    if case .enumeration(let cases) = shape.form {
      for value in cases where canThrow(value.shape) { result = true }
    }
    for index in shape.fields.indices where canThrow(index, of: shape) { result = true }
    for property in shape.fragmentProperties {
      guard let part = shape.deferredShapes[property.fragment] ?? fragments[property.fragment] else {
        continue
      }
      if canThrow(part) { result = true }
    }
    known[shape.id] = result
    return result
  }

  private mutating func canThrow(_ index: Int, of shape: Shape) -> Bool {
    let field = shape.fields[index]
    let declared = schema.fields[Int(field.definition)].type
    var isThrown = false
    for inner in [field.shape].compactMap(\.self) + field.caseShapes where canThrow(inner) { isThrown = true }
    for level in (0...field.type.listDepth).reversed() {
      if field.nulls.catchesErrors(atLevel: level) {
        if !isThrown { shape.fields[index].nulls.caughtLevels &= ~(1 &<< UInt32(level)) }
        isThrown = false
      }
      let isPromised = field.type.isNonNull(atLevel: level) && !declared.isNonNull(atLevel: level)
      if isPromised || field.nulls.throwsErrors(atLevel: level) { isThrown = true }
    }
    if field.nulls.required == .throw { isThrown = true }
    return isThrown && !field.nulls.isResult
  }
}
