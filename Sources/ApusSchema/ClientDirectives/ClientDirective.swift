/// The meaning of a client-side directive, which is not sent to the server.
package enum ClientDirective: Equatable {
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
  /// `@arguments` and `@argumentDefinitions`: Relay's fragment arguments.
  case fragmentArguments
  /// The directive asks for something that Apus always does, or that does not apply to a Swift client.
  case needless
  /// The directive asks for something that Apus does not do. The value is a sentence that says what to do instead.
  case unsupported(String)

  /// The directives of the Apollo and Relay clients.
  static let known: [String: ClientDirective] = [
    "catch": .catchErrors, "catchByDefault": .catchByDefault, "throwOnFieldError": .throwOnFieldError,
    "semanticNonNull": .semanticNonNull, "semanticNonNullField": .semanticNonNullField, "required": .required,
    "client": .localField, "argumentDefinitions": .fragmentArguments, "arguments": .fragmentArguments,
    "unmask": .needless, "import": .needless, "inline": .needless, "raw_response_type": .needless,
    "preloadable": .needless,
    "connection": .unsupported("The cache keeps a list for each value of the field's arguments."),
    // The cache supports these: see CacheDirectives.
    "typePolicy": .unsupported("Name the fields that identify objects in apus.json, under \"cache\"."),
    "fieldPolicy": .unsupported(
      "Name the arguments that are keys in apus.json, under \"lookups\" of \"cache\"."),
    "apollo_client_ios_localCacheMutation": mutable, "apollo_client_ios_mutableFragment": mutable,
    "nonreactive": .unsupported("A view updates with the data that it reads."),
    "alias": .unsupported("A fragment's property is named after the fragment."),
    "refetchable": .unsupported("Write the query that fetches the fragment again."),
    "relay": .unsupported("Spread the fragment on the field itself, whether or not it is a list."),
    "appendEdge": edited, "prependEdge": edited, "appendNode": edited, "prependNode": edited,
    "deleteEdge": edited, "deleteRecord": edited,
  ]

  private static let mutable = unsupported("\"mutableProperties\" in apus.json makes properties settable.")
  private static let edited = unsupported("Edit the list in a transaction of the cache.")
}
