import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

extension Analysis {
  /// Completes the name at a place of a document.
  ///
  /// - Returns: the candidates, the likeliest first, and the range of the name that they replace.
  package func completion(in source: SourceFile, at offset: Int) -> (
    candidates: [Candidate], replaced: Range<Int>
  ) {
    var context = CursorContext(source, at: offset, schema: schema)
    context.findPresentNames()
    var found: [Candidate]
    switch context.place {
    case .keyword: found = keywords(source)
    case .selection(let type): found = selections(of: type, context)
    case .spread(let type):
      found = fragments(on: type, prefix: "") + [Candidate(label: "on", kind: .keyword, rank: 0)]
    case .condition(let type): found = conditions(within: type)
    case .directive(let location): found = directives(at: location, context)
    case .argument(let arguments): found = inputs(arguments, .argument, context)
    case .fragmentArgument(let fragment): found = fragmentArguments(of: fragment, context)
    case .fragmentValue(let fragment, let argument):
      let type = fragmentVariable(argument, of: fragment).map { index.valueTypes[$0] }
      found = values(of: type ?? TypeReference(nil), isConstant: false, context)
    case .inputField(let type): found = inputFields(of: type, context)
    case .value(let type, let isConstant): found = values(of: type, isConstant: isConstant, context)
    case .variable(let type): found = variables(for: type, context, prefix: "")
    case .variableType: found = inputTypes()
    case .definitionName, .variableDefinition, .unknown: found = []
    }
    for index in found.indices where found[index].isDeprecated { found[index].rank += 10 }
    return (
      found.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(
        \.element), context.name
    )
  }

  private func keywords(_ source: SourceFile) -> [Candidate] {
    ["query", "mutation", "subscription", "fragment"].map { keyword in
      let header = keyword == "fragment" ? "${1:Name} on ${2:Type}" : "${1:Name}"
      return Candidate(label: keyword, kind: .keyword, snippet: "\(keyword) \(header) {\n  $0\n}")
    }
  }

  // MARK: - Selections

  private func selections(of type: TypeID?, _ context: CursorContext) -> [Candidate] {
    guard let type else { return [] }
    let definition = schema[type]
    var found = schema.fields(of: type).map { candidate(ofField: $0, context) }
    if definition.isAbstract || definition.kind == .object {
      var typename = Candidate(label: "__typename", kind: .field, detail: "String!", rank: 3)
      if context.presentNames.contains(Keyword.typename) { typename.rank = 5 }
      found.append(typename)
    }
    found += fragments(on: type, prefix: "...")
    if definition.isAbstract {
      for candidate in conditions(within: type) where narrows(candidate.symbol, type) {
        found.append(
          Candidate(
            label: "... on \(candidate.label)", kind: .snippet,
            snippet: "... on \(candidate.label) {\n  $0\n}", rank: 4,
            symbol: candidate.symbol))
      }
    }
    return found
  }

  /// Whether a type's possible objects are a proper subset of another's.
  private func narrows(_ symbol: Symbol?, _ type: TypeID) -> Bool {
    guard case .type(let candidate) = symbol else { return false }
    return schema.isSubset(candidate, of: type) && !schema.isSubset(type, of: candidate)
  }

  private func candidate(ofField field: FieldID, _ context: CursorContext) -> Candidate {
    let definition = schema[field]
    let name = names.string(definition.name)
    var candidate = Candidate(
      label: name, kind: .field, detail: schema.description(definition.type),
      isDeprecated: definition.isDeprecated,
      symbol: .field(field))
    // Fields that are already selected come last.
    if context.presentNames.contains(definition.name) { candidate.rank = 5 }
    candidate.snippet = snippet(name, ofField: field)
    return candidate
  }

  /// The name with placeholders for required arguments and braces; nil if neither is needed.
  private func snippet(_ name: String, ofField field: FieldID) -> String? {
    var number = 0
    var arguments: [String] = []
    for input in schema.arguments(of: field) where schema[input].isRequired {
      number += 1
      let argument = names.string(schema[input].name)
      arguments.append("\(argument): ${\(number):\(argument)}")
    }
    let isComposite = schema[schema[field].type.named]?.isComposite == true
    if arguments.isEmpty, !isComposite { return nil }
    let list = arguments.isEmpty ? "" : "(" + arguments.joined(separator: ", ") + ")"
    return name + list + (isComposite ? " {\n  $0\n}" : "")
  }

  /// Fragments that can apply to objects of a type.
  private func fragments(on type: TypeID?, prefix: String) -> [Candidate] {
    definitions.compactMap { number in
      let node = index.node(number)
      guard tree.kind(node) == .fragmentDefinition else { return nil }
      let condition = index.type(node)
      if let condition, let type, !schema.overlap(condition, type) { return nil }
      return Candidate(
        label: prefix + tree.name(node), kind: .fragment,
        detail: condition.map { "on \(schema.name($0))" } ?? "",
        rank: condition == type ? 1 : 2, symbol: .fragment(tree.nodes[node].name))
    }
  }

  /// Composite types that overlap with a type; all composite types for nil.
  private func conditions(within type: TypeID?) -> [Candidate] {
    schema.allTypes.filter { candidate in
      schema[candidate].isComposite && !schema[candidate].isBuiltIn
        && type.map { schema.overlap(candidate, $0) } ?? true
    }.map { Candidate(label: schema.name($0), kind: .type, symbol: .type($0)) }
  }

