import ApusDiagnostics
import ApusDocuments
import ApusIR
import ApusSchema
import ApusSyntax

/// Finds options that must agree between a target and its dependencies but do not. A target's type cannot conform to a
/// fragment's protocol if the fragment's module uses other types or names.
struct ConfigurationConflicts {
  private let inputs: Inputs
  private let index: DocumentIndex
  private let inherited: InheritedOptions
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
    search.compareInputs()
    var reached: Set<Int> = []
    for number in 1..<max(1, index.definitionCount)
    where own.contains(index.tree.source(of: index.definitions[number].node).path) {
      reached.formUnion(index.reached(from: number))
    }
    for number in reached.sorted() {
      let node = index.definitions[number].node
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

  /// An input object that can be decoded has fields that can be.
  private mutating func compareInputs() {
    guard inherited.target.hasDecodableInputs else { return }
    for dependency in inputs.dependencies
    where inherited.dependencies[dependency.name]?.hasDecodableInputs == false {
      report("decodableInputs", "Input objects can be decoded here", "cannot be", dependency, nil)
    }
  }

  private mutating func compare(fragment: NodeID, of dependency: Dependency) {
    guard let below = inherited.dependencies[dependency.name] else { return }
    let tree = index.tree
    for node in fragment..<Int(tree.nodes[fragment].next) where tree.kind(node) == .field {
      guard index.field(node) != 0 else { continue }
      let type = index.type(ofField: node)
      let key = tree.names.string(tree.responseKey(node))
      compareScalars(type.named, below, dependency, node)
      compareFields(below, dependency, node)
      if inherited.target.memberName(key) != below.memberName(key) {
        report(
          inherited.target.convertsFieldCase != below.convertsFieldCase ? "convertFieldCase" : "acronyms",
          "\"\(key)\" would be \"\(inherited.target.memberName(key))\" in Swift",
          "\"\(below.memberName(key))\"", dependency, node)
      }
      if nullability(inherited.target) != nullability(below), mayBeNull(type) {
        report(
          "nullability",
          "The errors of \"\(key)\" would be treated as \"\(nullability(inherited.target).rawValue)\" here",
          "as \"\(nullability(below).rawValue)\"", dependency, node)
      }
      if keepsErrors(inherited.target) != keepsErrors(below), catchesErrors(node) {
        report(
          "onError", "Errors of \"\(key)\" \(keepsErrors(below) ? "propagate" : "do not propagate") here",
          keepsErrors(below) ? "do not propagate" : "propagate", dependency, node)
      }
      if type.isList, index.schema.types[Int(type.named)].isComposite {
        compareSingulars(key, below, dependency, node)
      }
    }
  }

  private func mayBeNull(_ type: TypeReference) -> Bool {
    (0...type.listDepth).contains { !type.isNonNull(atLevel: $0) }
  }

  private func keepsErrors(_ options: GenerationOptions) -> Bool { options.onError == .null }

  private func catchesErrors(_ field: NodeID) -> Bool {
    index.tree.children(field, .directive).contains { index.clientDirective($0)?.meaning == .catchErrors }
  }

  private func nullability(_ options: GenerationOptions) -> GenerationOptions.Nullability {
    options.nullability ?? .semantic
  }

  private mutating func compareScalars(
    _ type: TypeID, _ below: GenerationOptions, _ dependency: Dependency, _ node: NodeID
  ) {
    let schema = index.schema
    let name = schema.name(type)
    if inherited.target.typeNames[name] != below.typeNames[name], schema.types[Int(type)].kind == .enum {
      report(
        "typeNames.\(name)", "The enum \"\(name)\" is \"\(inherited.target.typeNames[name] ?? name)\" here",
        "\"\(below.typeNames[name] ?? name)\"", dependency, node)
    }
    guard schema.types[Int(type)].kind == .scalar else { return }
    let own = LeafTypes.swiftType(of: type, schema, inherited.target)
    let other = LeafTypes.swiftType(of: type, schema, below)
    guard own.type != other.type || own.codec != other.codec else { return }
    report(
      "scalars.\(name)", "The scalar \"\(name)\" is \(GenerationOptions.describe(own)) here",
      GenerationOptions.describe(other), dependency, node)
  }

  private mutating func compareFields(
    _ below: GenerationOptions, _ dependency: Dependency, _ node: NodeID
  ) {
    let target = inherited.target
    if target.hasIdentifiers != below.hasIdentifiers {
      report(
        "identifiers",
        "Identifiers \(target.hasIdentifiers ? "have" : "do not have") their own types here",
        below.hasIdentifiers ? "have" : "do not have", dependency, node)
    }
    if target.fields.isEmpty && below.fields.isEmpty { return }
    let field = index.schema.fields[Int(index.field(node))]
    let coordinate = "\(index.schema.name(field.parent)).\(index.schema.names.string(field.name))"
    let (own, other) = (target.fields[coordinate], below.fields[coordinate])
    guard own?.type != other?.type || own?.codec != other?.codec else { return }
    func text(_ binding: GenerationOptions.ScalarBinding?) -> String {
      binding.map { GenerationOptions.describe(($0.type, $0.codec)) } ?? "what its scalar is"
    }
    report(
      "fields.\(coordinate)", "The field \"\(coordinate)\" is \(text(own)) here", text(other), dependency,
      node)
  }

  private mutating func compareSingulars(
    _ key: String, _ below: GenerationOptions, _ dependency: Dependency, _ node: NodeID
  ) {
    if inherited.target.singulars == below.singulars { return }
    let (own, other) = (inherited.target.singularName(ofList: key), below.singularName(ofList: key))
    if own == other { return }
    let changed = inherited.target.singulars.filter { below.singulars[$0.key] != $0.value }.map(\.key)
    let removed = below.singulars.keys.filter { inherited.target.singulars[$0] == nil }
    let word = (changed + removed).filter { key.lowercased().hasSuffix($0) }.max { $0.count < $1.count }
    report(
      "singulars.\(word ?? key)", "An element of \"\(key)\" would be \"\(own)\" in Swift", "\"\(other)\"",
      dependency, node)
  }

  /// - Parameters:
  ///   - key: the configuration key.
  ///   - statement: the result in the target, without a full stop.
  ///   - other: the result in the dependency.
  ///   - node: a field that shows the conflict.
  private mutating func report(
    _ key: String, _ statement: String, _ other: String, _ dependency: Dependency, _ node: NodeID?
  ) {
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
      ? "Set one of the two in a module that both depend on." : "Remove it here, or set it in that module."
    diagnostics.append(
      Diagnostic(
        .error, .contradictoryConfiguration,
        "\(statement) and \(other) in the module \"\(dependency.name)\"\(node == nil ? "" : ", whose fragments are spread"). \(way)",
        at: place.map { [$0] } ?? [], notes: notes))
  }
}

extension GenerationOptions {
  fileprivate static func describe(_ binding: (type: String, codec: String?)) -> String {
    "\"\(binding.type)\"" + (binding.codec.map { " by \"\($0)\"" } ?? "")
  }
}

extension DiagnosticCode {
  package static let contradictoryConfiguration = DiagnosticCode(
    "contradictory-configuration",
    title: "Two modules with conflicting configurations",
    explanation: """
      A fragment that a target spreads from a module it depends on has the types and names of that module. Scalars and
      naming rules are inherited from there unless the target sets them, and the target cannot set different ones for
      what such a fragment selects.
      """,
    example: """
      Sources/API/apus.json: { "accessLevel": "public", "scalars": { "Money": "Decimal" } }
      Sources/App/apus.json: { "scalars": { "Money": "Double" } }
      """,
    fix: "Set it once, in the lowest module with the fragments.")
}
