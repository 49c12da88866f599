import ApusSource
import ApusSchema
import ApusSyntax

/// How old a cache may let things become: what the configuration says of types and fields.
struct CacheAges {
  private let diagnostics: DiagnosticSink
  /// The limit of everything else.
  let common: Int?
  private let schema: Schema
  private var types: [(type: TypeID, seconds: Int)] = []
  private var fields: [(type: TypeID, name: NameID, seconds: Int)] = []

  init(
    _ options: ShapeOptions, _ schema: Schema, _ diagnostics: DiagnosticSink
  ) {
    self.diagnostics = diagnostics
    self.schema = schema
    common = options.cacheMaxAges["*"]
    for (name, seconds) in options.cacheMaxAges.sorted(by: { $0.key < $1.key }) where name != "*" {
      add(name, seconds)
    }
  }

  private mutating func add(_ name: String, _ seconds: Int) {
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    let type = schema.type(named: schema.names.find(parts[0]))
    guard type != 0, schema.types[Int(type)].isComposite else {
      return report(ConfiguredField.unknownType(parts[0], schema), name)
    }
    guard parts.count == 2 else {
      types.append((type, seconds))
      return
    }
    let field = schema.names.find(parts[1])
    guard field != 0, schema.field(field, of: type) != 0 else {
      return report("names \"\(name)\", which is no field of the schema.", name)
    }
    fields.append((type, field, seconds))
  }

  private mutating func report(_ message: String, _ name: String) {
    diagnostics.append(Diagnostic(.invalidCacheAge, ofConfiguration: "cache.maxAge", name, message))
  }

  /// The limit of an object type's fields: its own, or the lowest of interfaces and unions that it is of.
  func limit(of type: TypeID) -> Int? {
    types.first { $0.type == type }?.seconds
      ?? types.filter { schema.isSubset(type, of: $0.type) }.map(\.seconds).min()
  }

  /// The limits of single fields of an object type.
  func limits(ofFieldsOf type: TypeID) -> [String: Int] {
    var found: [String: Int] = [:]
    let own = fields.filter { $0.type == type }
    let inherited = fields.filter { $0.type != type && schema.isSubset(type, of: $0.type) }
    for field in inherited + own {
      let name = schema.names.string(field.name)
      found[name] = field.type == type ? field.seconds : min(field.seconds, found[name] ?? Int.max)
    }
    return found
  }
}
