import ApusDriver
import ApusSource
import ApusShapes
import ApusSchema
import SwiftSyntax

/// Finds the uses of Apollo in one Swift file: the second pass. A use with a single meaning becomes an edit, any other
/// a manual task.
final class ApolloEdits: SyntaxVisitor {
  let file: SwiftFile
  let source: SourceFile
  let index: AppIndex
  let types: TypeResolver
  let modules: [GeneratedModule]
  let usesCache: Bool
  let app: AppModules
  /// The modules that the file sees through an import, its own or a re-exported one.
  let visible: Set<String>
  let seesApollo: Bool
  let seesApolloAPI: Bool
  /// Whether the file's target sees values of Apollo's or of generated types, which need no import.
  let touches: Bool
  /// The Apus modules whose names the file uses after the edits.
  var needed: Set<String> = []
  /// The Apus modules that the edits import.
  var imported: Set<String> = []
  private(set) var edits: [SourceEdit] = []
  var completions = 0
  var ownCalls = 0
  /// The offsets of the places that are listed.
  private(set) var listed: Set<Int> = []
  /// The reason why the current edits are certain.
  var reason = ""
  /// The kind of the work at the current place, if it is left to a person.
  var chore = Chore.types
  /// Whether what the documents generate is unknown: then only imports are edited, and all else is listed.
  private let isPartial: Bool
  private var isImporting = false
  /// Whether the app sets a policy for calls that have none.
  let hasDefaultPolicy: Bool
  /// The offsets of types that are listed as a whole.
  var listedTypes: [Range<Int>] = []
  /// Clients that are made of plain parts.
  private var chains: [ProviderChain] = []

  init(
    _ file: SwiftFile, _ index: AppIndex, _ app: AppModules, _ modules: [GeneratedModule], usesCache: Bool,
    isPartial: Bool, hasDefaultPolicy: Bool = false
  ) {
    self.isPartial = isPartial
    self.hasDefaultPolicy = hasDefaultPolicy
    self.file = file
    source = file.source
    self.index = index
    types = TypeResolver(index: index, modules: modules)
    self.modules = modules
    self.usesCache = usesCache
    self.app = app
    visible = app.visible(in: file)
    seesApollo = visible.contains("Apollo")
    // Apollo's generated code re-exports ApolloAPI.
    func sees(_ imports: Set<String>) -> Bool {
      !imports.isDisjoint(with: ["Apollo", "ApolloAPI"])
        || modules.contains { $0.isVisible(file.source.path, imports) }
    }
    seesApolloAPI = sees(visible)
    touches =
      sees(app.visible(inTargetOf: file)) || !file.imports.isDisjoint(with: ApolloEdits.ours.keys)
    super.init(viewMode: .sourceAccurate)
    if seesApollo, clientSchemas != nil, ProviderChain.types.isDisjoint(with: index.types) {
      let finder = ProviderChainFinder(viewMode: .sourceAccurate)
      finder.walk(file.tree)
      chains = finder.found
    }
    walk(file.tree)
    if !isPartial { addImports() }
    // In a file that was already migrated, only list tasks.
    if isMoved { edits.removeAll { $0.text != nil } }
  }

  /// Whether the file or the app already uses Apus.
  private var isMoved: Bool {
    let own = file.imports
    if own.contains(where: { ApolloEdits.ours[$0] != nil }) { return false }
    if own.contains(where: { $0.hasPrefix("Apus") }) { return true }
    return app.imports.contains { $0.hasPrefix("Apus") }
      && !app.imports.contains { ApolloEdits.ours[$0] != nil }
  }

  /// Whether a member of that name may be Apollo's, although the type of its base is unknown. In a file that imports
  /// nothing of Apollo's it is the app's own, if the app declares one.
  func mayBeApollos(_ name: String) -> Bool {
    touches && (seesApolloAPI || !index.memberNames.contains(name))
  }

  // MARK: - Recording

  func replace(_ node: some SyntaxProtocol, _ text: String) { replace(node.start, node.end, text) }

  func replace(_ start: Int, _ end: Int, _ text: String) {
    if start <= end { record(SourceEdit(source, start, end, text, task: reason, chore: chore)) }
  }

  func insert(_ offset: Int, _ text: String) {
    record(SourceEdit(source, offset, offset, text, task: reason, chore: chore))
  }

  func delete(_ start: Int, _ end: Int) {
    if start < end { record(SourceEdit(source, start, end, "", task: reason, chore: chore)) }
  }

  private func record(_ edit: SourceEdit) { edits.append(isPartial && !isImporting ? edit.asTask : edit) }

