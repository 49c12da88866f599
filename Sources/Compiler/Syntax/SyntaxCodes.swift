import ApusSource

/// The codes of the lexer and the parser.
extension DiagnosticCode {
  /// All codes of this stage, for the catalog.
  package static let syntaxCodes: [DiagnosticCode] = [
    .syntaxError, .invalidEncoding, .nestedTooDeeply, .tooManyTokens, .fileTooLarge,
  ]

  package static let syntaxError = DiagnosticCode(
    "syntax-error",
    title: "Text that is not valid GraphQL",
    explanation: """
      The text does not follow the grammar of the GraphQL specification. The message names what was found and, if only one
      thing was possible, what was expected. After an error the compiler continues at the next definition, so one run
      reports the errors of several definitions.
      """,
    example: "query Album($id ID!) { album(id: $id) { title } }",
    fix: "Write what is missing: `query Album($id: ID!) { … }`.")

  package static let invalidEncoding = DiagnosticCode(
    "invalid-utf8",
    title: "A file that is not UTF-8",
    explanation: """
      GraphQL text is Unicode, and Apus reads it as UTF-8. The place is the first byte that is not valid; the file
      may be saved as Latin-1 or UTF-16.
      """,
    example: "# A comment with caf\\xE9: one byte for the last letter, as Latin-1 has it",
    fix: "Save the file in UTF-8 encoding. `iconv -f latin1 -t utf-8` converts.")

  package static let nestedTooDeeply = DiagnosticCode(
    "nested-too-deeply",
    title: "A document that is nested too deeply",
    explanation: """
      Selection sets, list values, object values and list types may be nested 200 deep, counted together. No document
      written by hand is near this limit; a faulty program may generate one.
      """,
    example: "{ a { a { a { a { a } } } } }  # and so on, 200 levels",
    fix: "Move inner selections into fragments, or look for the loop in the program that wrote the document.")

  package static let fileTooLarge = DiagnosticCode(
    "file-too-large",
    title: "A file larger than four gigabytes",
    explanation: """
      Positions in a file are stored in 32 bits, so that a schema takes little memory. The language server already warns about
      documents of more than 16 MiB: it does not check them while you edit.
      """,
    example: "# A schema that a program wrote, and never stopped writing",
    fix: "Split the file: a schema may consist of any number of files.")

  package static let tooManyTokens = DiagnosticCode(
    "too-many-tokens",
    title: "A document with more tokens than the limit",
    explanation:
      "The text has more tokens than the limit, which bounds time and memory.",
    example: "{ a a a a }  # under a limit of three tokens",
    fix: "Split the document, or raise the limit.")
}
