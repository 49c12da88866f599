import ApusSource
import ApusSyntax

/// Converts an introspection result (section 4) to SDL, which is then loaded like any other schema.
///
/// Results of older servers are accepted too: what the query or the server did not know about is taken to be absent.
/// Invalid parts are reported and left out.
struct IntrospectionReader: ~Copyable {
  /// An error in the result, and the schema element that it is about.
  struct IntrospectionDiagnostic {
    /// The element that documents have to use for the diagnostic to matter.
    enum Element {
      case schema
      case type(String)
      case directive(String)
      case nothing
    }

    var diagnostic: Diagnostic
    var element: Element
  }

  var sdl = TokenWriter()
  /// The values that the parts of the SDL come from.
  var pieces: [TextOrigin.Piece] = []
  var diagnostics: [IntrospectionDiagnostic] = []
  /// The element that is being read, for diagnostics.
  var element = IntrospectionDiagnostic.Element.schema
  /// The kinds of the types in the result, by name.
  var kinds: [String: Kind] = [:]
  /// The tree that default values are parsed into.
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

  /// Reads the response to an introspection query, or the value of its `data`.
  ///
  /// - Returns: the SDL, or nil if nothing could be read; and the diagnostics.
  static func read(_ source: SourceFile) -> (sdl: IntrospectionSDL?, diagnostics: [IntrospectionDiagnostic]) {
    let json: JSONTree
    do {
      json = try JSONTree.parse(source)
    } catch {
      return (nil, [IntrospectionDiagnostic(diagnostic: error.diagnostic(in: source), element: .schema)])
    }
    var reader = IntrospectionReader()
    guard let schema = reader.findSchema(json.root) else { return (nil, reader.diagnostics) }
    reader.beginPiece(json.root)
    reader.writeSchema(schema)
    // Text without definitions is not valid SDL.
    if reader.sdl.count == 0 { return (nil, reader.diagnostics) }
    let sdl = IntrospectionSDL(
      source: SourceFile(
        path: source.path, bytes: Array(reader.sdl.string.utf8),
        origin: TextOrigin(
          .introspection, file: source, contents: 0..<source.count, pieces: reader.pieces)),
      root: json.root, typeNames: Set(reader.kinds.keys))
    return (sdl, reader.diagnostics)
  }

  private mutating func findSchema(_ root: JSONValue) -> JSONValue? {
    let data = root.member("data") ?? root
    if let schema = data.member("__schema"), schema.kind == .object { return schema }
    var message =
      "Invalid or incomplete introspection result. Ensure that you are passing the \"data\" attribute of an"
      + " introspection response and no \"errors\" were returned alongside."
    if let text = root.member("errors")?.elements?.first?.member("message")?.string {
      message += " The server said: \(text)"
    }
    fail(message, at: root)
    return nil
  }

  // MARK: - Schema

  private mutating func writeSchema(_ schema: JSONValue) {
    guard let types = schema.member("types")?.elements else {
      return fail("Introspection result missing types.", at: schema)
    }
    for type in types {
      guard let name = type.member("name")?.string,
        let kind = type.member("kind")?.string.flatMap(Kind.init)
      else {
        fail(
          "Invalid or incomplete introspection result. Ensure that a full introspection query is used in order"
            + " to build a client schema.", at: type)
        continue
      }
      if case .valid = NameForm(name) { kinds[name] = kind }
    }
    writeRoots(schema)
    for directive in schema.member("directives")?.elements ?? [] { writeDirective(directive) }
    for type in types { writeType(type) }
  }

  private mutating func writeRoots(_ schema: JSONValue) {
    let roots: [(String, JSONValue?)] = [
      ("query", schema.member("queryType")),
      ("mutation", schema.member("mutationType")),
      ("subscription", schema.member("subscriptionType")),
    ]
    var isOpen = false
    for (operation, reference) in roots {
      guard let reference, let name = namedType(reference) else { continue }
      if kinds[name] != .object {
        fail("Expected \(name) to be a GraphQL Object type.", at: reference)
      } else {
        if !isOpen {
          begin(schema)
          sdl.write(name: "schema")
          sdl.write("{")
          isOpen = true
        }
        sdl.write(name: operation)
        sdl.write(":")
        sdl.write(name: name)
      }
    }
    if isOpen { sdl.write("}") }
  }

