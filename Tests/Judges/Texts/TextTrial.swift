import Apus
import ApusClient
import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax
import ApusText
import ApusValidation
import TestSupport

/// One random document: made of Swift's expressions, printed, and checked as `apusc check` checks it.
struct TextTrial {
  private var random: SeededRandom
  private var variables: [GraphQLVariable] = []
  private var fragments: [GraphQLFragmentDefinition] = []
  /// The type of each fragment, by its name; those that are done.
  private var fragmentTypes: [(name: String, type: String)] = []
  private var aliasCount = 0
  /// The strings of the document, in their order.
  private(set) var strings: [String] = []

  init(seed: UInt64) { random = SeededRandom(seed) }

  /// - Returns: what is wrong; nil when nothing is.
  static func fault(seed: UInt64, _ schema: Schema, _ names: NameTable) -> String? {
    var trial = TextTrial(seed: seed)
    do {
      let text = try trial.document()
      return trial.fault(text.document, schema, names).map { "seed \(seed): \($0)\n\(text.document)" }
    } catch {
      return "seed \(seed): \(error)"
    }
  }

  private func fault(_ document: String, _ schema: Schema, _ names: NameTable) -> String? {
    let tree = SyntaxTree(names: names)
    let errors = Parser.parse(SourceFile(path: "Text.graphql", text: document), into: tree)
    if let error = errors.first { return "\(error)" }
    let diagnostics = Validator.validate(DocumentIndex(tree, schema))
    if let problem = diagnostics.first(where: { $0.severity == .error }) { return problem.message }
    let read = (0..<tree.count).filter { tree.kind($0) == .stringValue }.map { tree.stringValue($0) }
    return read == strings ? nil : "strings are read otherwise: \(read)"
  }

  // MARK: - Making a document

  private mutating func document() throws -> GraphQLText {
    let kinds: [(GraphQLOperationDescription.Kind, String)] = [
      (.query, "Query"), (.query, "Query"), (.mutation, "Mutation"), (.subscription, "Subscription"),
    ]
    let (kind, root) = random.pick(kinds)
    // Strings stand in the document in the order in which its parts are made: operation, then fragments from the last to the first.
    var fragmentStrings: [[String]] = []
    for index in 0..<random.below(4) {
      strings = []
      let type = random.pick(["User", "Post", "Node", "Result"])
      let directives = marks()
      let selections = selections(type, depth: 2)
      let name = "F\(index)"
      fragments.append(GraphQLFragmentDefinition(name, on: type, directives: directives) { selections })
      fragmentTypes.append((name, type))
      fragmentStrings.append(strings)
    }
    strings = []
    let directives = marks()
    var selections = selections(root, depth: 4, isSingle: kind == .subscription)
    let isNamed = random.chance(70)
    let used = reached(selections)
    fragmentStrings = zip(fragments, fragmentStrings).filter { used.contains($0.0.name) }.map(\.1)
    fragments = fragments.filter { used.contains($0.name) }
    strings += fragmentStrings.flatMap { $0 }
    let variableNames = variablesUsed(selections, directives)
    variables = variables.filter { variableNames.contains($0.name) }
    // Defaults come first of all.
    strings = variables.flatMap { Self.strings(in: $0.defaultValue) } + strings
    if selections.isEmpty { selections = [.field(GraphQLField("__typename"))] }
    return try GraphQLText(
      kind, isNamed ? "Op\(random.below(100))" : nil, variables: variables, directives: directives,
      fragments: fragments
    ) { selections }
  }

  private mutating func selections(_ type: String, depth: Int, isSingle: Bool = false) -> [GraphQLSelection] {
    var result: [GraphQLSelection] = []
    let fields = TextSchema.fields[type] ?? []
    for _ in 0..<(isSingle ? 1 : 1 + random.below(4)) {
      let roll = random.below(10)
      if !isSingle, roll == 0, depth > 0 {
        let condition = random.chance(80) ? random.pick(TextSchema.conditions[type] ?? [type]) : nil
        let directives = conditions() + marks()
        let inner = selections(condition ?? type, depth: depth - 1)
        result.append(.inlineFragment(GraphQLInlineFragment(condition, directives: directives) { inner }))
      } else if !isSingle, roll == 1, let fragment = fragment(type) {
        result.append(.spread(GraphQLFragmentSpread(fragment, directives: conditions() + marks())))
      } else if let field = field(fields, depth, isSingle) {
        result.append(.field(field))
      } else {
        result.append(.field(GraphQLField("__typename")))
      }
    }
    return result
  }

  private mutating func fragment(_ type: String) -> String? {
    let possible = fragmentTypes.filter { TextSchema.conditions[type]?.contains($0.type) == true }
    return possible.isEmpty ? nil : random.pick(possible).name
  }

  private mutating func field(_ fields: [TextSchema.FieldType], _ depth: Int, _ isSingle: Bool)
    -> GraphQLField?
  {
    let possible = fields.filter { depth > 0 || $0.type == nil }
    if possible.isEmpty { return nil }
    let type = random.pick(possible)
    var arguments: [(name: String, value: GraphQLArgument)] = []
    for argument in type.arguments
    where argument.type == "String!" || argument.type == "ID!" || random.chance(40) {
      arguments.append((argument.name, value(argument.type, depth: 2)))
    }
    var alias: String?
    if type.type != nil || random.chance(20) {
      aliasCount += 1
      alias = "a\(aliasCount)"
    }
    let directives = isSingle ? [] : conditions() + marks()
    guard let object = type.type else {
      return GraphQLField(
        type.name, alias: alias, arguments: GraphQLArguments(arguments), directives: directives)
    }
    let inner = selections(object, depth: depth - 1)
    return GraphQLField(
      type.name, alias: alias, arguments: GraphQLArguments(arguments), directives: directives
    ) {
      inner
    }
  }

