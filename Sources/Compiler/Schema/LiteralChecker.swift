import ApusSource
import ApusSyntax

/// The reason why a literal is not valid for its type.
package struct LiteralDiagnostic {
  package var code: DiagnosticCode
  package var message: String
  /// The value or object field at fault.
  package var node: NodeID
  /// The path from the checked literal to the value, for example `.filter.years[2]`.
  package var path: String
  /// The type, field or enum that the literal must match, as a node of the schema's tree; -1 for built-in scalars.
  package var definition: NodeID
}

/// Checks literals: values in documents, and default values in a schema.
///
/// Variables are skipped, because their values are only known when a request is made.
///
/// https://spec.graphql.org/September2025/#sec-Values-of-Correct-Type
package struct LiteralChecker {
  private let schema: Schema
  /// The tree that contains the literals.
  private let tree: SyntaxTree
  private let nodes: UnsafeMutablePointer<Node>
  private var diagnostics: [LiteralDiagnostic] = []
  private var path: [String] = []

  package init(_ tree: SyntaxTree, _ schema: Schema) {
    self.tree = tree
    self.schema = schema
    nodes = tree.nodes
  }

  /// Checks the literal at `value` against `type`.
  package mutating func diagnostics(_ value: NodeID, _ type: TypeReference) -> [LiteralDiagnostic] {
    diagnostics = []
    path = []
    check(value, type)
    return diagnostics
  }

  private mutating func check(_ value: NodeID, _ type: TypeReference) {
    switch nodes[value].kind {
    case .variable: return
    case .nullValue:
      if type.isNonNull {
        report(
          .invalidValue, "Expected value of non-null type \"\(schema.description(type))\" not to be null.",
          value, type.named)
      }
      return
    default: break
    }
    guard let named = type.named else { return }
    if type.isList {
      checkList(value, type.element)
      return
    }
    switch schema[named].kind {
    case .inputObject: checkObject(value, named)
    case .enum: checkEnum(value, named)
    case .scalar: checkScalar(value, schema[named].name, named)
    case .object, .interface, .union: break
    }
  }

  /// Input coercion of lists (section 3.11): a single value is a list of one.
  private mutating func checkList(_ value: NodeID, _ element: TypeReference) {
    guard case .listValue = nodes[value].kind else { return check(value, element) }
    var item = value &+ 1
    let end = Int(nodes[value].next)
    var index = 0
    while item < end {
      path.append("[\(index)]")
      check(item, element)
      path.removeLast()
      item = Int(nodes[item].next)
      index &+= 1
    }
  }

  /// Input coercion of input objects (sections 3.10 and 5.6.2 to 5.6.4).
  private mutating func checkObject(_ value: NodeID, _ type: TypeID) {
    guard case .objectValue = nodes[value].kind else {
      report(
        .invalidValue,
        "Expected value of type \"\(schema.name(type))\" to be an object, found: \(text(value)).", value, type
      )
      return
    }
    var given: [NameID: NodeID] = [:]
    for field in tree.children(value, .objectField) { given[nodes[field].name] = field }
    for field in schema.inputFields(of: type) {
      let field = schema[field]
      let name = schema.names.string(field.name)
      if let node = given[field.name] {
        path.append(".\(name)")
        check(node + 1, field.type)
        path.removeLast()
      } else if field.isRequired {
        report(
          .missingInputField,
          "Expected value of type \"\(schema.name(type))\" to include required field \"\(name)\","
            + " found: \(text(value)).", value, type, at: field.node)
      }
    }
    checkFieldNames(of: value, type)
  }

  private mutating func checkFieldNames(of value: NodeID, _ type: TypeID) {
    var known: [NodeID] = []
    for field in tree.children(value, .objectField) {
      if schema.inputField(nodes[field].name, of: type) != nil {
        known.append(field)
        continue
      }
      let name = tree.name(field)
      let options = schema.inputFields(of: type).map { schema.names.string(schema[$0].name) }
      let suggestion = Suggestions.didYouMean(name, among: options)
      report(
        .unknownInputField,
        "Expected value of type \"\(schema.name(type))\" not to include unknown field \"\(name)\""
          + (suggestion.isEmpty ? ", found" : ".\(suggestion) Found") + ": \(text(value)).", field, type)
    }
    if schema[type].isOneOf, known.count != 1 || nodes[known[0] + 1].kind == .nullValue {
      if known.count == 1 { path.append(".\(tree.name(known[0]))") }
      report(
        .oneOfValue,
        "Within OneOf Input Object type \"\(schema.name(type))\", exactly one field must be specified,"
          + " and the value for that field must be non-null.", value, type)
      if known.count == 1 { path.removeLast() }
    }
  }

  /// Input coercion of enums (section 3.9).
  private mutating func checkEnum(_ value: NodeID, _ type: TypeID) {
    let isEnumValue = nodes[value].kind == .enumValue
    if isEnumValue, schema.enumValue(nodes[value].name, of: type) != nil { return }
    let written = text(value)
    let options = schema.enumValues(of: type).map { schema.names.string(schema[$0].name) }
    let suggestion =
      Suggestions.didYouMean(Suggestions.list(for: written, among: options), subject: "the enum value")
    report(
      .invalidValue,
      (isEnumValue
        ? "Value \"\(written)\" does not exist in \"\(schema.name(type))\" enum."
        : "Enum \"\(schema.name(type))\" cannot represent non-enum value: \(written).") + suggestion,
      value, type)
  }

  /// Input coercion of the built-in scalars (section 3.5); custom scalars take any literal.
  private mutating func checkScalar(_ value: NodeID, _ name: NameID, _ type: TypeID) {
    let kind = nodes[value].kind
    switch name {
    case Keyword.intType:
      if kind != .intValue {
        report(.invalidValue, "Int cannot represent non-integer value: \(text(value))", value, type)
      } else if length(value) > 9, Int32(tree.text(of: value)) == nil {
        report(
          .invalidValue, "Int cannot represent non 32-bit signed integer value: \(text(value))", value, type)
      }
    case Keyword.floatType:
      if kind != .floatValue, kind != .intValue {
        report(.invalidValue, "Float cannot represent non numeric value: \(text(value))", value, type)
      } else if length(value) > 4, Double(tree.text(of: value))?.isFinite != true {
        report(.invalidValue, "Float cannot represent non finite value: \(text(value))", value, type)
      }
    case Keyword.stringType:
      if kind != .stringValue {
        report(.invalidValue, "String cannot represent a non string value: \(text(value))", value, type)
      }
    case Keyword.booleanType:
      if kind != .booleanValue {
        report(.invalidValue, "Boolean cannot represent a non boolean value: \(text(value))", value, type)
      }
    case Keyword.idType:
      if kind != .stringValue, kind != .intValue {
        report(
          .invalidValue, "ID cannot represent a non-string and non-integer value: \(text(value))", value, type
        )
      }
    default: break
    }
  }

  /// Fast path: most literals are too short to be out of range, so they are not parsed.
  private func length(_ value: NodeID) -> UInt32 { nodes[value].end &- nodes[value].start }

  private func text(_ value: NodeID) -> String { MinifyingPrinter.printPart(value, of: tree) }

  private mutating func report(
    _ code: DiagnosticCode, _ message: String, _ node: NodeID, _ type: TypeID?, at definition: NodeID? = nil
  ) {
    let type = schema[type]
    diagnostics.append(
      LiteralDiagnostic(
        code: code, message: message, node: node, path: path.joined(),
        definition: definition ?? type.map { $0.isBuiltIn ? -1 : $0.node } ?? 0))
  }
}

