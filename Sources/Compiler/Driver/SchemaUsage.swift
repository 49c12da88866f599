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
    let resolved = index.resolved
    var node = first
    while node < end {
      let meaning = Int(resolved[node])
      if meaning != 0 {
        switch nodes[node].kind {
        case .field:
          fields[meaning] = true
          types[Int(schema.fields[meaning].type.named)] = true
        case .selectionSet: types[meaning] = true
        case .namedType: addValues(ofType: UInt32(truncatingIfNeeded: meaning))
        case .directive: directives[meaning] = true
        case .argument, .objectField:
          inputValues[meaning] = true
          types[Int(schema.inputValues[meaning].type.named)] = true
        case .enumValue: enumValues[meaning] = true
        default: break
        }
      }
      node = node &+ 1
    }
  }

  /// Marks a type as used and, for an input type, everything that its values can contain.
  private func addValues(ofType type: TypeID) {
    var open = [type]
    while let next = open.popLast() {
      let definition = schema.types[Int(next)]
      let members = Int(definition.firstMember)..<Int(definition.firstMember + definition.memberCount)
      let isKnown =
        types[Int(next)] && (definition.kind != .inputObject || members.allSatisfy { inputValues[$0] })
      if isKnown && definition.kind != .enum { continue }
      types[Int(next)] = true
      switch definition.kind {
      case .inputObject:
        for member in members {
          inputValues[member] = true
          open.append(schema.inputValues[member].type.named)
        }
      case .enum:
        for member in members { enumValues[member] = true }
      default: break
      }
    }
  }
}
