import ApusSource
import ApusSchema
import ApusSyntax

extension CacheRuleCheck {
  /// Checks a ``CacheRule/Value/lookup(_:)`` rule: the field must have an argument of a suitable type for each key field of its objects.
  ///
  /// - Parameter arguments: names, or `name.member` for members of input objects.
  func lookup(
    _ arguments: [String], _ keys: (TypeID) -> [NameID]
  ) throws(CacheRuleFault) -> CacheRules.Row<CacheRules.Lookup> {
    let id = try field()
    let field = schema[id]
    if field.parent == schema.mutationType || field.parent == schema.subscriptionType {
      throw CacheRuleFault(
        message:
          "names \"\(subject)\", a root field of a mutation or subscription. Only fields of queries are looked up in the cache. Remove the rule."
      )
    }
    guard let returned = field.type.named, schema[returned].isComposite, field.type.listDepth < 2 else {
      throw CacheRuleFault(
        message:
          "names \"\(subject)\", which returns neither an object nor a list of objects. Remove the rule.")
    }
    // Objects without a key cannot be looked up, so their types do not restrict the arguments.
    let types = schema.objectTypes(of: returned).map { (type: $0, keys: keys($0)) }
      .filter { !$0.keys.isEmpty }
    if types.isEmpty {
      throw CacheRuleFault(
        message:
          "names \"\(subject)\", but \"\(schema.name(returned))\" has no cache key. Name its key fields in "
          + "\(rule.placeOfKeys).")
    }
    if let other = types.first(where: { $0.keys.count != arguments.count }) {
      let names = other.keys.map { "\"\(schema.names.string($0))\"" }
      throw CacheRuleFault(
        message:
          "must list an argument of \"\(subject)\" for each key field of \"\(schema.name(other.type))\", in this order: "
          + "\(Suggestions.join(names, "and")).")
    }
    var lookup = CacheRules.Lookup()
    for (index, argument) in arguments.enumerated() {
      let path = argument.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      let type = try type(ofArgument: path, of: id)
      for entry in types where !isKey(type.named, entry.keys[index], of: entry.type) {
        throw CacheRuleFault(
          message:
            "uses the argument \"\(argument)\" of \"\(subject)\", a \"\(schema.name(type.named))\", for the key \"\(schema.name(entry.type)).\(schema.names.string(entry.keys[index]))\", which has another type. Name an argument of the key's type."
        )
      }
      if type.isList {
        guard field.type.isList, type.listDepth == 1, lookup.listed == nil else {
          throw CacheRuleFault(
            message:
              "uses the list \"\(argument)\" of \"\(subject)\" for a single key. Name an argument that is not a list; only a field that returns a list takes one list of keys."
          )
        }
        lookup.listed = index
      }
      lookup.paths.append(path)
    }
    if field.type.isList, lookup.listed == nil {
      throw CacheRuleFault(
        message:
          "names \"\(subject)\", which returns a list, but none of the arguments is a list. Name the argument that lists the keys."
      )
    }
    return CacheRules.Row(type: field.parent, field: field.name, value: lookup)
  }

  /// The type of an argument, or of a member of an input object in it.
  private func type(
    ofArgument path: [String], of field: FieldID
  ) throws(CacheRuleFault) -> TypeReference {
    let argument = path.joined(separator: ".")
    var known = schema.arguments(of: field).map { schema[$0] }
    var found = TypeReference(nil)
    for (index, name) in path.enumerated() {
      guard let value = known.first(where: { schema.names.string($0.name) == name }) else {
        let suggestion = Suggestions.didYouMean(name, among: known.map { schema.names.string($0.name) })
        throw CacheRuleFault(
          message: "names \"\(argument)\", but \"\(subject)\" has no such argument.\(suggestion)")
      }
      found = value.type
      if index + 1 == path.count { break }
      guard let type = found.named, schema[type].kind == .inputObject, !found.isList else {
        throw CacheRuleFault(
          message: "names \"\(argument)\", but \"\(name)\" is not an input object. Name the argument alone.")
      }
      known = schema.inputFields(of: type).map { schema[$0] }
    }
    return found
  }

  /// Whether an argument's value can equal a key field's: their types are equal, or both are scalars other than `Boolean` and `Float`. The cache does
  /// not distinguish strings from integers in keys, and a custom scalar may be either.
  private func isKey(_ argument: TypeID?, _ field: NameID, of type: TypeID) -> Bool {
    let key = schema[schema.field(field, of: type)]?.type.named
    if argument == key { return true }
    guard schema[argument]?.kind == .scalar, schema[key]?.kind == .scalar else { return false }
    let others: Set = ["Boolean", "Float"]
    return !others.contains(schema.name(argument)) && !others.contains(schema.name(key))
  }
}
