import ApusDocuments
import ApusSchema
import ApusShapes
import ApusSource
import ApusSwiftModel

/// The keys about the Swift types of scalars, and about nulls and errors.
extension ConfigurationKey {
  static var typeKeys: [ConfigurationKey] {
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
        inheritance: [.entries(at: \.scalars)],
        conflict: .ofFields { field in
          guard let type = field.type.named, field.schema[type].kind == .scalar else { return nil }
          let own = SwiftTypes.swiftType(of: type, field.schema, field.own)
          let other = SwiftTypes.swiftType(of: type, field.schema, field.below)
          guard own.type != other.type || own.codec != other.codec else { return nil }
          let name = field.schema.name(type)
          return KeyConflict.Difference(
            entry: name, own: "The scalar \"\(name)\" is \(describe(own)) here", other: describe(other))
        }
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
        inheritance: [.entries(at: \.fields)],
        conflict: .ofFields { field in
          if field.own.fields.isEmpty && field.below.fields.isEmpty { return nil }
          guard let definition = field.schema[field.index.field(field.node)] else { return nil }
          let coordinate =
            "\(field.schema.name(definition.parent)).\(field.schema.names.string(definition.name))"
          let (own, other) = (field.own.fields[coordinate], field.below.fields[coordinate])
          guard own?.type != other?.type || own?.codec != other?.codec else { return nil }
          func describe(_ binding: GenerationOptions.ScalarBinding?) -> String {
            binding.map { Self.describe(($0.type, $0.codec)) } ?? "the scalar's type"
          }
          return KeyConflict.Difference(
            entry: coordinate, own: "The field \"\(coordinate)\" is \(describe(own)) here",
            other: describe(other))
        }
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
        inheritance: [.option("identifiers", at: \.hasIdentifiers)],
        conflict: .ofFields { field in
          guard field.own.hasIdentifiers != field.below.hasIdentifiers else { return nil }
          return KeyConflict.Difference(
            own: "Identifiers \(field.own.hasIdentifiers ? "have" : "do not have") their own types here",
            other: field.below.hasIdentifiers ? "have" : "do not have")
        }
      ) { value, configuration in configuration.generation.hasIdentifiers = value.boolean ?? false },
      ConfigurationKey(
        name: "nullability", form: .choice(ShapeOptions.Nullability.allCases.map(\.rawValue)),
        defaultText: "the schema's `@catchByDefault`, or \"semantic\"",
        summary:
          "How a field's errors are handled if no directive in the documents applies. \"null\": the field is null. \"throw\": they are "
          + "thrown. \"result\": a nullable field is a `Result`. \"semantic\": fields that are only null for errors "
          + "(`@semanticNonNull`) throw them, and others are null.",
        inheritance: [.option("nullability", at: \.nullability)],
        conflict: .ofFields { field in
          let (own, below) = (field.own.nullability ?? .semantic, field.below.nullability ?? .semantic)
          let type = field.type
          guard own != below, (0...type.listDepth).contains(where: { !type.isNonNull(atLevel: $0) }) else {
            return nil
          }
          return KeyConflict.Difference(
            own: "Errors of \"\(field.key)\" are handled as \"\(own.rawValue)\" here",
            other: "as \"\(below.rawValue)\"")
        }
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
        inheritance: [.option("onError", at: \.onError)],
        conflict: .ofFields { field in
          let (own, below) = (field.own.onError == .null, field.below.onError == .null)
          let index = field.index
          let catchesErrors = index.tree.children(field.node, .directive).contains {
            index.clientDirective($0)?.meaning == .catchErrors
          }
          guard own != below, catchesErrors else { return nil }
          return KeyConflict.Difference(
            own: "Errors of \"\(field.key)\" \(below ? "propagate" : "do not propagate") here",
            other: below ? "do not propagate" : "propagate")
        }
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

  /// A type and its codec for messages.
  private static func describe(_ binding: (type: String, codec: String?)) -> String {
    "\"\(binding.type)\"" + (binding.codec.map { " with \"\($0)\"" } ?? "")
  }
}

extension GenerationOptions.ScalarBinding {
  /// Converts a value of the key `scalars`.
  fileprivate init(_ value: JSONValue) {
    self.init(
      type: value.string ?? value["type"]?.string ?? "", codec: value["codec"]?.string,
      imports: value["imports"]?.texts ?? [])
  }
}
