import ApusSource
import ApusSchema
import ApusSyntax

/// The Swift names of enums and input objects.
///
/// A name is what the configuration says, else that of the schema as ``SwiftNames/type(_:)`` writes it. Names that would become one
/// stay as the schema has them; a reserved one gets a suffix.
package struct SchemaNames {
  /// By type; empty for those that have none.
  private var names: [String] = []
  /// The names that types would have by their words, for those that have another, where those are reserved and where two meet.
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
    for index in 1..<max(1, schema.typeCount) where schema.types[index].kind != .scalar {
      let raw = schema.name(TypeID(index))
      wanted[index] = options.typeNames[raw] ?? options.typeName(raw)
      if !known.insert(wanted[index]).inserted { collisions.insert(wanted[index]) }
      spellings[SwiftNames.capitalized(raw), default: 0] += 1
    }
    var scope = NameScope(taken: TakenNames(known))
    for index in 1..<max(1, schema.typeCount)
    where schema.types[index].kind == .enum || schema.types[index].kind == .inputObject {
      let raw = schema.name(TypeID(index))
      if options.typeNames[raw] != nil {
        names[index] = wanted[index]
        given.insert(TypeID(index))
        continue
      }
      var name = wanted[index]
      if collisions.contains(name) {
        name = SwiftNames.capitalized(raw)
        if spellings[name, default: 0] > 1 { name = SwiftNames.escape(raw) == raw ? raw : raw + "_" }
      }
      if name != wanted[index], SwiftNames.capitalized(raw) != wanted[index] {
        shared[TypeID(index)] = wanted[index]
      }
      if reservedNames.owner(of: name) == nil {
        names[index] = name
        continue
      }
      let suffix = NameSuffix.schemaType(isEnum: schema.types[index].kind == .enum)
      names[index] = scope.claim(name + suffix, suffix: "_")
      reserved[TypeID(index)] = name
    }
    all = Set(names.lazy.filter { !$0.isEmpty })
  }

  /// The types whose names the configuration gives.
  private var given: Set<TypeID> = []

  package subscript(_ type: TypeID) -> String { names[Int(type)] }

  /// The names of all enums and input objects, those that no document reaches as well.
  private(set) var all: Set<String> = []

  /// A warning for all types with a suffix, one for all that keep their spelling, and an error for each type to which the configuration
  /// gives the name of another one.
  ///
  /// - Parameter types: those that are declared, in the order of the schema.
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
    // A name that nobody gave is the type's own.
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
    func place(_ type: TypeID) -> SourceRange { schema.tree.nameRange(of: schema.types[Int(type)].node) }
    let others = types.dropFirst()
    let also = others.map { type in
      let name = schema.name(type)
      return name == self[type] ? " \"\(name)\"" : " \"\(name)\" is \"\(self[type])\""
    }.joined(separator: ",")
    return Diagnostic(
      .warning, .nameCollision,
      "This type becomes \"\(self[first])\" in Swift, because \(reason(name))\(others.isEmpty ? "." : "; likewise\(also).") To choose the name, set \"typeNames\": { \"\(schema.name(first))\": \"…\" } in apus.json.",
      at: [place(first)], notes: others.map { Diagnostic.Note("Another one is here.", at: place($0)) })
  }
}
