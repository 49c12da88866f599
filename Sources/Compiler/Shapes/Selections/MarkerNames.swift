import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// The keys under which the compiler asks for an object's type: `__typename`, and the markers of interfaces and unions. None is an
/// alias of the documents, which would ask for something else under that key.
///
/// A module's keys depend on its own documents and the fragments that these reach, so each module above finds the same keys.
package struct MarkerNames {
  private let schema: Schema
  private let names: NameTable
  private let modules: DocumentModules
  /// By module the aliases that its keys avoid.
  private var taken: [String?: Set<String>] = [:]
  /// By module the key of `__typename`, where that is an alias of another field.
  private var typenames: [String?: NameID] = [:]
  private let diagnostics: DiagnosticSink

  /// A field whose alias begins like a key.
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
      // An object that can be of one type only is not asked for its type.
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

  /// Whether an object of a type may be read where types must be told apart.
  private static func isOneOfSeveral(_ type: TypeID, _ schema: Schema) -> Bool {
    schema.types[Int(type)].isAbstract
      || (1..<max(1, schema.typeCount)).contains {
        schema.types[$0].isAbstract && schema.isSubset(type, of: TypeID($0))
      }
  }

  /// By module its definitions and the fragments that they reach.
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

  /// Reports aliases that meet a key of another module: its types are compiled, so the key cannot give way.
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
      || (1..<max(1, schema.typeCount)).contains { type(TypeID($0), of: module) == key }
  }

  // MARK: - Keys

  /// The key of `__typename` in the module that is compiled.
  package var typename: NameID { typename(of: nil) }

  /// The key of `__typename` that a module's selection set is given.
  func typename(in set: NodeID) -> NameID {
    typenames.isEmpty ? Keyword.typename : typename(of: modules[set])
  }

  private func typename(of module: String?) -> NameID { typenames[module] ?? Keyword.typename }

  /// The key that is there if the object has an interface or union, even if its type was unknown at compile time.
  package func type(_ type: TypeID) -> String { self.type(type, of: nil) }

  /// The key of a marker that a module's selections are given.
  package func type(_ type: TypeID, at node: NodeID) -> String { self.type(type, of: modules[node]) }

  private func type(_ type: TypeID, of module: String?) -> String {
    let key = Markers.typeKey(schema.name(type))
    guard let taken = taken[module], taken.contains(key) else { return key }
    // Whatever begins with another type's name would be that one's marker.
    var number = 2
    while taken.contains("\(key)__\(number)")
      || schema.type(named: names.find("\(schema.name(type))__\(number)")) != 0
    {
      number += 1
    }
    return "\(key)__\(number)"
  }
}