  func leave(_ node: some SyntaxProtocol, _ task: String) {
    // Skip a task if an edit already replaces its place.
    let isEdited = edits.contains {
      $0.text != nil && $0.start < $0.end && $0.start <= node.start && node.end <= $0.end
    }
    if listedTypes.contains(where: { $0.contains(node.start) }) { return }
    guard !isEdited, listed.insert(node.start).inserted else { return }
    edits.append(SourceEdit(source, node.start, node.end, nil, task: task, chore: chore))
  }

  // MARK: - Visiting

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    isImporting = true
    importing(node)
    isImporting = false
    return .skipChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    writtenAnew(node)
    return .visitChildren
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    writtenAnew(node)
    return .visitChildren
  }

  override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
    chore = .modules
    for token in node.condition?.tokens(viewMode: .sourceAccurate).map({ $0 }) ?? []
    where ApolloEdits.ours[token.text] != nil || ApolloEdits.removedModules[token.text] != nil {
      leave(
        token, "the condition asks for a module of Apollo's: write one of Apus's, or delete the condition")
    }
    // Names in a condition are not uses.
    if let elements = node.elements { walk(elements) }
    return .skipChildren
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    var tokens = [node.name]
    var top = Syntax(node)
    while let parent = top.parent?.as(MemberTypeSyntax.self), parent.baseType.id == top.id {
      tokens.append(parent.name)
      top = Syntax(parent)
    }
    typeName(tokens, node.genericArgumentClause, isType: true, Syntax(node), top)
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if let member = node.parent?.as(MemberAccessExprSyntax.self), member.declName.id == node.id {
      return .visitChildren
    }
    if node.parent?.is(KeyPathPropertyComponentSyntax.self) == true { return .visitChildren }
    if touches, node.baseName.text == "errors",
      ["GraphQLResponse", "GraphQLResult"].contains(AppIndex.owner(of: node))
    {
      chore = .errors
      errors(node.baseName, Syntax(node))
    }
    if touches, node.baseName.text == "clearCache",
      ApolloEdits.clients.union(["ApolloStore"]).contains(AppIndex.owner(of: node))
    {
      chore = .caches
      leave(node.baseName, "clear() of GraphQLCache")
    }
    var tokens = [node.baseName]
    var top = Syntax(node)
    var generic: GenericArgumentClauseSyntax?
    if let special = top.parent?.as(GenericSpecializationExprSyntax.self) {
      generic = special.genericArgumentClause
      top = Syntax(special)
    }
    while let parent = top.parent?.as(MemberAccessExprSyntax.self), parent.base?.id == top.id {
      tokens.append(parent.declName.baseName)
      top = Syntax(parent)
    }
    typeName(tokens, generic, isType: false, Syntax(node), top)
    return .visitChildren
  }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    guard chains.contains(where: { $0.parts.contains { $0.id == node.id } }) else { return .visitChildren }
    reason = ProviderChain.reason
    deleteLines(of: node)
    return .skipChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let chain = chains.first(where: { $0.call.id == node.id }) {
      client(chain)
      return .skipChildren
    }
    chore = .requests
    request(node)
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    member(node)
    return .visitChildren
  }

  override func visitPost(_ node: KeyPathExprSyntax) {
    guard touches, node.components.contains(where: { $0.component.trimmedDescription == "fragments" }) else {
      return
    }
    chore = .fragments
    leave(
      node, "a key path cannot convert: write a closure with the fragment's value, such as `{ CardData($0) }`"
    )
  }

  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
    reason = "the switch has cases of a wrapped enum"
    chore = .values
    enumSwitch(node)
    return .visitChildren
  }

  override func visit(_ node: NilLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    if touches, expectation(of: ExprSyntax(node)).nullable == .nullable {
      reason = ApolloEdits.nullableReason
      replace(node, ".unset")
    }
    return .visitChildren
  }

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    chore = .values
    return coalescing(node) ? .skipChildren : .visitChildren
  }

  override func visit(_ node: LabeledExprSyntax) -> SyntaxVisitorContinueKind {
    chore = .values
    argument(node)
    return .visitChildren
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    let type = types.type(node.extendedType)?.name ?? ""
    chore = .clients
    if seesApollo, ApolloEdits.clients.contains(type), let clause = node.inheritanceClause {
      leave(clause.inheritedTypes, "GraphQLClient need not have what the protocol asks for")
    }
    return .visitChildren
  }

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    chore = .errors
    binding(node)
    return .visitChildren
  }

  /// Whether the app declares a member of that name, which therefore may not be Apollo's.
  func isOwnMember(_ name: String, _ node: MemberAccessExprSyntax) -> Bool {
    guard let base = node.base, let type = types.named(base) ?? types.type(of: base) else { return false }
    return index.members[type.unwrapped.name]?[name] != nil
  }
}
