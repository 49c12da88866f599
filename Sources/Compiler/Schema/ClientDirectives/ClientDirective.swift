import ApusSource
import ApusSyntax

/// A client-side directive, which is not sent to the server: its names, places, argument and meaning. ``known`` is the table of them.
package struct ClientDirective: Sendable {
  package enum Meaning: Equatable, Sendable {
    /// `@catch`: how a field's errors are handled.
    case catchErrors
    /// `@catchByDefault`: how the errors of fields without `@catch` are handled.
    case catchByDefault
    /// `@throwOnFieldError`: Relay's `@catchByDefault(to: THROW)`.
    case throwOnFieldError
    /// `@semanticNonNull`: the field is only null if it has an error.
    case semanticNonNull
    /// `@semanticNonNullField`: the same, on a type for one of its fields.
    case semanticNonNullField
    /// `@required`: null is an error on the client, or nulls the parent as well.
    case required
    /// `@client`: a field that the client resolves itself.
    case localField
    /// `@appendEdge`, `@deleteRecord` and the like: the cache changes with the response.
    case cacheEdit
    /// `@arguments` and `@argumentDefinitions`: Relay's fragment arguments.
    case fragmentArguments
    /// The directive asks for something that Apus always does, or that does not apply to a Swift client.
    case needless
    /// The directive is not supported. The value is a sentence with the alternative.
    case unsupported(String)
  }

  var names: [String] = []
  package var meaning: Meaning
  /// The nodes that can have the directive, and their names for messages; empty if any can.
  var places: KeyValuePairs<NodeKind, String> = [:]
  /// The argument that takes one of ``words``.
  var argument = ""
  var words: [String] = []
  /// The word without the argument; empty if the argument is required.
  var standard = ""

  /// The directives of the Apollo and Relay clients.
  private static let all = [
    ClientDirective(
      names: ["catch"], meaning: .catchErrors, places: [.field: "a field"], argument: "to",
      words: policies, standard: "RESULT"),
    ClientDirective(
      names: ["catchByDefault"], meaning: .catchByDefault, places: definitions, argument: "to",
      words: policies),
    ClientDirective(
      names: ["throwOnFieldError"], meaning: .throwOnFieldError, places: definitions, standard: "THROW"),
    ClientDirective(
      names: ["required"], meaning: .required, places: [.field: "a field"], argument: "action",
      words: ["NONE", "LOG", "THROW"], standard: "THROW"),
    ClientDirective(
      names: ["semanticNonNull"], meaning: .semanticNonNull,
      places: [.fieldDefinition: "a field of the schema"]),
    ClientDirective(
      names: ["semanticNonNullField"], meaning: .semanticNonNullField,
      places: [.objectType: "an object type", .interfaceType: "an interface of the schema"]),
    ClientDirective(names: ["client"], meaning: .localField),
    ClientDirective(
      names: ["appendEdge", "prependEdge", "deleteEdge", "deleteRecord"], meaning: .cacheEdit,
      places: [.field: "a field"]),
    ClientDirective(names: ["argumentDefinitions", "arguments"], meaning: .fragmentArguments),
    ClientDirective(
      names: ["unmask", "import", "inline", "raw_response_type", "preloadable"], meaning: .needless),
    unsupported(
      ["connection"], "Remove it: the cache already keeps a separate list for each value of the arguments."),
    // The cache supports these: see CacheDirectives.
    unsupported(
      ["typePolicy"], "Name the fields that identify objects in apus.json, under \"cache\"."),
    unsupported(
      ["fieldPolicy"], "Name the arguments that are keys in apus.json, under \"lookups\" of \"cache\"."),
    unsupported(
      ["apollo_client_ios_localCacheMutation", "apollo_client_ios_mutableFragment"],
      "Use \"@apus(mutable: true)\", or \"mutableProperties\" in apus.json."),
    unsupported(["nonreactive"], "Remove it: a view only updates when data that it reads changes."),
    unsupported(["alias"], "Remove it: a fragment's property is named after the fragment."),
    unsupported(["refetchable"], "Write a query that spreads the fragment."),
    unsupported(["relay"], "Remove it: fragments are spread on lists and on single objects alike."),
    unsupported(
      ["appendNode", "prependNode"],
      "Use \"@appendEdge\" or \"@prependEdge\" on an edge, or add the object to lists in \"perform(_:updating:)\"."
    ),
  ]

  private static let definitions: KeyValuePairs<NodeKind, String> = [
    .operation: "an operation", .fragmentDefinition: "a fragment", .schemaDefinition: "the schema",
  ]
  private static let policies = ["NULL", "RESULT", "THROW"]

  private static func unsupported(_ names: [String], _ advice: String) -> ClientDirective {
    ClientDirective(names: names, meaning: .unsupported(advice))
  }

  /// By name.
  static let known: [String: ClientDirective] = all.reduce(into: [:]) { known, directive in
    for name in directive.names { known[name] = directive }
  }

  /// The advice about `connections` of `@appendEdge` and the like, if it is not a literal.
  package static let adviceOnConnections =
    "\"connections\" must be a list of fields such as [\"Query.albums\"]; then all cached lists of these fields change. To choose lists at run time, use \"perform(_:updating:)\"."

  /// The word that a use of the directive chooses.
  package func word(_ use: NodeID, _ tree: SyntaxTree) -> String {
    guard let value = tree.argument(argument, of: use) else { return standard }
    return tree.word(value) ?? ""
  }

  /// The error in a use of the directive, without a full stop; nil if there is none.
  package func fault(_ use: NodeID, on place: NodeID, _ tree: SyntaxTree) -> String? {
    if !places.isEmpty, !places.contains(where: { $0.key == tree.kind(place) }) {
      return "\"@\(tree.name(use))\" must be on \(Suggestions.join(places.map(\.value), "or"))"
    }
    if words.isEmpty || words.contains(word(use, tree)) { return nil }
    return "\"\(argument)\" in \"@\(tree.name(use))\" must be \(Suggestions.join(words, "or"))"
  }
}
