import ApusSource
import ApusSwiftModel

/// Checks those Swift types and codecs under `scalars` and `fields` that are known.
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
      return KnownSwiftType.problems(withoutCodec: type, typeValue.range)
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
    // The codecs of lists and of optional values are for generated code, which composes them by the types of the schema.
    let advice =
      name.hasSuffix("GraphQLListCodec")
      ? " For a scalar that is a list, write a codec that calls reader.readList and writer.writeList."
      : Suggestions.didYouMean(name, among: KnownCodec.all.map(\.name))
    return Diagnostic(.error, .unknownCodec, "Apus has no codec \"\(name)\".\(advice)", at: [place])
  }

  /// An error if a codec returns another type. A name that is not known may be an alias of that type.
  private static func mismatch(_ type: String, _ codec: KnownCodec, _ place: SourceRange) -> Diagnostic? {
    let returned = codec.type
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
}

extension DiagnosticCode {
  package static let unknownCodec = DiagnosticCode(
    "unknown-codec",
    title: "An unknown codec in apus.json",
    explanation: """
      Names of the form `GraphQL…Codec` are those of Apus's own codecs. A codec of yours has another name, or its module is
      among the entry's `imports`. A scalar that is a list needs a codec of yours, which calls `reader.readList` and `writer.writeList`;
      lists in the schema, such as `[DateTime]`, use the codec of their elements.
      """,
    example: "{ \"scalars\": { \"DateTime\": { \"type\": \"Date\", \"codec\": \"GraphQLDateCodec\" } } }",
    fix: "Correct the name as the message suggests.")

  package static let codecOfAnotherType = DiagnosticCode(
    "codec-of-another-type",
    title: "A codec that returns a different type",
    explanation:
      "A scalar's codec returns the scalar's Swift type; otherwise the generated code does not compile.",
    example: "{ \"scalars\": { \"DateTime\": { \"type\": \"Date\", \"codec\": \"GraphQLUUIDCodec\" } } }",
    fix: "Use one of the codecs that the message names, or the type that the codec returns.")
}
