import ApusSource

/// The pages of the codes in ``UniqueName``.
extension DiagnosticCode {
  package static let duplicateType = DiagnosticCode(
    "duplicate-type",
    title: "Two types with the same name",
    explanation: """
      Type names are unique in a schema, over all its files and over all kinds of types. The compiler continues with
      the first
      definition.
      """,
    example: "type Album { title: String }\ninterface Album { title: String }",
    fix:
      "Rename one of them, or turn the second definition of a type into an extension: `extend type Album { … }`."
  )

  package static let duplicateDirectiveDefinition = DiagnosticCode(
    "duplicate-directive-definition",
    title: "Two directives with the same name",
    explanation: "Directive names must be unique in a schema, across all of its files.",
    example: "directive @auth on FIELD_DEFINITION\ndirective @auth on OBJECT",
    fix: "Keep one definition, with the locations of both: `directive @auth on FIELD_DEFINITION | OBJECT`.")

  package static let duplicateOperationType = DiagnosticCode(
    "duplicate-operation-type",
    title: "A second root type for the same kind of operation",
    explanation: "The schema and its extensions may name only one type for each kind of operation.",
    example: "schema { query: Query  query: Root }",
    fix: "Keep one of them.")

  package static let duplicateEnumValue = DiagnosticCode(
    "duplicate-enum-value",
    title: "Two values with the same name in an enum",
    explanation: "The values of an enum and its extensions must have different names.",
    example: "enum Genre { ROCK JAZZ ROCK }",
    fix: "Remove the repeated value.")

  package static let duplicateField = DiagnosticCode(
    "duplicate-field",
    title: "Two fields with the same name in a type",
    explanation: """
      The fields of a type and of all its extensions have different names. The compiler continues with the first
      definition of the field.
      """,
    example: "type Album { title: String  title: String! }",
    fix: "Remove the repeated field.")

  package static let duplicateArgumentDefinition = DiagnosticCode(
    "duplicate-argument-definition",
    title: "Two arguments with the same name in a definition",
    explanation: "The arguments of a field or directive must have different names.",
    example: "type Query { albums(first: Int, first: Int!): [Album] }",
    fix: "Remove the repeated argument.")

  package static let duplicateArgument = DiagnosticCode(
    "duplicate-argument",
    title: "An argument that is given twice",
    explanation: "Each argument of a field or directive may be given only once.",
    example: "query { album(id: \"1\", id: \"2\") { title } }",
    fix: "Keep one of them.")

  package static let duplicateInputField = DiagnosticCode(
    "duplicate-input-field",
    title: "A field that is repeated in an object value",
    explanation: "An object value may contain each field only once.",
    example: "query { albums(filter: { year: 1999, year: 2000 }) { title } }",
    fix: "Keep one of them.")

  package static let duplicateDirective = DiagnosticCode(
    "duplicate-directive",
    title: "A directive that is repeated in one location",
    explanation: "Only a `repeatable` directive may be used several times in one location.",
    example: "type Album { name: String @deprecated @deprecated(reason: \"Use title.\") }",
    fix: "Keep one of them, or define the directive as `repeatable`.")

  package static let duplicateOperation = DiagnosticCode(
    "duplicate-operation",
    title: "Two operations with one name",
    explanation: """
      The documents of a target are compiled together, and the name of an operation becomes the name of a Swift type, so
      it must be unique in the target.
      """,
    example: "query Albums { albums { title } }\nquery Albums { albums { id } }",
    fix: "Rename or remove one of them.")

  package static let duplicateFragment = DiagnosticCode(
    "duplicate-fragment",
    title: "Two fragments with one name",
    explanation: """
      The documents of a target are compiled together, and a spread finds its fragment by name, so the name must be
      unique in the target.
      """,
    example: "fragment AlbumCard on Album { title }\nfragment AlbumCard on Album { id title }",
    fix: "Rename or remove one of them.")

  package static let duplicateVariable = DiagnosticCode(
    "duplicate-variable",
    title: "A variable that is defined twice",
    explanation: "Each variable of an operation has one definition.",
    example: "query Album($id: ID!, $id: ID) { album(id: $id) { title } }",
    fix: "Keep one of them.")
}
