import ApusShapes
import ApusSwiftModel
import ApusSource
import ApusSchema

/// A key of `apus.json`. Everything about it is here: checking, the reference and the JSON Schema are all
/// derived from ``all``.
package struct ConfigurationKey {
  package let name: String
  let form: ConfigurationForm
  /// The default value in JSON.
  package let defaultText: String
  /// One or two sentences that say what the key does.
  package let summary: String
  /// How modules above get the value; empty if each module has its own.
  let inheritance: [KeyInheritance]
  /// The rule by which the values of two modules conflict.
  let conflict: KeyConflict
  /// Stores a value of the right form in the configuration.
  let apply: (JSONValue, inout Configuration) -> Void

  /// All keys, in the order of the reference documentation.
  package static var all: [ConfigurationKey] { inputKeys + typeKeys + shapeKeys + diagnosticKeys }

  // MARK: - Inputs

  private static var inputKeys: [ConfigurationKey] {
    [
      ConfigurationKey(
        name: "$schema", form: .text(.word), defaultText: "none",
        summary: "The JSON Schema for editors; Apus does not read it.",
        inheritance: [], conflict: .never
      ) { _, _ in },
      ConfigurationKey(
        name: "schema", form: .oneOrMore(.text(.path)), defaultText: "the files that the plugin finds",
        summary: "The GraphQL schema: SDL or introspection JSON. Several files form one schema.",
        inheritance: [], conflict: .never
      ) { value, configuration in configuration.schemas = value.texts },
      ConfigurationKey(
        name: "clientDirectives", form: .list(.text(.word)), defaultText: "[]",
        summary:
          "The names, without the `@`, of additional client-side directives, which are not sent.",
        inheritance: [
          .entries { lower, own in
            own.clientDirectives += lower.clientDirectives.filter { !own.clientDirectives.contains($0) }
          }
        ], conflict: .never
      ) { value, configuration in configuration.clientDirectives = value.texts },
      ConfigurationKey(
        name: "fragmentArguments", form: .boolean, defaultText: "false",
        summary:
          "Enable fragment arguments, including Relay's `@argumentDefinitions` and `@arguments`. The server does not see them.",
        inheritance: [
          .entries { lower, own in
            own.allowsFragmentArguments = own.allowsFragmentArguments || lower.allowsFragmentArguments
          }
        ], conflict: .never
      ) { value, configuration in configuration.allowsFragmentArguments = value.boolean ?? false },
    ]
  }

  // MARK: - Swift types

  private static var typeKeys: [ConfigurationKey] {
    let binding = ConfigurationForm.record([
      ConfigurationForm.Member(
        name: "type", form: .text(.swiftType), isRequired: true, summary: "The Swift type."),
      ConfigurationForm.Member(
        name: "codec", form: .text(.swiftType),
        summary:
          "The codec that converts between JSON and the type; without one, the type's own Codable form is used."
      ),
      ConfigurationForm.Member(
        name: "imports", form: .list(.text(.swiftName)),
        summary: "Modules that define the type or the codec."),
    ])
    return [
      ConfigurationKey(
        name: "schemaTypes", form: .choice(["reached", "all"]), defaultText: "\"reached\"",
        summary:
          "The enums and input objects to generate: those that documents use, or all. With several modules, set \"all\" in the one that the others depend on, so that no two of them generate the same type.",
        inheritance: [], conflict: .never
      ) { value, configuration in configuration.generation.emitsWholeSchema = value.string == "all" },
      ConfigurationKey(
        name: "scalars", form: .map(.either(.text(.swiftType), binding)), defaultText: "{}",
        summary:
          "The Swift type of a custom scalar or of ID: its name, or an object with type, codec and imports.",
        inheritance: [.entries(at: \.scalars)], conflict: .scalars
      ) { value, configuration in
        for member in value.members ?? [] {
          configuration.generation.scalars[member.name] = GenerationOptions.ScalarBinding(member.value)
        }
      },
      ConfigurationKey(
        name: "fields", form: .map(.either(.text(.swiftType), binding)), defaultText: "{}",
        summary:
          "The Swift type of single fields, arguments and input fields that are scalars, by schema coordinate: `Album.id`, "
          + "`Query.album(id:)`, `TrackInput.albumId`. A variable has the type of the argument or field that it is passed to.",
        inheritance: [.entries(at: \.fields)], conflict: .fields
      ) { value, configuration in
        for member in value.members ?? [] {
          configuration.generation.fields[member.name] = GenerationOptions.ScalarBinding(member.value)
        }
      },
      ConfigurationKey(
        name: "identifiers", form: .boolean, defaultText: "false",
        summary:
          "Give every object type and interface with an `id: ID` its own identifier type, such as `AlbumID`, a `GraphQLIdentifier`. Arguments "
          + "`id` and `ids` of fields that return the type have it too. Use `fields` for others, such as `TrackInput.albumId`.",
        inheritance: [.option("identifiers", at: \.hasIdentifiers)], conflict: .identifiers
      ) { value, configuration in configuration.generation.hasIdentifiers = value.boolean ?? false },
      ConfigurationKey(
        name: "nullability", form: .choice(ShapeOptions.Nullability.allCases.map(\.rawValue)),
        defaultText: "the schema's `@catchByDefault`, or \"semantic\"",
        summary:
          "How a field's errors are handled if no directive in the documents applies. \"null\": the field is null. \"throw\": they are "
          + "thrown. \"result\": a nullable field is a `Result`. \"semantic\": fields that are only null for errors "
          + "(`@semanticNonNull`) throw them, and others are null.",
        inheritance: [.option("nullability", at: \.nullability)], conflict: .nullability
      ) { value, configuration in
        configuration.generation.nullability = value.string.flatMap(ShapeOptions.Nullability.init)
      },
      ConfigurationKey(
        name: "onError", form: .choice(ShapeOptions.ErrorBehavior.allCases.map(\.rawValue)),
        defaultText: "none",
        summary:
          "How requests ask the server to handle errors of fields, if it supports `onError`. \"NULL\": the field is null, even if the schema "
          + "declares it non-null. \"PROPAGATE\": the field's nearest nullable parent is null. \"HALT\": there is no data. If the server only has "
          + "`@experimental_disableErrorPropagation`, \"NULL\" sends this directive.",
        inheritance: [.option("onError", at: \.onError)], conflict: .onError
      ) { value, configuration in
        configuration.generation.onError = value.string.flatMap(ShapeOptions.ErrorBehavior.init)
      },
      ConfigurationKey(
        name: "conformances", form: .map(.list(.text(.swiftName))), defaultText: "{}",
        summary:
          "Additional protocols for a response type, by its name in Swift (AlbumQuery.Data.Album). \"*\" means every type or, for "
          + "Identifiable and CustomStringConvertible, every type that has the property they require.",
        inheritance: [], conflict: .never
      ) { value, configuration in
        for member in value.members ?? [] {
          configuration.generation.conformances[member.name] = member.value.texts
        }
      },
    ]
  }

  // MARK: - Generated code

  private static var shapeKeys: [ConfigurationKey] {
    [
      ConfigurationKey(
        name: "accessLevel", form: .choice(GenerationOptions.AccessLevel.allCases.map(\.rawValue)),
        defaultText: "\"internal\"",
        summary:
          "The access level of the generated code. Unless it is internal, there are no warnings about unused fragments.",
        inheritance: [], conflict: .never
      ) { value, configuration in
        let level = value.string.flatMap(GenerationOptions.AccessLevel.init)
        configuration.generation.accessLevel = level ?? .internal
      },
      ConfigurationKey(
        name: "namespace", form: .text(.namespace), defaultText: "none",
        summary: "The name of a caseless enum in which the generated types are nested.",
        inheritance: [], conflict: .never
      ) { value, configuration in configuration.generation.namespace = value.string },
      ConfigurationKey(
        name: "initializers", form: .boolean, defaultText: "true for package and public access",
        summary:
          "Generate memberwise initializers of response types, in which optional values default to nil. They cost compile "
          + "time. If it is false, Swift synthesizes internal ones without default values.",
        inheritance: [], conflict: .never
      ) { value, configuration in configuration.generation.emitsInitializers = value.boolean },
      ConfigurationKey(
        name: "decodableInputs", form: .boolean, defaultText: "false",
        summary:
          "Make input objects and operations `Decodable` too, for storing them on disk and for `sample()`. This adds a third to their code.",
        inheritance: [.option("decodableInputs", at: \.hasDecodableInputs)], conflict: .decodableInputs
      ) { value, configuration in configuration.generation.hasDecodableInputs = value.boolean ?? false },
      ConfigurationKey(
        name: "mutableProperties", form: .boolean, defaultText: "false",
        summary:
          "Make properties of response types `var` instead of `let`. They can also be set through an enum whose cases all have them. Protocols of fragments require setters if `accessLevel` is internal.",
        inheritance: [.option("mutableProperties", at: \.hasMutableProperties)], conflict: .never
      ) { value, configuration in configuration.generation.hasMutableProperties = value.boolean ?? false },
      ConfigurationKey(
        name: "convertFieldCase", form: .boolean, defaultText: "false",
        summary:
          "Convert fields, input fields and variables from snake case to camel case properties. Requests do not change.",
        inheritance: [.option("convertFieldCase", at: \.convertsFieldCase)], conflict: .fieldCase
      ) { value, configuration in configuration.generation.convertsFieldCase = value.boolean ?? false },
      ConfigurationKey(
        name: "acronyms", form: .list(.text(.acronym)), defaultText: "[]",
        summary:
          "Words to spell like this wherever they occur in Swift names: with [\"ID\", \"URL\"], `userId` becomes `userID` and "
          + "`avatarUrls` becomes `avatarURLs`. The first word of a property stays lowercase. Requests do not change.",
        inheritance: [
          .entries { lower, own in
            own.generation.acronyms = own.generation.acronyms.merging(lower.generation.acronyms)
          }
        ], conflict: .acronyms
      ) { value, configuration in configuration.generation.acronyms = Acronyms(value.texts) },
      ConfigurationKey(
        name: "typeNames", form: .map(.text(.namespace)), defaultText: "{}",
        summary:
          "The Swift name of an enum or input object, by its name in the schema. Without one, a type named like one in Swift or Foundation gets "
          + "a suffix: the enum `Error` is `ErrorKind`, the input `URL` is `URLInput`.",
        inheritance: [.entries(at: \.typeNames)], conflict: .never
      ) { value, configuration in
        for member in value.members ?? [] {
          configuration.generation.typeNames[member.name] = member.value.string
        }
      },
      ConfigurationKey(
        name: "singulars", form: .map(.text(.swiftName)), defaultText: "{}",
        summary: "Singular forms for plurals that the rules get wrong, both in lowercase.",
        inheritance: [.entries(at: \.singulars)], conflict: .singulars
      ) { value, configuration in
        for member in value.members ?? [] {
          configuration.generation.singulars[member.name] = member.value.string
        }
      },
      ConfigurationKey(
        name: "schemaDescriptions", form: .boolean, defaultText: "true",
        summary:
          "Copy the schema's descriptions into doc comments. Descriptions in documents are always copied.",
        inheritance: [], conflict: .never
      ) { value, configuration in configuration.generation.copiesDescriptions = value.boolean ?? true },
      ConfigurationKey(
        name: "cache",
        form: .record([
          ConfigurationForm.Member(
            name: "keys", form: .map(.list(.text(.word))),
            summary:
              "Fields that identify objects, by type; `{ \"*\": [\"id\"] }` by default. \"*\" means every type that has them, and a type "
              + "with an empty list is never identified. They are sent, with `__typename`, wherever such an object is selected."
          ),
          ConfigurationForm.Member(
            name: "properties", form: .boolean,
            summary: "Whether these fields become properties even if they are not selected."),
          ConfigurationForm.Member(
            name: "maxAge", form: .map(.integer(minimum: 0)),
            summary:
              "Seconds after which data is requested again: by type, by `Type.field`, or by `*` for everything else."
          ),
          ConfigurationForm.Member(
            name: "lookups", form: .map(.list(.text(.word))),
            summary:
              "Arguments that form the key of a field's object, by `Type.field`: `\"Query.album\": [\"id\"]`. A cache that has "
              + "the object needs no request. For a member of an input object: `where.id`."
          ),
          ConfigurationForm.Member(
            name: "merge", form: .map(.choice(["replace"])),
            summary:
              "Fields, as `Type.field`, whose objects without keys are replaced by new ones instead of merged."
          ),
        ]), defaultText: "none",
        summary:
          "Generate what ApusCache needs: `cacheSchema`, a table of the types that documents use, and fragments that can be read separately.",
        inheritance: [
          .option("cache", at: \.usesCache), .option("cache.properties", at: \.hasKeyProperties),
          .entries { lower, own in
            let known = Set(own.generation.cacheRules.map(\.entry))
            own.generation.cacheRules += lower.generation.cacheRules.filter { !known.contains($0.entry) }
          },
        ], conflict: .never
      ) { value, configuration in
        configuration.generation.usesCache = true
        if let isTrue = value["properties"]?.boolean { configuration.generation.hasKeyProperties = isTrue }
        configuration.generation.cacheRules = cacheRules(value)
      },
      ConfigurationKey(
        name: "operationIdentifiers", form: .text(.path), defaultText: "the SHA-256 of the text that is sent",
        summary:
          "A manifest of registered operations, in a format of `swift package apus manifest`: the operations in it get their operationID from "
          + "it. Builds only notice changes to a file called \(RegisteredOperations.fileName).",
        inheritance: [], conflict: .never
      ) { value, configuration in configuration.operationManifest = value.string },
    ]
  }

  /// The rules in a value of the key `cache`.
  private static func cacheRules(_ value: JSONValue) -> [CacheRule] {
    func rules(_ key: StaticString, _ rule: (JSONValue) -> CacheRule.Value?) -> [CacheRule] {
      (value[key]?.members ?? []).compactMap { member in
        rule(member.value).map { CacheRule(member.name, $0) }
      }
    }
    return rules("keys") { .keys($0.texts) } + rules("maxAge") { $0.integer.map { .maxAge($0) } }
      + rules("lookups") { .lookup($0.texts) } + rules("merge") { _ in .replacement }
  }

  // MARK: - Diagnostics

  private static var diagnosticKeys: [ConfigurationKey] {
    [
      ConfigurationKey(
        name: "warnings", form: .map(.choice(SeverityRules.Rule.allCases.map(\.rawValue))), defaultText: "{}",
        summary:
          "Ignore warnings or turn them into errors, by code; `swift package apus explain` lists the codes. \"schema\" is for errors in parts of the schema "
          + "that no document uses.",
        inheritance: [], conflict: .never
      ) { value, configuration in
        for member in value.members ?? [] {
          let rule = member.value.string.flatMap(SeverityRules.Rule.init)
          if member.name == SeverityRules.unusedSchema {
            configuration.severities.ofUnusedSchema = rule ?? .warning
          } else {
            configuration.severities.rules[member.name] = rule
          }
        }
      }
    ]
  }
}

extension JSONValue {
  /// A single string or a list of strings.
  package var texts: [String] { string.map { [$0] } ?? elements?.compactMap(\.string) ?? [] }
}

extension GenerationOptions.ScalarBinding {
  /// Converts a value of the key `scalars`.
  fileprivate init(_ value: JSONValue) {
    self.init(
      type: value.string ?? value["type"]?.string ?? "", codec: value["codec"]?.string,
      imports: value["imports"]?.texts ?? [])
  }
}
