import ApusSource
import ApusSyntax

/// Applies the SDL rules to a document in one walk over its nodes, which hands each node to the rules for its kind.
///
/// To add a rule: a file in this folder with its check and its code, a call in this walk, and the code in ``DiagnosticCode/schemaCodes``.
///
/// Executable definitions are skipped. A large schema has many nodes and this runs in unoptimized builds, so it loops
/// over pointers and looks names up in tables by number.
package struct SDLChecker {
  /// A violation and its node.
  package struct SDLDiagnostic {
    package var diagnostic: Diagnostic
    package var node: NodeID
  }

  /// Everything known about one name.
  struct Entry {
    /// The type's definition in the document, the last one if there are several, or -1.
    var definedType: Int32 = -1
    /// The first definition of the type that the walk has reached, or -1.
    var seenType: Int32 = -1
    /// The first and the last definition or extension of the type in the document, or -1.
    var firstPart: Int32 = -1
    var lastPart: Int32 = -1
    /// The directive's effective definition: the document's last, otherwise the specification's, or -1.
    var directive: Int32 = -1
    var seenDirective: Int32 = -1
    /// Whether the specification defines a type of that name.
    var isStandardType = false
  }

  let tree: SyntaxTree
  let nodes: UnsafeMutablePointer<Node>
  let document: Range<NodeID>
  let entries: UnsafeMutablePointer<Entry>
  /// Maps each part of a type to its next part.
  var nextPart: [NodeID: NodeID] = [:]
  var names: GenerationMap
  var directiveNames: GenerationMap
  /// The extensions of each directive that has any, in source order.
  var directiveExtensions: [NameID: [NodeID]] = [:]
  var diagnostics: [SDLDiagnostic] = []

  // State of the walk: the nodes that enclose the current one.
  var definition: NodeID = 0
  var member: NodeID = -1
  var memberEnd: NodeID = 0
  var inputValue: NodeID = -1
  var inputValueEnd: NodeID = 0
  /// The node that the last directive was on.
  var directiveOwner: NodeID = -1
  var hasSchemaDefinition = false
  /// The number of unknown names for which suggestions were searched.
  var suggestionCount = 0

  static let maximumSuggestionCount = 20

  /// The first definition of each root operation type.
  var operationTypes: [OperationKind: NodeID] = [:]

  /// Checks the definitions in `document`.
  ///
  /// - Parameter document: whole files of `tree`, which a ``SchemaBuilder`` began.
  /// - Returns: the violations, in source order.
  package static func check(_ document: Range<NodeID>, of tree: SyntaxTree) -> [SDLDiagnostic] {
    var checker = SDLChecker(document, tree)
    defer { checker.entries.deallocate() }
    checker.collectDefinitions()
    checker.walk()
    return checker.diagnostics.enumerated()
      .sorted { ($0.element.node, $0.offset) < ($1.element.node, $1.offset) }
      .map(\.element)
  }

  private init(_ document: Range<NodeID>, _ tree: SyntaxTree) {
    self.tree = tree
    self.document = document
    nodes = tree.nodes
    entries = .allocate(capacity: tree.names.count)
    entries.initialize(repeating: Entry(), count: tree.names.count)
    names = GenerationMap(count: tree.names.count)
    directiveNames = GenerationMap(count: tree.names.count)
  }

  // MARK: - Definitions by name

  private mutating func collectDefinitions() {
    let builtInEnd = tree.files.first?.end ?? 0
    var node = 0
    while node < builtInEnd {
      let entry = entries + Int(nodes[node].name)
      if nodes[node].kind == .directiveDefinition {
        entry.pointee.directive = Int32(truncatingIfNeeded: node)
      } else {
        entry.pointee.isStandardType = true
      }
      node = Int(nodes[node].next)
    }
    entries[Int(tree.names.find(BuiltIns.metaType))].isStandardType = false
    node = document.lowerBound
    while node < document.upperBound {
      let entry = entries + Int(nodes[node].name)
      switch nodes[node].kind {
      case .scalarType, .objectType, .interfaceType, .unionType, .enumType, .inputObjectType:
        let isExtension = nodes[node].flags & NodeFlag.isExtension != 0
        if !isExtension { entry.pointee.definedType = Int32(truncatingIfNeeded: node) }
        if entry.pointee.firstPart < 0 {
          entry.pointee.firstPart = Int32(truncatingIfNeeded: node)
        } else {
          nextPart[NodeID(entry.pointee.lastPart)] = node
        }
        entry.pointee.lastPart = Int32(truncatingIfNeeded: node)
      case .directiveDefinition:
        if nodes[node].flags & NodeFlag.isExtension != 0 {
          directiveExtensions[nodes[node].name, default: []].append(node)
        } else {
          entry.pointee.directive = Int32(truncatingIfNeeded: node)
        }
      default: break
      }
      node = Int(nodes[node].next)
    }
  }

  /// The definitions and extensions of the type whose first part is `part`.
  func parts(from part: NodeID) -> [NodeID] {
    var parts = [part]
    var last = part
    while let next = nextPart[last] {
      parts.append(next)
      last = next
    }
    return parts
  }

  // MARK: - The walk

  private mutating func walk() {
    var node = document.lowerBound
    let end = document.upperBound
    while node < end {
      switch nodes[node].kind {
      case .namedType:
        let entry = entries + Int(nodes[node].name)
        if entry.pointee.definedType < 0, !entry.pointee.isStandardType { checkKnownTypeNames(node) }
      case .fieldDefinition:
        member = node
        memberEnd = Int(nodes[node].next)
        checkUniqueArgumentDefinitions(of: node)
      case .enumValueDefinition:
        member = node
        memberEnd = Int(nodes[node].next)
      case .inputValueDefinition:
        inputValue = node
        inputValueEnd = Int(nodes[node].next)
      case .directive: visitDirective(node)
      case .objectValue: checkUniqueInputFields(of: node)
      case .scalarType, .objectType, .interfaceType, .unionType, .enumType, .inputObjectType:
        visitTypeDefinition(node)
      case .directiveDefinition:
        definition = node
        if nodes[node].flags & NodeFlag.isExtension != 0 {
          checkPossibleDirectiveExtensions(node)
        } else {
          checkUniqueDefinition(node)
          checkUniqueArgumentDefinitions(of: node)
        }
      case .schemaDefinition:
        definition = node
        checkLoneSchemaDefinition(node)
        checkUniqueOperationTypes(of: node)
      case .operation, .fragmentDefinition:
        node = Int(nodes[node].next)
        continue
      default: break
      }
      node = node &+ 1
    }
    checkSchemaDirectives()
    checkDirectivesOfExtendedDirectives()
  }

  private mutating func visitTypeDefinition(_ node: NodeID) {
    definition = node
    if nodes[node].flags & NodeFlag.isExtension != 0 {
      checkPossibleTypeExtensions(node)
    } else {
      checkUniqueDefinition(node)
    }
    let entry = entries + Int(nodes[node].name)
    if entry.pointee.firstPart != Int32(truncatingIfNeeded: node) { return }
    // All parts of a type share one scope of names. Nearly every type has a single part.
    names.forgetAll()
    checkUniqueMembers(of: node, areValues: false)
    if entry.pointee.lastPart == entry.pointee.firstPart {
      if nodes[node].kind == .enumType {
        names.forgetAll()
        checkUniqueMembers(of: node, areValues: true)
      }
      return
    }
    let parts = parts(from: node)
    for part in parts.dropFirst() { checkUniqueMembers(of: part, areValues: false) }
    names.forgetAll()
    for part in parts { checkUniqueMembers(of: part, areValues: true) }
    directiveNames.forgetAll()
    for part in parts { checkUniqueDirectives(on: part) }
    directiveOwner = -1
  }

  private mutating func visitDirective(_ node: NodeID) {
    let owner: NodeID
    if node < inputValueEnd {
      owner = inputValue
    } else {
      owner = node < memberEnd ? member : definition
    }
    let entry = entries + Int(nodes[node].name)
    let directive = NodeID(entry.pointee.directive)
    if directive < 0 {
      checkKnownDirectives(unknown: node)
    } else {
      checkKnownDirectives(of: node, directive, owner)
    }
    checkUniqueArguments(of: node)
    if directive >= 0 {
      checkKnownArgumentNamesOnDirectives(of: node, directive)
      checkProvidedRequiredArgumentsOnDirectives(of: node, directive)
    }
    if directiveOwner != owner {
      if isCheckedByPart(owner) { return }
      directiveOwner = owner
      directiveNames.forgetAll()
    }
    checkUniqueDirective(node)
  }

  /// Whether the directives on `owner` are checked together with those on other parts of the same definition.
  private func isCheckedByPart(_ owner: NodeID) -> Bool {
    switch nodes[owner].kind {
    case .schemaDefinition: return true
    case .directiveDefinition: return directiveExtensions[nodes[owner].name] != nil
    case .scalarType, .objectType, .interfaceType, .unionType, .enumType, .inputObjectType:
      let entry = entries + Int(nodes[owner].name)
      return entry.pointee.firstPart != entry.pointee.lastPart
    default: return false
    }
  }

  /// All parts of the schema definition share one scope of directives.
  private mutating func checkSchemaDirectives() {
    directiveNames.forgetAll()
    var node = document.lowerBound
    while node < document.upperBound {
      if nodes[node].kind == .schemaDefinition { checkUniqueDirectives(on: node) }
      node = Int(nodes[node].next)
    }
  }

  /// A directive's definition and its extensions are one scope of directives.
  private mutating func checkDirectivesOfExtendedDirectives() {
    for (name, extensions) in directiveExtensions {
      directiveNames.forgetAll()
      let definition = NodeID(entries[Int(name)].directive)
      let parts = document.contains(definition) ? (extensions + [definition]).sorted() : extensions
      for part in parts { checkUniqueDirectives(on: part) }
    }
  }

  // MARK: - Reporting

  /// - Parameter directive: the definition of the directive that was violated. A note points at it.
  mutating func report(
    _ code: DiagnosticCode, _ message: String, at ranges: [SourceRange], _ node: NodeID,
    directive: NodeID? = nil
  ) {
    var diagnostic = Diagnostic(.error, code, message, at: ranges)
    // Definitions of the specification are in no file.
    if let directive, tree.fileIndex(of: directive) > 0 {
      let message = "\(quoted(directive, prefix: "@")) is defined here."
      diagnostic.notes = [Diagnostic.Note(message, at: tree.nameRange(of: directive))]
    }
    diagnostics.append(SDLDiagnostic(diagnostic: diagnostic, node: node))
  }

  /// A name in quotation marks.
  func quoted(_ node: NodeID, prefix: String = "") -> String { "\"\(prefix)\(tree.name(node))\"" }
}
