import ApusDocuments
import ApusSchema
import ApusSyntax

/// The fields that are added to selection sets so that a cache can identify objects: `__typename` and key fields at the end of the set of every
/// field, and the `cursor` of a connection's edges.
///
/// In a set on an interface or union, they include the keys of possible object types that have other keys. The cache recognizes added fields by their
/// aliases, such as `___id: id`, and hides them from readers.
struct KeySelections {
  /// The additions to one selection set.
  struct Fields {
    /// Keys that become properties although the user does not select them, and so are added without an alias.
    var properties: [NameID] = []
    var addsTypename = false
    var keys: [NameID] = []
    /// Inline fragments for possible types that have other keys than the set's own type. Each selects the keys of `type` that neither the document
    /// selects nor the set's own type has.
    var conditions: [(type: TypeID, keys: [NameID])] = []
  }

  private let hasProperties: Bool

  private let documents: DocumentIndex
  private let schema: Schema
  private let tree: SyntaxTree
  private let separate: FragmentFields
  private let rules: CacheRules
  /// The name `cursor`, or 0 if it occurs neither in the schema nor in the documents.
  private let cursor: NameID
  /// The names of key fields, and `__typename`, that documents use as response keys of other fields, or of the field itself with arguments. Key
  /// fields with these names are only added with an alias, and do not become properties.
  private var takenKeys: Set<NameID> = []
  /// The aliases in documents that begin with `___`, like those of added fields.
  private var takenAliases: Set<String> = []
  /// The different types that fields of the same name as a key field have in the schema.
  private var keyTypes: [NameID: [TypeReference]] = [:]
  /// The results of ``keyConditions(_:_:)``.
  private var knownConditions: [TypeID: [(type: TypeID, keys: [NameID])]] = [:]
  /// The results of ``brings(_:_:_:)``. Without them, the time would be exponential if each fragment spread the next one twice.
  private var known: [Question: Bool] = [:]

  /// Whether a selection set selects a field for every object of a type.
  private struct Question: Hashable {
    var name: NameID
    var set: NodeID
    var type: TypeID
  }

  init(
    _ documents: DocumentIndex, _ options: ShapeOptions, _ rules: CacheRules,
    _ separate: FragmentFields
  ) {
    self.documents = documents
    self.separate = separate
    schema = documents.schema
    tree = documents.tree
    self.rules = rules
    hasProperties = options.hasKeyProperties
    cursor = schema.names.find("cursor")
    var keys = Set(rules.commonKeys + rules.keys.flatMap(\.value))
    if cursor != 0 { keys.insert(cursor) }
    findTakenKeys(keys.union([Keyword.typename]))
    for key in keys {
      for type in schema.allTypes {
        guard let field = schema.field(key, of: type) else { continue }
        let fieldType = schema[field].type
        if !keyTypes[key, default: []].contains(fieldType) { keyTypes[key, default: []].append(fieldType) }
      }
    }
  }

  /// Whether key fields are added to a selection set. They are added to the sets of fields. If keys become properties, they are also added to those
  /// of fragment definitions and of inline fragments that make cases, so that all these types have the properties.
  private func getsKeys(_ set: NodeID) -> Bool {
    let owner = NodeID(documents.parents[set])
    switch tree.kind(owner) {
    case .field: return true
    case .fragmentDefinition: return hasProperties
    case .inlineFragment:
      return hasProperties && documents.typeCondition(owner) != nil && !separate.contains(owner)
        && !separate.isUnderVariables(owner, documents)
    default: return false
    }
  }

  private mutating func findTakenKeys(_ keys: Set<NameID>) {
    for node in 0..<tree.count where tree.kind(node) == .field {
      let key = tree.responseKey(node)
      if tree.nodes[node].name != key {
        let alias = tree.names.string(key)
        if alias.hasPrefix(Markers.cachePrefix) { takenAliases.insert(alias) }
      }
      guard keys.contains(key) else { continue }
      if tree.nodes[node].name != key || tree.child(node, .argument) != nil { takenKeys.insert(key) }
    }
  }

  /// The alias of an added field: `___id`, or `___2id` if there is a field `id` of another type.
  ///
  /// It depends on the field's type, because fields with equal aliases that may merge in a response must have equal types (section 5.3.2).
  func alias(of field: NameID, on type: TypeID) -> String {
    if field == Keyword.typename { return freeAlias("", 0) }
    let fieldType = schema[schema.field(field, of: type)]?.type
    return freeAlias(tree.names.string(field), keyTypes[field]?.firstIndex { $0 == fieldType } ?? 0)
  }

  /// An alias for an added field. No document uses this alias.
  ///
  /// - Parameter skipped: the number of unused aliases to skip, because they are for the same field with other types.
  private func freeAlias(_ name: String, _ skipped: Int) -> String {
    var number = 1
    var left = skipped
    while true {
      let alias = Markers.cachePrefix + (number == 1 ? "" : "\(number)") + name
      if !takenAliases.contains(alias) {
        if left == 0 { return alias }
        left -= 1
      }
      number += 1
    }
  }

