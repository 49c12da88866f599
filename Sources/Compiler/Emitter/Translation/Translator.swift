import ApusShapes
import ApusSwiftModel
import ApusSchema
import ApusSyntax

/// Generates Swift from a program. Each kind of declaration is in an extension named after it.
///
/// A type is nested in the type of its parent object. The code that reads and writes a type is in an extension below all declarations of the file.
/// There it does not distract from the types, and Swift still makes a memberwise initializer, which it would not if the type declared
/// `init(_reading:)` itself.
final class Translator {
  let program: Program
  let options: GenerationOptions
  let tree: SyntaxTree
  let schema: Schema
  /// The access modifier with a trailing space, or an empty string.
  let access: String
  /// Whether response types get a generated initializer. Swift's own is internal, and without default arguments for `let` properties.
  let emitsInitializers: Bool
  /// The names with which the output refers to types of Swift and the runtime.
  let known: KnownTypes
  /// The Swift types that the configuration gives to the scalars and fields in use.
  private let bindings: [GenerationOptions.ScalarBinding]
  private let fieldDocumentation: FieldDocumentation
  let propertyTexts: PropertyTexts
  let references: ModuleReferences
  /// The fragments, by their definitions.
  let fragments: [NodeID: Fragment]
  /// The alias of `__typename`, if the documents use `__typename` as the alias of another field; otherwise nil.
  let typenameKey: String?

  init(_ program: Program, _ options: GenerationOptions) {
    self.program = program
    self.options = options
    tree = program.tree
    schema = program.schema
    switch options.accessLevel {
    case .internal: access = ""
    case .package: access = "package "
    case .public: access = "public "
    }
    emitsInitializers = options.emitsInitializers ?? (options.accessLevel != .internal)
    known = KnownTypes(program.declaredNames)
    fieldDocumentation = FieldDocumentation(schema)
    propertyTexts = PropertyTexts(schema)
    references = ModuleReferences(program.below)
    fragments = Dictionary(program.fragments.map { ($0.node, $0) }) { first, _ in first }
    let typename = program.markers.typename
    typenameKey = typename == Keyword.typename ? nil : tree.names.string(typename)
    bindings =
      program.usedScalars.compactMap { program.swiftTypes.binding(of: $0) }
      + program.usedBindings.sorted().map { program.swiftTypes.fieldBindings.bindings[$0] }
  }

  /// A response key or name as a literal.
  func literal(_ name: String) -> String { "\"\(name)\"" }

  // MARK: - Files

  private static let header = """
    \(Emitter.firstLine)
    // swift-format-ignore-file

    """

  /// A file without declarations, with the reason as a comment.
  static func emptyFile(_ reason: String) -> String { header + "// \(reason)\n" }

  /// Returns the text of a file, with its imports.
  ///
  /// - Parameters:
  ///   - document: the name of the document's file; nil for the file of the schema's types.
  ///   - declaring: writes the declarations, which go into the namespace if there is one.
  ///   - coding: writes extensions at the top level.
  func file(
    of document: String?, _ declaring: (inout SwiftPrinter) -> Void, coding: (inout SwiftPrinter) -> Void
  ) -> String {
    var text = SwiftPrinter()
    references.begin()
    if let namespace = options.namespace { text.open("extension \(namespace)") }
    declaring(&text)
    if options.namespace != nil { text.close() }
    coding(&text)
    let body = text.text
    let origin =
      document.map { "// From " + SwiftLiteral.commentLines($0).joined(separator: " ") + "\n" } ?? ""
    return Translator.header + origin + "\n" + imports() + "\n" + body
  }

  /// The imports that the current file needs. If an import is public and no public declaration uses it, Swift warns, so each is only as visible as
  /// necessary.
  private func imports() -> String {
    var modules: Set<String> = ["Apus"]
    modules.formUnion(options.dependencyModules.filter(isNeeded).map(\.name))
    // Modules with types in signatures must be imported with the access level of these. Codecs only occur in function bodies.
    var inSignatures = modules
    var needsFoundation = false
    for binding in bindings {
      let hasCodec = binding.codec.map(references.codecs.contains) ?? false
      guard hasCodec || references.bound.contains(binding.type) else { continue }
      modules.formUnion(binding.imports + (hasCodec ? binding.codecImports : []))
      if !binding.isStandardType { inSignatures.formUnion(binding.imports) }
      if !binding.isEssentialType || foundation(binding.type).contains("Foundation.") {
        needsFoundation = needsFoundation || binding.imports.contains("Foundation")
      }
    }
    // Swift warns about an import of level `package` that no signature uses, even if a conformance does.
    if !references.signaturesUseRuntime, options.accessLevel != .public || !references.conformsToRuntime {
      inSignatures.remove("Apus")
    }
    return imports(of: modules.sorted(), inSignatures: inSignatures, needsFoundation: needsFoundation)
  }

