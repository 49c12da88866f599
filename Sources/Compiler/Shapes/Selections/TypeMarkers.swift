import ApusDocuments
import ApusSchema
import ApusSyntax

/// The markers in sent documents: `__isPet: __typename` shows that a condition on the interface or union `Pet` holds, even for a type that the schema
/// gains later.
///
/// Each such condition that may fail has a marker in its selection set. In three cases, the marker is in a separate inline fragment before the
/// fragment it belongs to. The case of an object does not depend on variables, so this applies to inline fragments with `@include` or `@skip`. It
/// also applies to deferred fragments, and to fragments of other modules, whose types do not take this spread into account.
struct TypeMarkers {
  /// The markers before each spread or inline fragment. Each is a list of nested type conditions, of which the last is the marker's own.
  private(set) var inFront: [NodeID: [[TypeID]]] = [:]
  /// The type of the marker in each selection set.
  private(set) var ofSets: [NodeID: TypeID] = [:]
  private let documents: DocumentIndex
  private let schema: Schema
  private let tree: SyntaxTree
  private let separate: FragmentFields
  private let guards: GuardTable
  private let modules: DocumentModules

  init(_ documents: DocumentIndex, _ modules: DocumentModules, _ separate: FragmentFields) {
    self.documents = documents
    self.separate = separate
    schema = documents.schema
    tree = documents.tree
    self.modules = modules
    guards = GuardTable(
      tree.names, schema, fragmentVariables: documents.fragmentVariables,
      limits: GuardLimits(nodeCount: tree.count))
    let nodes = tree.nodes
    let end = tree.count
    var node = 0
    while node < end {
      switch nodes[node].kind {
      case .inlineFragment: findMarkers(ofInlineFragment: node)
      case .fragmentSpread: findMarkers(ofSpread: node)
      default: break
      }
      node = node &+ 1
    }
  }

  private mutating func findMarkers(ofInlineFragment node: NodeID) {
    guard let set = documents.selectionSet(node), separate.inline[node] == nil else { return }
    let parent = parentType(of: node)
    let condition = documents.typeCondition(node)
    if separate.deferrals[node] != nil {
      // This marker arrives with the object, and so before the deferred fragment. It shows whether the fragment applies.
      if let marker = marker(condition, on: parent) { inFront[node] = [[marker]] }
    } else if separate.isUnderVariables(documents.owner(ofSetAround: node), documents) {
      // The enclosing inline fragment already has the markers for both.
    } else if tree.dependsOnVariables(node) {
      var chains: [[TypeID]] = []
      collectMarkers(of: node, on: parent, within: [], in: parent, .always, &chains)
      if !chains.isEmpty { inFront[node] = chains }
    } else if appliesToLaterTypes(set), let marker = marker(condition, on: parent) {
      ofSets[set] = marker
    }
  }

  private mutating func findMarkers(ofSpread node: NodeID) {
    guard let fragment = documents.fragment(ofSpread: node), let set = documents.selectionSet(fragment)
    else { return }
    guard let condition = marker(documents.typeCondition(fragment), on: parentType(of: node)) else { return }
    if separate.deferrals[node] != nil {
      inFront[node] = [[condition]]
    } else if !isOfOtherModule(fragment, node) {
      ofSets[set] = condition
    } else if !separate.isUnderVariables(documents.owner(ofSetAround: node), documents),
      guards.directives(of: node, in: tree) != .never
    {
      inFront[node] = [[condition]]
    }
  }

  private func parentType(of selection: NodeID) -> TypeID? {
    documents.parentType(NodeID(documents.parents[selection]))
  }

  /// Collects the type conditions of an inline fragment and of those nested in it, each with the conditions that enclose it.
  private func collectMarkers(
    of fragment: NodeID, on parent: TypeID?, within chain: [TypeID], in outer: TypeID?,
    _ applies: Guard, _ chains: inout [[TypeID]]
  ) {
    let applies = guards.and(applies, guards.directives(of: fragment, in: tree))
    // A fragment that never applies needs no markers.
    guard applies != .never, let set = documents.selectionSet(fragment) else { return }
    let condition = documents.typeCondition(fragment)
    var inner = chain
    if let marker = marker(condition, on: parent) {
      // An enclosing condition that is not in the chain excludes this one.
      if let around = chain.last ?? outer, !schema.overlap(around, marker) { return }
      inner.append(marker)
      if appliesToLaterTypes(set), !chains.contains(inner) { chains.append(inner) }
    } else if let condition, !schema[condition].isAbstract {
      // The interfaces of an object type are known already.
      return
    }
    for spread in tree.children(set, .fragmentSpread) {
      guard let fragment = documents.fragment(ofSpread: spread), isOfOtherModule(fragment, spread),
        guards.and(applies, guards.directives(of: spread, in: tree)) != .never
      else { continue }
      if let type = marker(documents.typeCondition(fragment), on: condition ?? parent),
        let around = inner.last ?? outer, schema.overlap(around, type), !chains.contains(inner + [type])
      {
        chains.append(inner + [type])
      }
    }
    for nested in tree.children(set, .inlineFragment) where separate.inline[nested] == nil {
      collectMarkers(
        of: nested, on: condition ?? parent, within: inner, in: outer, applies, &chains)
    }
  }

  private func isOfOtherModule(_ fragment: NodeID, _ spread: NodeID) -> Bool {
    modules[fragment] != modules[spread]
  }

  /// Whether anything in a set may apply to a type that the schema gains later. No condition on an object type holds for such a type.
  private func appliesToLaterTypes(_ set: NodeID) -> Bool {
    tree.children(set).contains { selection in
      switch tree.kind(selection) {
      case .field: return true
      case .fragmentSpread:
        return documents.fragment(ofSpread: selection).map { !isOnObject($0) } ?? false
      default:
        if isOnObject(selection) { return false }
        // A separate fragment is a property, which an object of any type may have.
        if separate.contains(selection) { return true }
        return documents.typeCondition(selection) != nil
          || documents.selectionSet(selection).map(appliesToLaterTypes) ?? false
      }
    }
  }

  private func isOnObject(_ fragment: NodeID) -> Bool {
    guard let condition = documents.typeCondition(fragment) else { return false }
    return !schema[condition].isAbstract
  }

  /// Whether a condition is on an interface or union, and may fail for an object of type `parent`, whether known or added later.
  private func marker(_ condition: TypeID?, on parent: TypeID?) -> TypeID? {
    guard let condition, let parent, schema[condition].isAbstract, !schema.implies(parent, condition) else {
      return nil
    }
    return condition
  }
}
