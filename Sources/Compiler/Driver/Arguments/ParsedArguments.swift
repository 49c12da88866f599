import ApusSource

/// A command line parsed by a ``CommandSyntax``.
package struct ParsedArguments {
  /// The arguments in order, each with the placeholder of its value as its name. Does not include further targets.
  private var words: [(name: String, text: String)] = []
  /// The arguments that do not belong to an option, in order.
  package private(set) var operands: [String] = []
  /// The values of each option, one list for each time that it was given.
  private var occurrences: [String: [[String]]] = [:]
  /// The arguments of further targets.
  package private(set) var next: [ParsedArguments] = []

  /// These arguments, followed by those of further targets.
  package var targets: [ParsedArguments] { [self] + next }

  /// Parses `arguments`.
  ///
  /// Accepts both `--name value` and `--name=value`. After `--`, everything is an operand.
  ///
  /// - Throws: ``UsageError`` if the arguments do not match `syntax`.
  package init(_ arguments: [String], syntax: CommandSyntax) throws(UsageError) {
    var index = 0
    var hasEnded = false
    var arguments = arguments
    if syntax.takesSeveralTargets, let end = arguments.firstIndex(of: CommandSyntax.next) {
      next = try ParsedArguments(Array(arguments[(end + 1)...]), syntax: syntax).targets
      arguments.removeSubrange(end...)
    }
    while index < arguments.count {
      let argument = arguments[index]
      index += 1
      if hasEnded || !argument.hasPrefix("-") || argument == "-" {
        operands.append(argument)
        words.append((syntax.operands, argument))
      } else if argument == "--" {
        hasEnded = true
      } else {
        try addOption(argument, arguments, &index, syntax)
      }
    }
    if has(CommandSyntax.help.name) || has(CommandSyntax.helpAll.name) { return }
    if let first = operands.first, syntax.operands.isEmpty {
      throw UsageError("Unexpected argument '\(first)'.")
    }
    let inputs = operands + occurrences.values.joined().joined()
    if inputs.count(where: { $0 == FileSystem.standardInput }) > 1 {
      throw UsageError("'-' is standard input, which can be read only once.")
    }
    if syntax.needsOperand, operands.isEmpty, syntax.optionWithoutOperand.map(has) != true {
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
    let known = syntax.options
    guard let option = known.first(where: { $0.name == name }), argument == "-h" || argument.hasPrefix("--")
    else {
      let suggestion =
        Replacement.advice(for: name, .option)
        ?? Suggestions.didYouMean(Suggestions.list(for: name, among: known.map(\.name)).map { "--" + $0 })
      throw UsageError("Unknown option '\(argument)'.\(suggestion)")
    }
    if values.count > option.values.count {
      throw UsageError("--\(name) takes no value.")
    }
    while values.count < option.values.count {
      guard index < arguments.count else {
        throw UsageError("--\(name) needs a value: \(option.usage).")
      }
      values.append(arguments[index])
      index += 1
    }
    if let value = values.first, !option.choices.isEmpty, !option.choices.contains(value) {
      let choices = option.choices.map { "'\($0)'" }
      throw UsageError(
        "--\(name) must be \(choices.dropLast().joined(separator: ", ")) or \(choices.last ?? ""), not '\(value)'."
      )
    }
    if !option.isRepeatable, occurrences[name] != nil {
      throw UsageError("--\(name) is given twice.")
    }
    occurrences[name, default: []].append(values)
    words.append(("", "--" + name))
    words += zip(option.values, values).map { (name: $0, text: $1) }
  }

  /// The arguments with absolute paths, for use in another folder.
  ///
  /// - Parameter folder: the folder that relative paths start from.
  package func absolute(from folder: String) -> [String] {
    words.map { name, text in
      let isPath = ["FILE", "DIR", "FOLDER", "IN", "PATH", "PATH…"].contains(name)
      return isPath && !text.hasPrefix("/") ? Path.normalized(Path.join(folder, text)) : text
    }
  }

  /// Whether the option was given.
  package func has(_ name: String) -> Bool { occurrences[name] != nil }

  /// The value of an option that can be given once.
  package func value(_ name: String) -> String? { occurrences[name]?.first?.first }

  /// The values of an option that can be given several times.
  package func values(_ name: String) -> [String] { (occurrences[name] ?? []).compactMap(\.first) }

  /// The values of an option that takes several, one list for each time that it was given.
  package func groups(_ name: String) -> [[String]] { occurrences[name] ?? [] }

  /// The value of a required option.
  package func required(_ name: String) throws(UsageError) -> String {
    guard let value = value(name) else { throw UsageError("--\(name) is missing.") }
    return value
  }
}

/// An error in a command line, as a sentence.
package struct UsageError: Error, Equatable {
  package let message: String

  package init(_ message: String) { self.message = message }
}
