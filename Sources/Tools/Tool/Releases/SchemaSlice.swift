import ApusDocuments
import ApusDriver
import ApusSchema
import ApusSyntax

/// The part of a schema that operations reach, as SDL: what they send and how their responses are read depends on nothing else.
///
/// It has the fields and arguments that they name, all values of enums, all of an input object that a variable may have, and the possible types of
/// abstract types where a type condition depends on them. Definitions and members are sorted.
struct SchemaSlice {
  private let schema: Schema
  private let usage: SchemaUsage
  /// Object types that are listed only because they belong to an abstract type.
  private var members: Set<TypeID> = []

  init(_ schema: Schema) {
    self.schema = schema
    usage = SchemaUsage(schema)
  }

  /// Adds what a document reaches.
  mutating func add(_ index: DocumentIndex) {
    usage.add(index, from: 0, to: index.tree.count)
    for node in 0..<NodeID(index.tree.count) {
      switch index.tree.kind(node) {
      case .operation, .fragmentDefinition, .inlineFragment: addCondition(index, node, of: node)
      case .fragmentSpread:
        if let fragment = index.fragment(ofSpread: node) { addCondition(index, node, of: fragment) }
      default: continue
      }
    }
  }

  /// - Parameters:
  ///   - node: the definition, inline fragment or spread.
  ///   - condition: the node that has its type.
  private mutating func addCondition(_ index: DocumentIndex, _ node: NodeID, of condition: NodeID) {
    guard let condition = index.type(condition) else { return }
    usage.types[condition.index] = true
    members.formUnion(schema.objectTypes(of: condition))
    // The other types of the enclosing object are those that the condition leaves out.
    guard index.parents[node] != DocumentIndex.noParent,
      let parent = index.typeOfParent(of: node)
    else { return }
    members.formUnion(schema.objectTypes(of: parent))
  }

  /// The names of the scalars that are reached.
  var scalars: Set<String> {
    Set(
      schema.allTypes.lazy.filter { usage.types[$0.index] && schema[$0].kind == .scalar }.map {
        schema.name($0)
      }
    )
  }

  // MARK: - Text

  /// The definitions, in one line each or with one line for each member.
  var text: String {
    for type in members { usage.types[type.index] = true }
    let types = schema.allTypes.filter { usage.types[$0.index] && !schema[$0].isBuiltIn }
      .sorted { name(schema[$0].name) < name(schema[$1].name) }
    return ([roots] + directives + types.map(text)).joined(separator: "\n")
  }

  private var roots: String {
    let roots = [
      ("query", schema.queryType), ("mutation", schema.mutationType),
      ("subscription", schema.subscriptionType),
    ].compactMap { keyword, type in
      type.flatMap { usage.types[$0.index] ? "\(keyword): \(schema.name($0))" : nil }
    }
    return "schema { \(roots.joined(separator: " ")) }"
  }

  private var directives: [String] {
    schema.allDirectives.filter {
      usage.directives[$0.index] && schema.tree.fileIndex(of: schema[$0].node) > 0
    }
    .map { schema.tree.text(of: schema[$0].node) }.sorted()
  }

  private func text(_ type: TypeID) -> String {
    let definition = schema[type]
    let title = schema.name(type)
    switch definition.kind {
    case .scalar:
      return "scalar \(title)"
        + (schema.specificationURL(of: type).map { " @specifiedBy(url: \"\($0)\")" } ?? "")
    case .union:
      let names = sortedNames(schema.relatedTypes(of: type).filter(members.contains))
      return "union \(title)" + (names.isEmpty ? "" : " = \(names.joined(separator: " | "))")
    case .enum:
      let names = schema.enumValues(of: type).map { name(schema[$0].name) }.sorted()
      return "enum \(title)" + block(names)
    case .inputObject:
      let fields = schema.inputFields(of: type).filter { usage.inputValues[$0.index] }.map(text)
      return "input \(title)\(definition.isOneOf ? " @oneOf" : "")" + block(fields.sorted())
    case .object, .interface:
      let interfaces = sortedNames(
        schema.relatedTypes(of: type).filter { usage.types[$0.index] })
      let fields = schema.fields(of: type).filter { usage.fields[$0.index] }.map(text)
      return "\(definition.kind == .object ? "type" : "interface") \(title)"
        + (interfaces.isEmpty ? "" : " implements \(interfaces.joined(separator: " & "))")
        + block(fields.sorted())
    }
  }

  private func text(_ field: FieldID) -> String {
    let arguments = schema.arguments(of: field).filter {
      usage.inputValues[$0.index] || schema[$0].isRequired
    }.map(text).sorted()
    return name(schema[field].name) + (arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))")
      + ": \(schema.description(schema[field].type))"
  }

  private func text(_ value: InputValueID) -> String {
    let definition = schema[value]
    let defaultText =
      definition.hasDefault
      ? " = \(schema.tree.text(of: definition.defaultValue))" : ""
    return "\(name(definition.name)): \(schema.description(definition.type))\(defaultText)"
  }

  private func block(_ lines: [String]) -> String {
    lines.isEmpty ? "" : " {\n" + lines.map { "  \($0)\n" }.joined() + "}"
  }

  private func sortedNames(_ types: [TypeID]) -> [String] { types.map { schema.name($0) }.sorted() }

  private func name(_ id: NameID) -> String { schema.names.string(id) }
}
