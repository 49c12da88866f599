import ApusSource

/// The codes for documents in Swift files.
extension DiagnosticCode {
  /// All codes of this stage, for the catalog.
  package static let swiftSourceCodes: [DiagnosticCode] = [
    .unreadSwiftDocument, .conditionalSwiftDocument, .swiftLiteral,
  ]

  package static let unreadSwiftDocument = DiagnosticCode(
    "unread-swift-document",
    title: "A GraphQLSource that is not read as a document",
    explanation: """
      In a Swift file, a document is a static property or a global constant of the type GraphQLSource whose value is one
      string literal. The compiler reads Swift by its tokens and evaluates nothing, so it cannot read a local variable or
      a concatenation, for example. Any other mention of the type from which Swift could make a value of a literal is an
      error, so that no document is lost: an optional, an array, a parameter, a variable that can be assigned, a cast.
      Results of functions, computed properties that return another document, and requirements of protocols that are
      only read may have the type.
      """,
    example: "static let query: GraphQLSource = \"query Albums { albums { title \" + fields + \" } }\"",
    fix: "Write `static let query: GraphQLSource = \"\"\"`, the GraphQL on the lines below, and `\"\"\"`.")

  package static let conditionalSwiftDocument = DiagnosticCode(
    "conditional-swift-document",
    title: "A GraphQLSource in #if that depends on more than the platform",
    explanation: """
      Documents are compiled before Swift evaluates the conditions of `#if`, for all builds alike. A test of the platform
      (`canImport`, `os`, `arch`, `targetEnvironment`) may surround a document, because the generated types exist on all
      platforms. With any other condition, a document that some builds leave out would still be compiled, and be registered
      with the server, in all of them.
      """,
    example: "#if DEBUG\n  let query: GraphQLSource = \"query Albums { albums { title } }\"\n#endif",
    fix: """
      Move the declaration out of `#if`, or the document to a `.graphql` file. The code that uses the generated types may
      stay in it.
      """)

  package static let swiftLiteral = DiagnosticCode(
    "swift-literal",
    title: "A string literal that has no fixed value",
    explanation: """
      The literal of a document has the value that Swift gives it: without its indentation, and with its escapes resolved.
      An interpolation has no value before the program runs, and Swift rejects unknown escapes and lines that are indented
      less than the closing quotes.
      """,
    example: "static let query: GraphQLSource = \"query Albums { albums(first: \\(count)) { title } }\"",
    fix: "Use a variable of the operation: `query Albums($count: Int!) { albums(first: $count) { title } }`.")
}
