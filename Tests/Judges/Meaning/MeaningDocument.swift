import TestSupport

/// A random document, as a tree that can be made smaller.
struct MeaningDocument {
  struct Directive {
    enum Kind: String {
      case include, skip, `defer`, apus
    }

    var kind: Kind
    /// `$x`, `true` or `false`; of `@defer` nil, too.
    var value: String?
    /// Of `@defer`; of `@apus` the name of the property.
    var label: String?

    var text: String {
      var arguments: [String] = []
      if let value { arguments.append("if: \(value)") }
      if let label { arguments.append("\(kind == .apus ? "name" : "label"): \"\(label)\"") }
      return " @\(kind.rawValue)" + (arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))")
    }
  }

  indirect enum Selection {
    case field(name: String, alias: String?, [Directive], [Selection]?)
    case inline(type: String?, [Directive], [Selection])
    case spread(name: String, [Directive])
  }

  struct Fragment {
    var name: String
    var type: String
    var selections: [Selection]
  }

  var kind = "query"
  var selections: [Selection] = []
  var fragments: [Fragment] = []
  /// Whether other modules may spread the fragments.
  var isPublic = false
  /// How many of the fragments, the first ones, are those of a module below.
  var countBelow = 0
  /// What stands on every selection of a field, by its name: so that those that merge agree.
  var catches: [String: String] = [:]
  /// Whether the operation comes behind the fragments.
  var isOperationLast = false
  /// By fragment the names of its own variables, by the operation's that they have the values of. Without them fragments use the
  /// operation's variables.
  var ownVariables: [String: [String: String]] = [:]

  // MARK: - Making one

  /// - Parameters:
  ///   - isIncremental: whether fragments are deferred.
  ///   - hasBlocks: whether inline fragments are properties by name.
  ///   - isDeep: whether several inline fragments may stand within one another.
  ///   - hasArguments: whether fragments have variables of their own.
  init(
    _ schema: MeaningSchema, isIncremental: Bool, hasBlocks: Bool, isDeep: Bool, hasArguments: Bool,
    _ random: inout SeededRandom
  ) {
    var maker = Maker(
      schema: schema, random: random, isIncremental: isIncremental, hasBlocks: hasBlocks, isDeep: isDeep)
    isPublic = maker.random.chance(20)
    for index in 0..<maker.random.below(5) {
      let type = maker.random.chance(10) ? "Query" : maker.random.pick(schema.composites)
      let selections = maker.selections(type, depth: 2)
      maker.fragments.append(Fragment(name: "F\(index)", type: type, selections: selections))
    }
    if !isIncremental, maker.random.chance(10) {
      kind = "subscription"
      let link = maker.random.pick(MeaningSchema.links)
      let type = schema.fields["Subscription"]?[link]?.name ?? ""
      let field = Selection.field(name: link, alias: nil, [], maker.selections(type, depth: 3))
      if maker.random.chance(40) {
        maker.fragments.append(Fragment(name: "Root", type: "Subscription", selections: [field]))
        selections = [.spread(name: "Root", [])]
      } else {
        selections = [field]
      }
    } else {
      selections = maker.selections("Query", depth: 3)
    }
    fragments = maker.fragments
    isOperationLast = maker.random.chance(30)
    if hasArguments {
      for fragment in fragments {
        var names = MeaningDocument.variables
        names.swapAt(0, maker.random.below(3))
        names.swapAt(1, 1 + maker.random.below(2))
        ownVariables[fragment.name] = Dictionary(uniqueKeysWithValues: zip(MeaningDocument.variables, names))
      }
    }
    if maker.random.chance(35) { countBelow = maker.random.below(fragments.count + 1) }
    if maker.random.chance(30) {
      for name in MeaningSchema.leaves + MeaningSchema.links where maker.random.chance(50) {
        catches[name] = maker.random.pick(["RESULT", "RESULT", "NULL"])
      }
      // What is thrown goes up to the others.
      for name in MeaningSchema.leaves + MeaningSchema.links where catches[name] == nil {
        if maker.random.chance(40) { catches[name] = "THROW" }
      }
    }
    random = maker.random
  }

  private struct Maker {
    let schema: MeaningSchema
    var random: SeededRandom
    let isIncremental: Bool
    let hasBlocks: Bool
    let isDeep: Bool
    var fragments: [Fragment] = []
    private var labels = 0

    init(
      schema: MeaningSchema, random: SeededRandom, isIncremental: Bool, hasBlocks: Bool, isDeep: Bool
    ) {
      self.isDeep = isDeep
      self.hasBlocks = hasBlocks
      self.schema = schema
      self.random = random
      self.isIncremental = isIncremental
    }

    mutating func directives() -> [Directive] {
      if random.chance(55) { return [] }
      let value = random.chance(94) ? random.pick(["$x", "$y", "$z"]) : random.pick(["true", "false"])
      let isInclude = random.chance(60)
      let one = Directive(kind: isInclude ? .include : .skip, value: value)
      if random.chance(90) { return [one] }
      return [
        one, Directive(kind: isInclude ? .skip : .include, value: random.pick(["$x", "$y", "$z"])),
      ]
    }

    /// Those of a fragment, which may be deferred.
    ///
    /// - Parameter isInline: whether it has no name: then the label gives the property one.
    mutating func fragmentDirectives(isInline: Bool) -> [Directive] {
      var result = directives()
      guard isIncremental, random.chance(35) else { return result }
      labels += 1
      result.append(
        Directive(
          kind: .defer, value: random.chance(80) ? nil : random.pick(["$x", "$y", "true", "false"]),
          label: isInline || random.chance(20) ? "part\(labels)" : nil))
      return result
    }

    mutating func selections(_ type: String, depth: Int) -> [Selection] {
      var result: [Selection] = []
      for _ in 0..<(1 + random.below(3)) { result.append(selection(type, depth)) }
      return result
    }

    mutating func selection(_ type: String, _ depth: Int) -> Selection {
      let isUnion = schema.unions[type] != nil
      let dice = random.below(100)
      let known = schema.possible(type)
      if dice < 25 {
        let usable = fragments.filter { !schema.possible($0.type).isDisjoint(with: known) }
        if !usable.isEmpty {
          return .spread(name: random.pick(usable).name, fragmentDirectives(isInline: false))
        }
      }
      if dice < 50, depth > 0 {
        let usable = schema.composites.filter { !schema.possible($0).isDisjoint(with: known) }
        let condition = random.chance(25) || usable.isEmpty ? nil : random.pick(usable)
        var directives = fragmentDirectives(isInline: true)
        if hasBlocks, condition == nil || condition == type, random.chance(60),
          !directives.contains(where: { $0.kind == .defer })
        {
          labels += 1
          directives.append(Directive(kind: .apus, value: nil, label: "block\(labels)"))
        }
        // The limit is for fields: within it there is no room for a fragment in a part in a condition.
        let inner = isDeep && random.chance(50) ? depth : depth - 1
        return .inline(type: condition, directives, selections(condition ?? type, depth: inner))
      }
      if dice < 75, depth > 0, !isUnion {
        let link = random.pick(MeaningSchema.links)
        let alias = random.chance(8) ? "k" : nil
        let inner = schema.fields[type]?[link]?.name ?? ""
        return .field(name: link, alias: alias, directives(), selections(inner, depth: depth - 1))
      }
      if isUnion || random.chance(8) { return .field(name: "__typename", alias: nil, directives(), nil) }
      let alias = random.chance(10) ? "c" : nil
      return .field(name: random.pick(MeaningSchema.leaves), alias: alias, directives(), nil)
    }
  }

  // MARK: - Text

  /// The operation with its module's fragments that it reaches, and the variables that all of them use.
  var text: String {
    let used = reached
    let braces = "{ " + selections.map { text($0, in: "") }.joined(separator: " ") + " }\n"
    let own = fragments[countBelow...]
    let fragmentText = own.filter { used.contains($0.name) }.map(text).joined()
    let variables = MeaningDocument.variables.filter(self.variables(in: selections).contains)
    let definitions = variables.map { "$\($0): Boolean!" }.joined(separator: " ")
    let operation = kind + " Test" + (variables.isEmpty ? " " : "(\(definitions)) ")
    return isOperationLast ? fragmentText + operation + braces : operation + braces + fragmentText
  }

  /// The operation's variables whose values are used in selections and in the fragments that they reach.
  private func variables(in selections: [Selection]) -> Set<String> {
    func used(_ directives: [Directive]) -> Set<String> {
      Set(
        directives.compactMap { $0.value?.hasPrefix("$") == true ? String($0.value?.dropFirst() ?? "") : nil }
      )
    }
    return selections.reduce(into: []) { found, selection in
      switch selection {
      case .field(_, _, let list, let inner): found.formUnion(used(list).union(variables(in: inner ?? [])))
      case .inline(_, let list, let inner): found.formUnion(used(list).union(variables(in: inner)))
      case .spread(let name, let list):
        found.formUnion(used(list))
        if let fragment = fragments.first(where: { $0.name == name }) {
          found.formUnion(variables(in: fragment.selections))
        }
      }
    }
  }

  static let variables = ["x", "y", "z"]

  /// The fragments of the module below, which has no operation.
  var textBelow: String { fragments[..<countBelow].map(text).joined() }

  private func text(of fragment: Fragment) -> String {
    let own = ownVariables[fragment.name] ?? [:]
    let used = variables(in: fragment.selections).compactMap { own[$0] }.sorted()
    let list = used.isEmpty ? "" : "(" + used.map { "$\($0): Boolean!" }.joined(separator: " ") + ")"
    return "fragment \(fragment.name)\(list) on \(fragment.type) { "
      + fragment.selections.map { text($0, in: fragment.name) }.joined(separator: " ") + " }\n"
  }

  private var reached: Set<String> {
    var found: Set<String> = []
    func visit(_ selections: [Selection]) {
      for selection in selections {
        switch selection {
        case .field(_, _, _, let inner): visit(inner ?? [])
        case .inline(_, _, let inner): visit(inner)
        case .spread(let name, _):
          if found.insert(name).inserted, let fragment = fragments.first(where: { $0.name == name }) {
            visit(fragment.selections)
          }
        }
      }
    }
    visit(selections)
    return found
  }

  /// - Parameter scope: the fragment around; empty in the operation.
  private func text(_ selection: Selection, in scope: String) -> String {
    func directives(_ list: [Directive]) -> String {
      list.map { directive in
        var directive = directive
        if let value = directive.value, value.hasPrefix("$"), let own = ownVariables[scope] {
          directive.value = "$" + (own[String(value.dropFirst())] ?? "")
        }
        return directive.text
      }.joined()
    }
    func braces(_ list: [Selection]) -> String {
      " { " + list.map { text($0, in: scope) }.joined(separator: " ") + " }"
    }
    switch selection {
    case .field(let name, let alias, let list, let inner):
      let caught = catches[name].map { " @catch(to: \($0))" } ?? ""
      return (alias.map { "\($0): " } ?? "") + name + caught + directives(list) + (inner.map(braces) ?? "")
    case .inline(let type, let list, let inner):
      return "..." + (type.map { " on \($0)" } ?? "") + directives(list) + braces(inner)
    case .spread(let name, let list): return "...\(name)" + arguments(of: name, in: scope) + directives(list)
    }
  }

  private func arguments(of fragment: String, in scope: String) -> String {
    guard let own = ownVariables[fragment], let definition = fragments.first(where: { $0.name == fragment })
    else { return "" }
    let list = variables(in: definition.selections).sorted().map { variable in
      "\(own[variable] ?? ""): $\(ownVariables[scope]?[variable] ?? variable)"
    }
    return list.isEmpty ? "" : "(" + list.joined(separator: ", ") + ")"
  }

  // MARK: - Smaller ones

  /// Documents with one thing less, the largest steps first.
  var smaller: [MeaningDocument] {
    var result: [MeaningDocument] = []
    for simplify in MeaningDocument.simplifications {
      var copy = self
      if simplify(&copy) { result.append(copy) }
    }
    for name in catches.keys.sorted() where catches.count > 1 {
      var copy = self
      copy.catches[name] = nil
      result.append(copy)
    }
    for list in MeaningDocument.smaller(selections) {
      var copy = self
      copy.selections = list
      result.append(copy)
    }
    for index in fragments.indices {
      for list in MeaningDocument.smaller(fragments[index].selections) {
        var copy = self
        copy.fragments[index].selections = list
        result.append(copy)
      }
    }
    return result
  }

  private static let simplifications: [@Sendable (inout MeaningDocument) -> Bool] = [
    { document in
      defer { document.ownVariables = [:] }
      return !document.ownVariables.isEmpty
    },
    { document in
      defer { document.countBelow = 0 }
      return document.countBelow > 0
    },
    { document in
      defer { document.catches = [:] }
      return !document.catches.isEmpty
    },
    { document in
      defer { document.isPublic = false }
      return document.isPublic
    },
    { document in
      defer { document.isOperationLast = false }
      return document.isOperationLast
    },
  ]

  private static func smaller(_ list: [Selection]) -> [[Selection]] {
    var result: [[Selection]] = []
    for index in list.indices {
      if list.count > 1 {
        var copy = list
        copy.remove(at: index)
        result.append(copy)
      }
      for inner in replacements(list[index]) {
        result.append(Array(list[..<index]) + inner + Array(list[(index + 1)...]))
      }
    }
    return result
  }

  private static func replacements(_ selection: Selection) -> [[Selection]] {
    func without(_ list: [Directive]) -> [[Directive]] {
      list.indices.map { index in
        var copy = list
        copy.remove(at: index)
        return copy
      }
    }
    switch selection {
    case .field(let name, let alias, let directives, let inner):
      var result = without(directives).map { [Selection.field(name: name, alias: alias, $0, inner)] }
      if alias != nil { result.append([.field(name: name, alias: nil, directives, inner)]) }
      for list in inner.map(smaller) ?? [] {
        result.append([.field(name: name, alias: alias, directives, list)])
      }
      return result
    case .inline(let type, let directives, let inner):
      var result = [inner]
      result += without(directives).map { [.inline(type: type, $0, inner)] }
      result += smaller(inner).map { [.inline(type: type, directives, $0)] }
      return result
    case .spread(let name, let directives):
      return without(directives).map { [.spread(name: name, $0)] }
    }
  }
}