  /// The import declarations of a file.
  ///
  /// If one file of a module imports another module with an access level below `public`, Swift rejects plain imports of that
  /// module in all other files, the user's own among them, unless the module has the upcoming feature `InternalImportsByDefault`.
  /// Without that feature, a plain import allows everything.
  ///
  /// - Parameters:
  ///   - inSignatures: the modules whose types occur in signatures with the configured access level.
  ///   - needsFoundation: whether `Foundation` is imported on Linux as well, where it brings 45 MB into a program. Otherwise
  ///     `FoundationEssentials` will do.
  func imports(of modules: [String], inSignatures: Set<String>, needsFoundation: Bool = false) -> String {
    func line(_ name: String, _ access: String, _ indentation: String) -> String {
      if name == "Foundation", !needsFoundation {
        return "\(indentation)#if os(Linux)\n" + line("FoundationEssentials", access, indentation + "  ")
          + "\(indentation)#else\n\(indentation)  \(access)import Foundation\n\(indentation)#endif\n"
      }
      return "\(indentation)\(access)import \(name)\n"
    }
    func lines(_ names: [String], _ access: String, _ indentation: String = "") -> String {
      names.map { line($0, access, indentation) }.joined()
    }
    let exposed = modules.filter(inSignatures.contains)
    switch options.accessLevel {
    case .package where !exposed.isEmpty:
      let hidden = modules.filter { !inSignatures.contains($0) }
      return lines(hidden, "") + (hidden.isEmpty ? "" : "\n")
        + "#if hasFeature(InternalImportsByDefault)\n" + lines(exposed, "package ", "  ")
        + "#else\n" + lines(exposed, "", "  ") + "#endif\n"
    case .public:
      return modules.map { lines([$0], inSignatures.contains($0) ? "public " : "") }.joined()
    default: return lines(modules, "")
    }
  }

  /// Whether the current file must import a module below. An unused import does no harm if it is internal, but a public one or one of level `package`
  /// causes a warning.
  private func isNeeded(_ module: DependencyModule) -> Bool {
    if options.accessLevel == .internal { return true }
    if let namespace = module.namespace, namespace == options.namespace { return true }
    return references.modules.contains(module.name)
  }

  /// The file of the schema's types, with the namespace unless a module below declares it, and the table for the cache; nil if there is nothing to
  /// declare.
  func schemaFile() -> String? {
    func isDeclaredHere(_ type: TypeID) -> Bool { !program.below.declares(type) }
    let enums = program.enums.filter { isDeclaredHere($0.type) }
    let inputObjects = program.inputObjects.filter { isDeclaredHere($0.type) }
    let identifiers = program.identifiers.filter { isDeclaredHere($0.type) }
    var rest = ""
    let isDeclaredBelow = options.dependencyModules.contains { $0.namespace == options.namespace }
    if let namespace = options.namespace, !isDeclaredBelow {
      rest +=
        "\n/// The namespace of the types that are generated from the target's GraphQL documents.\n"
        + "\(access)enum \(namespace) {}\n"
    }
    rest += cacheSchema(isNested: options.namespace != nil && !isDeclaredBelow)
    var result: String
    if enums.isEmpty, inputObjects.isEmpty, identifiers.isEmpty {
      if rest.isEmpty { return nil }
      result = Emitter.emptySchema
      if program.cacheSchema != nil {
        result += "\n" + imports(of: ["Apus"], inSignatures: ["Apus"])
      }
    } else {
      result = file(of: nil) { text in
        for type in enums {
          text.separate()
          declare(type, in: &text)
        }
        for type in inputObjects {
          text.separate()
          declare(type, in: &text)
        }
        for identifier in identifiers {
          text.separate()
          declare(identifier: identifier.swiftName, of: identifier.type, in: &text)
        }
      } coding: { text in
        // The cache schema, which is added below, refers to the runtime in its signature.
        if program.cacheSchema != nil { references.noteSignatureWithRuntime() }
        for type in inputObjects { code(type, in: &text) }
        codeNullables(enums, inputObjects, in: &text)
        codeConversions(of: program.identifiers, in: &text)
      }
    }
    return result + rest
  }

  // MARK: - Documentation

  /// The doc comment of a schema definition: its description, unless descriptions are turned off, and its deprecation.
  func schemaDocumentation(of node: NodeID) -> Documentation {
    var result = Documentation()
    if options.copiesDescriptions, let description = schema.tree.description(node) {
      result.lines = SwiftLiteral.commentLines(description)
    }
    result.deprecation = schema.tree.deprecationReason(of: node)
    return result
  }

  /// The doc comment of a field: its description and deprecation in the schema.
  func documentation(of field: FieldID) -> Documentation {
    if field == schema.typenameField { return Documentation() }
    if let known = fieldDocumentation[field] { return known }
    let made = schemaDocumentation(of: schema[field].node)
    fieldDocumentation[field] = made
    return made
  }

  /// The doc comment of a property. If a fragment's protocol requires the property, only the protocol has the description, and editors show
  /// it for the property too.
  func documentation(of property: Property, _ conformances: [Conformance]) -> Documentation {
    var result = documentation(of: property.field.definition)
    for index in conformances.indices where conformances[index].fragment.requires(property.field.key) {
      result.lines = []
    }
    return result
  }

  func isDeprecated(_ property: Property) -> Bool { schema[property.field.definition].isDeprecated }
}

/// Caches the doc comments of fields: most fields are selected several times.
final class FieldDocumentation {
  private var known: [Documentation?]

  init(_ schema: Schema) { known = Array(repeating: nil, count: schema.fieldCount) }

  subscript(_ field: FieldID) -> Documentation? {
    get { known[field.index] }
    set { known[field.index] = newValue }
  }
}
