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

/// An operation (section 2.4).
package struct Operation {
  package var kind: OperationKind
  package var node: NodeID
  /// The name that the server sees.
  package var name: String
  /// The name of the struct.
  package var swiftName: String
  package var variables: [Variable]
  /// The text that is sent.
  package var document: String
  /// The identifier that the operation is registered under, if it is.
  package var registeredID: String?
  /// The response: a type of its own, or a fragment's.
  package var data: Member
  /// Whether the document has `@defer` or `@stream`.
  package var isIncremental: Bool
  /// The variables that decide on parts of the response.
  package var conditions: [Variable]
  /// The deferred parts: the label of each, and the member that stands for it.
  package var parts: [(label: String, key: String)]
}

extension Operation {
  /// What identifies the operation to a server: the registered identifier, or the SHA-256 of the text.
  package var id: String { registeredID ?? SHA256.hexadecimal(document) }
}

/// A variable of an operation (section 2.11).
package struct Variable {
  package var name: String
  package var swiftName: String
  package var type: TypeReference
  package var node: NodeID
  package var presence: InputPresence
  /// What it is where that is not what its scalar is; else 0.
  package var binding: FieldBindingID = 0
}

/// Whether a variable or input field has to be there.
package enum InputPresence {
  /// It has to, and is not null unless its type says so.
  case required
  /// It can be left out, and it can be null.
  case nullable
  /// It can be left out; null would be refused: its type is non-null and has a default, or it is a variable that stands
  /// where null is refused.
  case omittable
}

/// A fragment definition (section 2.9).
package struct Fragment {
  package var node: NodeID
  package var name: String
  /// The name of the concrete type.
  package var swiftName: String
  /// The name of the protocol.
  package var protocolName: String
  package var data: Member
  /// The text by which a cache reads the fragment on its own; nil when there is no cache.
  package var document: String?
  /// The protocol; of a fragment that only spreads another the other's.
  package internal(set) var ownProtocol: FragmentProtocol?
  /// The protocols of the places within, and of the cases.
  package internal(set) var nestedProtocols: [FragmentProtocol] = []
}

/// A type within a scope: declared there, or another name for one that is declared elsewhere.
package enum Member {
  case type(DeclaredType)
  case alias(name: String, target: DeclaredType)

  /// The name within the scope.
  package var name: String {
    switch self {
    case .type(let type): type.name
    case .alias(let name, _): name
    }
  }

  /// The type that is meant.
  package var type: DeclaredType {
    switch self {
    case .type(let type): type
    case .alias(_, let target): target
    }
  }
}

/// An enum that is emitted.
package struct EnumType {
  package var type: TypeID
  package var swiftName: String
  package var cases: [EnumCase]
}

/// A value of an emitted enum.
package struct EnumCase {
  package var value: EnumValueID
  package var name: String
  package var swiftName: String
}

/// An input object that is emitted.
package struct InputObjectType {
  package var type: TypeID
  package var swiftName: String
  package var fields: [InputField]
}

/// A field of an emitted input object.
package struct InputField {
  package var value: InputValueID
  package var name: String
  package var swiftName: String
  package var type: TypeReference
  package var presence: InputPresence
  /// What it is where that is not what its scalar is; else 0.
  package var binding: FieldBindingID = 0
  /// Whether the field, a case of a `@oneOf` input object, holds a value of that object with nothing between that
  /// keeps what it holds outside.
  package var isIndirect: Bool
}
