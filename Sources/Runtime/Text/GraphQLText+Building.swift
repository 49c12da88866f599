import Apus
public import ApusClient

extension GraphQLText {
  /// Builds a document from Swift expressions.
  ///
  /// ```swift
  /// let text = try GraphQLText(.query, "Found", variables: [GraphQLVariable("id", "ID!", value: "r1")]) {
  ///   GraphQLField("node", alias: "artist", arguments: ["id": .variable("id")]) {
  ///     "id"
  ///     GraphQLInlineFragment("Artist") { "name" }
  ///   }
  /// }
  /// let data = try await client.fetch(text)
  /// ```
  /// Everything that can be checked without a schema is checked here: invalid names, undefined or unused variables and
  /// fragments, and empty selections.
  ///
  /// - Parameters:
  ///   - kind: the kind of operation.
  ///   - name: the operation's name; nil for an anonymous operation.
  ///   - variables: the operation's variables with their values.
  ///   - directives: the directives on the operation.
  ///   - fragments: the fragments that the document spreads.
  ///   - uploads: the files to send, by their path in the variables: `["image"]`, `["files", 0]`.
  ///   - selections: the selections on the root type.
  /// - Throws: `GraphQLClientError.invalidRequest`, with the mistake and its position.
  public init(
    _ kind: GraphQLOperationDescription.Kind, _ name: String? = nil, variables: [GraphQLVariable] = [],
    directives: [GraphQLDirective] = [], fragments: [GraphQLFragmentDefinition] = [],
    uploads: [GraphQLPath: GraphQLUpload] = [:],
    @GraphQLSelectionBuilder selections: () -> [GraphQLSelection]
  ) throws {
    var writer = TextWriter()
    try writer.write(
      kind, name, variables: variables, directives: directives, fragments: fragments,
      uploads: uploads.keys, selections: selections())
    var values: [String: GraphQLValue] = [:]
    for variable in variables { values[variable.name] = variable.value }
    try self.init(writer.text, variables: values, uploads: uploads)
  }
}
