import ApusSource
import SwiftSyntax

/// The app's own declarations, collected in the first of the two passes. An edit is certain only if they leave a single
/// meaning.
struct AppIndex {
  /// A function declared in the app.
  struct Function {
    var name: String
    var labels: [String]
    /// The types, as simplified by ``AppIndex/plain(_:)``.
    var types: [String]
    var hasDefault: [Bool]
    var isAsync: Bool
    /// Whether it has a body. Apollo's function may implement a protocol requirement.
    var hasBody: Bool
    /// The place of its declaration.
    var place: String

    /// Whether a call with these labels matches it. A trailing closure matches a parameter without its label.
    func accepts(_ call: [String], closures: Int) -> Bool {
      var rest = call[...]
      var missing = 0
      for (index, label) in labels.enumerated() {
        if rest.first == label {
          rest.removeFirst()
        } else if !hasDefault[index] {
          missing += 1
        }
      }
      return rest.isEmpty && missing <= closures
    }
  }

  /// Names of types, type aliases and generic parameters, with the number of declarations.
  private(set) var types: [String: Int] = [:]
  /// The targets of type aliases at any level.
  private(set) var aliases: [String: Set<String>] = [:]
  /// Names of generic parameters and associated types.
  private(set) var parameters: Set<String> = []
  /// The types of properties, by the containing type and name; globals under "".
  private(set) var members: [String: [String: Set<String>]] = [:]
  /// The types of all variables, properties and parameters with a name, wherever they are declared.
  private(set) var everywhere: [String: Set<String>] = [:]
  /// Functions, by the type that contains or extends them; globals under "".
  private(set) var functions: [String: [Function]] = [:]
  /// The protocols and superclasses of a type and its extensions.
  private(set) var parents: [String: Set<String>] = [:]
  /// Cases of the app's own enums.
  private(set) var cases: Set<String> = []
  /// Modules that some file re-exports.
  private(set) var exports: Set<String> = []
  /// Modules that some file imports.
  private(set) var imports: Set<String> = []
  /// Whether the app sets a default cache policy on its client.
  private(set) var hasDefaultPolicy = false
  /// Whether the app uses `Int32`, which represents GraphQL's `Int` in Apollo 2.
  private(set) var hasInt32 = false

  /// An unknown type.
  static let unknown = "?"

  init(_ files: [SwiftFile], show: (String) -> String) {
    for file in files {
      exports.formUnion(file.exports)
      imports.formUnion(file.imports)
      let visitor = DeclarationFinder(file, show(file.source.path))
      visitor.walk(file.tree)
      merge(visitor.found)
    }
  }

  fileprivate init() {}

  private mutating func merge(_ other: AppIndex) {
    types.merge(other.types, uniquingKeysWith: +)
    aliases.merge(other.aliases) { $0.union($1) }
    parameters.formUnion(other.parameters)
    for (owner, names) in other.members { members[owner, default: [:]].merge(names) { $0.union($1) } }
    everywhere.merge(other.everywhere) { $0.union($1) }
    functions.merge(other.functions, uniquingKeysWith: +)
    parents.merge(other.parents) { $0.union($1) }
    cases.formUnion(other.cases)
    hasDefaultPolicy = hasDefaultPolicy || other.hasDefaultPolicy
    hasInt32 = hasInt32 || other.hasInt32
  }

  /// Whether the app declares a function with that name and first label.
  func hasFunction(_ name: String, _ label: String) -> Bool {
    functions.values.joined().contains { $0.name == name && $0.labels.first == label }
  }

  /// Whether the app declares a type, an alias or a generic parameter of that name.
  func declares(_ name: String) -> Bool { types[name] != nil || parameters.contains(name) }

  /// A type without module, optionality, generic arguments and `any`: `Apollo.GraphQLNullable<Int>?` becomes
  /// `GraphQLNullable`.
  func plain(_ type: String) -> String {
    let name = AppIndex.name(type)
    if let targets = aliases[name], targets.count == 1, let target = targets.first, target != name {
      return target
    }
    return name
  }

  static func name(_ type: String) -> String {
    var text = Substring(type)
    for word in [
      "inout ", "any ", "some ", "@escaping ", "@Sendable ", "borrowing ", "consuming ", "__owned ",
    ]
    where text.hasPrefix(word) { text = text.dropFirst(word.count) }
    while text.hasPrefix("("), text.hasSuffix(")"), !text.contains("->"), !text.contains(",") {
      text = text.dropFirst().dropLast()
      for word in ["any ", "some "] where text.hasPrefix(word) { text = text.dropFirst(word.count) }
    }
    var isOptional = false
    while let last = text.last, last == "?" || last == "!" {
      text = text.dropLast()
      isOptional = true
    }
    if text.hasPrefix("[") || text.contains("->") || text.contains("&") { return String(text) }
    if text.hasPrefix("Optional<") { return name(String(text.dropFirst(9).dropLast()) + "?") }
    text = text.prefix { $0 != "<" }
    let word = text.split(separator: ".").last.map(String.init) ?? unknown
    // The `nil` of an optional GraphQLNullable differs from the GraphQLNullable's own.
    return isOptional && word == "GraphQLNullable" ? word + "?" : word
  }

