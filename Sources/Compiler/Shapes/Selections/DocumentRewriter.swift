import ApusDocuments
import ApusSchema
import ApusSyntax

/// Copies the documents and adds the compiler's own selections: `__typename`, type markers (``TypeMarkers``) and keys (``KeySelections``). It also
/// adds labels to deferred fragments and `@experimental_disableErrorPropagation` to operations, and flags the directives that are not sent.
struct DocumentRewriter {
  private let copy: TreeCopy
  private let documents: DocumentIndex
  private let schema: Schema
  private let tree: SyntaxTree
  private let nodes: UnsafeMutablePointer<Node>
  private let separate: FragmentFields
  private let markers: TypeMarkers
  private let markerNames: MarkerNames
  private var keys: KeySelections?
  private let addsLabels: Bool
  private let kindsWithDirective: Set<OperationKind>

  /// The source range of an added node, to which messages about it point.
  private typealias Place = (start: UInt32, end: UInt32)

  init(
    _ documents: DocumentIndex, _ options: ShapeOptions, _ modules: DocumentModules,
    _ separate: FragmentFields, _ markerNames: MarkerNames, _ rules: CacheRules
  ) {
    self.documents = documents
    self.separate = separate
    self.markerNames = markerNames
    schema = documents.schema
    tree = documents.tree
    nodes = tree.nodes
    copy = TreeCopy(of: tree)
    markers = TypeMarkers(documents, modules, separate)
    keys = rules.hasKeys ? KeySelections(documents, options, rules, separate) : nil
    addsLabels = separate.deferrals.sendsLabels && !separate.deferrals.isEmpty
    kindsWithDirective = OnErrorMode.kindsWithDirective(schema, options)
  }

  mutating func rewrite() -> TreeCopy {
    let copy = copy
    copy.copyFiles { rewrite(definition: $0) }
    for directive in documents.directives where !documents.isSent(directive: nodes[directive].name) {
      if let number = copy.numbers[directive] { copy.tree.nodes[number].flags |= NodeFlag.unsent }
    }
    return copy
  }

  private mutating func rewrite(definition: NodeID) {
    let number = copy.open(definition)
    var child = definition &+ 1
    let end = Int(nodes[definition].next)
    while child < end {
      if case .selectionSet = nodes[child].kind {
        addDirective(to: definition)
        rewrite(set: child, of: definition)
      } else {
        copy.copy(child)
      }
      child = Int(nodes[child].next)
    }
    copy.close(number)
  }

  private func addDirective(to definition: NodeID) {
    if kindsWithDirective.isEmpty || tree.kind(definition) != .operation { return }
    let name = tree.names.find(OnErrorMode.directive)
    guard kindsWithDirective.contains(tree.operationKind(definition)),
      tree.directive(name, on: definition) == nil
    else { return }
    copy.add(.directive, name, at: place(of: definition))
  }

  // MARK: - Selections

  /// Recursive: the parser limits nesting.
  private mutating func rewrite(set: NodeID, of owner: NodeID) {
    let number = copy.open(set)
    let typename = typename(of: set, owner)
    if let typename {
      addField(Keyword.typename, alias: typename == Keyword.typename ? 0 : typename, at: place(of: owner))
    }
    if let type = markers.ofSets[set] { addMarker(type, to: set, NodeFlag.marker, at: place(of: owner)) }
    var selection = set &+ 1
    let end = Int(nodes[set].next)
    while selection < end {
      if case .field = nodes[selection].kind {
        rewrite(field: selection)
      } else {
        rewrite(fragment: selection, in: set)
      }
      selection = Int(nodes[selection].next)
    }
    if keys != nil { addKeys(to: set, of: owner, hasTypename: typename != nil) }
    copy.close(number)
  }

  private mutating func rewrite(field: NodeID) {
    // Nearly all fields consist of a single node, without arguments or selections.
    if Int(nodes[field].next) == field &+ 1 { return copy.copy(field) }
    let number = copy.open(field)
    rewriteParts(of: field)
    copy.close(number)
  }

  private mutating func rewrite(fragment selection: NodeID, in set: NodeID) {
    if let chains = markers.inFront[selection] {
      // The marker before a deferred or large fragment (``FragmentFields``) does not make a case. Only the code that reads the fragment's property
      // looks for it.
      let flag = separate.contains(selection) ? NodeFlag.unread : NodeFlag.marker
      for chain in chains { addMarker(chain, in: set, flag, at: place(of: selection)) }
    }
    let number = copy.open(selection)
    if addsLabels, let deferral = separate.deferrals[selection] {
      rewriteParts(of: selection, label: deferral.label)
    } else {
      rewriteParts(of: selection)
    }
    copy.close(number)
  }

