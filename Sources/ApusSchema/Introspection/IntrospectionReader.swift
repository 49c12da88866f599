import ApusDiagnostics
import ApusSyntax

/// The result of an introspection query (section 4) to SDL, which then goes the way of every schema.
///
/// Results of older servers are read too: what the query or the server did not know of is taken to be absent. What
/// cannot be made sense of is left out, and said.
struct IntrospectionReader {
  /// Something wrong with the result, and the element of the schema that it is about.
  struct Problem {
    /// What documents have to use for the problem to matter to them, by name.
    enum Element {
      case schema
      case type(String)
      case directive(String)
    }

    var diagnostic: Diagnostic
    var element: Element
  }

  /// Where a stretch of the SDL comes from; it reaches to the next one.
  struct Origin {
    var offset: Int
    var value: JSONDocument.Value
  }

  let json: JSONDocument
  var sdl = ""
  var origins: [Origin] = []
  var problems: [Problem] = []
  /// What problems that are found now are about.
  var element = Problem.Element.schema
  /// The types of the result by name.
  var kinds: [String: Kind] = [:]
  /// Where default values are parsed.
  let defaultValues = SyntaxTree(names: NameTable())

  /// `__TypeKind` of named types.
  enum Kind: String {
    case scalar = "SCALAR"
    case object = "OBJECT"
    case interface = "INTERFACE"
    case union = "UNION"
    case `enum` = "ENUM"
    case inputObject = "INPUT_OBJECT"
  }

  /// Reads a response to an introspection query, or the value of its `data`.
  ///
  /// - Returns: SDL, or nil when nothing could be read; and what is wrong.
  static func read(_ source: SourceFile) -> (sdl: IntrospectionSDL?, problems: [Problem]) {
    let json: JSONDocument
    do {
      json = try JSONDocument(source)
    } catch {
      let place = SourceRange(file: source, start: error.offset, end: min(error.offset + 1, source.count))
      let diagnostic = Diagnostic(.error, .invalidJSON, error.message, at: [place])
      return (nil, [Problem(diagnostic: diagnostic, element: .schema)])
    }
    var reader = IntrospectionReader(json: json)
    guard let schema = reader.findSchema() else { return (nil, reader.problems) }
    reader.writeSchema(schema)
    let sdl = IntrospectionSDL(
      source: SourceFile(path: "\(source.path) (as SDL)", text: reader.sdl), json: json,
      origins: reader.origins)
    return (sdl, reader.problems)
  }

  private init(json: JSONDocument) { self.json = json }

  private mutating func findSchema() -> JSONDocument.Value? {
    let data = json.member("data", of: 0) ?? 0
    if let schema = json.member("__schema", of: data), json.nodes[schema].kind == .object { return schema }
    var message =
      "Invalid or incomplete introspection result. Ensure that you are passing the \"data\" attribute of an"
      + " introspection response and no \"errors\" were returned alongside."
    if let error = json.elements(json.member("errors", of: 0))?.first,
      let text = json.string(json.member("message", of: error))
    {
      message += " The server said: \(text)"
    }
    fail(message, at: 0)
    return nil
  }

  // MARK: - Schema

  private mutating func writeSchema(_ schema: JSONDocument.Value) {
    guard let types = json.elements(json.member("types", of: schema)) else {
      return fail("Introspection result missing types.", at: schema)
    }
    for type in types {
      guard let name = json.string(json.member("name", of: type)),
        let kind = json.string(json.member("kind", of: type)).flatMap(Kind.init)
      else {
        fail(
          "Invalid or incomplete introspection result. Ensure that a full introspection query is used in order"
            + " to build a client schema.", at: type)
        continue
      }
      kinds[name] = kind
    }
    writeRoots(schema)
    for directive in json.elements(json.member("directives", of: schema)) ?? [] { writeDirective(directive) }
    for type in types { writeType(type) }
  }

