import ApusDocuments
import ApusSchema
import ApusSyntax

/// What the compiler knows when nothing is left to find out: every operation, fragment, enum and input object to emit,
/// each with its types and names. The emitter only writes it down.
package final class Program {
  package let documents: DocumentIndex
  package var schema: Schema { documents.schema }
  package var tree: SyntaxTree { documents.tree }

  /// In source order.
  package internal(set) var operations: [Operation] = []
  package internal(set) var fragments: [Fragment] = []
  /// The enums and input objects that the documents reach, by name.
  package internal(set) var enums: [EnumType] = []
  package internal(set) var inputObjects: [InputObjectType] = []
  /// The custom scalars that the documents reach.
  package internal(set) var usedScalars: [TypeID] = []
  /// The protocols of fragments' shapes: a type with such a shape can be made from any that conforms.
  package internal(set) var protocols: [ShapeID: FragmentProtocol] = [:]
  /// What a cache has to know of the schema; nil when there is no cache.
  package internal(set) var cacheSchema: String?
  /// The types that `@apus(mutable: true)` reaches: their properties can be set.
  package internal(set) var mutableTypes: Set<ObjectIdentifier> = []
  /// The names of everything emitted outside other types.
  package internal(set) var globalNames: Set<String> = []

  /// The guards of fields and fragments.
  package let guards: GuardTable
  /// How leaf types are written in Swift.
  package let leafTypes: LeafTypes
  /// The keys of the markers that are sent.
  package let markers: MarkerNames

  /// How a leaf field is written in Swift: as its type is, or as `@apus` says.
  package func leafType(of field: Field) -> LeafType {
    if let type = field.directive?.type { return .codable(type) }
    return leaf(field.binding, field.type)
  }

  /// How a variable is written in Swift.
  package func leafType(of variable: Variable) -> LeafType { leaf(variable.binding, variable.type) }

  /// How an input field is written in Swift.
  package func leafType(of field: InputField) -> LeafType { leaf(field.binding, field.type) }

  private func leaf(_ binding: FieldBindingID, _ type: TypeReference) -> LeafType {
    binding == 0 ? leafTypes[type.named] : leafTypes.fieldBindings.entries[binding].leaf
  }

  /// The bindings of fields that the documents reach.
  package internal(set) var usedBindings: Set<FieldBindingID> = []

  /// The identifiers that the documents reach: each type of objects with the name of its identifier.
  package internal(set) var identifiers: [(type: TypeID, swiftName: String)] = []

  init(_ documents: DocumentIndex, _ leafTypes: LeafTypes, _ markers: MarkerNames) {
    self.documents = documents
    self.markers = markers
    self.leafTypes = leafTypes
    guards = GuardTable(
      documents.tree.names, documents.schema, limits: GuardLimits(nodeCount: documents.tree.count))
  }
}
