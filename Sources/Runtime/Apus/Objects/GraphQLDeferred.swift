/// The selections of a fragment with `@defer`, which may arrive later than the object they belong to.
///
/// ```swift
/// switch album.reviews {
/// case .pending: ProgressView()
/// case .value(let reviews): List(reviews.items) { … }
/// case .failed(let errors): Text(errors.first?.message ?? "")
/// }
/// ```
/// On its own, it encodes as an object with `value`, with `errors`, or with nothing. As a property, it is a member
/// named after the spread, `"...Reviews@defer"`: the value, a list of errors, or `"pending"`.
///
/// Specification: <https://github.com/graphql/graphql-spec/pull/1110>.
public enum GraphQLDeferred<Value: GraphQLObject>: Hashable, Sendable {
  /// The value has not arrived yet.
  case pending
  /// The value has arrived.
  case value(Value)
  /// The value will not arrive, because of these errors.
  case failed([GraphQLError])
}

extension GraphQLDeferred {
  /// The value; nil if it is pending or failed.
  public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  /// Whether the value has not arrived yet.
  public var isPending: Bool {
    if case .pending = self { true } else { false }
  }

  /// The errors; empty unless the fragment failed.
  public var errors: [GraphQLError] {
    if case .failed(let errors) = self { errors } else { [] }
  }
}

extension GraphQLDeferred: Codable {
  private enum Key: String, CodingKey {
    case value, errors
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if let value = try container.decodeIfPresent(Value.self, forKey: .value) {
      self = .value(value)
    } else if let errors = try container.decodeIfPresent([GraphQLError].self, forKey: .errors) {
      self = .failed(errors)
    } else {
      self = .pending
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .pending: break
    case .value(let value): try container.encode(value, forKey: .value)
    case .failed(let errors): try container.encode(errors, forKey: .errors)
    }
  }
}
