import Apus
import ApusClient
import ApusPlatform

/// Hides the values of variables and fields that may be secret, by their names.
struct SecretMembers: Sendable {
  /// Words in names, in lower case and without underscores.
  private let words: [String]

  init(_ words: [String]) { self.words = words.map(Self.plain) }

  private static func plain(_ name: some StringProtocol) -> String { name.lowercased().filter { $0 != "_" } }

  func contains(_ name: Substring) -> Bool {
    let name = Self.plain(name)
    return words.contains { name.contains($0) }
  }

  /// JSON with other values below such names: strings become `<redacted>`, numbers 0, and Booleans false.
  ///
  /// - Parameter name: the name of the value itself.
  func json(_ json: some Sequence<UInt8>, of name: Substring = "") -> [UInt8] {
    JSONReplacement.json(json) { member, isInHidden in
      isInHidden || contains(member.map { Substring(decoding: $0, as: UTF8.self) } ?? name)
    } string: { _ in
      Array("\"<redacted>\"".utf8)
    }
  }

  /// An operation's data as Swift's value, with such values; nil if it was not kept, or cannot have them.
  func value(of operation: OperationRecord) -> (any GraphQLObject)? {
    switch (operation.body, operation.form) {
    case (.found(let data), _): return value(data)
    case (.whole(let json), .operation(let known)) where json.count <= OperationRecord.longestValue:
      return known.observedData(in: Data(self.json(json)))
    default: return nil
    }
  }

  private func value<Value: GraphQLObject>(_ value: Value) -> Value? {
    guard let json = try? value.json() else { return nil }
    let shown = self.json(json)
    return shown == json ? value : try? Value(json: shown)
  }
}
