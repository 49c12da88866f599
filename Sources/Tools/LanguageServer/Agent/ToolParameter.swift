import ApusSource

/// A parameter of a tool, or a member of its result. JSON Schemas and checks of arguments derive from it.
struct ToolParameter: Sendable {
  enum Form: Sendable {
    case string, boolean
    case integer(ClosedRange<Int>)
    /// One of these strings.
    case choice([String])
    /// A list of objects.
    case objects
  }

  let name: String
  let form: Form
  private let description: String
  /// Whether every result has the member. No argument is required: see ``ToolArguments``.
  private let isRequired: Bool

  init(_ name: String, _ form: Form, _ description: String, isRequired: Bool = false) {
    self.name = name
    self.form = form
    self.description = description
    self.isRequired = isRequired
  }

  /// The JSON Schema of an object with these members.
  ///
  /// - Parameter isClosed: whether other members are errors.
  static func schema(of members: [ToolParameter], isClosed: Bool) -> JSONOutput {
    var schema: [(name: String, value: JSONOutput)] = [
      ("type", "object"), ("properties", .object(members.map { ($0.name, $0.schema) })),
    ]
    let required = members.filter(\.isRequired).map(\.name)
    if !required.isEmpty { schema.append(("required", .strings(required))) }
    if isClosed { schema.append(("additionalProperties", .boolean(false))) }
    return .object(schema)
  }

  private var schema: JSONOutput {
    var schema: [(name: String, value: JSONOutput)]
    switch form {
    case .string: schema = [("type", "string")]
    case .boolean: schema = [("type", "boolean")]
    case .integer(let range):
      schema = [("type", "integer"), ("minimum", .number(range.lowerBound))]
      if range.upperBound < Int.max { schema.append(("maximum", .number(range.upperBound))) }
    case .choice(let values): schema = [("type", "string"), ("enum", .strings(values))]
    case .objects: schema = [("type", "array"), ("items", ["type": "object"])]
    }
    schema.append(("description", .string(description)))
    return .object(schema)
  }

  /// The form in words, for error messages.
  var expectation: String {
    switch form {
    case .string: "a string"
    case .boolean: "true or false"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .choice(let values): Suggestions.join(values.map { "\"\($0)\"" }, "or")
    case .objects: "a list of objects"
    }
  }

  /// Whether a value has the form.
  func accepts(_ value: JSONValue) -> Bool {
    switch form {
    case .string: value.string != nil
    case .boolean: value.boolean != nil
    case .integer(let range): value.integer.map(range.contains) ?? false
    case .choice(let values): value.string.map(values.contains) ?? false
    case .objects: value.elements.map { $0.allSatisfy { $0.kind == .object } } ?? false
    }
  }
}
