/// The header fields of a request or a response. Names are compared without regard to case.
///
/// ```swift
/// var headers: GraphQLHTTPHeaders = ["X-Client": "app"]
/// headers["authorization"] = "Bearer …"
/// headers.add("Set-Cookie", "a=1")
/// ```
/// Specification: RFC 9110, section 5.
public struct GraphQLHTTPHeaders: Sendable {
  /// One field.
  public struct Field: Hashable, Sendable {
    /// The name as written. Lookups ignore case.
    public var name: String
    /// The value as sent.
    public var value: String

    /// A field with this name and value.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The fields, in the order in which they were set. Several may have one name.
  public private(set) var fields: [Field] = []

  /// No fields.
  public init() {}

  /// These fields, in this order. Takes time proportional to their number.
  public init(_ fields: some Sequence<Field>) { self.fields = Array(fields) }

  /// The value of the field with this name; nil when there is none.
  ///
  /// Several values of one name are joined by commas, as RFC 9110 (section 5.2) allows: ``values(of:)`` has each. Setting a
  /// value replaces all values of the name; setting nil removes them.
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

  /// The values of all fields with this name, in their order.
  public func values(of name: String) -> [String] {
    fields.filter { HTTPFieldName.areSame($0.name, name) }.map(\.value)
  }

  /// The value of the first field with this name; nil when there is none.
  package func first(of name: String) -> String? {
    fields.first { HTTPFieldName.areSame($0.name, name) }?.value
  }

  /// Appends a field. Others of the same name keep their values.
  public mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// Removes the fields for which the closure returns true.
  public mutating func removeAll(where isRemoved: (Field) throws -> Bool) rethrows {
    try fields.removeAll(where: isRemoved)
  }

  /// Takes every field of `other`. Values that are here already under the same names are replaced.
  public mutating func merge(_ other: GraphQLHTTPHeaders) {
    if other.fields.isEmpty { return }
    let names = Set(other.fields.map { $0.name.lowercased() })
    fields.removeAll { names.contains($0.name.lowercased()) }
    fields += other.fields
  }
}

extension GraphQLHTTPHeaders: Hashable {
  /// Equal when every name has the same values in the same order, whatever the order and the case of the names.
  public static func == (first: GraphQLHTTPHeaders, second: GraphQLHTTPHeaders) -> Bool {
    first.fields.count == second.fields.count
      && (first.fields == second.fields || first.valuesByName == second.valuesByName)
  }

  public func hash(into hasher: inout Hasher) {
    // A sum, since the order of names does not count. Values tell fields apart; names ignore case, so their length is used.
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
  /// Of fields with one name, the last counts.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { self[name] = value }
  }
}
