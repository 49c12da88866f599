import ApusSchema
import ApusShapes

/// The Swift names of enums and input objects in each module, by the module's number. The compiled module is the last.
struct ModuleSchemaNames {
  private(set) var all: [SchemaNames] = []
  /// For each module, whether its names equal those of the module before it.
  private(set) var isShared: [Bool] = []

  init(_ schema: Schema, _ options: GenerationOptions) {
    var last: GenerationOptions?
    for options in options.dependencyModules.map(\.options) + [options] {
      if let last, let names = all.last, last.namesTypes(like: options) {
        all.append(names)
        isShared.append(true)
      } else {
        all.append(SchemaNames(schema, options))
        isShared.append(false)
      }
      last = options
    }
  }

  /// The names of all enums and input objects, by module; "" is the compiled module.
  func byModule(_ modules: DocumentModules) -> [String: Set<String>] {
    var result: [String: Set<String>] = [:]
    for (number, names) in all.enumerated() { result[modules.name(of: number) ?? ""] = names.all }
    return result
  }

  /// The names in the compiled module.
  var own: SchemaNames { all[all.count - 1] }
}

extension GenerationOptions {
  /// Whether other options give all enums, input objects and identifiers the same names.
  func namesTypes(like other: GenerationOptions) -> Bool {
    acronyms == other.acronyms && typeNames == other.typeNames && scalars == other.scalars
      && bindsFields(like: other)
  }

  /// Whether other options give all fields, arguments and input fields the same Swift types.
  func bindsFields(like other: GenerationOptions) -> Bool {
    fields == other.fields && hasIdentifiers == other.hasIdentifiers
  }
}
