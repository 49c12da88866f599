import ApusDiagnostics

/// A command line taken apart by a ``CommandSyntax``.
package struct ParsedArguments {
  /// As they were given, those of further targets left out.
  package let all: [String]
  /// What stands behind no option, in order.
  package private(set) var operands: [String] = []
  /// For each option given, the values of each time that it was.
  private var occurrences: [String: [[String]]] = [:]
  /// The arguments of further targets.
  package private(set) var next: [ParsedArguments] = []

  /// These arguments and those of further targets.
  package var targets: [ParsedArguments] { [self] + next }

  /// Takes `arguments` apart.
  ///
  /// Both `--name value` and `--name=value` are understood; behind `--` everything is an operand.
  ///
  /// - Throws: ``UsageError`` for what `syntax` does not know or allow.
  package init(_ arguments: [String], syntax: CommandSyntax) throws(UsageError) {
    var index = 0
    var hasEnded = false
    var arguments = arguments
    if syntax.takesSeveralTargets, let end = arguments.firstIndex(of: CommandSyntax.next) {
      next = try ParsedArguments(Array(arguments[(end + 1)...]), syntax: syntax).targets
      arguments.removeSubrange(end...)
    }
    all = arguments
    while index < arguments.count {
      let argument = arguments[index]
      index += 1
      if hasEnded || !argument.hasPrefix("-") || argument == "-" {
        operands.append(argument)
      } else if argument == "--" {
        hasEnded = true
      } else {
        try addOption(argument, arguments, &index, syntax)
      }
    }
    if has(CommandSyntax.help.name) { return }
    if let first = operands.first, syntax.operands.isEmpty {
      throw UsageError("'\(first)' is one argument too many.")
    }
    if syntax.needsOperand, operands.isEmpty {
      throw UsageError("\(syntax.operands) is missing.")
    }
  }

  private mutating func addOption(
    _ argument: String, _ arguments: [String], _ index: inout Int, _ syntax: CommandSyntax
  ) throws(UsageError) {
    var name = argument == "-h" ? CommandSyntax.help.name : String(argument.drop { $0 == "-" })
    var values: [String] = []
    if let equals = name.firstIndex(of: "=") {
      values = [String(name[name.index(after: equals)...])]
      name = String(name[..<equals])
    }
    let known = syntax.options + [CommandSyntax.help]
    guard let option = known.first(where: { $0.name == name }), argument == "-h" || argument.hasPrefix("--")
    else {
      let suggestion = Suggestions.didYouMean(
        Suggestions.list(for: name, among: known.map(\.name)).map { "--" + $0 })
      throw UsageError("'\(argument)' is no option of 'apusc \(syntax.name)'.\(suggestion)")
    }
    if values.count > option.values.count {
      throw UsageError("--\(name) takes no value.")
    }
    while values.count < option.values.count {
      guard index < arguments.count else {
        throw UsageError("--\(name) needs \(option.values.joined(separator: " and ")) behind it.")
      }
      values.append(arguments[index])
      index += 1
    }
    if !option.isRepeatable, occurrences[name] != nil {
      throw UsageError("--\(name) is given twice.")
    }
    occurrences[name, default: []].append(values)
  }

  /// Whether the option was given.
  package func has(_ name: String) -> Bool { occurrences[name] != nil }

  /// The value of an option that is given once.
  package func value(_ name: String) -> String? { occurrences[name]?.first?.first }

  /// The values of an option that may be given several times.
  package func values(_ name: String) -> [String] { (occurrences[name] ?? []).compactMap(\.first) }

  /// All values of each time that an option with several was given.
  package func groups(_ name: String) -> [[String]] { occurrences[name] ?? [] }

  /// The value of an option that has to be there.
  package func required(_ name: String) throws(UsageError) -> String {
    guard let value = value(name) else { throw UsageError("--\(name) is missing.") }
    return value
  }
}

/// What is wrong with a command line, in a sentence.
package struct UsageError: Error, Equatable {
  package let message: String

  package init(_ message: String) { self.message = message }
}