  // MARK: - Recording

  fileprivate mutating func add(type name: String, parents names: [String]) {
    types[name, default: 0] += 1
    parents[name, default: []].formUnion(names)
  }
  fileprivate mutating func add(extension name: String, parents names: [String]) {
    parents[name, default: []].formUnion(names)
  }
  fileprivate mutating func add(alias name: String, _ target: String) {
    aliases[name, default: []].insert(target)
  }
  fileprivate mutating func add(parameter name: String) { parameters.insert(name) }
  fileprivate mutating func add(case name: String) { cases.insert(name) }
  fileprivate mutating func add(variable name: String, _ type: String, of owner: String?) {
    everywhere[name, default: []].insert(type)
    if let owner { members[owner, default: [:]][name, default: []].insert(type) }
  }
  fileprivate mutating func add(_ function: Function, of owner: String) {
    functions[owner, default: []].append(function)
  }
  fileprivate mutating func setDefaultPolicy() { hasDefaultPolicy = true }
  fileprivate mutating func setInt32() { hasInt32 = true }
}

private final class DeclarationFinder: SyntaxVisitor {
  var found = AppIndex()
  private let file: SwiftFile
  private let path: String

  init(_ file: SwiftFile, _ path: String) {
    self.file = file
    self.path = path
    super.init(viewMode: .sourceAccurate)
  }

  private func declare(_ node: some DeclGroupSyntax & NamedDeclSyntax) -> SyntaxVisitorContinueKind {
    found.add(type: node.name.text, parents: parents(node.inheritanceClause))
    return .visitChildren
  }

  private func parents(_ clause: InheritanceClauseSyntax?) -> [String] {
    clause?.inheritedTypes.map { AppIndex.name($0.type.trimmedDescription) } ?? []
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { declare(node) }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { declare(node) }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { declare(node) }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { declare(node) }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { declare(node) }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    found.add(
      extension: AppIndex.name(node.extendedType.trimmedDescription), parents: parents(node.inheritanceClause)
    )
    return .visitChildren
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    found.add(type: node.name.text, parents: [])
    found.add(alias: node.name.text, AppIndex.name(node.initializer.value.trimmedDescription))
    return .visitChildren
  }

  override func visit(_ node: AssociatedTypeDeclSyntax) -> SyntaxVisitorContinueKind {
    found.add(parameter: node.name.text)
    return .visitChildren
  }

  override func visit(_ node: GenericParameterSyntax) -> SyntaxVisitorContinueKind {
    found.add(parameter: node.name.text)
    return .visitChildren
  }

  override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
    found.add(case: node.name.text)
    return .visitChildren
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text {
      found.add(
        variable: name, TypeResolver.type(of: node),
        of: TypeResolver.isLocal(node) ? nil : TypeResolver.owner(of: node))
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    found.add(
      variable: (node.secondName ?? node.firstName).text, AppIndex.name(node.type.trimmedDescription), of: nil
    )
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    add(node.name.text, node.signature, node, TypeResolver.owner(of: node), hasBody: node.body != nil)
    return .visitChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    // A call of an initializer uses the type's name.
    add(TypeResolver.owner(of: node), node.signature, node, "", hasBody: true)
    return .visitChildren
  }

  private func add(
    _ name: String, _ signature: FunctionSignatureSyntax, _ node: some SyntaxProtocol, _ owner: String,
    hasBody: Bool
  ) {
    let parameters = signature.parameterClause.parameters
    let line = file.source.line(at: node.start) + 1
    found.add(
      AppIndex.Function(
        name: name, labels: parameters.map { $0.firstName.text },
        types: parameters.map { AppIndex.name($0.type.trimmedDescription) },
        hasDefault: parameters.map { $0.defaultValue != nil },
        isAsync: signature.effectSpecifiers?.asyncSpecifier != nil, hasBody: hasBody,
        place: "\(path):\(line)"), of: owner)
  }

  override func visit(_ node: LabeledExprSyntax) -> SyntaxVisitorContinueKind {
    if let label = node.label?.text, label.hasPrefix("default"),
      label.contains("Policy") || label.contains("Configuration")
    {
      found.setDefaultPolicy()
    }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.declName.baseName.text
    let isAssigned =
      node.parent?.as(InfixOperatorExprSyntax.self)?.operator.is(AssignmentExprSyntax.self) ?? false
    if name.hasPrefix("default"), name.contains("Policy") || name.contains("Configuration") {
      found.setDefaultPolicy()
    }
    if name == "cachePolicy", isAssigned { found.setDefaultPolicy() }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if node.baseName.text == "Int32" { found.setInt32() }
    return .visitChildren
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if node.name.text == "Int32" { found.setInt32() }
    return .visitChildren
  }
}
