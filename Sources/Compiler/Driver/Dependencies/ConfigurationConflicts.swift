import ApusSource
import ApusDocuments
import ApusSwiftModel
import ApusSchema
import ApusSyntax

/// Finds options that must agree between a target and its dependencies but do not. A target's type cannot conform to a
/// fragment's protocol if the fragment's module uses other types or names.
struct ConfigurationConflicts {
  private let inputs: Inputs
  private let index: DocumentIndex
  private let inherited: InheritedOptions
  private let keys = ConfigurationKey.all
  private var diagnostics: [Diagnostic] = []
  /// Keys and modules already reported, so that each pair is reported once.
  private var known: Set<String> = []

  /// Returns an error for each conflict that affects the target's documents.
  ///
  /// - Parameter index: the documents of a run without errors.
  static func find(in inputs: Inputs, _ index: DocumentIndex, _ inherited: InheritedOptions) -> [Diagnostic] {
    var search = ConfigurationConflicts(inputs, index, inherited)
    let own = Set(inputs.documents.filter { $0.module == nil }.map(\.path))
    let modules = Dictionary(
      inputs.documents.map { ($0.path, $0.module ?? "") }, uniquingKeysWith: { first, _ in first })
    search.compareModules()
    let definitions = index.allDefinitions.filter { own.contains(index.tree.source(of: index.node($0)).path) }
    for node in index.reached(from: definitions).sorted().map(index.node) {
      let module = modules[index.tree.source(of: node).path] ?? ""
      guard let dependency = inputs.dependencies.first(where: { $0.name == module }) else { continue }
      search.compare(fragment: node, of: dependency)
    }
    return search.diagnostics
  }

  private init(_ inputs: Inputs, _ index: DocumentIndex, _ inherited: InheritedOptions) {
    self.inputs = inputs
    self.index = index
    self.inherited = inherited
  }

  private mutating func compareModules() {
    for dependency in inputs.dependencies {
      guard let below = inherited.dependencies[dependency.name] else { continue }
      for key in keys {
        guard case .ofModules(let compare) = key.conflict else { continue }
        if let found = compare(inherited.target, below) { report(found, key.name, dependency, nil) }
      }
    }
  }

  private mutating func compare(fragment: NodeID, of dependency: Dependency) {
    guard let below = inherited.dependencies[dependency.name] else { return }
    let tree = index.tree
    for node in fragment..<Int(tree.nodes[fragment].next) where tree.kind(node) == .field {
      guard index.field(node) != nil else { continue }
      let field = KeyConflict.SharedField(own: inherited.target, below: below, index: index, node: node)
      for key in keys {
        guard case .ofFields(let compare) = key.conflict else { continue }
        if let found = compare(field) { report(found, key.name, dependency, node) }
      }
    }
  }

  /// - Parameters:
  ///   - key: the configuration key.
  ///   - node: a field that shows the conflict.
  private mutating func report(
    _ difference: KeyConflict.Difference, _ key: String, _ dependency: Dependency, _ node: NodeID?
  ) {
    let key = difference.entry.map { "\(key).\($0)" } ?? key
    guard known.insert("\(key) \(dependency.name)").inserted else { return }
    // If the target does not set the key, another dependency does.
    let own = inputs.configuration.places[key]
    let others = inputs.dependencies.reversed().filter { $0.name != dependency.name }
    let place =
      own ?? others.lazy.compactMap { $0.configuration.places[key] }.first
      ?? dependency.configuration.places[key]
    var notes: [Diagnostic.Note] = []
    if let below = dependency.configuration.places[key] {
      notes.append(Diagnostic.Note("The module \"\(dependency.name)\" sets this here.", at: below))
    }
    if let node {
      notes.append(
        Diagnostic.Note("This field of a spread fragment is affected.", at: index.tree.nameRange(of: node))
      )
    }
    let way =
      own == nil
      ? "Set it once, in a module that both depend on." : "Remove it here, or set it in that module."
    diagnostics.append(
      Diagnostic(
        .error, .contradictoryConfiguration,
        "\(difference.own), but \(difference.other) in the module \"\(dependency.name)\"\(node == nil ? "" : ", whose fragments are spread"). \(way)",
        at: place.map { [$0] } ?? [], notes: notes))
  }
}
