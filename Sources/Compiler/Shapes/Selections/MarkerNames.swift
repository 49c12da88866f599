import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// The response keys with which the compiler requests an object's type: `__typename`, and the markers of interfaces and unions. They avoid all
/// aliases in the documents, which could name another field.
///
/// A module's keys depend on its own documents and the fragments that these reach, so every module above finds the same keys.
package struct MarkerNames {
  private let schema: Schema
  private let names: NameTable
  private let modules: DocumentModules
  /// The aliases that each module's keys avoid.
  private var taken: [String?: Set<String>] = [:]
  /// The key for `__typename`, for modules that use `__typename` as an alias of another field.
  private var typenames: [String?: NameID] = [:]
  private let diagnostics: DiagnosticSink

  /// An alias that looks like a marker.
  private struct Alias {
    var key: String
    var node: NodeID
  }

  /// - Parameter usesCache: whether there is a cache, which hides fields from readers by their aliases.
  package init(
    _ documents: DocumentIndex, _ spreads: FragmentSpreads, usesCache: Bool, modules: DocumentModules,
    _ diagnostics: DiagnosticSink
  ) {
    self.diagnostics = diagnostics
    schema = documents.schema
    names = documents.tree.names
    self.modules = modules
    let tree = documents.tree
    let nodes = tree.nodes
    var aliases: [Alias] = []
    for node in 0..<tree.count where tree.kind(node) == .field {
      let key = tree.responseKey(node)
      if key == nodes[node].name || !names.isReserved(key) { continue }
      let text = names.string(key)
      if usesCache, Markers.isOfCache(alias: text, of: tree.name(node)) {
        diagnostics.append(
          Diagnostic(
            .error, .nameCollision,
            "The alias \"\(text)\" is reserved for fields that the compiler adds for the cache. Give the field another alias.",
            at: [tree.range(of: node)]))
      }
      // The compiler never requests the type of an object that has only one possible type.
      if key == Keyword.typename, !MarkerNames.isOneOfSeveral(documents.typeOfParent(ofField: node), schema) {
        continue
      }
      aliases.append(Alias(key: text, node: node))
    }
    if aliases.isEmpty { return }
    if modules.isEmpty {
      avoid(aliases, in: nil)
      return
    }
    let reached = MarkerNames.reachedDefinitions(tree, spreads, modules)
    for (module, definitions) in reached {
      avoid(aliases.filter { definitions.contains(documents.definition(around: $0.node)) }, in: module)
    }
    reportMeeting(aliases, reached[nil] ?? [], documents)
  }

  /// Whether an object of a type may be read where its type is not known in advance.
  private static func isOneOfSeveral(_ type: TypeID?, _ schema: Schema) -> Bool {
    guard let type else { return false }
    return schema[type].isAbstract
      || schema.allTypes.contains { schema[$0].isAbstract && schema.isSubset(type, of: $0) }
  }

  /// The definitions of each module, with the fragments that they reach.
  private static func reachedDefinitions(
    _ tree: SyntaxTree, _ spreads: FragmentSpreads, _ modules: DocumentModules
  ) -> [String?: Set<NodeID>] {
    var reached: [String?: Set<NodeID>] = [:]
    for definition in tree.definitions {
      reached[modules[definition], default: []].formUnion([definition] + spreads.reached(from: definition))
    }
    return reached
  }

  private mutating func avoid(_ aliases: [Alias], in module: String?) {
    let taken = Set(aliases.map(\.key))
    self.taken[module] = taken
    let typename = names.string(Keyword.typename)
    var (key, number) = (typename, 0)
    while taken.contains(key) {
      number += 1
      key = "\(typename)\(number)"
    }
    if number > 0 { typenames[module] = names.intern(key) }
  }

  /// Reports aliases that collide with a key of another module. That module is compiled already, so its key cannot change.
  private mutating func reportMeeting(_ aliases: [Alias], _ reached: Set<NodeID>, _ documents: DocumentIndex)
  {
    let others = Set(reached.map { modules[$0] }).compactMap(\.self).sorted()
    for alias in aliases where reached.contains(documents.definition(around: alias.node)) {
      guard let module = others.first(where: { $0 != modules[alias.node] && isKey(alias.key, of: $0) }) else {
        continue
      }
      diagnostics.append(
        Diagnostic(
          .error, .nameCollision,
          "The compiler uses \"\(alias.key)\" in fragments of the module \"\(module)\" to find an object's type. Give the field another alias.",
          at: [documents.tree.range(of: alias.node)]))
    }
  }

  private func isKey(_ key: String, of module: String) -> Bool {
    names.string(typename(of: module)) == key
      || schema.allTypes.contains { type($0, of: module) == key }
  }

  // MARK: - Keys

  /// The key of `__typename` in the module that is compiled.
  package var typename: NameID { typename(of: nil) }

  /// The key for `__typename` in a selection set of any module.
  func typename(in set: NodeID) -> NameID {
    typenames.isEmpty ? Keyword.typename : typename(of: modules[set])
  }

  private func typename(of module: String?) -> NameID { typenames[module] ?? Keyword.typename }

  /// The key of a marker. It is in the response if the object has the interface or union, even if its type was unknown at compile time.
  package func type(_ type: TypeID) -> String { self.type(type, of: nil) }

  /// The key of a marker in the selections of a module.
  package func type(_ type: TypeID, at node: NodeID) -> String { self.type(type, of: modules[node]) }

  private func type(_ type: TypeID, of module: String?) -> String {
    let key = Markers.typeKey(schema.name(type))
    guard let taken = taken[module], taken.contains(key) else { return key }
    // A key must not be the marker of another type.
    var number = 2
    while taken.contains("\(key)__\(number)")
      || schema.type(named: names.find("\(schema.name(type))__\(number)")) != nil
    {
      number += 1
    }
    return "\(key)__\(number)"
  }
}
