import ApusDocuments
import ApusSchema
import ApusSyntax

/// The part of a schema that documents reach, as ApusCache's `GraphQLCacheSchema` describes it.
///
/// Objects are selected at places whose type the table has. Of an interface or union its possible types are there; of a type its keys, where
/// they are not those of all types.
package struct CacheSchemaTable {
  private let documents: DocumentIndex
  private let cacheKeys: CacheKeys
  private let rules: CacheRules
  private let schema: Schema
  /// The composite types that something is selected on, or that a condition names.
  private var types: Set<TypeID> = []
  /// Of these their fields of objects, with what those are of.
  private var fields: [TypeID: [String: TypeID]] = [:]

  package init(
    _ documents: DocumentIndex, _ cacheKeys: CacheKeys, _ rules: CacheRules
  ) {
    self.documents = documents
    self.rules = rules
    self.cacheKeys = cacheKeys
    schema = documents.schema
    let tree = documents.tree
    for node in 0..<tree.count {
      guard let set = documents.selectionSet(node) else { continue }
      types.insert(documents.parentType(set))
      guard tree.kind(node) == .field else { continue }
      fields[documents.typeOfParent(ofField: node), default: [:]][tree.name(node)] =
        documents.parentType(set)
    }
    types.remove(0)
    for type in types where schema.types[Int(type)].isAbstract {
      types.formUnion(schema.objectTypes(of: type))
    }
  }

  package var text: String {
    let cacheAges = rules.ages
    let roots = [schema.queryType, schema.mutationType, schema.subscriptionType]
    var entries = ["1 " + roots.map { $0 == 0 ? "-" : schema.name($0) }.joined(separator: " ")]
    let names = schema.names
    if !cacheKeys.common.isEmpty || cacheAges.common != nil {
      let keys = cacheKeys.common.map(names.string).joined(separator: ",")
      entries.append("*" + (keys.isEmpty ? "" : "!" + keys) + age(cacheAges.common))
    }
    for type in types.sorted(by: { schema.name($0) < schema.name($1) }) {
      let isAbstract = schema.types[Int(type)].isAbstract
      let special = specialKeys(type)
      let fields = fields[type] ?? [:]
      // A possible type is named where its interface is.
      let limit = isAbstract ? nil : cacheAges.limit(of: type)
      let limits = isAbstract ? [:] : cacheAges.limits(ofFieldsOf: type)
      let marks = isAbstract ? [:] : marks(ofFieldsOf: type)
      if !isAbstract, special == nil, fields.isEmpty, limit == nil, limits.isEmpty, marks.isEmpty,
        isNamedElsewhere(type)
      {
        continue
      }
      var entry = schema.name(type)
      if let special { entry += "!" + special.map(names.string).joined(separator: ",") }
      if isAbstract {
        entry += "=" + schema.objectTypes(of: type).map(schema.name).sorted().joined(separator: ",")
      }
      entry += age(limit)
      for field in Set(fields.keys).union(limits.keys).union(marks.keys).sorted() {
        entry += "." + field
        if let type = fields[field] { entry += ":" + schema.name(type) }
        entry += marks[field] ?? ""
        entry += age(limits[field])
      }
      entries.append(entry)
    }
    return entries.joined(separator: ";")
  }

  /// The rules for an object type's fields that documents select, on the type or on one of its interfaces.
  private func marks(ofFieldsOf type: TypeID) -> [String: String] {
    var found: [String: String] = [:]
    for (parent, fields) in fields where schema.isSubset(type, of: parent) {
      for field in fields.keys {
        let name = schema.names.find(field)
        var mark = rules.merging.isReplaced(name, in: type) ? "!" : ""
        if let lookup = rules.lookups.lookup(of: name, in: type) { mark += "?" + text(lookup) }
        if !mark.isEmpty { found[field] = mark }
      }
    }
    return found
  }

  private func text(_ lookup: CacheLookups.Lookup) -> String {
    lookup.paths.enumerated().map { index, path in
      path.joined(separator: "/") + (index == lookup.listed ? "*" : "")
    }.joined(separator: ",")
  }

  private func age(_ seconds: Int?) -> String { seconds.map { "@\($0)" } ?? "" }

  /// A type's keys, where they are not those that all types have.
  private func specialKeys(_ type: TypeID) -> [NameID]? {
    let isSpecial = cacheKeys.fields.contains { schema.isSubset(type, of: $0.type) }
    return isSpecial ? cacheKeys.fields(of: type) : nil
  }

  private func isNamedElsewhere(_ type: TypeID) -> Bool {
    types.contains { schema.types[Int($0)].isAbstract && schema.isSubset(type, of: $0) }
  }
}
