import ApusSource
import ApusSchema
import ApusValidation

/// Reads `apus.json`.
package enum ConfigurationFile {
  /// The file's name, in a target's folder or at the root of the package.
  package static let name = "apus.json"

  /// Finds the configuration in the first folder among `paths` that has one.
  package static func find(in paths: [String]) -> String? {
    paths.filter { FileSystem.kind(of: $0) == .directory }.map { Path.join($0, name) }
      .first { FileSystem.kind(of: $0) == .file }
  }

  /// Reads the file at `path`. Invalid entries are reported with their places; the others still apply.
  package static func read(_ path: String) -> (configuration: Configuration, diagnostics: [Diagnostic]) {
    do {
      return read(try FileSystem.read(path))
    } catch {
      return (Configuration(), [.unreadable(error)])
    }
  }

  /// Parses a configuration. Paths in it are relative to the source's folder.
  package static func read(_ source: SourceFile) -> (configuration: Configuration, diagnostics: [Diagnostic])
  {
    var configuration = Configuration()
    let root: JSONValue
    do {
      root = try JSONTree.parse(source).root
    } catch {
      return (configuration, [error.diagnostic(in: source)])
    }
    guard let members = root.members else {
      let message = "The configuration must be an object: { \"accessLevel\": \"public\" }."
      return (configuration, [Diagnostic(.error, .invalidConfiguration, message, at: [root.range])])
    }
    let known = ConfigurationKey.all
    var diagnostics = ConfigurationForm.check(
      members, of: root, "",
      known.map { ConfigurationForm.Member(name: $0.name, form: $0.form, summary: $0.summary) })
    if !diagnostics.isEmpty { return (configuration, diagnostics) }
    configuration.places = ConfigurationPlaces(members)
    for member in members {
      known.first { $0.name == member.name }?.apply(member.value, &configuration)
    }
    // Code that other modules can use may exist only for them.
    if configuration.generation.accessLevel != .internal {
      configuration.severities.rules[DiagnosticCode.unusedFragment.name] =
        configuration.severities.rules[DiagnosticCode.unusedFragment.name] ?? .ignore
    }
    let folder = Path.parent(of: source.path)
    configuration.schemas = configuration.schemas.map { Path.normalized(Path.join(folder, $0)) }
    diagnostics += unknownCodes(root)
    diagnostics += configuration.severities.apply(to: BindingCheck.problems(in: root))
    if let manifest = configuration.operationManifest {
      let path = Path.normalized(Path.join(folder, manifest))
      configuration.operationManifest = path
      diagnostics += readIdentifiers(path, into: &configuration)
        .map { $0.path == path ? $0.placed(at: configuration.places["operationIdentifiers"]) : $0 }
    }
    return (configuration, diagnostics)
  }

  /// Suggestions for the unknown key at a place of a configuration: the known keys with the most similar spelling.
  package static func suggestions(forKeyAt place: SourceRange) -> [String] {
    guard let root = try? JSONTree.parse(place.file).root else { return [] }
    let name = place.file.text(place.start + 1, place.end - 1)
    if let codes = root["warnings"]?.members, codes.contains(where: { $0.nameRange.start == place.start }) {
      return Suggestions.list(for: name, among: Pipeline.catalog.codes.map(\.name))
    }
    let keys = ConfigurationKey.all.map {
      ConfigurationForm.Member(name: $0.name, form: $0.form, summary: $0.summary)
    }
    let known = ConfigurationForm.record(keys).known(at: place, in: root) ?? []
    return Suggestions.list(for: name, among: known)
  }

  private static func readIdentifiers(_ path: String, into configuration: inout Configuration) -> [Diagnostic]
  {
    let source: SourceFile
    do {
      source = try FileSystem.read(path)
    } catch {
      return [.unreadable(error)]
    }
    do {
      let root = try JSONTree.parse(source).root
      configuration.generation.operationIDs = RegisteredOperations.identifiers(in: root)
      if configuration.generation.operationIDs != nil { return [] }
      let message =
        "This is not an operation manifest. `swift package apus manifest` writes one, with an identifier and a text for each operation."
      return [Diagnostic(.error, .invalidConfiguration, message, at: [root.range])]
    } catch {
      return [error.diagnostic(in: source)]
    }
  }

  /// Warns about codes under `warnings` that do not exist or are never warnings.
  private static func unknownCodes(_ root: JSONValue) -> [Diagnostic] {
    guard let members = root["warnings"]?.members, !members.isEmpty else { return [] }
    let catalog = Pipeline.catalog
    return members.filter { $0.name != SeverityRules.unusedSchema }.compactMap { member in
      guard let code = catalog.code(member.name) else {
        let suggestion = Suggestions.didYouMean(member.name, among: catalog.codes.map(\.name))
        return Diagnostic(
          .error, .unknownKey, "There is no diagnostic code \"\(member.name)\".\(suggestion)",
          at: [member.nameRange])
      }
      if Pipeline.canBeWarning(code) { return nil }
      return Diagnostic(
        .warning, .unknownName,
        "\"\(member.name)\" is always an error, which a configuration cannot silence.",
        at: [member.nameRange])
    }
  }
}

extension Diagnostic {
  /// The diagnostic for an unreadable file, at the key that names the file.
  fileprivate func placed(at key: SourceRange?) -> Diagnostic {
    guard let key else { return self }
    return Diagnostic(
      severity, code,
      "The file '\(path ?? "")' cannot be read. Paths in apus.json are relative to its folder.", at: [key],
      notes: [Note(message)])
  }
}

extension DiagnosticCode {
  /// The codes of configurations, for the catalog.
  package static let configurationCodes: [DiagnosticCode] = [
    .invalidConfiguration, .unreadYAML, .unknownKey, .unknownName, .contradictoryConfiguration,
    .unknownCodec,
    .codecOfAnotherType, .unusableType, .unusualForm, .unmetConformance,
  ]

  package static let invalidConfiguration = DiagnosticCode(
    "invalid-configuration",
    title: "An invalid value in apus.json",
    explanation:
      "Every key takes values of a certain form. `swift package apus configuration` lists all keys with forms and defaults.",
    example: "{ \"accessLevel\": \"open\" }",
    fix: "Write a value of the form that the message names: `{ \"accessLevel\": \"public\" }`.")

  package static let unknownKey = DiagnosticCode(
    "unknown-key",
    title: "A key in apus.json that does not exist",
    explanation: """
      A misspelled key would silently do nothing, so unknown keys are errors. `swift package apus configuration` lists them
      with their defaults.
      """,
    example: "{ \"acessLevel\": \"public\" }",
    fix: "Correct the key as the message suggests, or remove it.")
}