  private mutating func conditions() -> [GraphQLDirective] {
    guard random.chance(10) else { return [] }
    let condition = random.chance(50) ? GraphQLArgument.bool(random.chance(50)) : variable("Boolean!")
    return [random.chance(50) ? .include(if: condition) : .skip(if: condition)]
  }

  private mutating func marks() -> [GraphQLDirective] {
    guard random.chance(8) else { return [] }
    return [GraphQLDirective("mark", ["text": value("String", depth: 0)])]
  }

  // MARK: - Values

  private mutating func variable(_ type: String) -> GraphQLArgument {
    let name = "v\(variables.count)"
    var defaultValue: GraphQLArgument?
    if !type.hasSuffix("!"), random.chance(30) {
      let before = strings
      defaultValue = value(type, depth: 1, isConstant: true)
      strings = before
    }
    variables.append(GraphQLVariable(name, type, default: defaultValue, value: nil))
    return .variable(name)
  }

  private mutating func value(_ type: String, depth: Int, isConstant: Bool = false) -> GraphQLArgument {
    if !isConstant, random.chance(25) { return variable(type) }
    if type.hasSuffix("!") {
      return value(String(type.dropLast()), depth: depth, isConstant: true, isNonNull: true)
    }
    return value(type, depth: depth, isConstant: isConstant, isNonNull: false)
  }

  private mutating func value(_ type: String, depth: Int, isConstant: Bool, isNonNull: Bool)
    -> GraphQLArgument
  {
    if !isNonNull, random.chance(10) { return .null }
    if type.hasPrefix("[") {
      let element = String(type.dropFirst().dropLast())
      return .list((0..<random.below(3)).map { _ in value(element, depth: depth, isConstant: isConstant) })
    }
    switch type {
    case "ID", "String": return string()
    case "Int": return .number(GraphQLNumber(Int(Int32(truncatingIfNeeded: random.next()))))
    case "Float":
      return random.chance(30)
        ? 7 : .number(GraphQLNumber(floatLiteral: Double(random.below(1 << 40)) * 1e-7 - 9))
    case "Boolean": return .bool(random.chance(50))
    case "Kind": return .enum(random.pick(["A", "B", "null_", "on", "query"]))
    case "Pick":
      return random.chance(50)
        ? ["kind": .enum("A")] : .object(GraphQLArguments([(random.pick(["id", "name"]), string())]))
    default:
      var members: [(name: String, value: GraphQLArgument)] = [
        ("text", value("String!", depth: 0, isConstant: isConstant))
      ]
      let others = [
        ("kind", "Kind"), ("tags", "[String!]"), ("pick", "Pick"), ("size", "Float"), ("not", "Filter"),
      ]
      for (name, type) in others where (name != "not" || depth > 0) && random.chance(30) {
        members.append((name, value(type, depth: depth - 1, isConstant: isConstant)))
      }
      return .object(GraphQLArguments(members))
    }
  }

  private mutating func string() -> GraphQLArgument {
    let scalars = [
      "a", "\"", "\\", "\n", "\r", "\t", "\u{0}", "\u{1F}", "\u{7F}", "\u{9F}", "é", "\u{2028}", "💿", "#",
      "{", "\"\"\"", "\\u", "$",
    ]
    let text = (0..<random.below(6)).map { _ in random.pick(scalars) }.joined()
    strings.append(text)
    return .string(text)
  }

  // MARK: - What is used

  private func reached(_ selections: [GraphQLSelection]) -> Set<String> {
    var found: Set<String> = []
    var open = selections
    while let selection = open.popLast() {
      switch selection {
      case .field(let field): open += field.selections ?? []
      case .inlineFragment(let fragment): open += fragment.selections
      case .spread(let spread):
        if found.insert(spread.name).inserted {
          open += fragments.first { $0.name == spread.name }?.selections ?? []
        }
      }
    }
    return found
  }

  private func variablesUsed(_ selections: [GraphQLSelection], _ directives: [GraphQLDirective]) -> Set<
    String
  > {
    var found: Set<String> = []
    var values: [GraphQLArgument] = (directives + fragments.flatMap(\.directives)).flatMap {
      $0.arguments.items.map(\.value)
    }
    var open = selections + fragments.flatMap(\.selections)
    while let selection = open.popLast() {
      switch selection {
      case .field(let field):
        open += field.selections ?? []
        values +=
          field.arguments.items.map(\.value) + field.directives.flatMap { $0.arguments.items.map(\.value) }
      case .inlineFragment(let fragment):
        open += fragment.selections
        values += fragment.directives.flatMap { $0.arguments.items.map(\.value) }
      case .spread(let spread): values += spread.directives.flatMap { $0.arguments.items.map(\.value) }
      }
    }
    while let value = values.popLast() {
      switch value {
      case .variable(let name): found.insert(name)
      case .list(let elements): values += elements
      case .object(let members): values += members.items.map(\.value)
      default: break
      }
    }
    return found
  }

  private static func strings(in value: GraphQLArgument?) -> [String] {
    switch value {
    case .string(let text): [text]
    case .list(let elements): elements.flatMap { strings(in: $0) }
    case .object(let members): members.items.flatMap { strings(in: $0.value) }
    default: []
    }
  }
}
