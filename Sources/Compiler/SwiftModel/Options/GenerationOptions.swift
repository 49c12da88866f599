import ApusShapes

/// A target's configuration of the generated Swift. Every property defaults to the value without a configuration.
@dynamicMemberLookup
package struct GenerationOptions: Sendable {
  /// The access level of everything emitted.
  package enum AccessLevel: String, CaseIterable {
    case `internal`, package, `public`
  }

  /// The Swift type of a custom scalar.
  package struct ScalarBinding: Equatable {
    /// The Swift type, for example `Date`.
    package var type: String
    /// The codec between the wire form and the type; without one the type's own `Codable` form is used.
    package var codec: String?
    /// Modules that the type or the codec live in: those that were given, and those of types that are known.
    package var imports: [String]
    /// Modules that the codec alone may live in.
    package var codecImports: [String] = []

    /// Known types and codecs lose their module, so that each has one spelling, and their modules are imported.
    package init(type: String, codec: String? = nil, imports: [String] = []) {
      self.type = KnownSwiftType(type)?.name ?? type
      self.codec = codec.map { KnownCodec($0) != nil && $0.hasPrefix("Apus.") ? String($0.dropFirst(5)) : $0 }
      self.imports = imports
      for name in KnownSwiftType.names(in: type) {
        let module = KnownSwiftType(name)?.module ?? (name.hasPrefix("Foundation.") ? "Foundation" : nil)
        if let module, !self.imports.contains(module) { self.imports.append(module) }
      }
    }

    /// Whether no import brings the type: it is Swift's own, or any JSON.
    package var isStandardType: Bool {
      KnownSwiftType(type).map { $0.home == .swift || $0.home == .runtime } ?? false
    }

    /// Whether `FoundationEssentials` has the types of Foundation in it.
    package var isEssentialType: Bool {
      KnownSwiftType.names(in: type).allSatisfy { name in
        KnownSwiftType(name).map { $0.home != .foundation } ?? false
      }
    }
  }

  package var accessLevel = AccessLevel.internal
  /// A caseless enum that everything is nested in.
  package var namespace: String?
  /// Whether response types declare memberwise initializers, in which optional values default to nil; nil for
  /// only where Swift's own memberwise initializer does not reach: above internal access.
  package var emitsInitializers: Bool?
  /// Whether input objects and operations can be read as well as written.
  package var hasDecodableInputs = false
  /// `var` for `let` properties of response types.
  package var hasMutableProperties = false
  /// Snake case and the like become camel case in the names of properties: of responses, variables and input objects.
  package var convertsFieldCase = false
  /// Whether the schema's descriptions become doc comments; those of the documents always do.
  package var copiesDescriptions = true
  /// Identifiers of registered operations by the text that is sent; nil where the text's SHA-256 is the identifier.
  package var operationIDs: [String: String]?
  /// Scalars by GraphQL name; `ID` may be among them.
  package var scalars: [String: ScalarBinding] = [:]
  /// Scalars of single fields, arguments and input fields, by schema coordinate: `Album.id`, `Query.album(id:)`.
  package var fields: [String: ScalarBinding] = [:]
  /// Whether every object type with an `id` gets its own identifier type.
  package var hasIdentifiers = false
  /// Words that are spelled one way in all names.
  package var acronyms = Acronyms()
  /// Names of enums and input objects in Swift, by their names in the schema.
  package var typeNames: [String: String] = [:]
  /// Singular forms that the rules get wrong: plural to singular, in lower case.
  package var singulars: [String: String] = [:]
  /// More protocols to conform to, by the name of the emitted Swift type or fragment; `*` for every response type.
  package var conformances: [String: [String]] = [:]
  /// Whether all enums and input objects of the schema are emitted, not only those that the documents reach.
  package var emitsWholeSchema = false
  /// The modules whose public fragments, enums and input objects this one uses, each after its own dependencies.
  package var dependencyModules: [DependencyModule] = []

  /// The options that decide what is selected and which types that makes, whatever these are called.
  package var shapes = ShapeOptions()

  package init() {}

  package subscript<Value>(dynamicMember option: WritableKeyPath<ShapeOptions, Value>) -> Value {
    get { shapes[keyPath: option] }
    set { shapes[keyPath: option] = newValue }
  }

  /// The modules below, by their documents.
  package var documentModules: [DocumentModule] { dependencyModules.map(\.module) }

  /// The namespaces with which ``DeclarationsBelow/globalName(_:in:)`` may begin a name.
  var namespaces: [String] {
    Set([namespace].compactMap(\.self) + dependencyModules.compactMap(\.namespace)).sorted()
  }

  /// The Swift name of a field or variable, before it is made unique.
  package func memberName(_ name: String) -> String {
    SwiftNames.member(acronyms.spell(convertsFieldCase ? Words.camelCase(name) : name))
  }

  /// The Swift name that a definition or a type of the schema gives to a type, before it is made unique.
  package func typeName(_ name: String) -> String { acronyms.spell(SwiftNames.type(name)) }

  /// The Swift name that a response key gives to the type of its object.
  func typeName(ofKey key: String) -> String {
    typeName(convertsFieldCase ? Words.camelCase(key) : key)
  }

  /// The name of a property for a fragment or a type: the type's name, beginning with a small letter.
  func memberName(ofType name: String) -> String { SwiftNames.lowercasedFirst(typeName(name)) }

  /// The Swift name of the type of a list's elements, by the list's response key, before it is made unique.
  package func singularName(ofList key: String) -> String {
    Inflection(exceptions: singulars).singular(of: typeName(ofKey: key))
  }
}
