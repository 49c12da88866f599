/// What a directive is that is for clients: no server sees it.
package enum ClientDirective: Equatable {
  /// `@catch`: what becomes of a field's errors.
  case catchErrors
  /// `@catchByDefault`: what becomes of the errors of fields without `@catch`.
  case catchByDefault
  /// `@throwOnFieldError`: Relay's `@catchByDefault(to: THROW)`.
  case throwOnFieldError
  /// `@semanticNonNull`: a field is null only where it has an error.
  case semanticNonNull
  /// `@semanticNonNullField`: the same, said of a field of a type.
  case semanticNonNullField
  /// `@required`: null is an error to the client, or takes its parent along.
  case required
  /// `@client`: a field that the client answers itself.
  case localField
  /// `@arguments` and `@argumentDefinitions`: Relay's arguments of fragments.
  case fragmentArguments
  /// It asks for what Apus does anyway, or for nothing that a client for Swift has.
  case needless
  /// It asks for something that Apus does not do; what to do instead, as a sentence.
  case unheeded(String)

  /// The directives of Apollo's and Relay's clients.
  static let known: [String: ClientDirective] = [
    "catch": .catchErrors, "catchByDefault": .catchByDefault, "throwOnFieldError": .throwOnFieldError,
    "semanticNonNull": .semanticNonNull, "semanticNonNullField": .semanticNonNullField, "required": .required,
    "client": .localField, "argumentDefinitions": .fragmentArguments, "arguments": .fragmentArguments,
    "unmask": .needless, "import": .needless, "inline": .needless, "raw_response_type": .needless,
    "preloadable": .needless,
    "connection": .unheeded("The cache keeps a list for each value of the field's arguments."),
    // With a cache they are heeded: CacheDirectives.
    "typePolicy": .unheeded("Name the fields that identify objects in apus.json, under \"cache\"."),
    "fieldPolicy": .unheeded(
      "Name the arguments that are keys in apus.json, under \"lookups\" of \"cache\"."),
    "apollo_client_ios_localCacheMutation": mutable, "apollo_client_ios_mutableFragment": mutable,
    "nonreactive": .unheeded("A view updates with the data that it reads."),
    "alias": .unheeded("A fragment's property is named after the fragment."),
    "refetchable": .unheeded("Write the query that fetches the fragment again."),
    "relay": .unheeded("A fragment is spread on the field itself, be it a list or not."),
    "appendEdge": edited, "prependEdge": edited, "appendNode": edited, "prependNode": edited,
    "deleteEdge": edited, "deleteRecord": edited,
  ]

  private static let mutable = unheeded("\"mutableProperties\" in apus.json makes properties settable.")
  private static let edited = unheeded("Edit the list in a transaction of the cache.")
}
