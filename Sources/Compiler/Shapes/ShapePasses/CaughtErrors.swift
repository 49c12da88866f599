import ApusSchema
import ApusSyntax

/// Keeps the levels at which a field catches errors (`@catch(to: NULL)`) only where something within them can be thrown: any other value
/// is read without a look at errors.
package struct CaughtErrors {
  private let schema: Schema
  private let conformances: FragmentConformances
  private var nulls: FieldNulls
  /// By shape whether reading one of its objects can throw errors.
  private var known: [ShapeID: Bool] = [:]

  /// - Returns: the null handling of fields, without levels within which nothing can be thrown.
  package static func resolve(
    _ shapes: [Shape], _ conformances: FragmentConformances, _ nulls: FieldNulls, _ schema: Schema
  ) -> FieldNulls {
    if !shapes.contains(where: { $0.fields.contains { $0.nulls.caughtLevels != 0 } }) { return nulls }
    var errors = CaughtErrors(schema: schema, conformances: conformances, nulls: nulls)
    for shape in shapes { _ = errors.canThrow(shape) }
    return errors.nulls
  }

  /// Selections are finite, and types are nested no deeper than the compiler allows.
  private mutating func canThrow(_ shape: Shape) -> Bool {
    if let known = known[shape.id] { return known }
    var result = false
    if case .enumeration(let cases) = shape.form {
      for value in cases where canThrow(value.shape) { result = true }
    }
    for index in shape.fields.indices where canThrow(index, of: shape) { result = true }
    for inner in conformances.propertyShapes(of: shape) where canThrow(inner) { result = true }
    known[shape.id] = result
    return result
  }

  private mutating func canThrow(_ index: Int, of shape: Shape) -> Bool {
    let field = shape.fields[index]
    let declared = schema.fields[Int(field.definition)].type
    // Fields that nobody selected are as those around them.
    let keepsErrors = shape.fields.contains(where: \.nulls.keepsErrors)
    var isThrown = false
    for inner in [field.shape].compactMap(\.self) + field.caseShapes where canThrow(inner) { isThrown = true }
    for level in (0...field.type.listDepth).reversed() {
      if field.nulls.catchesErrors(atLevel: level) {
        if !isThrown { nulls[shape, index].caughtLevels &= ~(1 &<< UInt32(level)) }
        isThrown = false
      }
      let isPromised = field.type.isNonNull(atLevel: level) && !declared.isNonNull(atLevel: level)
      let mayFail = keepsErrors && field.type.isNonNull(atLevel: level)
      if isPromised || mayFail || field.nulls.throwsErrors(atLevel: level) { isThrown = true }
    }
    if field.nulls.required == .throw { isThrown = true }
    return isThrown && !field.nulls.isResult
  }
}
