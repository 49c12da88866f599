import ApusDiagnostics
import ApusDocuments
import ApusSchema
import ApusSyntax

extension Lowering {
  /// Finds all shapes before any is declared: what asks for too many is refused before it costs more.
  mutating func buildShapes() {
    fragments = fragmentsInOrder()
    for fragment in fragments where usesVariables(fragment) {
      builder.distinguishing.variable.insert(fragment)
    }
    builder.distinguishing.findFieldless(fragments, documents, guards)
    // A module's types are what that module made of its own documents: nothing is added to them by those above.
    var known: Set<String> = []
    for dependency in options.dependencyModules {
      findShapes { $0 == dependency.name }
      known.insert(dependency.name)
      builder.beginModule(after: fragments.filter { module(of: $0).map(known.contains) ?? false })
    }
    findShapes { $0 == nil }
    builder.shareFields()
    seenShapes = GenerationMap(count: builder.shapes.count)
  }

  private mutating func findShapes(ofModule isMeant: (String?) -> Bool) {
    for fragment in fragments where isMeant(module(of: fragment)) { findShape(of: fragment) }
    for node in tree.definitions where tree.kind(node) == .operation && isMeant(module(of: node)) {
      findShape(of: node)
    }
  }

  /// The module below that has a definition; nil of those of the module at hand.
  func module(of definition: NodeID) -> String? {
    options.modulesOfDocuments.isEmpty
      ? nil : options.modulesOfDocuments[tree.files[tree.fileIndex(of: definition)].source.path]
  }

  /// Finds what variables decide: fragments that are properties, and which variables each operation's response is read with.
  mutating func findPresence() {
    if hasTooManyShapes { return }
    var ofFragments = shapes.filter { tree.kind($0.key) == .fragmentDefinition }
    for shape in builder.shapes where !shape.deferredShapes.isEmpty {
      ofFragments.merge(shape.deferredShapes) { first, _ in first }
    }
    FragmentAgreement.settle(builder.shapes, ofFragments, order: fragments, guards)
    findRequiredParents(ofFragments)
    CaughtErrors.settle(builder.shapes, ofFragments, documents.schema)
    limitPresence()
    askedVariables = AskedVariables(builder.shapes, ofFragments, guards)
  }

  /// Finds what is nil for a required field within, and refuses operations whose data would have to be.
  private mutating func findRequiredParents(_ ofFragments: [NodeID: Shape]) {
    let operations = shapes.filter { tree.kind($0.key) == .operation }
    let culprits = RequiredParents.find(builder.shapes, ofFragments, roots: operations.map(\.value))
    for (operation, shape) in operations.sorted(by: { $0.key < $1.key }) {
      guard let culprit = culprits[shape.id] else { continue }
      report(
        .requiredWithoutParent,
        "\"\(tree.name(culprit))\" makes its nearest nullable parent nil where it is null, and in "
          + "\"\(tree.name(operation))\" it has none. Let it throw.", culprit)
    }
  }

  /// Whether variables have a say in a fragment or in one that it spreads, or it defers something.
  private mutating func usesVariables(_ fragment: NodeID) -> Bool {
    let spreads = writer.directSpreads(fragment)
    if spreads.contains(where: builder.distinguishing.variable.contains) { return true }
    let end = Int(tree.nodes[fragment].next)
    for node in (fragment + 1)..<end {
      if case .directive = tree.nodes[node].kind,
        guards.directive(node, in: tree) > .always || addedSelections.deferrals.isDefer(node)
          || addedSelections.blocks[NodeID(documents.parents[node])] != nil
      {
        return true
      }
    }
    return false
  }

