import ApusShapes

/// A target's configuration of the generated Swift. The default of each property applies if `apus.json` lacks the key.
@dynamicMemberLookup
package struct GenerationOptions: Sendable {
  /// The access level of all generated declarations.
  package enum AccessLevel: String, CaseIterable {
    case `internal`, package, `public`
  }

  /// A binding: the Swift type that `apus.json` gives to a scalar, or to a single field, argument or input field.
  package struct ScalarBinding: Equatable {
    /// The Swift type, for example `Date`.
    package var type: String
    /// The type that converts between the JSON value and the Swift type, for example `GraphQLDateTimeCodec`. If nil, the Swift type's `Codable`
    /// conformance does.
    package var codec: String?
    /// The modules to import for the type and the codec: those in the configuration, and those of known types.
    package var imports: [String]
    /// The modules to import only where the codec is used, because they may declare it: the module below from which the binding is inherited.
    package var codecImports: [String] = []

    /// Creates a binding. Known types and codecs are spelled without their modules, which are imported instead: `Foundation.Date` becomes `Date` with
    /// an import of `Foundation`.
    package init(type: String, codec: String? = nil, imports: [String] = []) {
      self.type = KnownSwiftType(type)?.name ?? type
      self.codec = codec.map { KnownCodec($0) != nil && $0.hasPrefix("Apus.") ? String($0.dropFirst(5)) : $0 }
      self.imports = imports
      for name in KnownSwiftType.names(in: type) {
        let module = KnownSwiftType(name)?.module ?? (name.hasPrefix("Foundation.") ? "Foundation" : nil)
        if let module, !self.imports.contains(module) { self.imports.append(module) }
      }
    }

    /// Whether the type is a known type that needs no import: one of the standard library, or `GraphQLValue`.
    package var isStandardType: Bool {
      KnownSwiftType(type).map { $0.home == .swift || $0.home == .runtime } ?? false
    }

    /// Whether the type consists of known types only, and none of them requires all of Foundation instead of `FoundationEssentials`.
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
  /// Whether input objects and operations conform to `GraphQLObject`, so that they can be decoded, too, and not only written.
  package var hasDecodableInputs = false
  /// Whether properties of response types are `var` instead of `let`.
  package var hasMutableProperties = false
  /// Whether the properties of responses, variables and input objects get camel-case names.
  package var convertsFieldCase = false
  /// Whether the schema's descriptions become doc comments. Those in documents always do.
  package var copiesDescriptions = true
  /// The identifiers of registered operations, by the document that is sent. Operations that are missing here are identified by their documents'
  /// SHA-256.
  package var operationIDs: [String: String]?
  /// The Swift types of scalars by their GraphQL names. `ID` may be among them.
  package var scalars: [String: ScalarBinding] = [:]
  /// The Swift types of single fields, arguments and input fields, by schema coordinate: `Album.id`, `Query.album(id:)`.
  package var fields: [String: ScalarBinding] = [:]
  /// Whether every object type and interface with a field `id: ID` gets a distinct Swift type for it, such as `AlbumID`.
  package var hasIdentifiers = false
  /// Words with a fixed spelling in all names, such as `URL`.
  package var acronyms = Acronyms()
  /// Names of enums and input objects in Swift, by their names in the schema.
  package var typeNames: [String: String] = [:]
  /// Singular forms for words that ``Inflection`` gets wrong: plural to singular, in lower case.
  package var singulars: [String: String] = [:]
  /// Additional protocols, by the path of the response type, such as `AlbumQuery.Data.Album` or `AlbumCardData`. `*` applies to every response type,
  /// but a ``KnownProtocol`` only to those that meet its requirement.
  package var conformances: [String: [String]] = [:]
  /// Whether all enums and input objects of the schema are generated, instead of only those that the documents reach.
  package var emitsWholeSchema = false
  /// The modules whose public fragments, enums and input objects this module uses, each after its own dependencies.
  package var dependencyModules: [DependencyModule] = []

  /// The options that decide what is selected and which types result, but not their names. They can be accessed as properties of this value, too:
  /// `options.usesCache`.
  package var shapes = ShapeOptions()

  package init() {}

  package subscript<Value>(dynamicMember option: WritableKeyPath<ShapeOptions, Value>) -> Value {
    get { shapes[keyPath: option] }
    set { shapes[keyPath: option] = newValue }
  }

  /// The modules below, with their documents.
  var documentModules: [DocumentModule] { dependencyModules.map(\.module) }

  /// The namespaces of this module and of the modules below.
  package var namespaces: [String] {
    Set([namespace].compactMap(\.self) + dependencyModules.compactMap(\.namespace)).sorted()
  }

  /// The Swift name of a field's or variable's property, before it is made unique.
  package func memberName(_ name: String) -> String {
    SwiftNames.member(acronyms.spell(convertsFieldCase ? Words.camelCase(name) : name))
  }

  /// The Swift name for an operation, a fragment or a type of the schema, before it gets a suffix and is made unique.
  package func typeName(_ name: String) -> String { acronyms.spell(SwiftNames.type(name)) }

  /// The Swift name of the type for the objects of a field, by its response key: `mainArtist` gives `MainArtist`.
  func typeName(ofKey key: String) -> String {
    typeName(convertsFieldCase ? Words.camelCase(key) : key)
  }

  /// The name of a property for a fragment or type condition: `AlbumCard` gives `albumCard`.
  func memberName(ofType name: String) -> String { SwiftNames.lowercasedFirst(typeName(name)) }

  /// The Swift name of the type for the elements of a list field, by its response key: `albums` gives `Album`. It is not unique yet.
  package func singularName(ofList key: String) -> String { singular(of: typeName(ofKey: key)) }

  /// The name of the type for a list's elements, given its plural: `Albums` gives `Album`.
  func singular(of type: String) -> String { Inflection(exceptions: singulars).singular(of: type) }
}
