import Apus
import ApusPlatform

/// The content of a GraphQL response, independent of its operation's selections.
struct OperationResult {
  /// Whether `data` exists and is not null.
  let hasData: Bool
  let errors: [GraphQLError]

  /// - Returns: nil if the text is not a GraphQL response: an object with `data` or `errors`.
  init?(json: Data) {
    let members = json.withUnsafeBytes { try? JSONMembers.ranges(of: "data", "errors", "extensions", in: $0) }
    guard let (data, errors, _) = members, data != nil || errors != nil else { return nil }
    hasData = data.map { json[json.startIndex + $0.lowerBound] != UInt8(ascii: "n") } ?? false
    self.errors = errors == nil ? [] : ((try? Errors(json: json).errors) ?? [])
  }

  private struct Errors: GraphQLObject {
    let errors: [GraphQLError]

    init(_reading reader: inout GraphQLReader) throws { errors = try reader.selectionsOrNil("errors") ?? [] }

    func _write(to writer: inout GraphQLWriter) { writer.selections("errors", errors) }
  }
}