  /// Copies the children of a field or fragment, and rewrites its selection set.
  ///
  /// - Parameter label: the label of a deferred fragment.
  private mutating func rewriteParts(of selection: NodeID, label: String? = nil) {
    var child = selection &+ 1
    let end = Int(nodes[selection].next)
    while child < end {
      switch nodes[child].kind {
      case .selectionSet: rewrite(set: child, of: selection)
      case .directive where label != nil && nodes[child].name == Keyword.defer:
        addDefer(child, label ?? "")
      default: copy.copy(child)
      }
      child = Int(nodes[child].next)
    }
  }

  /// Adds a copy of `@defer` with the given label. A label in the document is left out.
  private func addDefer(_ directive: NodeID, _ label: String) {
    let number = copy.open(directive)
    for argument in tree.children(directive, .argument) where nodes[argument].name == Keyword.if {
      copy.copy(argument)
    }
    let place = (nodes[directive].start, nodes[directive].end)
    let argument = copy.add(.argument, tree.names.intern("label"), at: place)
    // The name table also stores string values. The quotes distinguish this one from all names.
    copy.add(.stringValue, tree.names.intern(StringLiteral.quoted(label)), at: place)
    copy.close(argument)
    copy.close(number)
  }

  // MARK: - Additions

  /// The response key of the `__typename` that is added at the start of a selection set, because the decoder needs it first; nil if none is added.
  ///
  /// It is added to a set on an interface or union that belongs to a field, a fragment definition or a separate inline fragment, unless the set
  /// selects `__typename` itself.
  private func typename(of set: NodeID, _ owner: NodeID) -> NameID? {
    switch nodes[owner].kind {
    case .field, .fragmentDefinition: break
    case .inlineFragment where separate.contains(owner): break
    default: return nil
    }
    guard documents.isAbstract(set) else { return nil }
    let key = markerNames.typename(in: set)
    return key == Keyword.typename && documents.selects(key, set) ? nil : key
  }

  /// Adds the fields that only a cache needs, and the keys that become properties. They come last, so that the decoder reaches other fields sooner.
  private mutating func addKeys(to set: NodeID, of owner: NodeID, hasTypename: Bool) {
    guard let added = keys?.fields(for: set, hasTypename: hasTypename), let type = documents.parentType(set)
    else { return }
    let place = place(of: owner)
    for name in added.properties { addField(name, at: place) }
    if added.addsTypename { addKey(Keyword.typename, of: type, at: place) }
    for name in added.keys { addKey(name, of: type, at: place) }
    for (type, names) in added.conditions {
      let fragment = openFragment(on: type, NodeFlag.unread, at: place)
      for name in names { addKey(name, of: type, at: place) }
      copy.close(fragment.set)
      copy.close(fragment.number)
    }
  }

  private func addKey(_ name: NameID, of type: TypeID, at place: Place) {
    guard let alias = keys?.alias(of: name, on: type) else { return }
    addField(name, alias: tree.names.intern(alias), NodeFlag.unread, at: place)
  }

  /// Adds a marker for the last type of a chain of type conditions. For `[Pet, Furry]`, it adds
  /// `... on Pet { ... on Furry { __isFurry: __typename } }`.
  private func addMarker(_ chain: [TypeID], in set: NodeID, _ flag: UInt8, at place: Place) {
    let fragments = chain.map { openFragment(on: $0, flag, at: place) }
    if let type = chain.last { addMarker(type, to: set, flag, at: place) }
    for fragment in fragments.reversed() {
      copy.close(fragment.set)
      copy.close(fragment.number)
    }
  }

  /// Adds a marker for a type, such as `__isPet: __typename`.
  ///
  /// - Parameter set: the user's selection set in which it is added.
  private func addMarker(_ type: TypeID, to set: NodeID, _ flag: UInt8, at place: Place) {
    let key = tree.names.intern(markerNames.type(type, at: set))
    addField(Keyword.typename, alias: key, flag, at: place)
  }

  private func openFragment(
    on type: TypeID, _ flag: UInt8, at place: Place
  ) -> (number: NodeID, set: NodeID) {
    let number = copy.add(.inlineFragment, 0, flags: flag, at: place)
    copy.add(.namedType, schema[type].name, at: place)
    return (number, copy.add(.selectionSet, 0, at: place))
  }

  private func addField(_ name: NameID, alias: NameID = 0, _ flag: UInt8 = 0, at place: Place) {
    copy.add(.field, name, flags: flag, at: place, alias: alias)
  }

  /// The source range of a node's name or, for a fragment, of its type condition.
  private func place(of node: NodeID) -> Place {
    tree.offsets(ofNameOf: tree.child(node, .namedType) ?? node)
  }
}
