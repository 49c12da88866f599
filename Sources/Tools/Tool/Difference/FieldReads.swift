import ApusDocuments
import ApusDriver
import ApusSchema
import ApusShapes
import ApusSource
import ApusSwiftModel
import ApusSyntax

/// How generated code reads the fields of documents, as far as it depends on more than the schema: on the configuration, and on directives in
/// documents and schema, such as `@catch`, `@required` and `@semanticNonNull`.
struct FieldReads {
  /// The scalars that code may read and write as a Swift type that the configuration or a directive names.
  private(set) var bound: Set<String> = []
  /// The demands of fields for which they are not those of the schema's type.
  private(set) var demands: [NodeID: NullDemands] = [:]

  /// The reads of a release.
  ///
  /// - Parameter places: the demands by ``DocumentIndex/place(ofField:)``.
  init(_ documents: DocumentIndex, bound: Set<String>, _ places: [String: NullDemands]) {
    self.bound = bound
    // Most releases have none, and places are long.
    if places.isEmpty { return }
    for node in 0..<NodeID(documents.tree.count) where documents.tree.kind(node) == .field {
      demands[node] = places[documents.place(ofField: node)]
    }
  }

  /// The reads of code that is generated with these options.
  init(_ documents: DocumentIndex, _ options: GenerationOptions) {
    let (schema, tree) = (documents.schema, documents.tree)
    let sink = DiagnosticSink()
    bound = Self.boundScalars(of: schema, options)
    let mode = OnErrorMode(documents, options.shapes, DocumentModules(tree, []), sink)
    let nullability = FieldNullability(documents, options.shapes, mode, sink)
    for node in 0..<NodeID(tree.count) where tree.kind(node) == .field {
      guard let field = documents.field(node) else { continue }
      // `@apus(type:)` binds a single field.
      if let directive = tree.directive(Keyword.apus, on: node), tree.argument("type", of: directive) != nil {
        bound.insert(schema.name(schema[field].type.named))
      }
      let own = nullability.demands(of: node, documents)
      if own != NullDemands(schema[field].type) { demands[node] = own }
    }
  }

  /// The names of the scalars that generated code may read and write as a Swift type of the configuration or of `@specifiedBy`. For other built-in
  /// scalars, it can read any value in the same JSON form, and for other custom scalars any JSON.
  private static func boundScalars(of schema: Schema, _ options: GenerationOptions) -> Set<String> {
    var names: Set<String> = []
    for type in schema.allTypes where schema[type].kind == .scalar {
      guard let binding = SwiftTypes.findBinding(of: type, schema, options) else { continue }
      if binding.codec != nil || binding.type != "GraphQLValue" { names.insert(schema.name(type)) }
    }
    for coordinate in options.fields.keys {
      guard let parsed = try? SchemaCoordinate.parse(SourceFile(path: "", text: coordinate)),
        let element = try? schema.resolve(parsed)
      else { continue }
      switch element {
      case .field(let field): names.insert(schema.name(schema[field].type.named))
      case .inputField(let input), .fieldArgument(let input):
        names.insert(schema.name(schema[input].type.named))
      default: continue
      }
    }
    return names
  }

  /// The demands of code on the values of a field.
  func demands(of field: NodeID, _ documents: DocumentIndex) -> NullDemands {
    demands[field] ?? NullDemands(documents.type(ofField: field))
  }
}

extension DocumentIndex {
  /// The place of a field in a document: the name of its definition, and the response keys and type conditions that lead to it: `A.pet.<Dog>.name`,
  /// or `...Card.title` in a fragment.
  ///
  /// - Parameter names: names of operations that have none in the document.
  func place(ofField field: NodeID, _ names: [NodeID: String] = [:]) -> String {
    var parts: [String] = []
    var node = field
    while true {
      switch tree.kind(node) {
      case .field: parts.append(tree.names.string(tree.responseKey(node)))
      case .inlineFragment:
        if let condition = tree.child(node, .namedType) { parts.append("<\(tree.name(condition))>") }
      case .operation: parts.append(names[node] ?? tree.name(node))
      case .fragmentDefinition: parts.append("..." + tree.name(node))
      default: break
      }
      guard parents[node] != DocumentIndex.noParent else { break }
      node = NodeID(parents[node])
    }
    return parts.reversed().joined(separator: ".")
  }
}
