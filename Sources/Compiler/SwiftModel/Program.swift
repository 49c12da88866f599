import ApusDocuments
import ApusSchema
import ApusSyntax
import ApusShapes

/// Every operation, fragment, enum and input object to emit, with its types and names. The emitter only translates them.
package final class Program {
  /// The documents that are sent, with the compiler's additions.
  package let documents: DocumentIndex
  /// The documents that the user wrote.
  package let written: DocumentIndex
  /// Maps nodes of ``written`` to ``documents``.
  package let numbers: NodeNumbers
  package var schema: Schema { documents.schema }
  package var tree: SyntaxTree { documents.tree }

  /// The operations in source order.
  package let operations: [Operation]
  package let fragments: [Fragment]
  /// The enums and input objects that the documents reach, by name.
  package let enums: [EnumType]
  package let inputObjects: [InputObjectType]
  /// The custom scalars that the documents reach.
  package let usedScalars: [TypeID]
  /// The bindings of fields that the documents reach.
  package let usedBindings: Set<FieldBindingID>
  /// The identifiers that the documents reach: the object types or interfaces, with the names of their identifiers.
  package let identifiers: [(type: TypeID, swiftName: String)]
  /// The protocols for fragments' shapes. A type with such a shape can be made from every type that conforms.
  package let protocols: [ShapeID: FragmentProtocol]
  package let conformances: TypeConformances
  /// The declarations of the modules below.
  package let below: DeclarationsBelow
  /// The names of all global declarations.
  let globalNames: Set<String>

  /// The names of all declarations.
  package private(set) var declaredNames = DeclaredNames()

  private let options: GenerationOptions
  private let cacheRules: CacheRules

  /// The guards of fields and fragments.
  package let guards: GuardTable
  /// The Swift types of scalars and enums.
  package let swiftTypes: SwiftTypes
  /// The keys of the markers in requests.
  package let markers: MarkerNames

  // Passes over the program that only the emitter asks for. A new one needs no other property and no parameter.

  /// The cache's table of the schema; nil without a cache.
  package private(set) lazy var cacheSchema =
    options.usesCache ? CacheSchemaTable(documents, cacheRules).text : nil

  init(
    _ rewritten: RewrittenDocuments, operations: [Operation], _ builder: ProtocolBuilder,
    _ conformances: TypeConformances, types: ReachedTypes, _ cacheRules: CacheRules, names: GlobalNames,
    guards: GuardTable, swiftTypes: SwiftTypes, outside: Set<String>, below: DeclarationsBelow,
    _ options: GenerationOptions
  ) {
    documents = rewritten.index
    written = rewritten.written
    numbers = rewritten.numbers
    markers = rewritten.markerNames
    self.operations = operations
    fragments = builder.fragmentsInSourceOrder
    self.cacheRules = cacheRules
    self.options = options
    self.guards = guards
    self.swiftTypes = swiftTypes
    self.below = below
    protocols = builder.protocols
    self.conformances = conformances
    enums = types.enums
    inputObjects = types.inputObjects
    usedScalars = types.scalars
    usedBindings = types.bindings
    identifiers = types.identifiers
    globalNames = Set(types.declaredNames).union(names.given)
    declaredNames = DeclaredNames(self, outside)
  }

  /// The protocol of a type's shape.
  package func `protocol`(of type: ResponseType) -> FragmentProtocol? {
    type.shape.flatMap { protocols[$0.id] }
  }

  /// The Swift type of a leaf field: that of its scalar or enum, unless `@apus` names another.
  package func swiftType(of field: Field) -> SwiftType {
    if let type = field.directive?.type { return .codable(type) }
    return swiftTypes.swiftType(field.binding, field.type)
  }

  /// The Swift type of a variable or an input field.
  package func swiftType(of value: InputValue) -> SwiftType {
    swiftTypes.swiftType(value.binding, value.type)
  }
}
