import ApusSource
import ApusSchema
import ApusSyntax

/// The Swift names of enums and input objects.
///
/// A name comes from `typeNames` in `apus.json`, or else from the schema, in the spelling of ``GenerationOptions/typeName(_:)``. Types that would get
/// the same name keep the schema's spelling, if possible with a capital first letter. A reserved name gets a suffix.
package struct SchemaNames {
  /// The names by the number of the type; empty for types that are neither enums nor input objects.
  private var names: [String] = []
  /// The default names that types did not get: because they are reserved, or because another type has the same default name.
  private var reserved: [TypeID: String] = [:]
  private var shared: [TypeID: String] = [:]
  private let reservedNames: ReservedNames

  init(_ schema: Schema, _ options: GenerationOptions) {
    reservedNames = ReservedNames(options)
    names = Array(repeating: "", count: schema.typeCount)
    var known: Set<String> = []
    var collisions: Set<String> = []
    var spellings: [String: Int] = [:]
    var wanted = names
    for type in schema.allTypes where schema[type].kind != .scalar {
      let raw = schema.name(type)
      let name = options.typeNames[raw] ?? options.typeName(raw)
      wanted[type.index] = name
      if !known.insert(name).inserted { collisions.insert(name) }
      spellings[SwiftNames.capitalized(raw), default: 0] += 1
    }
    var scope = NameScope(taken: TakenNames(known))
    for type in schema.allTypes where schema[type].kind == .enum || schema[type].kind == .inputObject {
      let index = type.index
      let raw = schema.name(type)
      if options.typeNames[raw] != nil {
        names[index] = wanted[index]
        given.insert(type)
        continue
      }
      var name = wanted[index]
      if collisions.contains(name) {
        name = SwiftNames.capitalized(raw)
        if spellings[name, default: 0] > 1 { name = SwiftNames.escape(raw) == raw ? raw : raw + "_" }
      }
      if name != wanted[index] { shared[type] = wanted[index] }
      if reservedNames.owner(of: name) == nil {
        names[index] = name
        continue
      }
      let suffix = NameSuffix.schemaType(isEnum: schema[type].kind == .enum)
      names[index] = scope.claim(name + suffix, suffix: "_")
      reserved[type] = name
    }
    all = Set(names.lazy.filter { !$0.isEmpty })
  }

  /// The types whose names are in `typeNames`.
  private var given: Set<TypeID> = []

  package subscript(_ type: TypeID) -> String { names[type.index] }

  /// The names of all enums and input objects, including those that no document reaches.
  private(set) var all: Set<String> = []

  /// The diagnostics about names: a single warning for all types with a suffix, another for all types that keep the schema's spelling, and an error
  /// for each name in `typeNames` that another type has.
  ///
  /// - Parameter types: the types that the module declares, in the schema's order.
  func diagnostics(for types: [TypeID], _ schema: Schema) -> [Diagnostic] {
    [
      diagnostic(for: types, reserved, schema) {
        "\"\($0)\" is \(reservedNames.owner(of: $0) ?? "reserved")"
      },
      diagnostic(for: types, shared, schema) { "another type in the schema becomes \"\($0)\"" },
    ].compactMap(\.self) + errors(for: types, schema)
  }

  private func errors(for types: [TypeID], _ schema: Schema) -> [Diagnostic] {
    var owners: [String: TypeID] = [:]
    // A type with its default name owns it. The error is for the type with the same name in `typeNames`.
    for type in types where !given.contains(type) { owners[self[type]] = type }
    return types.filter(given.contains).compactMap { type in
      guard let owner = owners.updateValue(type, forKey: self[type]) else { return nil }
      let name = schema.name(type)
      var diagnostic = Diagnostic(
        .error, .nameCollision,
        "\"typeNames\" gives \"\(name)\" the name \"\(self[type])\", which \"\(schema.name(owner))\" has in Swift, too. Choose another name for one of them."
      )
      diagnostic.configurationKey = "typeNames.\(name)"
      return diagnostic
    }
  }

  private func diagnostic(
    for types: [TypeID], _ wanted: [TypeID: String], _ schema: Schema, because reason: (String) -> String
  ) -> Diagnostic? {
    let types = types.filter { wanted[$0] != nil }
    guard let first = types.first, let name = wanted[first] else { return nil }
    func place(_ type: TypeID) -> SourceRange { schema.tree.nameRange(of: schema[type].node) }
    let others = types.dropFirst()
    let also = others.map { type in
      let name = schema.name(type)
      return " \"\(name)\" \(name == self[type] ? "stays" : "becomes") \"\(self[type])\""
    }.joined(separator: ",")
    return Diagnostic(
      .warning, .nameCollision,
      "This type becomes \"\(self[first])\" in Swift, because \(reason(name))\(others.isEmpty ? "." : "; likewise\(also).") To choose the name, set \"typeNames\": { \"\(schema.name(first))\": \"…\" } in apus.json.",
      at: [place(first)], notes: others.map { Diagnostic.Note("Another one is here.", at: place($0)) })
  }
}
