import ApusDocuments
import ApusSchema
import ApusSyntax

/// The part of the schema that a cache needs for the documents, in the format of `GraphQLCacheSchema`:
/// `1 Query - -;*!id;Node=Album,Artist;Query.album:Album`.
///
/// It has an entry for each type that documents select from, and for each possible type of such an interface or union. An object type without rules,
/// and without fields that return objects, is left out if the entry of an interface or union lists it.
package struct CacheSchemaTable {
  private let rules: CacheRules
  private let schema: Schema
  /// The composite types that documents select from or name in type conditions, with the object types of those that are interfaces or unions.
  private var types: Set<TypeID> = []
  /// For each of these types, the selected fields that return objects, and the type of those objects.
  private var fields: [TypeID: [String: TypeID]] = [:]

  package init(_ documents: DocumentIndex, _ rules: CacheRules) {
    self.rules = rules
    schema = documents.schema
    let tree = documents.tree
    for node in 0..<tree.count {
      guard let set = documents.selectionSet(node), let type = documents.parentType(set) else { continue }
      types.insert(type)
      guard tree.kind(node) == .field, let parent = documents.typeOfParent(of: node) else { continue }
      fields[parent, default: [:]][tree.name(node)] = type
    }
    for type in types where schema[type].isAbstract {
      types.formUnion(schema.objectTypes(of: type))
    }
  }

  package var text: String {
    let roots = [schema.queryType, schema.mutationType, schema.subscriptionType]
    var entries = ["1 " + roots.map { $0.map { schema.name($0) } ?? "-" }.joined(separator: " ")]
    let names = schema.names
    if !rules.commonKeys.isEmpty || rules.commonAge != nil {
      let keys = rules.commonKeys.map(names.string).joined(separator: ",")
      entries.append("*" + (keys.isEmpty ? "" : "!" + keys) + age(rules.commonAge))
    }
    for type in types.sorted(by: { schema.name($0) < schema.name($1) }) {
      let isAbstract = schema[type].isAbstract
      let special = specialKeys(type)
      let fields = fields[type] ?? [:]
      let limit = isAbstract ? nil : rules.maxAge(of: nil, in: type)
      let limits = isAbstract ? [:] : limits(ofFieldsOf: type)
      let marks = isAbstract ? [:] : marks(ofFieldsOf: type)
      // An object type without rules or fields needs no entry if the entry of an interface or union lists it.
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

  private func limits(ofFieldsOf type: TypeID) -> [String: Int] {
    var found: [String: Int] = [:]
    for field in rules.fieldsWithMaxAge(of: type) {
      found[schema.names.string(field)] = rules.maxAge(of: field, in: type)
    }
    return found
  }

  /// The marks of an object type's fields: `!` for a field whose objects are replaced, `?` with the arguments of a lookup. Only a field that returns
  /// objects and that documents select, on the type itself or on one of its interfaces, has marks.
  private func marks(ofFieldsOf type: TypeID) -> [String: String] {
    var found: [String: String] = [:]
    for (parent, fields) in fields where schema.isSubset(type, of: parent) {
      for field in fields.keys {
        let name = schema.names.find(field)
        var mark = rules.isReplaced(name, in: type) ? "!" : ""
        if let lookup = rules.lookup(of: name, in: type) { mark += "?" + text(lookup) }
        if !mark.isEmpty { found[field] = mark }
      }
    }
    return found
  }

  private func text(_ lookup: CacheRules.Lookup) -> String {
    lookup.paths.enumerated().map { index, path in
      path.joined(separator: "/") + (index == lookup.listed ? "*" : "")
    }.joined(separator: ",")
  }

  private func age(_ seconds: Int?) -> String { seconds.map { "@\($0)" } ?? "" }

  /// The key fields of a type, if a rule for it or one of its interfaces and unions sets them; nil if the common ones apply.
  private func specialKeys(_ type: TypeID) -> [NameID]? {
    let isSpecial = rules.keys.contains { schema.isSubset(type, of: $0.type) }
    return isSpecial ? rules.keys(of: type) : nil
  }

  private func isNamedElsewhere(_ type: TypeID) -> Bool {
    types.contains { schema[$0].isAbstract && schema.isSubset(type, of: $0) }
  }
}
