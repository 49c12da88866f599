import ApusDriver
import ApusSource
import ApusSchema
import ApusSyntax

/// The contents of an examples file: values by scalar, values by schema coordinate, and variables by operation.
///
///     { "scalars": { "Date": ["2026-01-01", "2026-02-01"] },
///       "fields": { "Album.title": "Blue Train", "Query.albums": [{ "year": 1957 }, {}] },
///       "variables": { "Album": { "full": false } } }
struct MockExamples {
  private(set) var scalars: [String: [JSONOutput]] = [:]
  private(set) var fields: [String: JSONOutput] = [:]
  private(set) var variables: [String: JSONOutput] = [:]

  /// Reads an examples file.
  ///
  /// - Returns: the examples, and a diagnostic for each that does not match the schema.
  static func read(_ source: SourceFile, _ schema: MockSchema) -> (MockExamples, [Diagnostic]) {
    var examples = MockExamples()
    var diagnostics: [Diagnostic] = []
    let root: JSONValue
    do {
      root = try JSONTree.parse(source).root
    } catch {
      return (examples, [error.diagnostic(in: source)])
    }
    func report(_ message: String, _ range: SourceRange) {
      diagnostics.append(Diagnostic(.error, .invalidConfiguration, message, at: [range]))
    }
    guard let members = root.members else {
      report(
        "The examples must be an object: { \"fields\": { \"Album.title\": \"Blue Train\" } }.", root.range)
      return (examples, diagnostics)
    }
    for member in members {
      guard ["scalars", "fields", "variables"].contains(member.name) else {
        let known = Suggestions.didYouMean(member.name, among: ["scalars", "fields", "variables"])
        report("There is no key \"\(member.name)\".\(known)", member.nameRange)
        continue
      }
      guard let entries = member.value.members else {
        report("\"\(member.name)\" must be an object with a value for each name.", member.value.range)
        continue
      }
      for entry in entries {
        let problem =
          switch member.name {
          case "scalars": examples.addScalar(entry, schema)
          case "fields": examples.addField(entry, schema)
          default: examples.addVariables(entry)
          }
        if let problem { report(problem.text, problem.isName ? entry.nameRange : entry.value.range) }
      }
    }
    return (examples, diagnostics)
  }

  /// An error in an entry's name or value.
  private struct Problem {
    var text: String
    var isName = false
  }

  private mutating func addScalar(_ entry: JSONMember, _ schema: MockSchema) -> Problem? {
    guard let type = schema.schema.type(named: schema.names.find(entry.name)), schema.kind(type) == .scalar
    else {
      let all = schema.schema.allTypes.filter { schema.kind($0) == .scalar }
      let similar = Suggestions.didYouMean(entry.name, among: all.map { schema.schema.name($0) })
      return Problem(text: "The schema has no scalar \"\(entry.name)\".\(similar)", isName: true)
    }
    let value = JSONOutput(entry.value)
    var values = [value]
    if case .array(let several) = value { values = several }
    if values.isEmpty { return Problem(text: "Give at least one example.") }
    for value in values {
      let reference = TypeReference(type, isNonNull: true)
      if let text = InputCheck(schema: schema).problem(value, reference, isOutput: true) {
        return Problem(text: text)
      }
    }
    scalars[entry.name] = values
    return nil
  }

  private mutating func addField(_ entry: JSONMember, _ schema: MockSchema) -> Problem? {
    let parts = entry.name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else {
      return Problem(text: "A field must be named by its coordinate: \"Album.title\".", isName: true)
    }
    guard let type = schema.schema.type(named: schema.names.find(parts[0])), schema.schema[type].isComposite
    else {
      let all = schema.schema.allTypes.filter { schema.schema[$0].isComposite }
      let similar = Suggestions.didYouMean(parts[0], among: all.map { schema.schema.name($0) })
      return Problem(text: "The schema has no type \"\(parts[0])\" with fields.\(similar)", isName: true)
    }
    guard let field = schema.schema.ownField(schema.names.find(parts[1]), of: type) else {
      let all = schema.fields(of: type).map { schema.names.string($0.name) }
      let similar = Suggestions.didYouMean(parts[1], among: all)
      return Problem(text: "The type \"\(parts[0])\" has no field \"\(parts[1])\".\(similar)", isName: true)
    }
    let value = JSONOutput(entry.value)
    let reference = schema.schema[field].type
    if let text = InputCheck(schema: schema).problem(value, reference, isOutput: true) {
      return Problem(text: text)
    }
    fields[entry.name] = value
    return nil
  }

  private mutating func addVariables(_ entry: JSONMember) -> Problem? {
    let value = JSONOutput(entry.value)
    guard case .object = value else {
      return Problem(text: "The variables of an operation must be an object.")
    }
    variables[entry.name] = value
    return nil
  }
}
