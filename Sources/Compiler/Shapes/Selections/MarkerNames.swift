import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// The response keys with which the compiler requests an object's type: `__typename`, and the markers of interfaces and unions, such as `__isPet`
/// (``TypeMarkers``). If the documents use one of them as an alias, which could be for another field, the compiler chooses another key.
///
/// A module's keys depend on its own documents and the fragments that these reach. So every module that depends on it finds the same keys.
package struct MarkerNames {
  private let schema: Schema
  private let names: NameTable
  private let modules: DocumentModules
  /// For each module, the aliases from which its keys must differ.
  private var taken: [String?: Set<String>] = [:]
  /// The key for `__typename`, such as `__typename1`, for each module that uses `__typename` as an alias of another field.
  private var typenames: [String?: NameID] = [:]
  private let diagnostics: DiagnosticSink

  /// An alias with two leading underscores, which could be equal to a key of the compiler.
  private typealias Alias = (key: String, node: NodeID)

  /// - Parameter usesCache: whether there is a cache, which recognizes added fields by their aliases.
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
      // `__typename` is only added where an object can be of several types. Elsewhere, an alias `__typename` is harmless.
      if key == Keyword.typename, !MarkerNames.isOneOfSeveral(documents.typeOfParent(of: node), schema) {
        continue
      }
      aliases.append((text, node))
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

  /// Whether objects of a type can occur where several object types are possible: it is an interface or union, or belongs to one.
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

  /// Reports aliases that are equal to a key of a module below. That module's output is fixed, so its key cannot change.
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

  /// The key for `__typename` in the compiled module.
  package var typename: NameID { typename(of: nil) }

  /// The key for `__typename` in a selection set, which depends on the module that contains the set.
  func typename(in set: NodeID) -> NameID {
    typenames.isEmpty ? Keyword.typename : typename(of: modules[set])
  }

  private func typename(of module: String?) -> NameID { typenames[module] ?? Keyword.typename }

  /// The key of a type's marker in the compiled module: `__isPet`, or `__isPet__2` if documents use `__isPet` as an alias.
  package func type(_ type: TypeID) -> String { self.type(type, of: nil) }

  /// The key of a type's marker in the module that contains a node.
  package func type(_ type: TypeID, at node: NodeID) -> String { self.type(type, of: modules[node]) }

  private func type(_ type: TypeID, of module: String?) -> String {
    let key = Markers.typeKey(schema.name(type))
    guard let taken = taken[module], taken.contains(key) else { return key }
    // `__isPet__2` must not be the marker of a type called `Pet__2`.
    var number = 2
    while taken.contains("\(key)__\(number)")
      || schema.type(named: names.find("\(schema.name(type))__\(number)")) != nil
    {
      number += 1
    }
    return "\(key)__\(number)"
  }
}
