import ApusSource
import ApusShapes
import ApusSwiftModel
import ApusSchema
import ApusSyntax
import ApusValidation
import Foundation
import TestSupport
import Testing

@testable import ApusDriver

@Suite(.timeLimit(.minutes(15))) struct ConfigurationTests {
  @Test func `every key takes effect`() throws {
    let configuration = try accept(
      """
      {
        "$schema": "apus.schema.json",
        "schema": ["../api.graphqls", "/abs/more.graphqls"],
        "scalars": {
          "Date": "Day",
          "Money": { "type": "Decimal", "codec": "GraphQLDecimalCodec", "imports": ["Foundation"] }
        },
        "conformances": { "*": ["Identifiable"] },
        "accessLevel": "public",
        "namespace": "API",
        "initializers": false,
        "decodableInputs": true,
        "mutableProperties": true,
        "convertFieldCase": true,
        "singulars": { "data": "datum" },
        "schemaDescriptions": false,
        "schemaTypes": "all",
        "cache": {
          "keys": { "Artist": ["name"], "*": ["slug"] }, "maxAge": { "Album": 60 }, "lookups": { "Query.album": ["id"], "Query.albums": ["where.ids"] },
          "merge": { "Album.lines": "replace" }
        },
        "warnings": { "unused-fragment": "ignore", "given-twice": "error", "schema": "error" }
      }
      """)
    #expect(configuration.schemas == ["/Package/api.graphqls", "/abs/more.graphqls"])
    let options = configuration.generation
    #expect(options.scalars["Date"]?.type == "Day")
    #expect(options.scalars["Money"]?.codec == "GraphQLDecimalCodec")
    #expect(options.scalars["Money"]?.imports == ["Foundation"])
    #expect(options.conformances == ["*": ["Identifiable"]])
    #expect(options.accessLevel == .public)
    #expect(options.namespace == "API")
    #expect(options.emitsInitializers == false)
    #expect(options.hasDecodableInputs)
    #expect(options.hasMutableProperties)
    #expect(options.convertsFieldCase)
    #expect(options.singulars == ["data": "datum"])
    #expect(!options.copiesDescriptions)
    #expect(options.emitsWholeSchema)
    #expect(options.usesCache)
    #expect(
      Dictionary(uniqueKeysWithValues: options.cacheRules.map { ($0.entry, $0.value) }) == [
        "cache.keys.*": .keys(["slug"]), "cache.keys.Artist": .keys(["name"]),
        "cache.maxAge.Album": .maxAge(60), "cache.lookups.Query.album": .lookup(["id"]),
        "cache.lookups.Query.albums": .lookup(["where.ids"]), "cache.merge.Album.lines": .replacement,
      ])
    #expect(configuration.severities.rules == ["unused-fragment": .ignore, "given-twice": .error])
    #expect(configuration.severities.ofUnusedSchema == .error)
  }

  @Test func `one schema needs no list`() throws {
    #expect(try accept(#"{ "schema": "s.graphqls" }"#).schemas == ["/Package/App/s.graphqls"])
  }

  @Test(arguments: [
    (#"{ "cache": { "merge": { "A.b": "append" } } }"#, #""cache.merge.A.b" must be "replace"."#),
    (
      #"{ "cache": { "lookups": { "A.b": "id" } } }"#,
      #""cache.lookups.A.b" must be a list, each element a word."#
    ),
    (#"{ "acessLevel": "public" }"#, #"There is no key "acessLevel". Did you mean "accessLevel"?"#),
    (
      #"{ "accessLevel": "pubic" }"#,
      #""accessLevel" must be "internal", "package", or "public". Did you mean "public"?"#
    ),
    (#"{ "accessLevel": 1 }"#, #""accessLevel" must be "internal", "package", or "public"."#),
    (#"{ "initializers": "yes" }"#, #""initializers" must be true or false."#),
    (
      #"{ "namespace": "a b" }"#,
      #""namespace" must be the name of one Swift type, without dots, that Swift does not reserve."#
    ),
    (
      #"{ "namespace": "class" }"#,
      #""namespace" must be the name of one Swift type, without dots, that Swift does not reserve."#
    ),
    (
      #"{ "namespace": "A.B" }"#,
      #""namespace" must be the name of one Swift type, without dots, that Swift does not reserve."#
    ),
    (
      #"{ "warnings": { "unknown-fragment": "ignore" } }"#,
      #""unknown-fragment" is always an error, which a configuration cannot silence."#
    ),
    (
      #"{ "scalars": { "Date": "Date; import X" } }"#,
      #""scalars.Date" must be a Swift type, or an object with "type", "codec", and "imports"."#
    ),
    (#"{ "scalars": { "Date": { "codec": "C" } } }"#, #""scalars.Date" lacks "type". Add it."#),
    (
      #"{ "scalars": { "Date": { "type": "D", "import": [] } } }"#,
      #"There is no key "import" of "scalars.Date". Did you mean "imports"?"#
    ),
    (
      #"{ "scalars": [] }"#,
      #""scalars" must be an object, each value a Swift type, or an object with "type", "codec", and "imports"."#
    ),
    (#"{ "conformances": { "A": "B" } }"#, #""conformances.A" must be a list, each element a Swift name."#),
    (
      #"{ "initializers": true, "initializers": true }"#,
      #"The key "initializers" appears twice. Remove one of them."#
    ),
    (
      #"{ "warnings": { "unused-fragmnet": "ignore" } }"#,
      #"There is no diagnostic code "unused-fragmnet". Did you mean "unused-fragment", "unknown-fragment", or "unused-variable"?"#
    ),
    ("[]", #"The configuration must be an object: { "accessLevel": "public" }."#),
    ("{", "Expected a key in quotes, found the end of the text."),
  ])
  func `says what is wrong`(_ text: String, _ message: String) {
    let read = ConfigurationFile.read(SourceFile(path: "apus.json", text: text))
    #expect(read.diagnostics.map(\.message) == [message])
    #expect(read.diagnostics.first?.ranges.isEmpty == false)
  }

  /// Each row: a configuration, the text of the place, and the message.
  @Test(arguments: [
    (
      #"{ "cache": { "maxAge": { "A": 1.5 } } }"#, "1.5",
      #""cache.maxAge.A" must be an integer of at least 0."#
    ),
    (
      #"{ "cache": { "maxAge": { "A": "9" } } }"#, #""9""#,
      #""cache.maxAge.A" must be an integer of at least 0."#
    ),
    (
      #"{ "cache": { "maxAge": { "A": -1 } } }"#, "-1", #""cache.maxAge.A" must be an integer of at least 0."#
    ),
    (
      #"{ "cache": true }"#, "true",
      #""cache" must be an object with "keys", "properties", "maxAge", "lookups", and "merge"."#
    ),
    (#"{ "cache": { "key": {} } }"#, #""key""#, #"There is no key "key" of "cache". Did you mean "keys"?"#),
    (
      #"{ "cache": { "keys": { "A": "id" } } }"#, #""id""#,
      #""cache.keys.A" must be a list, each element a word."#
    ),
    (#"{ "cache": { "keys": { "A": [""] } } }"#, #""""#, #""cache.keys.A" must be a word."#),
    (
      #"{ "cache": { "keys": { "A": [], "A": [] } } }"#, #""A""#,
      #"The key "A" appears twice. Remove one of them."#
    ),
    (#"{ "cache": { "properties": 1 } }"#, "1", #""cache.properties" must be true or false."#),
    (#"{ "schema": 1 }"#, "1", #""schema" must be a path, relative to the configuration's folder."#),
    (
      #"{ "schema": ["a", ""] }"#, #""""#,
      #""schema" must be a path, relative to the configuration's folder."#
    ),
    (#"{ "schema": "" }"#, #""""#, #""schema" must be a path, relative to the configuration's folder."#),
    (#"{ "acronyms": ["ID2"] }"#, #""ID2""#, #""acronyms" must be a word of letters from A to Z."#),
    (
      #"{ "acronyms": "ID" }"#, #""ID""#,
      #""acronyms" must be a list, each element a word of letters from A to Z."#
    ),
    (#"{ "singulars": { "data": "a b" } }"#, #""a b""#, #""singulars.data" must be a word in lowercase."#),
    (#"{ "singulars": { "data": "_" } }"#, #""_""#, #""singulars.data" must be a word in lowercase."#),
    (#"{ "singulars": { "data": "b.c" } }"#, #""b.c""#, #""singulars.data" must be a word in lowercase."#),
    (
      #"{ "singulars": { "data": "Datum" } }"#, #""Datum""#, #""singulars.data" must be a word in lowercase."#
    ),
    (
      #"{ "singulars": { "Data": "datum" } }"#, #""Data""#,
      #"Each key of "singulars" must be a word in lowercase."#
    ),
    (
      #"{ "clientDirectives": ["mine", "include"] }"#, #""include""#,
      #""clientDirectives" must be the name of a directive, without the "@", that GraphQL itself does not define."#
    ),
    (
      #"{ "clientDirectives": ["a b"] }"#, #""a b""#,
      #""clientDirectives" must be the name of a directive, without the "@", that GraphQL itself does not define."#
    ),
    (
      #"{ "namespace": "StringLiteralType" }"#, #""StringLiteralType""#,
      #""namespace" must be the name of one Swift type, without dots, that Swift does not reserve."#
    ),
    (
      #"{ "scalars": { "A": "self" } }"#, #""self""#,
      #""scalars.A" must be a Swift type, or an object with "type", "codec", and "imports"."#
    ),
    (#"{ "scalars": { "A": { "type": "[A" } } }"#, #""[A""#, #""scalars.A.type" must be a Swift type."#),
    (#"{ "conformances": { "A": ["let"] } }"#, #""let""#, #""conformances.A" must be a Swift name."#),
    (#"{ "conformances": { "A": ["_"] } }"#, #""_""#, #""conformances.A" must be a Swift name."#),
    (
      #"{ "typeNames": { "A": "Self" } }"#, #""Self""#,
      #""typeNames.A" must be the name of one Swift type, without dots, that Swift does not reserve."#
    ),
    (
      #"{ "scalars": { "A": { "type": "" } } }"#, #""""#, #""scalars.A.type" must be a Swift type."#
    ),
    (
      #"{ "scalars": { "A": { "type": "B", "imports": ["c d"] } } }"#, #""c d""#,
      #""scalars.A.imports" must be a Swift name."#
    ),
    (
      #"{ "fields": { "A.b": 1 } }"#, "1",
      #""fields.A.b" must be a Swift type, or an object with "type", "codec", and "imports"."#
    ),
    (
      #"{ "nullability": "nul" }"#, #""nul""#,
      #""nullability" must be "semantic", "null", "result", or "throw". Did you mean "null"?"#
    ),
    (
      #"{ "warnings": { "unused-fragment": "off" } }"#, #""off""#,
      #""warnings.unused-fragment" must be "ignore", "warning", or "error"."#
    ),
  ])
  func `a value of the wrong form is named at its place`(_ text: String, _ place: String, _ message: String) {
    let found = ConfigurationFile.read(SourceFile(path: "apus.json", text: text)).diagnostics
    #expect(found.map(\.message) == [message])
    #expect(found.first?.ranges.map { $0.file.text($0.start, $0.end) } == [place])
  }

  @Test func `the samples of the page are accepted`() throws {
    let page = try String(
      contentsOf: Repository.folder.appending(path: "Documentation/Templates/Configuration.md"),
      encoding: .utf8)
    let samples = page.components(separatedBy: "```json\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    // The other sample is of an editor's configuration.
    let isOfEditor = { (sample: String) in sample.contains("\"documents\"") }
    #expect(samples.contains(where: isOfEditor) && samples.contains { !isOfEditor($0) })
    for sample in samples {
      let source = SourceFile(path: "/Package/apus.json", text: sample)
      if isOfEditor(sample) {
        #expect(throws: Never.self) { try JSONTree.parse(source) }
      } else {
        #expect(ConfigurationFile.read(source).diagnostics.map(\.message) == [])
      }
    }
  }

  @Test func `nothing of a configuration of the wrong form counts`() {
    let text =
      #"{ "accessLevel": "public", "operationIdentifiers": "none.json", "warnings": { "none": "error" }, "x": 1 }"#
    let read = ConfigurationFile.read(SourceFile(path: "apus.json", text: text))
    #expect(read.diagnostics.map(\.message) == ["There is no key \"x\"."])
    #expect(read.configuration.generation.accessLevel == .internal)
    #expect(read.configuration.operationManifest == nil)
    #expect(read.configuration.severities.rules.isEmpty)
  }

  @Test func `a configuration says all that is wrong with it`() {
    let text = #"{ "x": 1, "scalars": { "A": {}, "B": 1 }, "initializers": 0, "initializers": 0 }"#
    let read = ConfigurationFile.read(SourceFile(path: "apus.json", text: text))
    #expect(
      read.diagnostics.map(\.message) == [
        "The key \"initializers\" appears twice. Remove one of them.", "There is no key \"x\".",
        "\"scalars.A\" lacks \"type\". Add it.",
        "\"scalars.B\" must be a Swift type, or an object with \"type\", \"codec\", and \"imports\".",
        "\"initializers\" must be true or false.", "\"initializers\" must be true or false.",
      ])
  }

  @Test func `fragments for other modules may be unused`() throws {
    let code = DiagnosticCode.unusedFragment.name
    #expect(try accept(#"{ "accessLevel": "public" }"#).severities.rules[code] == .ignore)
    #expect(
      try accept(#"{ "accessLevel": "public", "warnings": { "unused-fragment": "error" } }"#)
        .severities.rules[code] == .error)
    #expect(try accept("{}").severities.rules.isEmpty)
  }

  @Test func `warnings are silenced or raised`() {
    var rules = SeverityRules()
    rules.rules = ["unused-fragment": .ignore, "given-twice": .error, "syntax-error": .ignore]
    let settled = rules.apply(to: [
      Diagnostic(.warning, .unusedFragment, ""), Diagnostic(.warning, .givenTwice, ""),
      Diagnostic(.error, .syntaxError, ""),
    ])
    #expect(settled.map(\.code) == [.givenTwice, .syntaxError])
    #expect(settled.map(\.severity) == [.error, .error])
  }

  @Test func `the reference and the schema name every key`() throws {
    let schema = try JSONTree.parse(SourceFile(path: "s", text: ConfigurationReference.jsonSchema)).root
    let names = schema["properties"]?.members?.map(\.name)
    #expect(names == ConfigurationKey.all.map(\.name))
    for key in ConfigurationKey.all {
      #expect(ConfigurationReference.markdown.contains("- `\(key.name)`: \(key.summary)\n"))
    }
  }

  @Test func `the schema for editors allows what the check allows`() {
    let text = ConfigurationForm.text(.word)
    let record = ConfigurationForm.record([
      ConfigurationForm.Member(name: "a", form: .boolean, isRequired: true, summary: "A."),
      ConfigurationForm.Member(name: "b", form: text, summary: "B."),
    ])
    let object =
      #"{"type":"object","properties":{"a":{"description":"A.","type":"boolean"},"#
      + #""b":{"description":"B.","type":"string"}},"required":["a"],"additionalProperties":false}"#
    for (form, schema) in [
      (ConfigurationForm.boolean, #"{"type":"boolean"}"#),
      (.integer(minimum: 2), #"{"type":"integer","minimum":2}"#), (text, #"{"type":"string"}"#),
      (.choice(["a", "b"]), #"{"enum":["a","b"]}"#),
      (.list(text), #"{"type":"array","items":{"type":"string"}}"#),
      (.map(text), #"{"type":"object","additionalProperties":{"type":"string"}}"#),
      (record, object),
      (.oneOrMore(text), #"{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]}"#),
      (.either(text, record), #"{"anyOf":[{"type":"string"},\#(object)]}"#),
    ] { #expect(form.schema().line == schema) }
    #expect(ConfigurationForm.boolean.schema("Why.").line == #"{"description":"Why.","type":"boolean"}"#)
    #expect(
      ConfigurationReference.jsonSchema.hasPrefix(
        """
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "apus.json",
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "$schema": {
        """), "\(ConfigurationReference.jsonSchema.prefix(300))")
  }

  @Test func `defaults are the documented ones`() throws {
    // A default that can be written down gives what leaving it out gives.
    let written = ConfigurationKey.all.filter { $0.defaultText != "none" && !$0.defaultText.contains(" ") }
    #expect(written.count > 8)
    let members = written.map { "\"\($0.name)\": \($0.defaultText)" }.joined(separator: ",")
    let configuration = try accept("{\(members)}")
    var plain = Configuration()
    plain.places = configuration.places
    #expect(String(describing: configuration) == String(describing: plain))
  }

  private func accept(_ text: String) throws -> Configuration {
    let read = ConfigurationFile.read(SourceFile(path: "/Package/App/apus.json", text: text))
    #expect(read.diagnostics.map(\.message) == [])
    return read.configuration
  }

  /// Each row: a configuration, its unknown key, and the known ones that are spelled alike.
  @Test(
    arguments: [
      (#"{ "acessLevel": "public" }"#, "acessLevel", ["accessLevel"]),
      (#"{ "scalars": { "Date": { "type": "D", "import": [] } } }"#, "import", ["imports"]),
      (#"{ "cache": { "keys": { "A": "id" }, "maxage": {} } }"#, "maxage", ["maxAge"]),
      (#"{ "fields": { "A.b": { "codecs": 1 } } }"#, "codecs", ["codec"]),
      (#"{ "warnings": { "unused-fragmnt": "error" } }"#, "unused-fragmnt", ["unused-fragment"]),
      (#"{ "initializers": true, "zzzz": [] }"#, "zzzz", []), (#"{ "zzzz": "#, "zzzz", []),
    ] as [(String, String, [String])])
  func `an unknown key has suggestions wherever it is`(_ text: String, _ key: String, _ names: [String])
    throws
  {
    let place = try #require(text.range(of: "\"\(key)\""))
    let file = SourceFile(path: "apus.json", text: text)
    let range = SourceRange(
      file: file, start: text[..<place.lowerBound].utf8.count, end: text[..<place.upperBound].utf8.count)
    #expect(Array(ConfigurationFile.suggestions(forKeyAt: range).prefix(1)) == names)
  }
}
