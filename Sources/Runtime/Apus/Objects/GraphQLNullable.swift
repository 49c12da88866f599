/// An optional input: omitted, `null`, or a value. GraphQL distinguishes the first two.
///
/// A nullable variable or input field is a `GraphQLNullable` that is ``unset`` unless the caller passes something:
///
/// ```swift
/// let title: String? = nil
/// let changes = [
///   PlaylistChanges(),                               // {}
///   PlaylistChanges(description: .null),             // {"description": null}
///   PlaylistChanges(description: "Slow"),            // {"description": "Slow"}
///   PlaylistChanges(visibility: .public),            // {"visibility": "PUBLIC"}
///   PlaylistChanges(description: .ifPresent(title)), // {}, because the Optional is nil
/// ]
/// ```
/// Literals, the cases of generated enums, and `.init(…)` of generated input objects are written as for other parameters; variables are wrapped in
/// ``value(_:)``. Write `.null` or `.unset` instead of `nil`. Libraries disagree on which of the two `nil` means, so the literal is
/// deprecated.
/// Specification: <https://spec.graphql.org/draft/#sec-Null-Value>.
public enum GraphQLNullable<Wrapped> {
  /// Not sent: the server uses its default, or keeps the current value.
  case unset
  /// Sent as `null`.
  case null
  /// Sent as this value. It is indirect, so that an input object can contain another one like itself.
  indirect case value(Wrapped)
}

extension GraphQLNullable {
  /// The value; nil if it is unset or null.
  public var value: Wrapped? {
    if case .value(let value) = self { value } else { nil }
  }

  /// Whether nothing is sent.
  public var isUnset: Bool {
    if case .unset = self { true } else { false }
  }

  /// Whether `null` is sent.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// Creates a value, or ``null`` for nil.
  public init(_ optional: Wrapped?) {
    self = optional.map(Self.value) ?? .null
  }

  /// Returns a value, or ``unset`` for nil.
  public static func ifPresent(_ optional: Wrapped?) -> Self {
    optional.map(Self.value) ?? .unset
  }

  /// Transforms the value. Unset and null stay the same.
  ///
  /// - Throws: the error of `transform`.
  public func map<Other>(_ transform: (Wrapped) throws -> Other) rethrows -> GraphQLNullable<Other> {
    switch self {
    case .unset: .unset
    case .null: .null
    case .value(let value): .value(try transform(value))
    }
  }

  /// Returns the value, or the right-hand side if it is unset or null.
  ///
  /// - Throws: the error of the right-hand side.
  public static func ?? (nullable: Self, fallback: @autoclosure () throws -> Wrapped) rethrows -> Wrapped {
    try nullable.value ?? fallback()
  }
}

extension GraphQLNullable: Equatable where Wrapped: Equatable {}
extension GraphQLNullable: Hashable where Wrapped: Hashable {}
extension GraphQLNullable: Sendable where Wrapped: Sendable {}

extension GraphQLNullable: ExpressibleByNilLiteral {
  /// Creates ``null``. Deprecated because in other libraries `nil` omits the value.
  @available(*, deprecated, message: "Write .null to send null, or .unset to leave the value out.")
  public init(nilLiteral: ()) { self = .null }
}

extension GraphQLNullable: ExpressibleByUnicodeScalarLiteral
where Wrapped: ExpressibleByUnicodeScalarLiteral {
  public init(unicodeScalarLiteral value: Wrapped.UnicodeScalarLiteralType) {
    self = .value(Wrapped(unicodeScalarLiteral: value))
  }
}

extension GraphQLNullable: ExpressibleByExtendedGraphemeClusterLiteral
where Wrapped: ExpressibleByExtendedGraphemeClusterLiteral {
  public init(extendedGraphemeClusterLiteral value: Wrapped.ExtendedGraphemeClusterLiteralType) {
    self = .value(Wrapped(extendedGraphemeClusterLiteral: value))
  }
}

extension GraphQLNullable: ExpressibleByStringLiteral where Wrapped: ExpressibleByStringLiteral {
  public init(stringLiteral value: Wrapped.StringLiteralType) {
    self = .value(Wrapped(stringLiteral: value))
  }
}

extension GraphQLNullable: ExpressibleByStringInterpolation where Wrapped: ExpressibleByStringInterpolation {
  public init(stringInterpolation value: Wrapped.StringInterpolation) {
    self = .value(Wrapped(stringInterpolation: value))
  }
}

extension GraphQLNullable: ExpressibleByIntegerLiteral where Wrapped: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Wrapped.IntegerLiteralType) {
    self = .value(Wrapped(integerLiteral: value))
  }
}

extension GraphQLNullable: ExpressibleByFloatLiteral where Wrapped: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Wrapped.FloatLiteralType) { self = .value(Wrapped(floatLiteral: value)) }
}

extension GraphQLNullable: ExpressibleByBooleanLiteral where Wrapped: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Wrapped.BooleanLiteralType) {
    self = .value(Wrapped(booleanLiteral: value))
  }
}

extension GraphQLNullable: ExpressibleByArrayLiteral where Wrapped: RangeReplaceableCollection {
  public init(arrayLiteral elements: Wrapped.Element...) { self = .value(Wrapped(elements)) }
}

/// On its own, a nullable encodes as its value or `null`. In a generated type, an unset member is omitted.
extension GraphQLNullable: Encodable where Wrapped: Encodable {
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension GraphQLNullable: Decodable where Wrapped: Decodable {
  public init(from decoder: any Decoder) throws { self.init(try Wrapped?(from: decoder)) }
}
