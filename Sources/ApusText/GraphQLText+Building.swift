import Apus
public import ApusClient

extension GraphQLText {
  /// A document that is made of Swift's expressions.
  ///
  /// ```swift
  /// let me = try GraphQLText(.query, "Me", variables: [Variable("id", "ID!", value: "a1")]) {
  ///   Field("user", alias: "me", arguments: ["id": .variable("id")]) {
  ///     "uuid"
  ///     On("Admin") { "level" }
  ///   }
  /// }
  /// let user = try await client.fetch(me, as: Me.self)
  /// ```
  /// What can be wrong without a schema is found here: names that are none, variables and fragments that are not defined or not used,
  /// selections that select nothing.
  ///
  /// - Parameters:
  ///   - kind: what the operation does.
  ///   - name: the operation's name; nil for none.
  ///   - variables: its variables with their values.
  ///   - directives: what stands behind it with `@`.
  ///   - fragments: the fragments that are spread in it.
  ///   - uploads: the files that are sent with it, by their places in the variables: `["image"]`, `["files", 0]`.
  ///   - selections: what is selected of the root.
  /// - Throws: `GraphQLClientError.invalidRequest`, which says what is wrong, and where.
  public init(
    _ kind: GraphQLOperationDescription.Kind, _ name: String? = nil, variables: [Variable] = [],
    directives: [Directive] = [], fragments: [Fragment] = [],
    uploads: [GraphQLPath: GraphQLUpload] = [:],
    @SelectionBuilder selections: () -> [Selection]
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
