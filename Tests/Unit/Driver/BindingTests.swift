import ApusSource
import Foundation
import TestSupport
import Testing

@testable import ApusDriver

/// Types, codecs and protocols in `apus.json` that Swift would refuse, or that mean something else than they seem to.
@Suite(.timeLimit(.minutes(15))) struct BindingTests {
  private struct Outcome {
    var messages: [String] = []
    var swift = ""
  }

  private func run(_ configuration: String, isShared: Bool = false) throws -> Outcome {
    let folder = try TemporaryFolder([
      "s.graphqls": """
      type Query { at: Date items: [Item!]! notes: [Note!]! }
      type Item { id: ID! description: String! at: Date! } type Note { text: String! description: String }
      scalar Date
      """,
      "a.graphql": "query A { at items { id description at } notes { text description } }",
      "apus.json": configuration,
    ])
    let read = ConfigurationFile.read(folder["apus.json"])
    var inputs = Inputs(
      schemas: [folder["s.graphqls"]], documents: [Document(path: folder["a.graphql"], output: "a.swift")],
      configuration: read.configuration)
    inputs.isConfigurationShared = isShared
    let result = Pipeline.generate(inputs, into: OutputFolder(folder["out"]))
    var outcome = Outcome()
    outcome.messages = (read.diagnostics + result.diagnostics).filter { $0.code != .unmappedScalar }.map {
      let place = $0.ranges.first.map { "\($0.position.line):\($0.position.column)" } ?? "nowhere"
      return "\(place) \($0.severity) \($0.message)"
    }
    if !result.hasErrors { outcome.swift = try folder.text(of: "out/a.swift") }
    return outcome
  }

  private func scalar(_ value: String) throws -> Outcome {
    try run("{ \"scalars\": { \"Date\": \(value) } }")
  }

  // MARK: - Imports

  @Test(arguments: [
    #"{"type":"Date","codec":"GraphQLDateTimeCodec"}"#,
    #"{"type":"Foundation.Date","codec":"Apus.GraphQLDateTimeCodec"}"#,
    #"{"type":"FoundationEssentials.Date","codec":"GraphQLDateTimeCodec"}"#,
    #"{"type":"Date","codec":"GraphQLDateTimeCodec","imports":["Foundation"]}"#,
  ]) func `A known type is imported, and has one spelling`(_ binding: String) throws {
    let outcome = try scalar(binding)
    #expect(outcome.messages.isEmpty, "\(outcome.messages)")
    #expect(outcome.swift.contains("let at: Date?"))
    #expect(outcome.swift.contains("as: GraphQLDateTimeCodec.self"))
    #expect(outcome.swift.components(separatedBy: "import Foundation\n").count == 2)
    #expect(outcome.swift.contains("import FoundationEssentials\n"))
  }

  @Test func `Types within others are imported, and those outside of FoundationEssentials from Foundation`()
    throws
  {
    #expect(try scalar(#"{"type":"[URL]"}"#).swift.contains("import FoundationEssentials\n"))
    let measured = try scalar(#"{"type":"Foundation.Measurement<UnitLength>","codec":"LengthCodec"}"#)
    #expect(measured.swift.contains("import Foundation\n"))
    #expect(!measured.swift.contains("FoundationEssentials"))
    #expect(try scalar(#""GraphQLUpload""#).swift.contains("import ApusClient\n"))
    #expect(try !scalar(#""Int64""#).swift.contains("Foundation"))
  }

  @Test func `A field's own type is imported as well`() throws {
    let text =
      #"{"scalars":{"Date":"String"},"fields":{"Item.at":{"type":"Date","codec":"GraphQLDateTimeCodec"}}}"#
    let outcome = try run(text)
    #expect(outcome.messages.isEmpty)
    #expect(outcome.swift.contains("import Foundation\n"))
  }

  // MARK: - Codecs

  @Test(arguments: [
    (
      #"{"type":"Date","codec":"GraphQLDateCodec"}"#,
      #"1:47 error Apus has no codec "GraphQLDateCodec". Did you mean "GraphQLDateTimeCodec""#
    ),
    (
      #"{"type":"Money","codec":"GraphqlMoneyCodec"}"#, #"error Apus has no codec "GraphqlMoneyCodec"."#
    ),
    (
      #"{"type":"[Date]","codec":"GraphQLListCodec<GraphQLDateTimeCodec>"}"#,
      #"1:49 error Apus has no codec "GraphQLListCodec". For a scalar that is a list, write a codec that calls reader.readList and writer.writeList."#
    ),
    (
      #"{"type":"[Date]","codec":"_GraphQLListCodec<GraphQLDateTimeCodec>"}"#,
      #"error Apus has no codec "_GraphQLListCodec". For a scalar that is a list, write a codec"#
    ),
    (
      #"{"type":"Date?","codec":"_GraphQLOptionalCodec<GraphQLDateTimeCodec>"}"#,
      #"error Apus has no codec "_GraphQLOptionalCodec"."#
    ),
    (
      #"{"type":"Date","codec":"GraphQLUUIDCodec"}"#,
      #"1:47 error "GraphQLUUIDCodec" returns UUID, not Date. For Date there is "GraphQLDateTimeCodec" and "GraphQLEpochSecondsCodec"."#
    ),
    (
      #"{"type":"Int","codec":"GraphQLInt64StringCodec"}"#,
      #"error "GraphQLInt64StringCodec" returns Int64, not Int. Set "type" to "Int64"."#
    ),
    (#"{"type":"[Date]","codec":"GraphQLDateTimeCodec"}"#, #"returns Date, not [Date]."#),
    (#""NSDate""#, "error NSDate is not Codable, Hashable and Sendable."),
    (#""[String: Any]""#, "error Any is not Codable, Hashable and Sendable."),
  ]) func `A codec that does not exist or returns another type is an error at its place`(
    _ binding: String, _ message: String
  ) throws {
    let messages = try scalar(binding).messages
    #expect(messages.count == 1)
    #expect(messages.first?.contains(message) == true, "\(messages)")
  }

  @Test(arguments: [
    #"{"type":"Money","codec":"MoneyCodec"}"#, #"{"type":"Timestamp","codec":"GraphQLDateTimeCodec"}"#,
    #"{"type":"Money","codec":"GraphQLMoneyCodec","imports":["Accounts"]}"#,
    #"{"type":"Dates.Date","codec":"Dates.DateCodec"}"#,
  ]) func `What only Swift can know is passed on`(_ binding: String) throws {
    let outcome = try scalar(binding)
    #expect(outcome.messages.isEmpty, "\(outcome.messages)")
  }

  // MARK: - Forms

  @Test(arguments: [
    (#""Date""#, "1:24"), (#""Foundation.Date""#, "1:24"),
    (#"{"type":"Date","imports":["Foundation"]}"#, "1:32"),
    (#""[Date]""#, "1:24"),
  ]) func `A date without a codec is warned of`(_ binding: String, _ place: String) throws {
    let outcome = try scalar(binding)
    #expect(
      outcome.messages == [
        "\(place) warning Without a codec, Date is decoded from the number of seconds since 2001, which servers rarely send. "
          + #"Add "codec": "GraphQLDateTimeCodec" or "GraphQLEpochSecondsCodec"."#
      ])
    #expect(outcome.swift.contains("import Foundation\n"))
  }

  @Test func `Other types of Foundation are warned of as far as their form is unusual`() throws {
    #expect(try scalar(#""TimeZone""#).messages.first?.contains("Write a codec of your own") == true)
    for type in ["URL", "UUID", "Decimal", "Data"] { #expect(try scalar("\"\(type)\"").messages.isEmpty) }
    #expect(
      try run(#"{"scalars":{"Date":"Date"},"warnings":{"unusual-form":"ignore"}}"#).messages.isEmpty)
  }

  // MARK: - Conformances

  @Test func `A type without the property that a protocol requires is an error`() throws {
    let text = #"{"scalars":{"Date":"String"},"conformances":{"AQuery.Data.Note":["Identifiable"]}}"#
    let expected = [
      #"1:46 error AQuery.Data.Note has no property "id", which Identifiable requires. "#
        + #"Select "id", or declare the conformance in Swift, in an extension that has what it requires."#
    ]
    #expect(try run(text).messages == expected)
    #expect(try run(text, isShared: true).messages == expected)
    for name in ["CustomStringConvertible", "Swift.Comparable", "CaseIterable"] {
      let messages = try run(text.replacingOccurrences(of: "Identifiable", with: name)).messages
      #expect(messages.count == 1 && messages[0].contains("error AQuery.Data.Note has no"), "\(messages)")
    }
    let met =
      #"{"scalars":{"Date":"String"},"conformances":{"AQuery.Data.Item":["Identifiable","CustomStringConvertible","MyProtocol"]}}"#
    #expect(try run(met).messages.isEmpty)
  }

  @Test func `For every type a protocol applies to those that have what it requires`() throws {
    let outcome = try run(
      #"{"scalars":{"Date":"String"},"conformances":{"*":["CustomStringConvertible","Sendable"]}}"#)
    #expect(outcome.messages.isEmpty)
    #expect(outcome.swift.contains("struct Item: GraphQLObject, CustomStringConvertible, Sendable"))
    #expect(outcome.swift.contains("struct Note: GraphQLObject, Sendable"))
    let messages = try run(
      #"{"scalars":{"Date":"String"},"conformances":{"*":["CustomDebugStringConvertible"]}}"#
    ).messages
    #expect(messages.count == 1)
    #expect(messages[0].hasPrefix("1:46 warning No response type has the property \"debugDescription\""))
  }
}
