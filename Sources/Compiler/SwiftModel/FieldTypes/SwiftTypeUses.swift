import ApusDocuments
import ApusSchema
import ApusSyntax
import ApusShapes

/// Collects the scalars, enums, input objects and identifiers that definitions use in fields and variables.
struct SwiftTypeUses {
  private let documents: DocumentIndex
  private let shapes: ShapePass
  private let bindings: FieldBindings
  /// Whether ``Field/binding`` is the number of one of `bindings`. If these belong to a module below with another configuration, it is not, and a
  /// field's binding is looked up by the field's definition.
  private let areOfShapes: Bool
  private let variables: VariableBindings
  /// The definitions that are sent with each operation. Empty if there are no bindings.
  private var sent: [NodeID: [NodeID]] = [:]
  /// The shapes that were visited.
  private var seenShapes: GenerationMap
  private var seenTypes: GenerationMap

  /// - Parameters:
  ///   - spreads: the spreads in the expanded documents.
  ///   - areOfShapes: whether the shapes' fields store numbers of these bindings.
  init(
    _ documents: DocumentIndex, _ expanded: ExpandedDocuments, _ spreads: FragmentSpreads,
    _ shapes: ShapePass, _ bindings: FieldBindings, areOfShapes: Bool = true
  ) {
    self.documents = documents
    self.shapes = shapes
    self.bindings = bindings
    self.areOfShapes = areOfShapes
    variables = VariableBindings(expanded.index, bindings)
    seenShapes = GenerationMap(count: shapes.all.count)
    seenTypes = GenerationMap(count: documents.schema.typeCount)
    if bindings.bound.isEmpty { return }
    let copies = expanded.index.tree
    for copy in copies.definitions where copies.kind(copy) == .operation {
      sent[expanded.origin(copy)] = [copy] + spreads.reached(from: copy)
    }
  }

  /// Adds the types that a module's definitions use, except in shapes that earlier calls visited.
  mutating func collect(in definitions: [NodeID], into collector: inout ReachedTypes) {
    let tree = documents.tree
    seenTypes.forgetAll()
    for definition in definitions {
      if let shape = shapes.ofDefinitions[definition] { addFields(of: shape, to: &collector) }
      guard tree.kind(definition) == .operation else { continue }
      for variable in tree.children(definition, .variableDefinition) {
        let binding = variables.binding(of: tree.nodes[variable].name, in: sent[definition] ?? []) { _ in }
        add(binding, documents.valueTypes[variable], to: &collector)
      }
    }
  }

  private mutating func addFields(of root: Shape, to collector: inout ReachedTypes) {
    var pending = [root]
    while let shape = pending.popLast() {
      guard seenShapes.insert(shape.id) else { continue }
      pending += shape.cases.map(\.shape)
      pending += shape.separateShapes.values
      for field in shape.fields {
        if let inner = field.shape {
          pending.append(inner)
        } else {
          add(
            areOfShapes ? field.binding : bindings.bound.ofField(field.definition), field.type, to: &collector
          )
        }
      }
    }
  }

  private mutating func add(
    _ binding: FieldBindingID, _ type: TypeReference, to collector: inout ReachedTypes
  ) {
    if binding != 0 {
      collector.add(binding: binding)
    } else if let type = type.named, seenTypes.insert(type.index) {
      collector.add(type)
    }
  }
}
