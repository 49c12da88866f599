import ApusDocuments
import ApusSchema
import ApusSyntax
import ApusShapes

/// The operations, fragments, enums and input objects of a run, with their Swift types and names. The emitter only translates them to Swift.
package final class Program {
  /// The documents that are sent: the user's, with the fields that the compiler adds.
  package let documents: DocumentIndex
  /// The documents that the user wrote.
  package let written: DocumentIndex
  /// Maps nodes of ``written`` to ``documents``.
  package let numbers: NodeNumbers
  package var schema: Schema { documents.schema }
  package var tree: SyntaxTree { documents.tree }

  /// The operations of this module in source order.
  package let operations: [Operation]
  /// The fragments in source order, including those of modules below.
  package let fragments: [Fragment]
  /// The enums and input objects that the documents reach, or those of the whole schema (``GenerationOptions/emitsWholeSchema``), sorted by name.
  /// Modules below declare some of them.
  package let enums: [EnumType]
  package let inputObjects: [InputObjectType]
  /// The scalars that the documents and these input objects reach, including built-in ones.
  package let usedScalars: [TypeID]
  /// The bindings of fields, arguments and input fields that the documents and these input objects reach (see ``FieldBindings``).
  package let usedBindings: Set<FieldBindingID>
  /// The identifier types that are reached, or all of them, such as `AlbumID`, each with the object type or interface that it identifies.
  package let identifiers: [(type: TypeID, swiftName: String)]
  /// The protocols of fragments, of objects nested in them, and of payloads of cases, by the shape that each mirrors.
  package let protocols: [ShapeID: FragmentProtocol]
  package let conformances: TypeConformances
  /// The declarations of the modules that this one depends on.
  package let below: DeclarationsBelow
  /// The names of enums, input objects, identifiers, operations, and fragments' types and protocols, which are global or directly in the namespace.
  let globalNames: Set<String>

  /// The names of all declarations, global or nested.
  package private(set) var declaredNames = DeclaredNames()

  private let options: GenerationOptions
  private let cacheRules: CacheRules

  /// The conditions under which fields and fragments are in a response, as Boolean functions.
  package let guards: GuardTable
  /// The Swift types of scalars, enums and input objects.
  package let swiftTypes: SwiftTypes
  /// The response keys of an object's type: `__typename`, and markers such as `__isPet`. A request has `... on Pet { __isPet: __typename }` so that a
  /// type that the schema gains later is recognized as a `Pet`.
  package let markers: MarkerNames

  // Results of passes over the program that only the emitter uses. They are lazy properties, so that `init` needs no parameter for them.

  /// The text of the constant `cacheSchema`, the table of the schema's types for a cache; nil without a cache.
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
      .union(fragments.flatMap(\.protocols).flatMap { [$0.name] + ($0.choice?.globalNames ?? []) })
    declaredNames = DeclaredNames(self, outside)
  }

  /// The protocol that mirrors a type; nil if the type's shape does not occur in a fragment.
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