  private mutating func writeRoots(_ schema: JSONDocument.Value) {
    let roots: [(String, JSONDocument.Value?)] = [
      ("query", json.member("queryType", of: schema)),
      ("mutation", json.member("mutationType", of: schema)),
      ("subscription", json.member("subscriptionType", of: schema)),
    ]
    var text = ""
    for (operation, reference) in roots {
      guard let reference, let name = namedType(reference) else { continue }
      if kinds[name] != .object {
        fail("Expected \(name) to be a GraphQL Object type.", at: reference)
      } else {
        text += "  \(operation): \(name)\n"
      }
    }
    if text.isEmpty { return }
    begin(schema)
    sdl += "schema {\n\(text)}\n"
  }

  private mutating func writeDirective(_ directive: JSONDocument.Value) {
    element = .schema
    guard let name = name(of: directive) else { return }
    element = .directive(name)
    let arguments = json.elements(json.member("args", of: directive))
    if arguments == nil { fail("Introspection result missing directive args: \(name).", at: directive) }
    let locations = readLocations(of: directive, name)
    // What the specification defines is there already.
    if locations.isEmpty || IntrospectionReader.specifiedDirectives.contains(name) { return }
    begin(directive)
    sdl += "directive @\(name)"
    writeArguments(arguments ?? [], "")
    if json.isTrue(json.member("isRepeatable", of: directive)) { sdl += " repeatable" }
    sdl += " on \(locations.joined(separator: " | "))\n"
  }

  private static let specifiedDirectives: Set<String> = [
    "skip", "include", "deprecated", "specifiedBy", "oneOf",
  ]

  /// Places that newer servers know and the specification does not.
  private static let newerLocations: Set<String> = ["DIRECTIVE_DEFINITION", "FRAGMENT_VARIABLE_DEFINITION"]

  private mutating func readLocations(of directive: JSONDocument.Value, _ name: String) -> [String] {
    guard let values = json.elements(json.member("locations", of: directive)) else {
      fail("Introspection result missing directive locations: \(name).", at: directive)
      return oldLocations(of: directive)
    }
    var locations: [String] = []
    for value in values {
      let location = json.string(value) ?? ""
      if Keyword.isDirectiveLocation(defaultValues.names.find(location)) {
        locations.append(location)
      } else if !IntrospectionReader.newerLocations.contains(location) {
        fail(
          "\(name) locations must be specified as a collection of DirectiveLocation enum values.", at: value)
      }
    }
    return locations
  }

  /// The places that servers before the specification of October 2016 tell.
  private func oldLocations(of directive: JSONDocument.Value) -> [String] {
    var locations: [String] = []
    if json.isTrue(json.member("onOperation", of: directive)) {
      locations += ["QUERY", "MUTATION", "SUBSCRIPTION"]
    }
    if json.isTrue(json.member("onField", of: directive)) { locations.append("FIELD") }
    if json.isTrue(json.member("onFragment", of: directive)) {
      locations += ["FRAGMENT_DEFINITION", "FRAGMENT_SPREAD", "INLINE_FRAGMENT"]
    }
    return locations
  }

  // MARK: - Reporting

  mutating func fail(_ message: String, at value: JSONDocument.Value) {
    // The name says more than the whole object, which can be as long as the file.
    let place = json.shortRange(json.member("name", of: value) ?? value)
    problems.append(
      Problem(
        diagnostic: Diagnostic(.error, .incompleteIntrospection, message, at: [place]), element: element))
  }
}

extension DiagnosticCode {
  package static let invalidJSON = DiagnosticCode(
    "invalid-json",
    title: "A schema file that is no JSON",
    explanation: "A schema whose file name ends with `.json` is the JSON result of an introspection query.",
    example: "{ \"data\": { \"__schema\": { \"types\": [",
    fix:
      "Fetch the schema again: the file may have been cut off. A schema in SDL belongs in a file `.graphqls`."
  )

  package static let incompleteIntrospection = DiagnosticCode(
    "incomplete-introspection",
    title: "An introspection result that lacks something",
    explanation: """
      The result of an introspection query describes every type that it names, with all of its fields, arguments and
      wrappings. It lacks some when the query asked for less, or when the server answered with errors.
      """,
    example: "{ \"data\": null, \"errors\": [{ \"message\": \"Introspection is disabled\" }] }",
    fix: "Run the full introspection query, as the project's schema download does, and keep the whole answer."
  )
}
