import ApusSource
import ApusSchema
import ApusSyntax

/// Fields whose arguments are the keys of their objects: what the configuration says of them.
///
/// A cache finds the object of such a field by its key, where no response had the field with these arguments.
struct CacheLookups {
  /// Arguments, in the order of the key fields.
  struct Lookup: Equatable {
    /// Each the name of an argument, or the names on the way to a member of one that is an input object.
    var paths: [[String]]
    /// Which of them is a list, with an element for each object; nil where the field has one object.
    var listed: Int?
  }

  private let diagnostics: DiagnosticSink
  private let schema: Schema
  private let cacheKeys: CacheKeys
  private var fields: [(type: TypeID, name: NameID, lookup: Lookup)] = []

  init(
    _ options: ShapeOptions, _ schema: Schema, _ cacheKeys: CacheKeys, _ diagnostics: DiagnosticSink
  ) {
    self.diagnostics = diagnostics
    self.schema = schema
    self.cacheKeys = cacheKeys
    for (coordinate, arguments) in options.cacheLookups.sorted(by: { $0.key < $1.key }) {
      add(coordinate, arguments)
    }
  }

  /// The lookup of an object type's field: its own, or that of an interface that the type is of.
  func lookup(of field: NameID, in type: TypeID) -> Lookup? {
    let named = fields.filter { $0.name == field }
    return (named.first { $0.type == type } ?? named.first { schema.isSubset(type, of: $0.type) })?.lookup
  }

  // MARK: - Checking

  private mutating func add(_ coordinate: String, _ arguments: [String]) {
    let place = ConfiguredField(coordinate, schema)
    guard let field = place.field else { return report(place.fault, coordinate) }
    let definition = schema.fields[Int(field)]
    if place.type == schema.mutationType || place.type == schema.subscriptionType {
      return report("names \"\(coordinate)\", which is not read from a cache: only queries are.", coordinate)
    }
    guard schema.types[Int(definition.type.named)].isComposite, definition.type.listDepth < 2 else {
      return report("names \"\(coordinate)\", which is neither an object nor a list of objects.", coordinate)
    }
    guard let keys = keys(of: definition.type.named, coordinate) else { return }
    if let other = keys.first(where: { $0.fields.count != arguments.count }) {
      let names = other.fields.map { "\"\(schema.names.string($0))\"" }
      return report(
        "needs an argument of \"\(coordinate)\" for each key field of \"\(schema.name(other.type))\", in this order: "
          + "\(Suggestions.join(names, "and")).", coordinate)
    }
    var lookup = Lookup(paths: [])
    for (index, argument) in arguments.enumerated() {
      let path = argument.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard let type = self.type(ofArgument: path, field, coordinate) else { return }
      for entry in keys where !isKey(type.named, entry.fields[index], of: entry.type) {
        let key = schema.names.string(entry.fields[index])
        return report(
          "gives \"\(argument)\" of \"\(coordinate)\", a \"\(schema.name(type.named))\", for the key "
            + "\"\(schema.name(entry.type)).\(key)\". One cannot be the other.", coordinate)
      }
      if type.isList {
        guard definition.type.isList, type.listDepth == 1, lookup.listed == nil else {
          return report(
            "gives the list \"\(argument)\" of \"\(coordinate)\" for one key. A field that is a list has one argument that is a list, "
              + "and other fields have none.", coordinate)
        }
        lookup.listed = index
      }
      lookup.paths.append(path)
    }
    if definition.type.isList, lookup.listed == nil {
      return report(
        "names \"\(coordinate)\", which is a list: one of the arguments has to be a list of keys.", coordinate
      )
    }
    fields.append((place.type, definition.name, lookup))
  }

  /// The key fields of the types that objects may have. Those without a key are never found.
  private mutating func keys(of type: TypeID, _ coordinate: String) -> [(type: TypeID, fields: [NameID])]? {
    let keys = schema.objectTypes(of: type).map { (type: $0, fields: cacheKeys.fields(of: $0)) }.filter {
      !$0.fields.isEmpty
    }
    if keys.isEmpty {
      report(
        "names \"\(coordinate)\", but \"\(schema.name(type))\" has no cache key. Name its key fields in \"cache.keys\".",
        coordinate)
      return nil
    }
    return keys
  }

  /// The type of an argument, or of a member of one.
  private mutating func type(
    ofArgument path: [String], _ field: FieldID, _ coordinate: String
  ) -> TypeReference? {
    let definition = schema.fields[Int(field)]
    let first = Int(definition.firstArgument)
    var known = (first..<first + Int(definition.argumentCount)).map { schema.inputValues[$0] }
    var found: TypeReference?
    for (index, name) in path.enumerated() {
      let id = schema.names.find(name)
      guard id != 0, let value = known.first(where: { $0.name == id }) else {
        let suggestion = Suggestions.didYouMean(name, among: known.map { schema.names.string($0.name) })
        report(
          "gives \"\(path.joined(separator: "."))\" for a key, which is no argument of \"\(coordinate)\".\(suggestion)",
          coordinate)
        return nil
      }
      found = value.type
      let type = schema.types[Int(value.type.named)]
      if index + 1 < path.count {
        guard type.kind == .inputObject, !value.type.isList else {
          report(
            "gives \"\(path.joined(separator: "."))\" for a key, but \"\(name)\" is no input object.",
            coordinate)
          return nil
        }
        let member = Int(type.firstMember)
        known = (member..<member + Int(type.memberCount)).map { schema.inputValues[$0] }
      }
    }
    return found
  }

  /// Whether values of a type may be those of a key field. A string and an integer of the same digits are one key, and a scalar that
  /// nobody knows may be a string.
  private func isKey(_ argument: TypeID, _ field: NameID, of type: TypeID) -> Bool {
    let key = schema.fields[Int(schema.field(field, of: type))].type.named
    if argument == key { return true }
    let (one, other) = (schema.types[Int(argument)], schema.types[Int(key)])
    guard one.kind == .scalar, other.kind == .scalar else { return false }
    let others: Set = ["Boolean", "Float"]
    return !others.contains(schema.name(argument)) && !others.contains(schema.name(key))
  }

  private mutating func report(_ message: String, _ coordinate: String) {
    diagnostics.append(Diagnostic(.invalidCacheLookup, ofConfiguration: "cache.lookups", coordinate, message))
  }
}