  /// The additions to a selection set; nil if key fields are not added to it.
  ///
  /// - Parameter hasTypename: whether ``DocumentRewriter`` adds `__typename` to the set anyway.
  mutating func fields(for set: NodeID, hasTypename: Bool) -> Fields? {
    guard getsKeys(set), let type = documents.parentType(set) else { return nil }
    let keys = rules.keys(of: type)
    var added = Fields()
    if isEdge(type), !keys.contains(cursor), !brings(cursor, set, type) {
      added.keys.append(cursor)
    }
    if !keys.isEmpty, !hasTypename, !brings(Keyword.typename, set, type) { added.addsTypename = true }
    var missing = keys.filter { !documents.selects($0, set) }
    if hasProperties {
      added.properties = missing.filter { !takenKeys.contains($0) }
      missing.removeAll { added.properties.contains($0) }
    }
    added.keys += missing.filter { !brings($0, set, type) }
    if schema[type].isAbstract {
      added.conditions = keyConditions(type, keys).compactMap { condition in
        let missing = condition.keys.filter { !keys.contains($0) && !brings($0, set, condition.type) }
        return missing.isEmpty ? nil : (condition.type, missing)
      }
    }
    return added
  }

  /// Whether a set already selects a field without an alias for every object of a type, directly or in fragments.
  private mutating func brings(_ name: NameID, _ set: NodeID, _ type: TypeID) -> Bool {
    let question = Question(name: name, set: set, type: type)
    if let answer = known[question] { return answer }
    let answer = documents.selects(name, set) || bringsByFragment(name, set, type)
    known[question] = answer
    return answer
  }

  private mutating func bringsByFragment(_ name: NameID, _ set: NodeID, _ type: TypeID) -> Bool {
    tree.children(set).contains { selection in
      let isSpread = tree.kind(selection) == .fragmentSpread
      guard isSpread || tree.kind(selection) == .inlineFragment, tree.child(selection, .directive) == nil,
        let fragment = isSpread ? documents.fragment(ofSpread: selection) : selection,
        let inner = documents.selectionSet(fragment)
      else { return false }
      let condition = documents.typeCondition(fragment)
      if let condition, !schema.isSubset(type, of: condition) { return false }
      // The compiler adds `__typename` to every fragment on an interface or union.
      return isSpread && name == Keyword.typename && schema[condition]?.isAbstract == true
        || brings(name, inner, type)
    }
  }

  /// Whether objects of a type are edges of a connection. The cache joins the pages of a connection by the cursors of their edges.
  ///
  /// Specification: <https://relay.dev/graphql/connections.htm#sec-Edge-Types>.
  private func isEdge(_ type: TypeID) -> Bool { schema[type].kind == .object && schema.isEdge(type) }

  /// The inline fragments in which to select keys in a set on an interface or union: their type conditions and keys. They cover every object type
  /// with keys that are not in `known`, the keys of the interface or union. Where possible, a condition on an interface covers several object types
  /// at once.
  private mutating func keyConditions(_ type: TypeID, _ known: [NameID]) -> [(type: TypeID, keys: [NameID])] {
    if let conditions = knownConditions[type] { return conditions }
    var open = schema.objectTypes(of: type).filter {
      !Set(rules.keys(of: $0)).isSubset(of: known)
    }
    var conditions: [(type: TypeID, keys: [NameID])] = []
    while let first = open.first {
      let keys = rules.keys(of: first)
      func covered(_ interface: TypeID) -> [TypeID] {
        open.filter { schema.isSubset($0, of: interface) && rules.keys(of: $0) == keys }
      }
      // Find the interface with these keys that covers the most types.
      var best = first
      var count = 1
      for interface in schema.allTypes where schema[interface].kind == .interface {
        guard schema.isSubset(first, of: interface), rules.keys(of: interface) == keys else { continue }
        let found = covered(interface).count
        if found > count { (best, count) = (interface, found) }
      }
      conditions.append((best, keys))
      let done = Set(covered(best))
      open.removeAll { done.contains($0) }
    }
    knownConditions[type] = conditions
    return conditions
  }
}

extension DocumentIndex {
  /// Whether a set selects a field directly, without an alias, arguments or directives.
  package func selects(_ name: NameID, _ set: NodeID) -> Bool {
    var child = set &+ 1
    let end = Int(tree.nodes[set].next)
    while child < end {
      let entry = tree.nodes + child
      if entry.pointee.name == name, case .field = entry.pointee.kind, entry.pointee.extra == 0,
        tree.child(child, .directive) == nil, tree.child(child, .argument) == nil
      {
        return true
      }
      child = Int(entry.pointee.next)
    }
    return false
  }
}
