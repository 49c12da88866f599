import Apus
import ApusClient

/// Writes a document and checks everything that can be checked without a schema.
struct TextWriter {
  private(set) var text = ""
  /// The path to the current node, for error messages.
  private var path: [String] = []
  private var names = DocumentNames()

  /// The maximum nesting of selections and values.
  static let maximumDepth = 100

  // MARK: - Definitions

  mutating func write(
    _ kind: GraphQLOperationDescription.Kind, _ name: String?, variables: [GraphQLVariable],
    directives: [GraphQLDirective], fragments: [GraphQLFragmentDefinition],
    uploads: some Collection<GraphQLPath>,
    selections: [GraphQLSelection]
  ) throws {
    path = [name.map { "\(kind.rawValue) \($0)" } ?? kind.rawValue]
    text = kind.rawValue
    if let name { try text += " " + checked(name, "the operation") }
    try write(variables)
    for place in uploads {
      guard variables.contains(where: { place.components.first == .key($0.name) }) else {
        throw failure(
          "a file is sent as \(quoted("\(place)")), which does not begin with the name of a variable")
      }
    }
    try write(directives)
    try write(selections)
    for fragment in fragments {
      path = ["fragment \(fragment.name)"]
      guard names.begin(fragment.name) else { throw failure("two fragments have this name") }
      guard fragment.name != "on" else { throw failure("a fragment cannot have this name") }
      try text += " fragment " + checked(fragment.name, "the fragment")
      try text += " on " + checked(fragment.type, "the type")
      try write(fragment.directives)
      try write(fragment.selections)
    }
    path = []
    if let problem = names.problem(variables.map(\.name)) { throw failure(problem) }
  }

  private mutating func write(_ variables: [GraphQLVariable]) throws {
    if variables.isEmpty { return }
    var known: Set<String> = []
    text += "("
    for (index, variable) in variables.enumerated() {
      if index > 0 { text += "," }
      guard known.insert(variable.name).inserted else {
        throw failure("two variables are called $\(variable.name)")
      }
      try text += "$" + checked(variable.name, "the variable")
      text += ":"
      guard Grammar.isType(variable.type) else {
        throw failure("\(quoted(variable.type)), the type of $\(variable.name), is not a type")
      }
      text += variable.type
      if let value = variable.defaultValue {
        text += "="
        try write(value, isConstant: true)
      }
    }
    text += ")"
  }

  // MARK: - Selections

  private mutating func write(_ selections: [GraphQLSelection]) throws {
    if selections.isEmpty { throw failure("nothing is selected") }
    if path.count > Self.maximumDepth {
      throw GraphQLClientError.invalidRequest(
        "selections are nested more than \(Self.maximumDepth) deep")
    }
    text += "{"
    for (index, selection) in selections.enumerated() {
      if index > 0 { text += " " }
      switch selection {
      case .field(let field): try write(field)
      case .inlineFragment(let fragment):
        path.append(fragment.type.map { "... on \($0)" } ?? "...")
        text += "..."
        if let type = fragment.type { try text += " on " + checked(type, "the type") }
        try write(fragment.directives)
        try write(fragment.selections)
        path.removeLast()
      case .spread(let spread):
        guard spread.name != "on" else { throw failure("a fragment cannot be called \"on\"") }
        try text += "..." + checked(spread.name, "the fragment")
        names.use(fragment: spread.name)
        try write(spread.directives)
      }
    }
    text += "}"
  }

  private mutating func write(_ field: GraphQLField) throws {
    path.append(field.alias ?? field.name)
    if let alias = field.alias { try text += checked(alias, "the alias") + ":" }
    try text += checked(field.name, "the field")
    try write(field.arguments)
    try write(field.directives)
    if let selections = field.selections { try write(selections) }
    path.removeLast()
  }

  private mutating func write(_ directives: [GraphQLDirective]) throws {
    for directive in directives {
      try text += "@" + checked(directive.name, "the directive")
      try write(directive.arguments)
    }
  }

  // MARK: - Values

  private mutating func write(_ arguments: GraphQLArguments) throws {
    if arguments.items.isEmpty { return }
    text += "("
    try writeItems(arguments, isConstant: false, depth: 0)
    text += ")"
  }

  private mutating func writeItems(_ arguments: GraphQLArguments, isConstant: Bool, depth: Int) throws {
    var known: Set<String> = []
    for (index, item) in arguments.items.enumerated() {
      if index > 0 { text += "," }
      guard known.insert(item.name).inserted else { throw failure("\(quoted(item.name)) is given twice") }
      try text += checked(item.name, "the argument") + ":"
      try write(item.value, isConstant: isConstant, depth: depth)
    }
  }

  private mutating func write(_ value: GraphQLArgument, isConstant: Bool, depth: Int = 0) throws {
    if depth > Self.maximumDepth {
      throw failure("values are nested more than \(Self.maximumDepth) deep")
    }
    switch value {
    case .variable(let name):
      if isConstant { throw failure("the default of a variable cannot contain the variable $\(name)") }
      try text += "$" + checked(name, "the variable")
      names.use(variable: name)
    case .enum(let name):
      if ["true", "false", "null"].contains(name) { throw failure("\(name) is not the value of an enum") }
      try text += checked(name, "the value of an enum")
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let number): text += number.description
    case .string(let string): text += StringLiteral.quoted(string)
    case .list(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        try write(element, isConstant: isConstant, depth: depth + 1)
      }
      text += "]"
    case .object(let members):
      text += "{"
      try writeItems(members, isConstant: isConstant, depth: depth + 1)
      text += "}"
    }
  }

  // MARK: - Names

  private func checked(_ name: String, _ what: String) throws -> String {
    guard Grammar.isName(name) else {
      throw failure(
        "\(what) \(quoted(name)) does not have a valid name: use letters, digits and _, not starting with a digit"
      )
    }
    return name
  }

  private func quoted(_ text: String) -> String { "\"\(text)\"" }

  private func failure(_ reason: String) -> GraphQLClientError {
    let place = path.isEmpty ? "the document" : path.joined(separator: " > ")
    return .invalidRequest("\(place): \(reason)")
  }
}