  private mutating func writeDirective(_ directive: JSONValue) {
    element = .schema
    guard let name = name(of: directive) else { return }
    // Definitions of the specification are always present, so the server's are ignored.
    let isSpecified = IntrospectionReader.specifiedDirectives.contains(name)
    element = isSpecified ? .nothing : .directive(name)
    let arguments = directive.member("args")?.elements
    if arguments == nil { fail("Introspection result missing directive args: \(name).", at: directive) }
    let locations = readLocations(of: directive, name)
    if locations.isEmpty || isSpecified { return }
    begin(directive)
    sdl.write(name: "directive")
    sdl.write("@")
    sdl.write(name: name)
    writeArguments(arguments ?? [], "")
    writeDeprecation(of: directive)
    if directive.member("isRepeatable")?.boolean == true { sdl.write(name: "repeatable") }
    sdl.write(name: "on")
    writeNames(locations, "|")
  }

  private static let specifiedDirectives: Set<String> = [
    "skip", "include", "deprecated", "specifiedBy", "oneOf",
  ]

  private mutating func readLocations(of directive: JSONValue, _ name: String) -> [String] {
    guard let values = directive.member("locations")?.elements else {
      fail("Introspection result missing directive locations: \(name).", at: directive)
      return oldLocations(of: directive)
    }
    var locations: [String] = []
    for value in values {
      let location = value.string ?? ""
      if Keyword.isDirectiveLocation(defaultValues.names.find(location)) {
        locations.append(location)
      } else {
        fail(
          "\(name) locations must be specified as a collection of DirectiveLocation enum values.", at: value)
      }
    }
    return locations
  }

  /// The locations that servers report in the format from before the October 2016 specification.
  private func oldLocations(of directive: JSONValue) -> [String] {
    var locations: [String] = []
    if directive.member("onOperation")?.boolean == true {
      locations += ["QUERY", "MUTATION", "SUBSCRIPTION"]
    }
    if directive.member("onField")?.boolean == true { locations.append("FIELD") }
    if directive.member("onFragment")?.boolean == true {
      locations += ["FRAGMENT_DEFINITION", "FRAGMENT_SPREAD", "INLINE_FRAGMENT"]
    }
    return locations
  }

  // MARK: - Reporting

  mutating func fail(_ message: String, at value: JSONValue) {
    // Point at the name; the whole object may be as long as the file.
    let place = (value.member("name") ?? value).shortRange
    diagnostics.append(
      IntrospectionDiagnostic(
        diagnostic: Diagnostic(.error, .incompleteIntrospection, message, at: [place]), element: element))
  }
}

extension JSONValue {
  /// A member of an object, unless it is absent or null.
  func member(_ name: StaticString) -> JSONValue? { self[name].flatMap { $0.isNull ? nil : $0 } }

  /// The value's place. For an object or array, which may be long, only its opening bracket.
  var shortRange: SourceRange {
    var range = range
    if kind == .object || kind == .array { range.end = range.start + 1 }
    return range
  }
}

extension DiagnosticCode {
  package static let incompleteIntrospection = DiagnosticCode(
    "incomplete-introspection",
    title: "An incomplete introspection result",
    explanation: """
      The result of an introspection query describes every type that it names, with all of its fields, arguments and
      wrappings. It is incomplete if the query requested less, or if the server returned errors.
      """,
    example: "{ \"data\": null, \"errors\": [{ \"message\": \"Introspection is disabled\" }] }",
    fix:
      "Run the full introspection query, as the project's schema download does, and keep the whole response."
  )
}