  /// Fragments so that each stands behind those that it spreads.
  mutating func fragmentsInOrder() -> [NodeID] {
    var order: [NodeID] = []
    var seen: Set<NodeID> = []
    for definition in tree.definitions where tree.kind(definition) == .fragmentDefinition {
      // Depth first without recursion: a fragment is done when it is met the second time.
      var stack = [(definition, false)]
      while let (fragment, isDone) = stack.popLast() {
        if isDone {
          order.append(fragment)
          continue
        }
        guard seen.insert(fragment).inserted else { continue }
        stack.append((fragment, true))
        for spread in writer.directSpreads(fragment).reversed() where !seen.contains(spread) {
          stack.append((spread, false))
        }
      }
    }
    return order
  }

  mutating func findShape(of definition: NodeID) {
    // One definition that needs too many types says it for all that share its fragments.
    guard !hasTooManyShapes, let set = documents.selectionSet(definition) else { return }
    let first = builder.shapes.count
    do {
      let shape = try builder.shape(ofRoot: set, limits)
      guard let deep = builder.tooDeep.first else {
        shapes[definition] = shape
        return
      }
      builder.forgetTooDeep()
      report(
        .tooManyNestedFragments,
        "Fragments spread one another more than \(FieldCollection.maximumDepth) deep here.", deep)
    } catch {
      hasTooManyShapes = true
      refuse(definition, error, first)
    }
  }

  private static let adviceOnConditions =
    "Use fewer variables in \"@include\" and \"@skip\" on one field, or split the definition."

  /// Refuses what emitted code would have to ask in too many ways.
  mutating func limitPresence() {
    var refused: Set<NodeID> = []
    for shape in builder.shapes {
      for field in shape.fields {
        guard field.condition != .mixed, let node = field.node,
          guards.hasTooManyAlternatives(field.condition), refused.insert(node).inserted
        else { continue }
        refusePresence(tree.names.string(field.key), node)
      }
      for property in shape.fragmentProperties where guards.hasTooManyAlternatives(property.condition) {
        guard refused.insert(property.fragment).inserted else { continue }
        refusePresence(
          addedSelections.blocks[property.fragment] ?? tree.name(property.fragment), property.fragment)
      }
    }
  }

  private mutating func refusePresence(_ name: String, _ node: NodeID) {
    report(
      .tooManyConditions,
      "\"\(name)\" is selected under conditions that hold in more than \(GuardLimits.shownAlternatives) ways. "
        + Lowering.adviceOnConditions, node)
  }

  /// Says that a definition, or all up to it, need too much.
  mutating func refuse(_ definition: NodeID, _ excess: ShapeLimits.Excess, _ first: Int) {
    let advice = "Spread fewer fragments together, or raise \"shapeLimit\" in apus.json."
    switch excess {
    case .shapes:
      report(
        .tooManyShapes,
        "\"\(tree.name(definition))\" would need more than \(limits.shapeCount) types: its fragments multiply where "
          + "they meet. \(advice)", definition, notes: multiplyingFragments(first))
    case .selections:
      report(
        .tooManyShapes,
        "With \"\(tree.name(definition))\" the documents would need types of more than \(limits.selectionCount) "
          + "fields in all: fragments multiply where they meet. \(advice)", definition,
        notes: multiplyingFragments(0))
    case .conditions(.depth):
      report(
        .tooManyConditions,
        "In \"\(tree.name(definition))\" one place depends on more than \(guards.limits.depth) conditions at once. "
          + Lowering.adviceOnConditions, definition)
    case .conditions(.steps):
      report(
        .tooManyConditions,
        "With \"\(tree.name(definition))\" the conditions of the documents combine in too many ways. "
          + Lowering.adviceOnConditions, definition)
    }
  }

  /// The fragments that most of the shapes made since `first` are made of.
  private func multiplyingFragments(_ first: Int) -> [Diagnostic.Note] {
    var counts: [NodeID: Int] = [:]
    for shape in builder.shapes[first...] {
      for fragment in shape.fragments { counts[fragment, default: 0] += 1 }
    }
    return counts.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }.prefix(5).map {
      fragment, count in
      Diagnostic.Note(
        "Fragment \"\(tree.name(fragment))\" takes part in \(count) of them.",
        at: tree.nameRange(of: fragment))
    }
  }
}