  // MARK: - Directives and arguments

  private func directives(at location: NameID, _ context: CursorContext) -> [Candidate] {
    var found: [Candidate] = []
    for directive in schema.allDirectives {
      let definition = schema[directive]
      guard definition.allows(location),
        definition.isRepeatable || !context.presentNames.contains(definition.name)
      else {
        continue
      }
      let required = schema.arguments(of: directive).filter { schema[$0].isRequired }
        .map { names.string(schema[$0].name) }
      let name = names.string(definition.name)
      let list = required.enumerated().map { "\($1): ${\($0 + 1):\($1)}" }.joined(separator: ", ")
      found.append(
        Candidate(
          label: name, kind: .directive, snippet: list.isEmpty ? nil : "\(name)(\(list))",
          symbol: .directive(directive)))
    }
    return found
  }

  /// Arguments or input fields that are not given yet, required ones first.
  private func inputs(
    _ inputs: TableIDs<InputValueDefinition>, _ kind: Candidate.Kind, _ context: CursorContext
  ) -> [Candidate] {
    inputs.compactMap { input in
      let definition = schema[input]
      if context.presentNames.contains(definition.name) { return nil }
      let name = names.string(definition.name)
      return Candidate(
        label: name, kind: kind, detail: schema.description(definition.type), text: "\(name): ",
        isDeprecated: definition.isDeprecated, rank: definition.isRequired ? 0 : 1, symbol: .input(input))
    }
  }

  private func inputFields(of type: TypeID?, _ context: CursorContext) -> [Candidate] {
    guard let type, !schema[type].isOneOf || context.presentNames.isEmpty else { return [] }
    return inputs(schema.inputFields(of: type), .argument, context)
  }

  private func inputTypes() -> [Candidate] {
    schema.allTypes.compactMap { type in
      let definition = schema[type]
      guard definition.isInput, !names.isReserved(definition.name) else { return nil }
      return Candidate(label: names.string(definition.name), kind: .type, symbol: .type(type))
    }
  }

  // MARK: - Values

  private func values(of type: TypeReference, isConstant: Bool, _ context: CursorContext) -> [Candidate] {
    guard let named = type.named else { return [] }
    var found: [Candidate] = []
    let definition = schema[named]
    switch definition.kind {
    case .enum:
      for value in schema.enumValues(of: named) {
        let entry = schema[value]
        found.append(
          Candidate(
            label: names.string(entry.name), kind: .value, detail: names.string(definition.name),
            isDeprecated: entry.isDeprecated, rank: 0, symbol: .enumValue(value)))
      }
    case .scalar where definition.name == Keyword.booleanType:
      found += ["true", "false"].map { Candidate(label: $0, kind: .value, rank: 0) }
    case .inputObject where !type.isList:
      found.append(Candidate(label: "{ }", kind: .value, snippet: "{ $0 }", rank: 0))
    default: break
    }
    if type.isList { found.append(Candidate(label: "[ ]", kind: .value, snippet: "[$0]", rank: 2)) }
    if !isConstant { found += variables(for: type, context, prefix: "$") }
    if !type.isNonNull { found.append(Candidate(label: "null", kind: .value, rank: 4)) }
    return found
  }

  /// The operation's or fragment's variables whose types fit, and a new variable.
  private func variables(for type: TypeReference, _ context: CursorContext, prefix: String) -> [Candidate] {
    var found: [Candidate] = []
    for variable in context.variables where type.named == nil || variable.type.named == type.named {
      found.append(
        Candidate(
          label: prefix + names.string(variable.name), kind: .variable,
          detail: schema.description(variable.type), rank: 1))
    }
    if context.keyword == Keyword.fragment {
      let own = Set(context.variables.map { prefix + names.string($0.name) })
      return found + fragmentVariables(prefix).filter { !own.contains($0.label) }
    }
    if let addition = newVariable(type, context, prefix: prefix) { found.append(addition) }
    return found
  }

  /// The operations' variables that are available in a fragment are unknown, but those that fragments already use are a good guess.
  private func fragmentVariables(_ prefix: String) -> [Candidate] {
    var seen: Set<NameID> = []
    var found: [Candidate] = []
    for node in 0..<tree.count where tree.nodes[node].kind == .variableDefinition {
      if tree.kind(NodeID(index.parents[node])) == .fragmentDefinition { continue }
      if seen.insert(tree.nodes[node].name).inserted {
        found.append(
          Candidate(
            label: prefix + tree.name(node), kind: .variable,
            detail: schema.description(index.valueTypes[node]), rank: 1))
      }
    }
    return found
  }

  /// A new variable, named after the argument or input field, with an edit that defines it in the operation.
  private func newVariable(_ type: TypeReference, _ context: CursorContext, prefix: String) -> Candidate? {
    guard type.named != nil, let end = context.variablesEnd, let input = context.inputName else { return nil }
    let name = names.string(input)
    if context.variables.contains(where: { $0.name == input }) { return nil }
    let definition = "$\(name): \(schema.description(type))"
    return Candidate(
      label: prefix + name, kind: .variable, detail: "new variable: \(schema.description(type))", rank: 3,
      addition: context.hasVariables ? (end, ", \(definition)") : (end, "(\(definition))"))
  }
}
