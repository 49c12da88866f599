import Apus
import ApusClient
import ApusPlatform

/// Hides the values of variables and fields that may be secret, by their names.
struct SecretMembers: Sendable {
  /// Words in names, in lower case and without underscores.
  private let words: [String]

  init(_ words: [String]) { self.words = words.map(Self.plain) }

  private static func plain(_ name: some StringProtocol) -> String {
    name.lowercased().filter { $0 != "_" && $0 != "-" }
  }

  func contains(_ name: some StringProtocol) -> Bool {
    let name = Self.plain(name)
    return words.contains { name.contains($0) }
  }

  /// JSON with other values below such names: strings become `<redacted>`, numbers 0, and Booleans false.
  ///
  /// - Parameter isHidden: whether all of it is below such a name.
  func json(_ json: some Sequence<UInt8>, isHidden: Bool = false) -> [UInt8] {
    JSONReplacement.json(json) { name, isInHidden in
      isInHidden || name.map(isSecret) ?? isHidden
    } string: { _ in
      Array("\"<redacted>\"".utf8)
    }
  }

  /// - Parameter name: the content of a string in JSON, in which a server may escape any character.
  private func isSecret(_ name: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: name, as: UTF8.self)
    let isEscaped = name.contains(UInt8(ascii: "\\"))
    let unescaped = isEscaped ? (try? GraphQLValue(json: "\"\(text)\""))?.string : nil
    return contains(unescaped ?? text)
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
