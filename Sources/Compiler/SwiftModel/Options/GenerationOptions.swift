import ApusShapes

/// A target's configuration of the generated Swift. Every property defaults to the value without a configuration.
@dynamicMemberLookup
package struct GenerationOptions: Sendable {
  /// The access level of all generated declarations.
  package enum AccessLevel: String, CaseIterable {
    case `internal`, package, `public`
  }

  /// The Swift type of a custom scalar.
  package struct ScalarBinding: Equatable {
    /// The Swift type, for example `Date`.
    package var type: String
    /// The codec between the JSON value and the type. Without one, the type's own `Codable` conformance is used.
    package var codec: String?
    /// Modules that declare the type or the codec: those in the configuration, and those of known types.
    package var imports: [String]
    /// Modules that may declare the codec, but not the type.
    package var codecImports: [String] = []

    /// Removes the modules from known types and codecs, so that each has a single spelling, and imports these modules instead.
    package init(type: String, codec: String? = nil, imports: [String] = []) {
      self.type = KnownSwiftType(type)?.name ?? type
      self.codec = codec.map { KnownCodec($0) != nil && $0.hasPrefix("Apus.") ? String($0.dropFirst(5)) : $0 }
      self.imports = imports
      for name in KnownSwiftType.names(in: type) {
        let module = KnownSwiftType(name)?.module ?? (name.hasPrefix("Foundation.") ? "Foundation" : nil)
        if let module, !self.imports.contains(module) { self.imports.append(module) }
      }
    }

    /// Whether the type needs no import: it is Swift's own, or arbitrary JSON.
    package var isStandardType: Bool {
      KnownSwiftType(type).map { $0.home == .swift || $0.home == .runtime } ?? false
    }

    /// Whether `FoundationEssentials` contains all types of Foundation that the type uses.
    package var isEssentialType: Bool {
      KnownSwiftType.names(in: type).allSatisfy { name in
        KnownSwiftType(name).map { $0.home != .foundation } ?? false
      }
    }
  }

  package var accessLevel = AccessLevel.internal
  /// A caseless enum that contains all generated code.
  package var namespace: String?
  /// Whether response types declare memberwise initializers, in which optional values default to nil. If nil, they do so only where Swift's own
  /// initializer is not accessible: above internal access.
  package var emitsInitializers: Bool?
  /// Whether input objects and operations can be read as well as written.
  package var hasDecodableInputs = false
  /// Whether properties of response types are `var` instead of `let`.
  package var hasMutableProperties = false
  /// Whether the properties of responses, variables and input objects get camel-case names.
  package var convertsFieldCase = false
  /// Whether the schema's descriptions become doc comments. Those in documents always do.
  package var copiesDescriptions = true
  /// The identifiers of registered operations, by the document that is sent. If nil, the document's SHA-256 is the identifier.
  package var operationIDs: [String: String]?
  /// The Swift types of scalars by GraphQL name, possibly including `ID`.
  package var scalars: [String: ScalarBinding] = [:]
  /// The Swift types of single fields, arguments and input fields, by schema coordinate: `Album.id`, `Query.album(id:)`.
  package var fields: [String: ScalarBinding] = [:]
  /// Whether every object type with an `id` gets its own identifier type.
  package var hasIdentifiers = false
  /// Words with a fixed spelling in all names.
  package var acronyms = Acronyms()
  /// Names of enums and input objects in Swift, by their names in the schema.
  package var typeNames: [String: String] = [:]
  /// Singular forms that the rules get wrong: plural to singular, in lower case.
  package var singulars: [String: String] = [:]
  /// Additional conformances, by the name of the generated Swift type or fragment; `*` applies to every response type.
  package var conformances: [String: [String]] = [:]
  /// Whether all enums and input objects of the schema are generated, instead of only those that the documents reach.
  package var emitsWholeSchema = false
  /// The modules whose public fragments, enums and input objects this module uses, each after its own dependencies.
  package var dependencyModules: [DependencyModule] = []

  /// The options that decide what is selected and which types result, but not their names.
  package var shapes = ShapeOptions()

  package init() {}

  package subscript<Value>(dynamicMember option: WritableKeyPath<ShapeOptions, Value>) -> Value {
    get { shapes[keyPath: option] }
    set { shapes[keyPath: option] = newValue }
  }

  /// The modules below, with their documents.
  var documentModules: [DocumentModule] { dependencyModules.map(\.module) }

  /// The namespaces with which ``DeclarationsBelow/globalName(_:in:)`` may begin a name.
  var namespaces: [String] {
    Set([namespace].compactMap(\.self) + dependencyModules.compactMap(\.namespace)).sorted()
  }

  /// The Swift name of a field or variable, before it is made unique.
  package func memberName(_ name: String) -> String {
    SwiftNames.member(acronyms.spell(convertsFieldCase ? Words.camelCase(name) : name))
  }

  /// The Swift name of a type for a definition or a schema's type, before it is made unique.
  package func typeName(_ name: String) -> String { acronyms.spell(SwiftNames.type(name)) }

  /// The Swift name of an object's type for a response key.
  func typeName(ofKey key: String) -> String {
    typeName(convertsFieldCase ? Words.camelCase(key) : key)
  }

  /// The name of a property for a fragment or type condition: the type's name in lowerCamelCase.
  func memberName(ofType name: String) -> String { SwiftNames.lowercasedFirst(typeName(name)) }

  /// The Swift name of the type of a list's elements, by the list's response key, before it is made unique.
  package func singularName(ofList key: String) -> String {
    Inflection(exceptions: singulars).singular(of: typeName(ofKey: key))
  }
}
