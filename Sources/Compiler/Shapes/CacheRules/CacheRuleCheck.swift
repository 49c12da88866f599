import ApusSource
import ApusSchema
import ApusSyntax

/// The reason why a cache rule does not fit the schema. The message starts with a verb, because its subject is the rule's key or directive.
struct CacheRuleFault: Error {
  var message: String
}

/// Checks that the schema has the types, fields and arguments that a cache rule names, and that the rule has an effect on them. Each check returns
/// the rule with the names resolved.
struct CacheRuleCheck {
  let schema: Schema
  let rule: CacheRule
  /// The type or field that the rule is about.
  var subject: String { rule.subject }

  init(_ schema: Schema, _ rule: CacheRule) {
    self.schema = schema
    self.rule = rule
  }

  func keys(_ names: [String]) throws(CacheRuleFault) -> CacheRules.Row<[NameID]> {
    let type = try type(subject)
    for name in names where !schema.isCacheKey(schema.names.find(name), of: type) {
      throw CacheRuleFault(
        message:
          "names \"\(subject).\(name)\", which cannot be a key. Name a field of the type that is a scalar or an enum, not a list, and has no required argument."
      )
    }
    return CacheRules.Row(type: type, value: names.map(schema.names.find))
  }

  /// The key fields of all types that have them.
  func commonKeys(_ names: [String]) throws(CacheRuleFault) -> [NameID] {
    let types = schema.allTypes.filter { schema[$0].isComposite }
    for name in names {
      let id = schema.names.find(name)
      if types.contains(where: { schema.isCacheKey(id, of: $0) }) { continue }
      let known = Set(types.flatMap { schema.fields(of: $0) }.map { schema.names.string(schema[$0].name) })
      throw CacheRuleFault(
        message:
          "names \"\(name)\", but no type has a field of that name that can be a key.\(Suggestions.didYouMean(name, among: known.sorted()))"
      )
    }
    return names.map(schema.names.find)
  }

  func age(_ seconds: Int) throws(CacheRuleFault) -> CacheRules.Row<Int> {
    if !subject.contains(".") { return CacheRules.Row(type: try type(subject), value: seconds) }
    let field = schema[try field()]
    return CacheRules.Row(type: field.parent, field: field.name, value: seconds)
  }

  func replacement(_ keys: (TypeID) -> [NameID]) throws(CacheRuleFault) -> CacheRules.Row<Void> {
    let field = schema[try field()]
    guard let returned = field.type.named, schema[returned].isComposite else {
      throw CacheRuleFault(
        message:
          "names \"\(subject)\", which returns no objects, so its value is always replaced. Remove the rule."
      )
    }
    if !schema.objectTypes(of: returned).contains(where: { keys($0).isEmpty }) {
      throw CacheRuleFault(
        message:
          "names \"\(subject)\", whose objects have cache keys, so the reference or list is always replaced. Remove the rule."
      )
    }
    if schema.isConnection(returned) || schema.isConnection(field.parent) || schema.isEdge(field.parent) {
      throw CacheRuleFault(
        message:
          "names \"\(subject)\", part of a connection, whose pages the cache appends to one another. Remove the rule."
      )
    }
    return CacheRules.Row(type: field.parent, field: field.name, value: ())
  }

  // MARK: - Types and fields

  private func type(_ name: String) throws(CacheRuleFault) -> TypeID {
    if let type = schema.type(named: schema.names.find(name)), schema[type].isComposite { return type }
    let known = schema.allTypes.filter { schema[$0].isComposite }
    let suggestion = Suggestions.didYouMean(name, among: known.map { schema.name($0) })
    throw CacheRuleFault(
      message:
        "names \"\(name)\", but the schema has no object type, interface or union of that name.\(suggestion)")
  }

  /// The field that the rule is about. Throws if its subject is not an existing `Type.field`.
  func field() throws(CacheRuleFault) -> FieldID {
    let parts = subject.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else {
      throw CacheRuleFault(message: "names \"\(subject)\", which is not a field. Write it as \"Type.field\".")
    }
    let type = try type(parts[0])
    if let field = schema.ownField(schema.names.find(parts[1]), of: type) { return field }
    let known = schema.fields(of: type).map { schema.names.string(schema[$0].name) }
    throw CacheRuleFault(
      message:
        "names \"\(subject)\", but the schema has no such field.\(Suggestions.didYouMean(parts[1], among: known))"
    )
  }
}

extension Schema {
  /// Whether a type has a field of that name that can be part of a key: a scalar or an enum, not a list, without required arguments.
  func isCacheKey(_ name: NameID, of type: TypeID) -> Bool {
    guard let field = field(name, of: type), let returned = self[field].type.named, !self[field].type.isList
    else { return false }
    return self[returned].isLeaf && !arguments(of: field).contains { self[$0].isRequired }
  }
}