extension DiagnosticCode {
  /// The codes of literals, for the catalog.
  package static let literalCodes: [DiagnosticCode] = [
    .invalidValue, .unknownInputField, .missingInputField, .oneOfValue,
  ]

  package static let invalidValue = DiagnosticCode(
    "invalid-value",
    title: "A value of the wrong type",
    explanation: """
      The value's kind does not fit the type of the argument, field or variable that it is given for. An Int is a whole
      number of 32 bits, a Float any finite number, an ID a string or a whole number; an enum takes one of its values
      without quotes; a custom scalar takes anything. A list type also takes a single value. `null` is valid if the
      type does not
      end with `!`.
      """,
    example: "{ albums(first: \"ten\") { title } }  # the schema has albums(first: Int)",
    fix: "Write a value of the type that the message names: `albums(first: 10)`.")

  package static let unknownInputField = DiagnosticCode(
    "unknown-input-field",
    title: "A field that does not exist in the input object",
    explanation: "An object value names a field that the input type in the schema does not define.",
    example: "{ albums(filter: { yaer: 1999 }) { title } }  # input AlbumFilter { year: Int }",
    fix: "Correct the field's name, or remove it.")

  package static let missingInputField = DiagnosticCode(
    "missing-input-field",
    title: "A required field of an input object that is not given",
    explanation:
      "A field of an input object without a default value is required if its type ends with `!`.",
    example: "mutation { rate(rating: { stars: 4 }) { id } }  # input Rating { stars: Int! albumId: ID! }",
    fix: "Give it: `{ stars: 4, albumId: \"7\" }`.")

  package static let oneOfValue = DiagnosticCode(
    "one-of-value",
    title: "A OneOf input object value without exactly one field",
    explanation:
      "An input object marked `@oneOf` takes exactly one of its fields, and its value must not be null.",
    example:
      "{ album(by: { id: \"7\", slug: \"blue\" }) { title } }  # input AlbumBy @oneOf { id: ID slug: String }",
    fix: "Give one field: `{ id: \"7\" }`.")
}
