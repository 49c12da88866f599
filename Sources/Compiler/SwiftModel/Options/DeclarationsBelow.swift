import ApusSchema
import ApusShapes

/// The global declarations of the modules below, which this module imports instead of declaring them again.
///
/// It knows how code has to refer to each: `CardFragment`, `Shop.CardFragment` in the namespace `Shop`, or `ShopModule.Shop.CardFragment` if another
/// module or the runtime may declare `Shop` as well.
package struct DeclarationsBelow {
  private let modules: [DependencyModule]
  private let namespace: String?
  /// For each module below, a flag for each module whose declarations it can use: itself and its own dependencies.
  private let visible: [[Bool]]
  /// For each module below, the module that declares its namespace, which others extend; nil without a namespace.
  private let namespaceDeclarers: [Int?]
  /// The namespaces that several modules declare, with all modules whose code is in them.
  private var contested: [String: [Int]] = [:]
  /// The modules that declare each name, in the order of insertion. If there are several, none of them can use another's declaration.
  private var declarers: [String: [Int]] = [:]
  /// For each name that several modules declare, the module whose declaration each module above uses (``TypesBelow``, ``UsedTypesBelow``). The
  /// number after those of the modules below is the compiled module's.
  private var used: [String: [Int: Int]] = [:]
  /// The schema's types for which a module below declares an enum, an input object or an identifier.
  private var types: Set<TypeID> = []
  /// The schema's type for which each name is declared; nil for names of operations and fragments.
  private var meanings: [String: TypeID] = [:]
  /// The names that several modules below declare, except names that all of them declare for the same type of the schema.
  private var homonyms: Set<String> = []

  init(_ options: GenerationOptions, _ documents: DocumentModules) {
    let modules = options.dependencyModules
    self.modules = modules
    namespace = options.namespace
    let visible = modules.indices.map(documents.visible)
    self.visible = visible
    let declarers = modules.indices.map { number in
      modules[number].namespace.flatMap { name in
        modules.indices.first { visible[number][$0] && modules[$0].namespace == name }
      }
    }
    namespaceDeclarers = declarers
    for (name, members) in Dictionary(grouping: modules.indices, by: { modules[$0].namespace }) {
      if let name, Set(members.map { declarers[$0] }).count > 1 { contested[name] = members }
    }
  }

  /// Adds the name of a declaration.
  ///
  /// - Parameter meaning: the schema's type for which it is declared; nil for an operation or a fragment.
  mutating func insert(_ name: String, of module: Int, meaning: TypeID? = nil) {
    guard let known = declarers[name] else {
      declarers[name] = [module]
      meanings[name] = meaning
      return
    }
    if known.contains(module) { return }
    declarers[name] = known + [module]
    if meaning == nil || meanings[name] != meaning { homonyms.insert(name) }
  }

  /// Adds the Swift declarations for a type of the schema.
  ///
  /// - Parameters:
  ///   - declarers: the modules that declare it.
  ///   - used: the declarations that modules use, by the modules' numbers.
  mutating func insert(
    _ type: TypeID, _ declarers: [TypesBelow.Declarer], used: [Int: TypesBelow.Declarer]
  ) {
    types.insert(type)
    for declarer in declarers {
      for name in declarer.names { insert(name, of: declarer.module, meaning: type) }
    }
    if declarers.count < 2 { return }
    for (module, declarer) in used {
      for name in declarer.names { self.used[name, default: [:]][module] = declarer.module }
    }
  }

  /// Adds the protocols of fragments, and the enums and protocols for switching over their cases.
  mutating func insert(_ fragments: [Fragment], _ documents: DocumentModules) {
    for fragment in fragments where !documents.isOwn(fragment.node) {
      let module = documents.number(of: fragment.node)
      for value in fragment.protocols {
        for name in [value.name] + (value.choice?.globalNames ?? []) { insert(name, of: module) }
      }
    }
  }

  /// Whether a module below declares the enum, the input object, or the identifier of an object type or interface.
  package func declares(_ type: TypeID) -> Bool { types.contains(type) }

  /// Whether the modules below declare nothing.
  package var isEmpty: Bool { declarers.isEmpty }

  var hasHomonyms: Bool { !homonyms.isEmpty }

  // MARK: - Lookup

  /// The modules below that must be imported for a name: its declarer, and the module that declares its namespace.
  package func modules(naming name: String) -> [String] {
    guard let owner = owner(of: SwiftNames.head(ofPath: name), for: nil) else { return [] }
    return [owner, namespaceDeclarers[owner]].compactMap { number in number.map { modules[$0].name } }
  }

  /// The name of a global type of this module or one below, as code refers to it: with its namespace, and with its module if Swift would find
  /// several.
  ///
  /// - Parameter module: the module that refers to it; nil for the compiled module.
  package func globalName(_ name: String, in module: String? = nil) -> String {
    if declarers.isEmpty { return own(name) }
    let head = SwiftNames.head(ofPath: name)
    guard let owner = owner(of: head, for: module) else { return own(name) }
    // Swift rejects a name as ambiguous if two imported modules declare it.
    let namespace = modules[owner].namespace
    let declarer = namespaceDeclarers[owner] ?? owner
    let isAmbiguous =
      modules[declarer].name != module
      && (RuntimeNames.contains(namespace ?? head) || hasRivals(head, of: owner, for: module))
    return [isAmbiguous ? modules[declarer].name : nil, namespace, name].compactMap(\.self).joined(
      separator: ".")
  }

  /// The first component of a name as ``globalName(_:in:)`` writes it.
  func head(ofGlobalName name: String, in module: String?) -> String {
    if declarers.isEmpty { return SwiftNames.head(ofPath: namespace ?? name) }
    return SwiftNames.head(ofPath: globalName(name, in: module))
  }

  private func own(_ name: String) -> String { namespace.map { "\($0).\(name)" } ?? name }

  /// The modules that declare a name, if they declare it for different things; otherwise empty.
  func modules(ofHomonym name: String) -> [String] {
    let head = SwiftNames.head(ofPath: name)
    return homonyms.contains(head) ? (declarers[head] ?? []).map { modules[$0].name } : []
  }

  /// The modules that declare a namespace themselves instead of extending another module's.
  func declarers(ofNamespace name: String) -> [String] {
    modules.indices.filter { modules[$0].namespace == name && namespaceDeclarers[$0] == $0 }.map {
      modules[$0].name
    }
  }

  /// The first namespace that several of these modules share, and the module that declares it. If two of them declare types with the same name in it,
  /// no qualification distinguishes these.
  func commonNamespace(of numbers: [Int]) -> (name: String, declarer: String)? {
    let declarers = numbers.compactMap { namespaceDeclarers[$0] }
    guard let shared = declarers.first(where: { declarer in declarers.filter { $0 == declarer }.count > 1 }),
      let name = modules[shared].namespace
    else { return nil }
    return (name, modules[shared].name)
  }

  /// The number of the module below whose declaration `module` uses for a name; nil if no module below declares the name.
  private func owner(of head: String, for module: String?) -> Int? {
    guard let all = declarers[head] else { return nil }
    if all.count == 1 { return all[0] }
    let user: Int? = module == nil ? modules.count : modules.firstIndex { $0.name == module }
    if let user, let used = used[head]?[user] { return used }
    return all.first { isVisible($0, to: module) } ?? all[0]
  }

  private func isVisible(_ number: Int, to module: String?) -> Bool {
    guard let module, let user = modules.firstIndex(where: { $0.name == module }) else { return true }
    return visible[user][number]
  }

  /// Whether `module` can use another declaration of the first component of the name: of `owner`'s namespace or, without a namespace, of `head`.
  private func hasRivals(_ head: String, of owner: Int, for module: String?) -> Bool {
    let declarer = namespaceDeclarers[owner] ?? owner
    let rivals =
      if let namespace = modules[owner].namespace {
        contested[namespace] ?? []
      } else {
        (declarers[head] ?? []).filter { modules[$0].namespace == nil }
      }
    return rivals.contains { (namespaceDeclarers[$0] ?? $0) != declarer && isVisible($0, to: module) }
  }
}
