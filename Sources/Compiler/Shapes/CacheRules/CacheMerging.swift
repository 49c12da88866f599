import ApusSource
import ApusSchema
import ApusSyntax

/// Fields whose objects a cache replaces instead of merging them with those that it has: what the configuration says of them.
package struct CacheMerging {
  private let diagnostics: DiagnosticSink
  private let schema: Schema
  private let cacheKeys: CacheKeys
  private var fields: [(type: TypeID, name: NameID)] = []

  init(
    _ options: ShapeOptions, _ schema: Schema, _ cacheKeys: CacheKeys, _ diagnostics: DiagnosticSink
  ) {
    self.diagnostics = diagnostics
    self.schema = schema
    self.cacheKeys = cacheKeys
    for coordinate in options.cacheReplacements.sorted() { add(coordinate) }
  }

  /// Whether the configuration says it of an object type's field, or of an interface's that the type is of.
  func isReplaced(_ field: NameID, in type: TypeID) -> Bool {
    fields.contains { $0.name == field && schema.isSubset(type, of: $0.type) }
  }

  private mutating func add(_ coordinate: String) {
    let place = ConfiguredField(coordinate, schema)
    guard let field = place.field else { return report(place.fault, coordinate) }
    let definition = schema.fields[Int(field)]
    guard schema.types[Int(definition.type.named)].isComposite else {
      return report(
        "names \"\(coordinate)\", which has no objects: a new value replaces the old one anyway.", coordinate)
    }
    let types = schema.objectTypes(of: definition.type.named)
    if !types.contains(where: { cacheKeys.fields(of: $0).isEmpty }) {
      return report(
        "names \"\(coordinate)\", whose objects have keys: a new object or list replaces the old one anyway.",
        coordinate)
    }
    let isEdge = ["node", "cursor"].allSatisfy { has($0, place.type) }
    if isConnection(definition.type.named) || isConnection(place.type) || isEdge {
      return report(
        "names \"\(coordinate)\", which is a part of a list with pages: the cache puts them together.",
        coordinate)
    }
    fields.append((place.type, definition.name))
  }

  private func isConnection(_ type: TypeID) -> Bool {
    has("pageInfo", type) && (has("edges", type) || has("nodes", type))
  }

  private func has(_ name: String, _ type: TypeID) -> Bool {
    let id = schema.names.find(name)
    return id != 0 && schema.field(id, of: type) != 0
  }

  private mutating func report(_ message: String, _ coordinate: String) {
    diagnostics.append(Diagnostic(.invalidCacheMerge, ofConfiguration: "cache.merge", coordinate, message))
  }
}
