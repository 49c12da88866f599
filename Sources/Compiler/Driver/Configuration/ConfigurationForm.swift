import ApusSource
import ApusSchema

/// The form of a configuration value. Values are checked against it, and the JSON Schema for editors is generated from
/// it.
indirect enum ConfigurationForm {
  case boolean
  case integer(minimum: Int)
  case text(ConfigurationStringForm)
  case choice([String])
  case list(ConfigurationForm)
  /// An object with arbitrary keys, or with keys of a form. The values of the known keys have forms of their own.
  case map(ConfigurationForm, keys: ConfigurationStringForm? = nil, known: [Member] = [])
  /// An object with known keys.
  case record([Member])
  /// A value of the form, or a list of such values.
  case oneOrMore(ConfigurationForm)
  /// The first form, or the second, which is more detailed.
  case either(ConfigurationForm, ConfigurationForm)

  /// A known key of an object.
  struct Member {
    var name: String
    var form: ConfigurationForm
    var isRequired = false
    var summary: String
  }

  // MARK: - Checking

  /// Checks `value`, found under `key`.
  func check(_ value: JSONValue, _ key: String) -> [Diagnostic] {
    switch self {
    case .boolean:
      return value.boolean == nil ? [mismatch(value, key)] : []
    case .integer(let minimum):
      return (value.integer ?? minimum - 1) < minimum ? [mismatch(value, key)] : []
    case .text(let text):
      return value.string.map(text.allows) == true ? [] : [mismatch(value, key)]
    case .choice(let names):
      guard let name = value.string else { return [mismatch(value, key)] }
      if names.contains(name) { return [] }
      return [mismatch(value, key, Suggestions.didYouMean(name, among: names))]
    case .list(let form):
      guard let elements = value.elements else { return [mismatch(value, key)] }
      return elements.flatMap { form.check($0, key) }
    case .map(let form, let keys, let known):
      guard let members = value.members else { return [mismatch(value, key)] }
      return ConfigurationForm.repeated(members) + ConfigurationForm.mismatches(members, keys, key)
        + members.flatMap { member in
          (known.first { $0.name == member.name }?.form ?? form).check(member.value, "\(key).\(member.name)")
        }
    case .record(let known):
      guard let members = value.members else { return [mismatch(value, key)] }
      return ConfigurationForm.check(members, of: value, key, known)
    case .oneOrMore(let form):
      return value.kind == .array ? ConfigurationForm.list(form).check(value, key) : form.check(value, key)
    case .either(let first, let second):
      if first.check(value, key).isEmpty { return [] }
      return value.kind == .object ? second.check(value, key) : [mismatch(value, key)]
    }
  }

  /// Checks the members of an object with known keys.
  static func check(
    _ members: [JSONMember], of object: JSONValue, _ key: String, _ known: [Member]
  ) -> [Diagnostic] {
    var diagnostics = repeated(members)
    for member in members {
      let path = key.isEmpty ? member.name : "\(key).\(member.name)"
      guard let match = known.first(where: { $0.name == member.name }) else {
        let suggestion =
          Replacement.advice(for: path, .key) ?? Suggestions.didYouMean(member.name, among: known.map(\.name))
        let place = key.isEmpty ? "" : " of \"\(key)\""
        let isComment = member.name.hasPrefix("//") || member.name.hasPrefix("#")
        let message =
          isComment
          ? "\"\(member.name)\" is not a key, and apus.json cannot contain comments. Remove it."
          : "There is no key \"\(member.name)\"\(place).\(suggestion)"
        diagnostics.append(Diagnostic(.error, .unknownKey, message, at: [member.nameRange]))
        continue
      }
      diagnostics += match.form.check(member.value, path)
    }
    for member in known where member.isRequired && !members.contains(where: { $0.name == member.name }) {
      diagnostics.append(
        Diagnostic(
          .error, .invalidConfiguration, "\"\(key)\" lacks \"\(member.name)\". Add it.", at: [object.range]))
    }
    return diagnostics
  }

  /// The known keys of the object with a member name at `place`; nil if there is none.
  func known(at place: SourceRange, in value: JSONValue) -> [String]? {
    switch self {
    case .boolean, .integer, .text, .choice: return nil
    case .list(let form): return value.elements?.lazy.compactMap { form.known(at: place, in: $0) }.first
    case .map(let form, _, let known):
      return value.members?.lazy.compactMap { member in
        (known.first { $0.name == member.name }?.form ?? form).known(at: place, in: member.value)
      }.first
    case .record(let known):
      for member in value.members ?? [] {
        if member.nameRange.start == place.start { return known.map(\.name) }
        let form = known.first { $0.name == member.name }?.form
        if let found = form?.known(at: place, in: member.value) { return found }
      }
      return nil
    case .oneOrMore(let form):
      return (value.kind == .array ? ConfigurationForm.list(form) : form).known(at: place, in: value)
    case .either(let first, let second):
      return second.known(at: place, in: value) ?? first.known(at: place, in: value)
    }
  }

  private static func repeated(_ members: [JSONMember]) -> [Diagnostic] {
    var seen: Set<String> = []
    return members.filter { !seen.insert($0.name).inserted }.map {
      Diagnostic(
        .error, .invalidConfiguration, "The key \"\($0.name)\" appears twice. Remove one of them.",
        at: [$0.nameRange])
    }
  }

  /// An error for each key in `key` that does not have the form.
  private static func mismatches(
    _ members: [JSONMember], _ form: ConfigurationStringForm?, _ key: String
  ) -> [Diagnostic] {
    guard let form else { return [] }
    return members.filter { !form.allows($0.name) }.map {
      Diagnostic(
        .error, .invalidConfiguration, "Each key of \"\(key)\" must be \(form.description).",
        at: [$0.nameRange])
    }
  }

  private func mismatch(_ value: JSONValue, _ key: String, _ suggestion: String = "") -> Diagnostic {
    Diagnostic(
      .error, .invalidConfiguration, "\"\(key)\" must be \(description).\(suggestion)", at: [value.range])
  }

  // MARK: - Description

  /// The form in words that can follow "must be".
  var description: String {
    switch self {
    case .boolean: "true or false"
    case .integer(let minimum): "an integer of at least \(minimum)"
    case .text(let text): text.description
    case .choice(let names): Suggestions.join(names.map { "\"\($0)\"" }, "or")
    case .list(let form): "a list, each element \(form.description)"
    case .map(let form, _, _): "an object, each value \(form.description)"
    case .record(let members): "an object with \(Suggestions.join(members.map { "\"\($0.name)\"" }, "and"))"
    case .oneOrMore(let form): "\(form.description), or a list of these"
    case .either(let first, let second): "\(first.description), or \(second.description)"
    }
  }

  /// The form as JSON Schema (draft 2020-12).
  ///
  /// - Parameter summary: a description to include; nil for none.
  func schema(_ summary: String? = nil) -> JSONOutput {
    let description = summary.map { [(name: "description", value: JSONOutput.string($0))] } ?? []
    return .object(description + schemaMembers)
  }

  private static func properties(_ members: [Member]) -> JSONOutput {
    .object(members.map { (name: $0.name, value: $0.form.schema($0.summary)) })
  }

  private var schemaMembers: [(name: String, value: JSONOutput)] {
    switch self {
    case .boolean: [("type", "boolean")]
    case .integer(let minimum): [("type", "integer"), ("minimum", .number(minimum))]
    case .text: [("type", "string")]
    case .choice(let names): [("enum", .strings(names))]
    case .list(let form): [("type", "array"), ("items", form.schema())]
    case .map(let form, _, let known):
      [("type", "object")] + (known.isEmpty ? [] : [("properties", ConfigurationForm.properties(known))])
        + [("additionalProperties", form.schema())]
    case .record(let members):
      [
        ("type", "object"),
        ("properties", ConfigurationForm.properties(members)),
        ("required", .strings(members.filter(\.isRequired).map(\.name))),
        ("additionalProperties", .boolean(false)),
      ]
    case .oneOrMore(let form): [("anyOf", [form.schema(), ConfigurationForm.list(form).schema()])]
    case .either(let first, let second): [("anyOf", [first.schema(), second.schema()])]
    }
  }
}
