import Apus
import ApusPlatform

/// The idempotency key for a mutation's variables.
enum IdempotencyKeyChoice {
  /// The key in the variables, or a new one.
  case new
  /// A new key, even if the variables contain one.
  case other
  /// The key of earlier attempts, at the same position.
  case same(String?)
}

extension GraphQLIdempotencyKey {
  /// Adds a key to a mutation.
  ///
  /// - Parameters:
  ///   - text: the variables.
  /// - Returns: the variables with the key, and the key; nil if there is none.
  func applied(to text: String, _ choice: IdempotencyKeyChoice) throws -> (text: String, key: String?) {
    var known: String?
    if case .same(let key) = choice { known = key }
    switch self {
    case .none: return (text, nil)
    case .header: return (text, known ?? UUID().uuidString)
    case .variable(let path):
      var value = try GraphQLValue(json: text)
      let names = Self.names(path)
      if case .new = choice, let own = value.member(names[...]).string, !own.isEmpty { return (text, own) }
      let key = known ?? UUID().uuidString
      value.set(names[...], key)
      return (value.description, key)
    }
  }

  private static func names(_ path: String) -> [String] { path.split(separator: ".").map(String.init) }

  /// - Throws: ``GraphQLMutationQueueError/missingKeyVariable(_:)`` if the variables to send lack the key.
  func check(_ key: String?, in text: String) throws {
    guard case .variable(let path) = self else { return }
    let sent = try GraphQLValue(json: text).member(Self.names(path)[...]).string
    if key == nil || sent != key { throw GraphQLMutationQueueError.missingKeyVariable(path) }
  }
}

extension GraphQLValue {
  fileprivate func member(_ path: ArraySlice<String>) -> GraphQLValue {
    path.first.map { self[$0].member(path.dropFirst()) } ?? self
  }

  fileprivate mutating func set(_ path: ArraySlice<String>, _ text: String) {
    guard let name = path.first else { return self = .string(text) }
    self[name].set(path.dropFirst(), text)
  }
}
