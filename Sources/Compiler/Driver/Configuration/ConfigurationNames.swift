import ApusSource
import ApusSwiftModel
import ApusSchema
import ApusShapes
import ApusValidation

/// Checks names in a configuration that refer to scalars or generated types.
enum ConfigurationNames {
  /// Adds the key's place to diagnostics about a configuration key. If the key is inherited, it is the place in the
  /// dependency's configuration.
  static func placed(_ diagnostics: [Diagnostic], _ inputs: Inputs) -> [Diagnostic] {
    let configurations = [inputs.configuration] + inputs.dependencies.reversed().map(\.configuration)
    return diagnostics.map { diagnostic in
      guard let key = diagnostic.configurationKey, diagnostic.ranges.isEmpty,
        let place = configurations.lazy.compactMap({ $0.places[key] }).first
      else { return diagnostic }
      var diagnostic = diagnostic
      diagnostic.ranges = [place]
      return diagnostic
    }
  }

  /// Warns about each name that does not exist. A configuration shared with other targets may refer to theirs, so it is
  /// not checked.
  static func unknown(in inputs: Inputs, _ program: Program) -> [Diagnostic] {
    let types = types(in: inputs.configuration, program, isShared: inputs.isConfigurationShared)
    if inputs.isConfigurationShared { return types }
    return unknownScalars(inputs.configuration, program.schema)
      + unknownFields(inputs.configuration, program)
      + unknownNames(inputs.configuration, program.schema)
      + rulesWithoutCache(inputs.configuration)
      + types
  }

  private static func unknownScalars(_ configuration: Configuration, _ schema: Schema) -> [Diagnostic] {
    let names = configuration.places.names(under: "scalars")
    if names.isEmpty { return [] }
    let known = schema.allTypes.filter { schema[$0].kind == .scalar }.map { schema.name($0) }
    return names.filter { !known.contains($0) }.compactMap { name in
      let message =
        schema.type(named: schema.names.find(name)) == nil
        ? "The schema has no scalar \"\(name)\".\(Suggestions.didYouMean(name, among: known))"
        : "\"\(name)\" is not a scalar of the schema; the compiler generates its Swift type."
      return warning(message, "scalars.\(name)", configuration)
    }
  }

  private static func unknownFields(_ configuration: Configuration, _ program: Program) -> [Diagnostic] {
    program.swiftTypes.fieldBindings.unknown.compactMap { coordinate, reason in
      warning(reason, "fields.\(coordinate)", configuration)
    }
  }

  private static func unknownNames(_ configuration: Configuration, _ schema: Schema) -> [Diagnostic] {
    let names = configuration.places.names(under: "typeNames")
    if names.isEmpty { return [] }
    let known = schema.allTypes.filter { schema[$0].kind == .enum || schema[$0].kind == .inputObject }
      .map { schema.name($0) }
    return names.filter { !known.contains($0) }.compactMap { name in
      warning(
        "The schema has no enum or input object \"\(name)\".\(Suggestions.didYouMean(name, among: known))",
        "typeNames.\(name)", configuration)
    }
  }

  private static func rulesWithoutCache(_ configuration: Configuration) -> [Diagnostic] {
    let code = DiagnosticCode.mutationWithoutKey
    if configuration.generation.usesCache || !configuration.severities.lint.codes.contains(code) { return [] }
    let key = "warnings.\(code.name)"
    return [
      warning(
        "The rule \"\(code.name)\" is about the cache, and there is none. Add \"cache\": {}, or remove the rule.",
        key,
        configuration)
    ].compactMap(\.self)
  }

  /// Checks the types under `conformances`, and that they have what the protocols require.
  ///
  /// - Parameter isShared: whether other targets may have the types that do not exist.
  private static func types(
    in configuration: Configuration, _ program: Program, isShared: Bool
  ) -> [Diagnostic] {
    let names = configuration.places.names(under: "conformances")
    if names.isEmpty { return [] }
    let known = program.responseTypes
    let types = Dictionary(known.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    return names.flatMap { name -> [Diagnostic] in
      if name == "*" { return isShared ? [] : unmetByAll(configuration, known, program) }
      guard let type = types[name] else {
        if isShared { return [] }
        let suggestion = Suggestions.didYouMean(name, among: known.map(\.path))
        let message = "No response type is called \"\(name)\" in Swift.\(suggestion)"
        return [warning(message, "conformances.\(name)", configuration)].compactMap(\.self)
      }
      guard let place = configuration.places["conformances.\(type.path)"] else { return [] }
      let given = configuration.generation.conformances[type.path] ?? []
      return KnownProtocol.unmet(given.map { ($0, place) }, by: type, program)
    }
  }

  /// Warnings about protocols for every type whose requirements no type meets.
  private static func unmetByAll(
    _ configuration: Configuration, _ types: [ResponseType], _ program: Program
  ) -> [Diagnostic] {
    if types.isEmpty { return [] }
    return (configuration.generation.conformances["*"] ?? []).compactMap { name in
      guard let known = KnownProtocol(name), !types.contains(where: { known.isMet(by: $0, program) }) else {
        return nil
      }
      return warning(
        "No response type has the \(known.requirement) that \(known.name) requires, so none conforms. \(known.remedy)",
        "conformances.*", configuration)
    }
  }

  private static func warning(_ message: String, _ key: String, _ configuration: Configuration) -> Diagnostic?
  {
    configuration.places[key].map { Diagnostic(.warning, .unknownName, message, at: [$0]) }
  }
}

extension DiagnosticCode {
  package static let unknownName = DiagnosticCode(
    "unknown-name",
    title: "A name in apus.json that does not exist",
    explanation: """
      The configuration refers to a scalar that is not in the schema, to a type that is not generated, to a protocol
      that no type can conform to, to a warning that is always an error, or to a rule about a cache that is missing, so
      the entry has no effect. A configuration at the root of a package that several targets share may refer to the
      other targets' names and is not checked.
      """,
    example: "{ \"scalars\": { \"DateTme\": \"Date\" } }",
    fix: "Correct the name as the message suggests, or remove it.", isWarning: true)
}
