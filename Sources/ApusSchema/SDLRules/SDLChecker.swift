import ApusDiagnostics
import ApusSyntax

/// Applies the SDL rules to a document: one walk over its nodes that hands each to the rules that look at its kind.
///
/// Executable definitions are passed over. The nodes of a large schema are many, and this runs in an unoptimized
/// build: so a loop over pointers, and tables by the number of a name.
package struct SDLChecker {
  /// A violation, and the node that it is about.
  package struct SDLDiagnostic {
    package var rule: SDLRule
    package var diagnostic: Diagnostic
    package var node: NodeID
  }

  /// What is known of a name.
  struct Entry {
    /// The document's definition of the type, the last one of several; or -1.
    var definedType: Int32 = -1
    /// The first definition of the type that the walk has met; or -1.
    var seenType: Int32 = -1
    /// The first and the last definition or extension of the type in the document; or -1.
    var firstPart: Int32 = -1
    var lastPart: Int32 = -1
    /// The definition of the directive that counts: the document's last, else the schema's; or -1.
    var directive: Int32 = -1
    var seenDirective: Int32 = -1
    /// The specification defines a type of that name.
    var isStandardType = false
  }

  let tree: SyntaxTree
  let nodes: UnsafeMutablePointer<Node>
  let document: Range<NodeID>
  /// The schema that the document extends.
  let base: Schema?
  let entries: UnsafeMutablePointer<Entry>
  /// The part of a type behind each that is not its last.
  var nextPart: [NodeID: NodeID] = [:]
  var names: ScratchNumbers
  var directiveNames: ScratchNumbers
  /// The extensions of each directive that has any, in source order.
  var directiveExtensions: [NameID: [NodeID]] = [:]
  var diagnostics: [SDLDiagnostic] = []

  // State of the walk: what the current node stands in.
  var definition: NodeID = 0
  var member: NodeID = -1
  var memberEnd: NodeID = 0
  var inputValue: NodeID = -1
  var inputValueEnd: NodeID = 0
  /// What the last directive stood on.
  var directiveOwner: NodeID = -1
  var hasSchemaDefinition = false
  /// How many names have been looked for among those like them.
  var suggestionCount = 0

  static let maximumSuggestionCount = 20

  /// The first definition of each root operation type.
  var operationTypes: (NodeID, NodeID, NodeID) = (-1, -1, -1)

  /// Checks the definitions in `document`.
  ///
  /// - Parameters:
  ///   - document: whole files of `tree`, which a ``SchemaBuilder`` began.
  ///   - base: the schema that the document extends, of the same tree; nil for one that stands alone.
  /// - Returns: what is wrong, in source order.
  package static func check(_ document: Range<NodeID>, of tree: SyntaxTree, extending base: Schema? = nil)
    -> [SDLDiagnostic]
  {
    var checker = SDLChecker(document, tree, base)
    defer { checker.entries.deallocate() }
    checker.collectDefinitions()
    checker.walk()
    return checker.diagnostics.enumerated()
      .sorted { ($0.element.node, $0.offset) < ($1.element.node, $1.offset) }
      .map(\.element)
  }

  private init(_ document: Range<NodeID>, _ tree: SyntaxTree, _ base: Schema?) {
    self.tree = tree
    self.document = document
    self.base = base
    nodes = tree.nodes
    entries = .allocate(capacity: tree.names.count)
    entries.initialize(repeating: Entry(), count: tree.names.count)
    names = ScratchNumbers(count: tree.names.count)
    directiveNames = ScratchNumbers(count: tree.names.count)
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
    if let base {
      for directive in 1..<base.directiveCount {
        let definition = base.directives[directive]
        entries[Int(definition.name)].directive = Int32(truncatingIfNeeded: definition.node)
      }
    }
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

  /// The definitions and extensions of the type that `part` is the first one of.
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
        checkUniqueArgumentDefinitionNames(of: node)
      case .enumValueDefinition:
        member = node
        memberEnd = Int(nodes[node].next)
      case .inputValueDefinition:
        inputValue = node
        inputValueEnd = Int(nodes[node].next)
      case .directive: visitDirective(node)
      case .objectValue: checkUniqueInputFieldNames(of: node)
      case .scalarType, .objectType, .interfaceType, .unionType, .enumType, .inputObjectType:
        visitTypeDefinition(node)
      case .directiveDefinition:
        definition = node
        if nodes[node].flags & NodeFlag.isExtension != 0 {
          checkPossibleDirectiveExtensions(node)
        } else {
          checkUniqueDirectiveNames(node)
          checkUniqueArgumentDefinitionNames(of: node)
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
      checkUniqueTypeNames(node)
    }
    let entry = entries + Int(nodes[node].name)
    if entry.pointee.firstPart != Int32(truncatingIfNeeded: node) { return }
    // All parts of a type are one scope of names; nearly every type has only one.
    names.forgetAll()
    checkUniqueFieldDefinitionNames(of: node)
    if entry.pointee.lastPart == entry.pointee.firstPart {
      if nodes[node].kind == .enumType {
        names.forgetAll()
        checkUniqueEnumValueNames(of: node)
      }
      return
    }
    let parts = parts(from: node)
    for part in parts.dropFirst() { checkUniqueFieldDefinitionNames(of: part) }
    names.forgetAll()
    for part in parts { checkUniqueEnumValueNames(of: part) }
    directiveNames.forgetAll()
    for part in parts { checkUniqueDirectivesPerLocation(on: part) }
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
    checkUniqueArgumentNames(of: node)
    if directive >= 0 {
      checkKnownArgumentNamesOnDirectives(of: node, directive)
      checkProvidedRequiredArgumentsOnDirectives(of: node, directive)
    }
    if directiveOwner != owner {
      if isCheckedByPart(owner) { return }
      directiveOwner = owner
      directiveNames.forgetAll()
    }
    checkUniqueDirectivesPerLocation(node)
  }

  /// Whether the directives on `owner` are checked together with those of other parts of the same thing.
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

  /// All parts of the schema definition are one scope of directives.
  private mutating func checkSchemaDirectives() {
    directiveNames.forgetAll()
    var node = document.lowerBound
    while node < document.upperBound {
      if nodes[node].kind == .schemaDefinition { checkUniqueDirectivesPerLocation(on: node) }
      node = Int(nodes[node].next)
    }
  }

  /// A directive's definition and its extensions are one scope of directives.
  private mutating func checkDirectivesOfExtendedDirectives() {
    for (name, extensions) in directiveExtensions {
      directiveNames.forgetAll()
      let definition = NodeID(entries[Int(name)].directive)
      let parts = document.contains(definition) ? (extensions + [definition]).sorted() : extensions
      for part in parts { checkUniqueDirectivesPerLocation(on: part) }
    }
  }

  // MARK: - Reporting

  /// - Parameter directive: a directive's definition that the text does not fit; a note tells where it is.
  mutating func report(
    _ rule: SDLRule, _ code: DiagnosticCode, _ message: String, at ranges: [SourceRange], _ node: NodeID,
    directive: NodeID? = nil
  ) {
    var diagnostic = Diagnostic(.error, code, message, at: ranges)
    // Nobody wrote what the specification defines.
    if let directive, tree.fileIndex(of: directive) > 0 {
      let message = "\(quoted(directive, prefix: "@")) is defined here."
      diagnostic.notes = [Diagnostic.Note(message, at: tree.nameRange(of: directive))]
    }
    diagnostics.append(SDLDiagnostic(rule: rule, diagnostic: diagnostic, node: node))
  }

  /// A name in quotation marks.
  func quoted(_ node: NodeID, prefix: String = "") -> String { "\"\(prefix)\(tree.name(node))\"" }
}
