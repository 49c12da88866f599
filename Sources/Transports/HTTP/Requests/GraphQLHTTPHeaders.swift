/// The header fields of a request or a response. Names are case-insensitive.
///
/// ```swift
/// var headers: GraphQLHTTPHeaders = ["X-Client": "app"]
/// headers["authorization"] = "Bearer …"
/// headers.add("Set-Cookie", "a=1")
/// ```
/// Specification: RFC 9110, section 5.
public struct GraphQLHTTPHeaders: Sendable {
  /// A header field with its name and value.
  public struct Field: Hashable, Sendable {
    /// The name as written. Lookups ignore case.
    public var name: String
    /// The value as sent.
    public var value: String

    /// Creates a field.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The fields, in the order in which they were set. Several may have the same name.
  public package(set) var fields: [Field] = []

  /// Creates an empty collection.
  public init() {}

  /// Creates a collection of fields in the given order, in linear time.
  public init(_ fields: some Sequence<Field>) { self.fields = Array(fields) }

  /// The value of the field with a name; nil if there is none.
  ///
  /// If several fields have the name, their values are joined by commas, as RFC 9110 (section 5.2) allows; ``values(of:)`` returns them separately.
  /// Setting a value replaces all fields with the name; setting nil removes them.
  public subscript(name: String) -> String? {
    get {
      guard let first = fields.firstIndex(where: { HTTPFieldName.areSame($0.name, name) }) else {
        return nil
      }
      let others = fields[(first + 1)...].filter { HTTPFieldName.areSame($0.name, name) }
      if others.isEmpty { return fields[first].value }
      return ([fields[first]] + others).map(\.value).joined(separator: ", ")
    }
    set {
      guard let newValue else { return fields.removeAll { HTTPFieldName.areSame($0.name, name) } }
      guard let first = fields.firstIndex(where: { HTTPFieldName.areSame($0.name, name) }) else {
        return add(name, newValue)
      }
      fields[first].value = newValue
      let rest = fields[(first + 1)...].filter { !HTTPFieldName.areSame($0.name, name) }
      fields.replaceSubrange((first + 1)..., with: rest)
    }
  }

  /// Returns the values of all fields with a name, in order.
  public func values(of name: String) -> [String] {
    fields.filter { HTTPFieldName.areSame($0.name, name) }.map(\.value)
  }

  /// Returns the value of the first field with a name; nil if there is none.
  package func first(of name: String) -> String? {
    fields.first { HTTPFieldName.areSame($0.name, name) }?.value
  }

  /// Appends a field. Other fields with the same name stay.
  public mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// Removes the fields for which the closure returns true.
  public mutating func removeAll(where isRemoved: (Field) throws -> Bool) rethrows {
    try fields.removeAll(where: isRemoved)
  }

  /// Adds every field of `other`. It replaces existing fields with the same names.
  public mutating func merge(_ other: GraphQLHTTPHeaders) {
    if other.fields.isEmpty { return }
    let names = Set(other.fields.map { $0.name.lowercased() })
    fields.removeAll { names.contains($0.name.lowercased()) }
    fields += other.fields
  }
}

extension GraphQLHTTPHeaders: Hashable {
  /// Whether every name has the same values in the same order. The order and case of names do not matter.
  public static func == (first: GraphQLHTTPHeaders, second: GraphQLHTTPHeaders) -> Bool {
    first.fields.count == second.fields.count
      && (first.fields == second.fields || first.valuesByName == second.valuesByName)
  }

  public func hash(into hasher: inout Hasher) {
    // A sum, because the order of names does not matter. Names ignore case, so only their lengths are hashed.
    var sum = 0
    for field in fields {
      var hasher = Hasher()
      hasher.combine(field.name.utf8.count)
      hasher.combine(field.value)
      sum &+= hasher.finalize()
    }
    hasher.combine(sum)
  }

  private var valuesByName: [[UInt8]: [String]] {
    Dictionary(fields.map { ($0.name.utf8.map(HTTPFieldName.lowercased), [$0.value]) }, uniquingKeysWith: +)
  }
}

extension GraphQLHTTPHeaders: ExpressibleByDictionaryLiteral {
  /// If several elements have the same name, the last one wins.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { self[name] = value }
  }
}
