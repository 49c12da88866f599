import ApusSource

/// Checks whether known types can be the Swift types of scalars without a codec, by their `Codable` conformance.
extension KnownSwiftType {
  /// The errors and warnings for a Swift type that is used for a scalar without a codec.
  ///
  /// - Parameter isInDocument: whether `@apus(type:)` names the type: a codec cannot be added there.
  package static func problems(
    withoutCodec type: String, _ place: SourceRange, isInDocument: Bool = false
  ) -> [Diagnostic] {
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
    var way = "Write a codec of your own, or use String."
    if !codecs.isEmpty {
      way =
        (isInDocument ? "Set the type under \"fields\" in apus.json, with" : "Add")
        + " \"codec\": \(Suggestions.join(codecs, "or"))."
    }
    let message = "Without a codec, \(known.name) is decoded from \(form), which servers rarely send. \(way)"
    return [Diagnostic(.warning, .unusualForm, message, at: [place])]
  }

  /// Types of Swift and Foundation that cannot be a scalar's Swift type without a codec, because they are not `Codable`, `Hashable` and `Sendable`.
  private static let unusable: Set<String> = [
    "Any", "AnyHashable", "AnyObject", "NSData", "NSDate", "NSDecimalNumber", "NSNumber", "NSString", "NSURL",
    "NSUUID",
    "Never", "Void",
  ]
}

extension DiagnosticCode {
  package static let unusableType = DiagnosticCode(
    "unusable-type",
    title: "A Swift type that a scalar cannot have",
    explanation: "A scalar's Swift type must be `Codable`, `Hashable` and `Sendable`.",
    example: "{ \"scalars\": { \"DateTime\": \"NSDate\" } }",
    fix: "Use a Swift type: `Date` with a codec, `GraphQLValue` for any JSON.")

  package static let unusualForm = DiagnosticCode(
    "unusual-form",
    title: "A Foundation type without a codec",
    explanation: """
      Without a codec, a type's own `Codable` form is used. That of `Date` is the number of seconds since 2001: the Unix time
      1714566600 becomes a date in 2055, and ISO 8601 strings are rejected. Other types of Foundation are objects with members
      that no server sends.
      """,
    example: "{ \"scalars\": { \"DateTime\": \"Date\" } }",
    fix: """
      Add the codec for the server's format: `{ "type": "Date", "codec": "GraphQLDateTimeCodec" }` for ISO 8601,
      `GraphQLEpochSecondsCodec` for Unix time.
      """, isWarning: true)
}
