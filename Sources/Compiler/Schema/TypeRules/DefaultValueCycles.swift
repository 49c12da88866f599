import ApusSource
import ApusSyntax

/// Expanding the default values of input fields terminates: InputObjectDefaultValueHasCycle.
///
/// https://spec.graphql.org/September2025/#sec-Input-Objects.Type-Validation
extension TypeChecker {
  mutating func checkDefaultValueCycles() {
    var search = DefaultValueCycleSearch(schema)
    for type in schema.allTypes where schema[type].kind == .inputObject { search.visit(type) }
    for cycle in search.cycles {
      let fields = cycle.map { inputCoordinate($0.type, schema[$0.field]) }
      let way =
        fields.count > 1 ? " via the default values of: \(fields.dropFirst().joined(separator: ", "))" : ""
      concern = .type(cycle[0].type)
      report(
        .endlessDefault,
        "Invalid circular reference. The default value of Input Object field \(fields[0]) references itself"
          + "\(way).",
        at: cycle.map { schema[$0.field].defaultValue })
    }
  }
}

/// Follows default values depth first. It has its own stack, because chains of fields may be long.
private struct DefaultValueCycleSearch {
  struct Field {
    var type: TypeID
    var field: InputValueID
  }

  private enum Task {
    /// A value of an input object in the schema's text.
    case value(NodeID, TypeID)
    /// A field that was not given a value.
    case field(Field)
    /// The end of a field's default value.
    case leave(InputValueID)
  }

  let schema: Schema
  /// The cycles found: each is a path of fields whose default values lead back to the first one.
  var cycles: [[Field]] = []
  private var tasks: [Task] = []
  private var visited: Set<InputValueID> = []
  private var path: [Field] = []
  private var places: [InputValueID: Int] = [:]

  init(_ schema: Schema) { self.schema = schema }

  /// Follows the default values of all fields of an input object.
  mutating func visit(_ type: TypeID) {
    for field in inputObjectFields(of: type) where schema[field.field].hasDefault {
      tasks.append(.field(field))
    }
    tasks.reverse()
    while let task = tasks.popLast() {
      switch task {
      case .value(let value, let type): visit(value, type)
      case .field(let field): visit(field)
      case .leave(let field):
        path.removeLast()
        places[field] = nil
      }
    }
  }

  /// The fields whose types are input objects.
  private func inputObjectFields(of type: TypeID) -> [Field] {
    schema.inputFields(of: type)
      .filter { schema[schema[$0].type.named]?.kind == .inputObject }
      .map { Field(type: type, field: $0) }
  }

  private mutating func visit(_ value: NodeID, _ type: TypeID) {
    let tree = schema.tree
    switch tree.nodes[value].kind {
    case .listValue:
      tasks.append(contentsOf: Array(tree.children(value)).reversed().map { .value($0, type) })
    case .objectValue:
      var given: [NameID: NodeID] = [:]
      for field in tree.children(value) { given[tree.nodes[field].name] = tree.value(field) }
      for field in inputObjectFields(of: type).reversed() {
        let definition = schema[field.field]
        if let value = given[definition.name], let type = definition.type.named {
          tasks.append(.value(value, type))
        } else {
          tasks.append(.field(field))
        }
      }
    default: break
    }
  }

  private mutating func visit(_ field: Field) {
    let definition = schema[field.field]
    guard definition.hasDefault, let type = definition.type.named else { return }
    if let place = places[field.field] {
      if cycles.count < TypeChecker.maximumListCount { cycles.append(Array(path[place...])) }
      return
    }
    if !visited.insert(field.field).inserted { return }
    places[field.field] = path.count
    path.append(field)
    tasks.append(.leave(field.field))
    tasks.append(.value(definition.defaultValue, type))
  }
}

extension DiagnosticCode {
  package static let endlessDefault = DiagnosticCode(
    "endless-default",
    title: "A default value that contains itself",
    explanation: """
      A default value leaves out a field whose own default value leads back to the first. The server could never fill
      in the
      whole value.
      """,
    example: "input AlbumFilter { not: AlbumFilter = {} }",
    fix: "Give the field a value in the default, `{ not: null }`, or remove the default.")
}
