import ApusSource
import SwiftSyntax

/// The app's own declarations, collected in the first of the two passes. ``TypeResolver`` reads their types.
struct AppIndex {
  /// A function or initializer declared in the app.
  struct Function {
    var name: String
    var signature: FunctionSignatureSyntax
    /// Whether it has a body. Apollo's function may implement a protocol requirement.
    var hasBody: Bool
    /// The place of its declaration.
    var place: String

    var parameters: [FunctionParameterSyntax] { Array(signature.parameterClause.parameters) }
    var labels: [String] { parameters.map(\.firstName.text) }
    var isAsync: Bool { signature.effectSpecifiers?.asyncSpecifier != nil }

    /// Whether a call with these labels matches it. A trailing closure matches a parameter without its label.
    func accepts(_ call: [String], closures: Int) -> Bool {
      var rest = call[...]
      var missing = 0
      for parameter in parameters {
        if rest.first == parameter.firstName.text {
          rest.removeFirst()
        } else if parameter.defaultValue == nil {
          missing += 1
        }
      }
      return rest.isEmpty && missing <= closures
    }
  }

  /// The paths of types and type aliases.
  private(set) var types: Set<String> = []
  /// The targets of type aliases, by path.
  private(set) var aliases: [String: [TypeSyntax]] = [:]
  /// Properties and variables, by the path of the containing type and name; globals under "".
  private(set) var members: [String: [String: [PatternBindingSyntax]]] = [:]
  /// Functions, by the path of the type that contains or extends them; globals under "".
  fileprivate(set) var functions: [String: [Function]] = [:]
  /// The protocols and superclasses of a type and its extensions.
  private(set) var parents: [String: [TypeSyntax]] = [:]
  /// The names of all properties and variables outside of functions. They only withhold edits.
  private(set) var memberNames: Set<String> = []
  /// Cases of the app's own enums.
  fileprivate(set) var cases: Set<String> = []

  init(_ files: [SwiftFile], show: (String) -> String) {
    let finder = DeclarationFinder(viewMode: .sourceAccurate)
    for file in files {
      finder.file = file
      finder.path = show(file.source.path)
      finder.walk(file.tree)
    }
    self = finder.found
  }

  fileprivate init() {}

  /// Whether the app declares a function with that name and first label.
  func hasFunction(_ name: String, _ label: String) -> Bool {
    functions.values.joined().contains { $0.name == name && $0.labels.first == label }
  }

  /// The path of the type that contains or extends a node; empty at file level.
  static func owner(of node: some SyntaxProtocol) -> String {
    var names: [String] = []
    for current in node.ancestors where current.asProtocol(DeclGroupSyntax.self) != nil {
      if let other = current.as(ExtensionDeclSyntax.self) {
        names.insert(path(of: other.extendedType), at: 0)
        break
      }
      if let named = current.asProtocol(NamedDeclSyntax.self) { names.insert(named.name.text, at: 0) }
    }
    return names.joined(separator: ".")
  }

  /// The names of a type without generic arguments and Apollo's modules.
  private static func path(of type: TypeSyntax) -> String {
    TypeResolver.names(of: type).map { TypeResolver.withoutModule($0.map(\.text)).joined(separator: ".") }
      ?? type.trimmedDescription
  }

  // MARK: - Recording

  fileprivate mutating func add(type node: some DeclGroupSyntax & NamedDeclSyntax) {
    let path = AppIndex.nested(node.name.text, in: node)
    types.insert(path)
    add(parents: node.inheritanceClause, of: path)
  }

  fileprivate mutating func add(extension node: ExtensionDeclSyntax) {
    add(parents: node.inheritanceClause, of: AppIndex.path(of: node.extendedType))
  }

  private mutating func add(parents clause: InheritanceClauseSyntax?, of path: String) {
    guard let clause else { return }
    parents[path, default: []] += clause.inheritedTypes.map(\.type)
  }

  fileprivate mutating func add(alias node: TypeAliasDeclSyntax) {
    let path = AppIndex.nested(node.name.text, in: node)
    types.insert(path)
    aliases[path, default: []].append(node.initializer.value)
  }

  private static func nested(_ name: String, in node: some SyntaxProtocol) -> String {
    let owner = owner(of: node)
    return owner.isEmpty ? name : "\(owner).\(name)"
  }

  fileprivate mutating func add(_ binding: PatternBindingSyntax) {
    guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
      !TypeResolver.isLocal(binding)
    else { return }
    memberNames.insert(name)
    members[AppIndex.owner(of: binding), default: [:]][name, default: []].append(binding)
  }
}

private final class DeclarationFinder: SyntaxVisitor {
  var found = AppIndex()
  var file: SwiftFile?
  var path = ""

  private func declare(_ node: some DeclGroupSyntax & NamedDeclSyntax) -> SyntaxVisitorContinueKind {
    found.add(type: node)
    return .visitChildren
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { declare(node) }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { declare(node) }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { declare(node) }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { declare(node) }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { declare(node) }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    found.add(extension: node)
    return .visitChildren
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    found.add(alias: node)
    return .visitChildren
  }

  override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
    found.cases.insert(node.name.text)
    return .visitChildren
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    found.add(node)
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    add(node.name.text, node.signature, node, hasBody: node.body != nil)
    return .visitChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    add("init", node.signature, node, hasBody: true)
    return .visitChildren
  }

  private func add(
    _ name: String, _ signature: FunctionSignatureSyntax, _ node: some SyntaxProtocol, hasBody: Bool
  ) {
    let line = (file?.source.line(at: node.start) ?? 0) + 1
    found.functions[AppIndex.owner(of: node), default: []].append(
      AppIndex.Function(name: name, signature: signature, hasBody: hasBody, place: "\(path):\(line)"))
  }
}
