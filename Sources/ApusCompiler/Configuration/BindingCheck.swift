import ApusDiagnostics
import ApusIR
import ApusJSON

/// Checks the Swift types and codecs under `scalars` and `fields`, as far as they are known.
///
/// The user's own types and codecs are passed on: only Swift can check them.
enum BindingCheck {
  static func problems(in root: JSONValue) -> [Diagnostic] {
    ["scalars", "fields"].flatMap { key in
      (root[key]?.members ?? []).flatMap { problems(with: $0.value) }
    }
  }

  private static func problems(with value: JSONValue) -> [Diagnostic] {
    let typeValue = value["type"] ?? value
    guard let type = typeValue.string else { return [] }
    guard let codecValue = value["codec"], let codec = codecValue.string else {
      return problems(withoutCodec: type, typeValue.range)
    }
    guard let known = KnownCodec(codec) else {
      // A module that is imported may have a codec of such a name.
      let isElsewhere = value["imports"]?.texts.contains { $0 != "Foundation" } ?? false
      return KnownCodec.isReserved(codec) && !isElsewhere ? [unknown(codec, codecValue.range)] : []
    }
    return mismatch(type, known, codecValue.range).map { [$0] } ?? []
  }

  private static func unknown(_ codec: String, _ place: SourceRange) -> Diagnostic {
    let name = KnownCodec.bareName(codec)
    let suggestion = Suggestions.didYouMean(name, among: KnownCodec.all.filter { $0.type != nil }.map(\.name))
    return Diagnostic(.error, .unknownCodec, "Apus has no codec \"\(name)\".\(suggestion)", at: [place])
  }

  /// An error if a codec returns another type. A name that is not known may be an alias of that type.
  private static func mismatch(_ type: String, _ codec: KnownCodec, _ place: SourceRange) -> Diagnostic? {
    guard let returned = codec.type else { return nil }
    let known = KnownSwiftType(type)
    if known?.name == returned || known == nil && SwiftNames.isQualifiedName(type) { return nil }
    let codecs = known?.codecs ?? []
    let way =
      codecs.isEmpty
      ? "Set \"type\" to \"\(returned)\"."
      : "For \(type) there is \(Suggestions.join(codecs.map { "\"\($0)\"" }, "and"))."
    return Diagnostic(
      .error, .codecOfAnotherType, "\"\(codec.name)\" returns \(returned), not \(type). \(way)", at: [place])
  }

  private static func problems(withoutCodec type: String, _ place: SourceRange) -> [Diagnostic] {
    let names = KnownSwiftType.names(in: type)
    if let name = names.first(where: unusable.contains) {
      let message =
        "\(name) is not Codable, Hashable and Sendable. Use a Swift type such as String, Date or GraphQLValue."
      return [Diagnostic(.error, .unusableType, message, at: [place])]
    }
    guard let known = names.lazy.compactMap(KnownSwiftType.init).first(where: { $0.unusualForm != nil }),
      let form = known.unusualForm
    else { return [] }
    let codecs = known.codecs.map { "\"\($0)\"" }
    let way =
      codecs.isEmpty
      ? "Write a codec of your own, or use String." : "Add \"codec\": \(Suggestions.join(codecs, "or"))."
    let message = "Without a codec, \(known.name) is read from \(form), which servers rarely send. \(way)"
    return [Diagnostic(.warning, .unusualForm, message, at: [place])]
  }

  /// Types of Swift and Foundation that no scalar can be without a codec.
  private static let unusable: Set<String> = [
    "Any", "AnyHashable", "AnyObject", "NSData", "NSDate", "NSDecimalNumber", "NSNumber", "NSString", "NSURL",
    "NSUUID",
    "Never", "Void",
  ]
}

extension DiagnosticCode {
  package static let unknownCodec = DiagnosticCode(
    "unknown-codec",
    title: "A codec in apus.json that Apus does not have",
    explanation: """
      Names of the form `GraphQL…Codec` are those of Apus's own codecs. A codec of yours has another name, or its module is
      among the entry's `imports`.
      """,
    example: "{ \"scalars\": { \"DateTime\": { \"type\": \"Date\", \"codec\": \"GraphQLDateCodec\" } } }",
    fix: "Correct the name as the message suggests.")

  package static let codecOfAnotherType = DiagnosticCode(
    "codec-of-another-type",
    title: "A codec that returns another type",
    explanation:
      "A scalar's codec returns the scalar's Swift type; otherwise the generated code does not compile.",
    example: "{ \"scalars\": { \"DateTime\": { \"type\": \"Date\", \"codec\": \"GraphQLUUIDCodec\" } } }",
    fix: "Use one of the codecs that the message names, or the type that the codec returns.")

  package static let unusableType = DiagnosticCode(
    "unusable-type",
    title: "A type that no scalar can be",
    explanation: "A scalar's Swift type must be `Codable`, `Hashable` and `Sendable`.",
    example: "{ \"scalars\": { \"DateTime\": \"NSDate\" } }",
    fix: "Use a Swift type: `Date` with a codec, `GraphQLValue` for any JSON.")

  package static let unusualForm = DiagnosticCode(
    "unusual-form",
    title: "A type of Foundation without a codec",
    explanation: """
      Without a codec, a type's own `Codable` form is used. That of `Date` is the number of seconds since 2001: the Unix time
      1714566600 becomes a date in 2055, and text in ISO 8601 is refused. Other types of Foundation are objects with members
      that no server sends.
      """,
    example: "{ \"scalars\": { \"DateTime\": \"Date\" } }",
    fix: """
      Add the codec for what the server sends: `{ "type": "Date", "codec": "GraphQLDateTimeCodec" }` for ISO 8601,
      `GraphQLEpochSecondsCodec` for Unix time.
      """, isWarning: true)

  package static let unmetConformance = DiagnosticCode(
    "unmet-conformance",
    title: "A protocol whose requirement a type does not have",
    explanation: """
      `Identifiable` requires a property `id`, `CustomStringConvertible` a `description`. A conformance for `*` only applies to
      types that have the property; one for a single type is an error if the type does not. The requirements of other
      protocols are not known here, and only Swift checks them.
      """,
    example: "{ \"conformances\": { \"AlbumQuery.Data.Album\": [\"Identifiable\"] } }",
    fix: """
      Select the field, or declare the conformance in Swift: `extension AlbumQuery.Data.Album: Identifiable` with the property.
      """)
}
