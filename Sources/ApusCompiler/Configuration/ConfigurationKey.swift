import ApusIR
import ApusJSON
import ApusSchema

/// A key of `apus.json`: everything that there is to know of it, in one place. Checking, the reference and the JSON
/// Schema all go by ``all``.
package struct ConfigurationKey {
  package let name: String
  let form: ConfigurationForm
  /// The default, as it would be written.
  package let defaultText: String
  /// What the key does, in a sentence or two.
  package let summary: String
  /// Takes over a value that has the key's form.
  let apply: (JSONValue, inout Configuration) -> Void

  /// All keys, in the order of the reference.
  package static var all: [ConfigurationKey] { inputKeys + typeKeys + shapeKeys + diagnosticKeys }

  // MARK: - What is read

  private static var inputKeys: [ConfigurationKey] {
    [
      ConfigurationKey(
        name: "$schema", form: .text(.word), defaultText: "none",
        summary: "The JSON Schema that editors check this file by; Apus does not read it."
      ) { _, _ in },
      ConfigurationKey(
        name: "schema", form: .oneOrMore(.text(.path)), defaultText: "the files that the plugin finds",
        summary: "The GraphQL schema: SDL, or the JSON of an introspection. Several files are one schema."
      ) { value, configuration in configuration.schemas = value.texts },
      ConfigurationKey(
        name: "strictSchema", form: .boolean, defaultText: "false",
        summary: "An error in the schema stops the build even where no document uses what it is about."
      ) { value, configuration in configuration.isSchemaStrict = value.boolean ?? false },
    ]
  }

  // MARK: - Which Swift types

  private static var typeKeys: [ConfigurationKey] {
    let binding = ConfigurationForm.record([
      ConfigurationForm.Member(
        name: "type", form: .text(.swiftType), isRequired: true, summary: "The Swift type."),
      ConfigurationForm.Member(
        name: "codec", form: .text(.swiftType),
        summary:
          "The codec between the wire form and the type; without one the type's own Codable form is used."),
      ConfigurationForm.Member(
        name: "imports", form: .list(.text(.swiftName)),
        summary: "Modules that the type or the codec live in."),
    ])
    return [
      ConfigurationKey(
        name: "schemaTypes", form: .choice(["reached", "all"]), defaultText: "\"reached\"",
        summary:
          "The enums and input objects that are emitted: those that documents reach, or all. The lowest of several modules "
          + "says \"all\", so that no two above it declare the same one."
      ) { value, configuration in configuration.generation.emitsWholeSchema = value.string == "all" },
      ConfigurationKey(
        name: "scalars", form: .map(.either(.text(.swiftType), binding)), defaultText: "{}",
        summary:
          "What stands for a custom scalar, or ID, in Swift: the name of a type, or type, codec and imports."
      ) { value, configuration in
        for member in value.members ?? [] {
          configuration.generation.scalars[member.name] = GenerationOptions.ScalarBinding(member.value)
        }
      },
      ConfigurationKey(
        name: "conformances", form: .map(.list(.text(.swiftName))), defaultText: "{}",
        summary:
          "More protocols for a response type, by its name in Swift (AlbumQuery.Data.Album); \"*\" means every one, and for "
          + "Identifiable every one that has an id."
      ) { value, configuration in
        for member in value.members ?? [] {
          configuration.generation.conformances[member.name] = member.value.texts
        }
      },
    ]
  }

  // MARK: - The shape of the code

  private static var shapeKeys: [ConfigurationKey] {
    [
      ConfigurationKey(
        name: "accessLevel", form: .choice(GenerationOptions.AccessLevel.allCases.map(\.rawValue)),
        defaultText: "\"internal\"",
        summary:
          "The access level of everything that is emitted. Where it is not internal, unused fragments are no warning."
      ) { value, configuration in
        let level = value.string.flatMap(GenerationOptions.AccessLevel.init)
        configuration.generation.accessLevel = level ?? .internal
      },
      ConfigurationKey(
        name: "namespace", form: .text(.namespace), defaultText: "none",
        summary: "A caseless enum that everything is nested in."
      ) { value, configuration in configuration.generation.namespace = value.string },
      ConfigurationKey(
        name: "initializers", form: .boolean, defaultText: "true for package and public access",
        summary:
          "Memberwise initializers of response types, in which optional values default to nil. Without them there is "
          + "Swift's own, which is internal and has no defaults; they cost compile time."
      ) { value, configuration in configuration.generation.emitsInitializers = value.boolean },
      ConfigurationKey(
        name: "mutableProperties", form: .boolean, defaultText: "false",
        summary:
          "Properties of response types are `var` instead of `let`, and can be set through enums. Protocols of fragments ask for "
          + "setters where `accessLevel` is internal."
      ) { value, configuration in configuration.generation.hasMutableProperties = value.boolean ?? false },
      ConfigurationKey(
        name: "convertFieldCase", form: .boolean, defaultText: "false",
        summary:
          "Fields, input fields and variables in snake case become properties in camel case. What is sent stays as it is."
      ) { value, configuration in configuration.generation.convertsFieldCase = value.boolean ?? false },
      ConfigurationKey(
        name: "singulars", form: .map(.text(.swiftName)), defaultText: "{}",
        summary: "Singular forms that the rules get wrong: plural to singular, both in lower case."
      ) { value, configuration in
        for member in value.members ?? [] {
          configuration.generation.singulars[member.name] = member.value.string
        }
      },
      ConfigurationKey(
        name: "schemaDescriptions", form: .boolean, defaultText: "true",
        summary:
          "Descriptions of the schema as doc comments, wherever a field is selected. Those of documents are there always."
      ) { value, configuration in configuration.generation.copiesDescriptions = value.boolean ?? true },
      ConfigurationKey(
        name: "typeMarkers", form: .boolean, defaultText: "true",
        summary:
          "Markers in what is sent, by which types that the schema gains later match interface conditions."
      ) { value, configuration in configuration.generation.sendsTypeMarkers = value.boolean ?? true },
      ConfigurationKey(
        name: "cacheKeys", form: .map(.list(.text(.word))), defaultText: "{}",
        summary:
          "Fields by which a cache between client and code recognizes objects, by their type; \"*\" is every type that has "
          + "them. They are asked for with `__typename` wherever such an object is selected, and are no properties."
      ) { value, configuration in
        for member in value.members ?? [] {
          configuration.generation.cacheKeys[member.name] = member.value.texts
        }
      },
      ConfigurationKey(
        name: "operationIdentifiers", form: .text(.path), defaultText: "the SHA-256 of the text that is sent",
        summary:
          "A manifest of registered operations, in a form that `apusc manifest` writes: its identifiers are the operationID of "
          + "what it has. A build watches it under the name \(OperationManifest.fileName)."
      ) { value, configuration in configuration.operationManifest = value.string },
      ConfigurationKey(
        name: "shapeLimit", form: .integer(minimum: 1), defaultText: "10000",
        summary:
          "The number of types of one definition beyond which the compiler stops; all types together have fifty times as many fields."
      ) { value, configuration in configuration.generation.shapeLimit = value.integer ?? 10_000 },
    ]
  }

  // MARK: - What is reported

  private static var diagnosticKeys: [ConfigurationKey] {
    [
      ConfigurationKey(
        name: "warnings", form: .map(.choice(SeverityRules.Rule.allCases.map(\.rawValue))), defaultText: "{}",
        summary: "What becomes of warnings, by their code; `apusc explain` lists the codes."
      ) { value, configuration in
        for member in value.members ?? [] {
          configuration.severities.rules[member.name] = member.value.string.flatMap(SeverityRules.Rule.init)
        }
      }
    ]
  }
}

extension JSONValue {
  /// A string, or the strings of a list.
  var texts: [String] { string.map { [$0] } ?? elements?.compactMap(\.string) ?? [] }
}

extension GenerationOptions.ScalarBinding {
  /// A value of the key `scalars`.
  fileprivate init(_ value: JSONValue) {
    self.init(
      type: value.string ?? value["type"]?.string ?? "", codec: value["codec"]?.string,
      imports: value["imports"]?.texts ?? [])
  }
}
