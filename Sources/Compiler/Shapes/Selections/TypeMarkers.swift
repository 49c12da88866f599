import ApusDocuments
import ApusSchema
import ApusSyntax

/// The type markers that are added to the documents. In `... on Pet { __isPet: __typename name }`, the marker `__isPet` shows that the object is a
/// `Pet`, even if the schema gained its object type after the client was compiled.
///
/// Each condition on an interface or union that may fail has a marker, usually in the selection set of the fragment. In three cases, the marker is in
/// an additional inline fragment before the fragment:
/// - The fragment is an inline fragment with a variable in `@include` or `@skip`, or is nested in one. The case of an object must not depend on
///   variables, so its marker must not either.
/// - The fragment is deferred. Its marker must arrive with the object.
/// - The fragment belongs to another module, whose documents must not depend on this spread.
struct TypeMarkers {
  /// The markers before each spread or inline fragment. Each is a chain of nested type conditions, the last of which is the type that the marker is
  /// for.
  private(set) var inFront: [NodeID: [[TypeID]]] = [:]
  /// For each selection set that contains a marker itself, the type that the marker is for.
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
    let parent = documents.typeOfParent(of: node)
    let condition = documents.typeCondition(node)
    if separate.deferrals[node] != nil {
      // The marker arrives with the object, earlier than the deferred fragment, and shows whether the fragment applies at all.
      if let marker = marker(condition, on: parent) { inFront[node] = [[marker]] }
    } else if separate.isUnderVariables(documents.owner(ofSetAround: node), documents) {
      // The markers before the enclosing inline fragment include those of this one.
    } else if tree.dependsOnVariables(node) {
      var chains: [[TypeID]] = []
      collectMarkers(of: node, on: parent, within: [], in: parent, .always, &chains)
      if !chains.isEmpty { inFront[node] = chains }
    } else if appliesToLaterTypes(set), let marker = marker(condition, on: parent) {
      ofSets[set] = marker
    }
  }

  private mutating func findMarkers(ofSpread node: NodeID) {
    guard let fragment = documents.fragment(ofSpread: node), let set = documents.selectionSet(fragment),
      let condition = marker(documents.typeCondition(fragment), on: documents.typeOfParent(of: node))
    else { return }
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

  /// Collects the markers to add before an inline fragment with a variable in `@include` or `@skip`: its own, and those of fragments nested in it.
  ///
  /// - Parameters:
  ///   - parent: the parent type of the set that contains the fragment.
  ///   - chain: the enclosing conditions that have markers.
  ///   - outer: the parent type of the set that contains the outermost fragment.
  ///   - applies: the guard of the directives on the enclosing fragments.
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
      // Validation only compares this condition with the directly enclosing one. In `... on Pet { ... on Node { ... on Vehicle { … } } }`, it accepts
      // `Vehicle` even if no object is both a `Pet` and a `Vehicle`. Such a fragment never applies, and needs no marker.
      if let around = chain.last ?? outer, !schema.overlap(around, marker) { return }
      inner.append(marker)
      if appliesToLaterTypes(set), !chains.contains(inner) { chains.append(inner) }
    } else if let condition, !schema[condition].isAbstract {
      // Within a condition on an object type, no markers are needed, because its interfaces and unions are known.
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

  /// Whether anything in a set may apply to a type that the schema gains later. Nothing in a condition on an object type does.
  private func appliesToLaterTypes(_ set: NodeID) -> Bool {
    tree.children(set).contains { selection in
      switch tree.kind(selection) {
      case .field: return true
      case .fragmentSpread:
        return documents.fragment(ofSpread: selection).map { !isOnObject($0) } ?? false
      default:
        if isOnObject(selection) { return false }
        // A separate fragment is a property, and objects of any type may have it.
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

  /// The type condition, if it needs a marker: it is on an interface or union and may fail for an object of type `parent`, including objects of types
  /// that the schema gains later. Otherwise nil.
  private func marker(_ condition: TypeID?, on parent: TypeID?) -> TypeID? {
    guard let condition, let parent, schema[condition].isAbstract, !schema.implies(parent, condition) else {
      return nil
    }
    return condition
  }
}
