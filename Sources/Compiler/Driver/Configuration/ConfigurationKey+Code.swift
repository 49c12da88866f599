import ApusDocuments
import ApusSchema
import ApusShapes
import ApusSource
import ApusSwiftModel

/// The keys about the form of the generated code.
extension ConfigurationKey {
  static var codeKeys: [ConfigurationKey] {
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
        name: "namespace", form: .text(.typeName), defaultText: "none",
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
        inheritance: [.option("decodableInputs", at: \.hasDecodableInputs)],
        conflict: .ofModules { own, below in
          guard own.hasDecodableInputs, !below.hasDecodableInputs else { return nil }
          return KeyConflict.Difference(own: "Input objects can be decoded here", other: "cannot be")
        }
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
        inheritance: [.option("convertFieldCase", at: \.convertsFieldCase)],
        conflict: .ofFields { field in
          field.own.convertsFieldCase == field.below.convertsFieldCase ? nil : field.differenceOfNames
        }
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
        ],
        conflict: .ofFields { field in
          field.own.convertsFieldCase == field.below.convertsFieldCase ? field.differenceOfNames : nil
        }
      ) { value, configuration in configuration.generation.acronyms = Acronyms(value.texts) },
      ConfigurationKey(
        name: "typeNames", form: .map(.text(.typeName)), defaultText: "{}",
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
        name: "singulars", form: .map(.text(.lowercaseWord), keys: .lowercaseWord), defaultText: "{}",
        summary: "Singular forms for plurals that the rules get wrong, both in lowercase.",
        inheritance: [.entries(at: \.singulars)],
        conflict: .ofFields { field in
          let type = field.type
          guard type.isList, field.schema[type.named]?.isComposite == true,
            field.own.singulars != field.below.singulars
          else { return nil }
          let key = field.key
          let (own, other) = (field.own.singularName(ofList: key), field.below.singularName(ofList: key))
          if own == other { return nil }
          let changed = field.own.singulars.filter { field.below.singulars[$0.key] != $0.value }.map(\.key)
          let removed = field.below.singulars.keys.filter { field.own.singulars[$0] == nil }
          let word = (changed + removed).filter { key.lowercased().hasSuffix($0) }.max { $0.count < $1.count }
          return KeyConflict.Difference(
            entry: word ?? key, own: "An element of \"\(key)\" becomes \"\(own)\" here",
            other: "\"\(other)\"")
        }
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
}
