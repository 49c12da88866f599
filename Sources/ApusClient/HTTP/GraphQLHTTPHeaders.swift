/// The header fields of a request or a response. Names are compared without regard to case.
///
/// ```swift
/// var headers: GraphQLHTTPHeaders = ["X-Client": "app"]
/// headers["authorization"] = "Bearer …"
/// ```
/// Specification: RFC 9110, section 5.
public struct GraphQLHTTPHeaders: Sendable {
  /// One field.
  public struct Field: Hashable, Sendable {
    /// The name, as it was written; case does not matter when one is looked up.
    public var name: String
    /// The value.
    public var value: String
  }

  /// The fields, in the order in which they were set.
  public private(set) var fields: [Field] = []

  /// No fields.
  public init() {}

  /// The value of the field with this name. Setting nil removes it.
  public subscript(name: String) -> String? {
    get { fields.first { Self.areEqual($0.name, name) }?.value }
    set {
      let index = fields.firstIndex { Self.areEqual($0.name, name) }
      switch (index, newValue) {
      case (let index?, let value?): fields[index].value = value
      case (let index?, nil): fields.remove(at: index)
      case (nil, let value?): fields.append(Field(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  /// Sets every field of `other`, over those that are here already.
  public mutating func merge(_ other: GraphQLHTTPHeaders) {
    for field in other.fields { self[field.name] = field.value }
  }

  private static func areEqual(_ first: String, _ second: String) -> Bool {
    let (first, second) = (first.utf8, second.utf8)
    return first.count == second.count && zip(first, second).allSatisfy { lowercased($0) == lowercased($1) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { 65...90 ~= byte ? byte + 32 : byte }
}

extension GraphQLHTTPHeaders: Hashable {
  /// Equal when they have the same fields, whatever their order and the case of their names.
  public static func == (first: GraphQLHTTPHeaders, second: GraphQLHTTPHeaders) -> Bool {
    first.fields.count == second.fields.count && first.fields.allSatisfy { second[$0.name] == $0.value }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(Set(fields.map { Field(name: $0.name.lowercased(), value: $0.value) }))
  }
}

extension GraphQLHTTPHeaders: ExpressibleByDictionaryLiteral {
  /// Of fields with one name, the last counts.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { self[name] = value }
  }
}
