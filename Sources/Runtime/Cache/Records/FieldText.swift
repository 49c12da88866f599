import Apus

/// A parsed field text such as `albums({"text":"jazz"})`.
struct FieldText {
  let name: String
  private(set) var arguments: [String: GraphQLValue] = [:]

  /// - Returns: nil if the arguments cannot be parsed.
  init?(_ text: String) {
    name = String(text.prefix { $0 != "(" && $0 != "@" })
    let rest = Array(text.utf8.dropFirst(name.utf8.count))
    guard rest.first == UInt8(ascii: "(") else { return }
    // Directives may follow the arguments.
    let count = rest.dropFirst().withUnsafeBufferPointer { json -> Int in
      guard let start = json.baseAddress else { return 0 }
      var scanner = JSONScanner(json, start)
      scanner.skipValue()
      return scanner.offset
    }
    guard let members = try? GraphQLValue(json: rest[1...].prefix(count)).object else { return nil }
    arguments = members
  }
}
