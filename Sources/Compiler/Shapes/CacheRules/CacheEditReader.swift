import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// Reads a directive that changes the cache, and reports what does not fit its field or the schema.
///
/// The names of the directives are Relay's: https://relay.dev/docs/guided-tour/list-data/updating-connections/.
struct CacheEditReader {
  /// The edit; nil if there is an error.
  private(set) var edit: CacheEdit?
  private let schema: Schema
  private let tree: SyntaxTree
  private let rules: CacheRules
  private let directive: NodeID
  private let kind: CacheEdit.Kind

  /// A problem, where it is.
  private struct Fault: Error {
    var message: String
    var node: NodeID
  }

  init(
    _ documents: DocumentIndex, _ rules: CacheRules, _ directive: NodeID, _ kind: CacheEdit.Kind,
    _ diagnostics: DiagnosticSink
  ) {
    self.rules = rules
    self.directive = directive
    self.kind = kind
    schema = documents.schema
    tree = documents.tree
    // Other places are reported with those of all client-side directives.
    guard let field = documents.field(NodeID(documents.parents[directive])) else { return }
    do throws(Fault) {
      edit = try read(field)
    } catch {
      diagnostics.append(
        Diagnostic(.error, .invalidClientDirective, error.message, at: [tree.range(of: error.node)]))
    }
  }

  private func read(_ id: FieldID) throws(Fault) -> CacheEdit {
    for argument in tree.children(directive, .argument) where !kind.arguments.contains(tree.name(argument)) {
      let known = kind.arguments.map { "\"\($0)\"" }
      throw Fault(
        message: "\"@\(kind)\" only takes \(Suggestions.join(known, "and")). Remove the argument.",
        node: argument)
    }
    let type = schema[id].type
    guard type.listDepth < 2, let named = type.named, schema[named].isComposite == kind.isAddition,
      kind.isAddition || schema[named].kind == .scalar
    else {
      let wanted =
        kind.isAddition ? "an edge, or a list of edges" : "the identifier of an object, or a list of them"
      throw Fault(message: "\"@\(kind)\" must be on a field that returns \(wanted).", node: directive)
    }
    let lists = kind == .deleteRecord ? [] : try lists()
    if kind.isAddition {
      for list in lists { try check(list, takes: named) }
    }
    return CacheEdit(
      kind: kind, connections: lists.map(\.name),
      type: kind.isAddition ? nil : schema.name(try deletedType(id, lists)))
  }

  // MARK: - Connections

  private typealias List = (name: String, field: FieldID, node: NodeID)

  /// The fields in the argument `connections`.
  private func lists() throws(Fault) -> [List] {
    guard let value = tree.argument("connections", of: directive) else {
      throw Fault(
        message:
          "\"@\(kind)\" needs the argument \"connections\": a list of fields such as [\"Query.albums\"].",
        node: directive)
    }
    var lists: [List] = []
    if tree.elements(value).isEmpty {
      throw Fault(
        message: "\"connections\" of \"@\(kind)\" is empty. \(ClientDirective.adviceOnConnections)",
        node: value)
    }
    for element in tree.elements(value) {
      guard let name = tree.string(element) else {
        throw Fault(message: ClientDirective.adviceOnConnections, node: element)
      }
      do throws(CacheRuleFault) {
        lists.append((name, try CacheRuleCheck(schema, CacheRule(name, .replacement)).field(), element))
      } catch {
        throw Fault(message: "\"connections\" \(error.message)", node: element)
      }
    }
    for list in lists where !isList(list) {
      throw Fault(message: "\"\(list.name)\" does not return a list of objects.", node: list.node)
    }
    for list in lists {
      let owner = schema[list.field].parent
      let isFound =
        owner == schema.queryType || schema.objectTypes(of: owner).allSatisfy { !rules.keys(of: $0).isEmpty }
      if isFound { continue }
      throw Fault(
        message:
          "\"\(list.name)\" is a field of objects without a cache key, so the cache does not find its lists. Name the key fields of \"\(schema.name(owner))\" in \"cache.keys\".",
        node: list.node)
    }
    return lists
  }

  /// Whether a field returns a connection, or a list of objects.
  private func isList(_ list: List) -> Bool {
    guard let type = objects(in: list), schema[type].isComposite else { return false }
    let depth = schema[list.field].type.listDepth
    return depth == 1 || depth == 0 && schema.isConnection(type)
  }

  private func objects(in list: List) -> TypeID? { schema[list.field].type.named }

  private func field(_ name: String, of type: TypeID?) -> FieldID? {
    type.flatMap { schema.field(schema.names.find(name), of: $0) }
  }

  /// The type of a connection's nodes, or of a list's elements.
  private func nodes(in list: List) -> TypeID? {
    let connection = objects(in: list)
    let edges = field("edges", of: connection).flatMap { field("node", of: schema[$0].type.named) }
    guard let nodes = edges ?? field("nodes", of: connection) else { return connection }
    return schema[nodes].type.named
  }

  /// Checks that a connection takes edges of a type, and that the cache can identify their nodes.
  private func check(_ list: List, takes type: TypeID) throws(Fault) {
    guard let edges = field("edges", of: objects(in: list)), let known = schema[edges].type.named else {
      throw Fault(
        message:
          "\"\(list.name)\" is not a connection with \"edges\". To add objects to other lists, use \"perform(_:updating:)\".",
        node: list.node)
    }
    if !schema.isSubset(type, of: known) {
      throw Fault(
        message:
          "\"@\(kind)\" is on a field of the type \"\(schema.name(type))\", but the edges of \"\(list.name)\" are of the type \"\(schema.name(known))\".",
        node: list.node)
    }
    let nodes = nodes(in: list).map(schema.objectTypes) ?? []
    if let keyless = nodes.first(where: { rules.keys(of: $0).isEmpty }) {
      throw Fault(
        message:
          "\"\(schema.name(keyless))\" has no cache key, so the cache could not recognize the edges of \"\(list.name)\". Name its key fields in \"cache.keys\".",
        node: list.node)
    }
  }

  // MARK: - Types of deleted objects

  /// The type of the objects that the field identifies: that of the argument `type`, the object whose key the field is, or the only type in the
  /// lists.
  private func deletedType(_ id: FieldID, _ lists: [List]) throws(Fault) -> TypeID {
    let parent = schema[id].parent
    let argument = tree.argument("type", of: directive)
    let inLists = Set(lists.compactMap(nodes))
    func isInLists(_ type: TypeID) -> Bool {
      kind == .deleteRecord || inLists.contains { schema.isSubset(type, of: $0) }
    }
    var type: TypeID?
    if let argument {
      type = schema.type(named: schema.names.find(tree.string(argument) ?? ""))
    } else if rules.keys(of: parent) == [schema[id].name], isInLists(parent) {
      type = parent
    } else if inLists.count == 1 {
      type = inLists.first
    }
    guard let type, schema[type].kind == .object else {
      throw Fault(
        message:
          "The type of the object that \"\(schema.names.string(schema[id].name))\" identifies is not known. Name an object type: @\(kind)(type: \"Album\").",
        node: argument ?? directive)
    }
    if !isInLists(type) {
      throw Fault(
        message: "None of the \"connections\" contains objects of the type \"\(schema.name(type))\".",
        node: argument ?? directive)
    }
    if rules.keys(of: type).count != 1 {
      throw Fault(
        message:
          "\"@\(kind)\" needs an object that is identified by a single field, but \"\(schema.name(type))\" is not. Use \"perform(_:updating:)\".",
        node: argument ?? directive)
    }
    return type
  }
}
