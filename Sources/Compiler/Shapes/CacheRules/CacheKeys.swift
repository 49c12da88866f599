import ApusSource
import ApusSchema
import ApusSyntax

/// The fields by which a cache recognizes objects, and that are therefore asked for wherever one is selected.
package struct CacheKeys {
  private let diagnostics: DiagnosticSink
  private let schema: Schema
  /// The fields of each type that the configuration names.
  package private(set) var fields: [(type: TypeID, names: [NameID])] = []
  /// The fields of every other type that has them.
  package private(set) var common: [NameID] = []

  package init(
    _ options: ShapeOptions, _ schema: Schema, _ diagnostics: DiagnosticSink
  ) {
    self.diagnostics = diagnostics
    self.schema = schema
    guard options.usesCache else { return }
    let configured = options.cacheKeys.isEmpty ? ["*": ["id"]] : options.cacheKeys
    // `*` is every type that has the fields.
    for (type, names) in configured.sorted(by: { $0.key < $1.key }) {
      if type == "*" {
        common = names.map(schema.names.find).filter { $0 != 0 }
      } else {
        add(names, of: type)
      }
    }
  }

  package var isEmpty: Bool { fields.isEmpty && common.isEmpty }

  /// The key fields of a composite type: its own, or those of an interface that it is of; empty when no cache would know its
  /// objects.
  package func fields(of type: TypeID) -> [NameID] {
    var found: [NameID] = []
    for entry in fields where schema.isSubset(type, of: entry.type) {
      if entry.names.isEmpty { return [] }
      for name in entry.names where !found.contains(name) && isKey(name, of: type) { found.append(name) }
    }
    if found.isEmpty, !common.isEmpty, common.allSatisfy({ isKey($0, of: type) }) { return common }
    return found
  }

  private mutating func add(_ names: [String], of typeName: String) {
    let type = schema.type(named: schema.names.find(typeName))
    guard type != 0, schema.types[Int(type)].isComposite else {
      return report(ConfiguredField.unknownType(typeName, schema), typeName)
    }
    for name in names where !isKey(schema.names.find(name), of: type) {
      return report(
        "names \"\(typeName).\(name)\", which is no scalar field that can be asked for without arguments.",
        typeName)
    }
    fields.append((type, names.map(schema.names.find)))
  }

  /// Whether a type has a leaf field of that name that needs no argument.
  private func isKey(_ name: NameID, of type: TypeID) -> Bool {
    guard name != 0 else { return false }
    let field = schema.field(name, of: type)
    guard field != 0 else { return false }
    let definition = schema.fields[Int(field)]
    let arguments = Int(definition.firstArgument)..<Int(definition.firstArgument + definition.argumentCount)
    return schema.types[Int(definition.type.named)].isLeaf
      && !arguments.contains { schema.inputValues[$0].isRequired }
  }

  private mutating func report(_ message: String, _ type: String) {
    diagnostics.append(Diagnostic(.invalidCacheKey, ofConfiguration: "cache.keys", type, message))
  }
}
