import ApusDiagnostics
import ApusDocuments
import ApusSchema
import ApusSyntax

/// The keys of the markers that are sent: none is an alias of the documents, which would ask for something else under that key.
package struct MarkerNames {
  private let schema: Schema
  private let names: NameTable
  /// The aliases that begin as markers do.
  private var taken: Set<String> = []
  private(set) var diagnostics: [Diagnostic] = []

  /// - Parameters:
  ///   - usesCache: whether there is a cache, which does not give readers what has an alias as its own fields have.
  ///   - modules: the modules below. What such a module made of its fragments asks for the markers' keys by
  ///     its own documents.
  init(_ documents: DocumentIndex, usesCache: Bool, modules: DocumentModules) {
    schema = documents.schema
    names = documents.tree.names
    let tree = documents.tree
    let nodes = tree.nodes
    var aliases: [(key: String, node: NodeID, isBelow: Bool)] = []
    for node in 0..<tree.count where tree.kind(node) == .field {
      let key = tree.responseKey(node)
      if key == nodes[node].name { continue }
      let text = tree.names.string(key)
      guard text.hasPrefix("__") else { continue }
      if usesCache, Markers.isOfCache(alias: text, of: tree.name(node)) {
        diagnostics.append(
          Diagnostic(
            .error, .nameCollision,
            "A field \"\(tree.name(node))\" with the alias \"\(text)\" is one that only a cache reads. Give the field another alias.",
            at: [tree.range(of: node)]))
      }
      if key == Keyword.typename, MarkerNames.isOneOfSeveral(documents.typeOfParent(ofField: node), schema) {
        diagnostics.append(
          Diagnostic(
            .error, .nameCollision,
            "Under \"__typename\" a response says what type an object is, and \"\(schema.name(documents.typeOfParent(ofField: node)))\" may be one of several. Give the field another alias.",
            at: [tree.range(of: node)]))
      }
      let isBelow = modules[node] != nil
      aliases.append((text, node, isBelow))
    }
    if aliases.isEmpty { return }
    taken = Set(aliases.filter { $0.isBelow || modules.isEmpty }.map(\.key))
    if modules.isEmpty { return }
    var markers: Set<String> = []
    for type in 1..<max(1, schema.typeCount) { markers.insert(self.type(TypeID(type))) }
    for alias in aliases where !alias.isBelow && markers.contains(alias.key) {
      diagnostics.append(
        Diagnostic(
          .error, .nameCollision,
          "Fragments of the modules below ask under \"\(alias.key)\" for what type an object is. Give the field another alias.",
          at: [tree.range(of: alias.node)]))
    }
  }

  /// Whether an object of a type may be read where types must be told apart.
  private static func isOneOfSeveral(_ type: TypeID, _ schema: Schema) -> Bool {
    schema.types[Int(type)].isAbstract
      || (1..<max(1, schema.typeCount)).contains {
        schema.types[$0].isAbstract && schema.isSubset(type, of: TypeID($0))
      }
  }

  /// The key that is there if the object has an interface or union, even if its type was unknown at compile time.
  package func type(_ type: TypeID) -> String { free(Markers.typeKey(schema.name(type))) }

  private func free(_ key: String) -> String {
    if !taken.contains(key) { return key }
    // Whatever begins with another type's name would be that one's marker.
    var number = 2
    while taken.contains("\(key)__\(number)") || names.find("\(key)__\(number)") != 0 { number += 1 }
    return "\(key)__\(number)"
  }
}
