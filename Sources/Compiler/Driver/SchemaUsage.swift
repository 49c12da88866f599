import ApusDocuments
import ApusSchema
import ApusSyntax

/// The schema definitions that documents use. Entry n of each array is for definition n of the schema.
package final class SchemaUsage {
  package let types: UnsafeMutablePointer<Bool>
  package let fields: UnsafeMutablePointer<Bool>
  /// Arguments and input fields.
  package let inputValues: UnsafeMutablePointer<Bool>
  package let enumValues: UnsafeMutablePointer<Bool>
  package let directives: UnsafeMutablePointer<Bool>
  private let schema: Schema

  package init(_ schema: Schema) {
    func makeFlags(_ count: Int) -> UnsafeMutablePointer<Bool> {
      let flags = UnsafeMutablePointer<Bool>.allocate(capacity: max(1, count))
      flags.initialize(repeating: false, count: max(1, count))
      return flags
    }
    self.schema = schema
    types = makeFlags(schema.typeCount)
    fields = makeFlags(schema.fieldCount)
    inputValues = makeFlags(schema.inputValueCount)
    enumValues = makeFlags(schema.enumValueCount)
    directives = makeFlags(schema.directiveCount)
  }

  deinit {
    types.deallocate()
    fields.deallocate()
    inputValues.deallocate()
    enumValues.deallocate()
    directives.deallocate()
  }

  /// Adds the definitions that the nodes `first ..< end` use: those they name, and the types of fields and variables.
  ///
  /// A variable may have any value of its type, so all of the type's fields and values count as used.
  package func add(_ index: DocumentIndex, from first: NodeID, to end: NodeID) {
    let nodes = index.tree.nodes
    var node = first
    while node < end {
      switch nodes[node].kind {
      case .field:
        if let field = index.field(node) {
          fields[field.index] = true
          if let type = schema[field].type.named { types[type.index] = true }
        }
      case .selectionSet: if let type = index.type(node) { types[type.index] = true }
      case .namedType: if let type = index.type(node) { addValues(ofType: type) }
      case .directive: if let directive = index.directive(node) { directives[directive.index] = true }
      case .argument, .objectField:
        if let input = index.input(node) {
          inputValues[input.index] = true
          if let type = schema[input].type.named { types[type.index] = true }
        }
      case .enumValue: if let value = index.enumValue(node) { enumValues[value.index] = true }
      default: break
      }
      node = node &+ 1
    }
  }

  /// Marks a type as used and, for an input type, everything that its values can contain.
  private func addValues(ofType type: TypeID) {
    var open = [type]
    while let next = open.popLast() {
      let members = schema.inputFields(of: next)
      if types[next.index], members.allSatisfy({ inputValues[$0.index] }), schema[next].kind != .enum {
        continue
      }
      types[next.index] = true
      for member in members {
        inputValues[member.index] = true
        if let type = schema[member].type.named { open.append(type) }
      }
      for value in schema.enumValues(of: next) { enumValues[value.index] = true }
    }
  }
}
