// Whether an object has parts that depend on variables. The reader of an operation's response knows the variables, and
// they decide. If they are unknown, as for JSON that is read on its own, a member counts if it is present.
extension GraphQLReader {
  /// Whether a variable is true, or might be because its value is unknown.
  public mutating func isTrue(_ variable: String) -> Bool { conditions?.isTrue(variable) ?? true }

  /// Whether a variable is false, or might be because its value is unknown.
  public mutating func isFalse(_ variable: String) -> Bool { !(conditions?.isTrue(variable) ?? false) }

  /// Reads an object in which fragments have values for their variables.
  ///
  /// - Parameters:
  ///   - values: the values, by the names of the fragments and the variables.
  ///   - read: reads the object.
  /// - Throws: the errors of `read`.
  public mutating func with<Value>(
    _ values: _GraphQLConditions, _ read: (inout GraphQLReader) throws -> Value
  ) rethrows -> Value {
    guard let outer = conditions else { return try read(&self) }
    conditions = outer.with(values)
    defer { conditions = outer }
    return try read(&self)
  }

  /// Whether the object's `__typename` is one of these.
  ///
  /// - Parameters:
  ///   - types: the names.
  ///   - key: the member that contains `__typename`.
  /// - Throws: ``GraphQLDecodingError`` if `__typename` is missing or is not a string.
  public mutating func isOf(_ types: StaticString..., typename key: StaticString = "__typename") throws
    -> Bool
  {
    let name = try typename(key)
    for type in types where type ~= name { return true }
    return false
  }

  /// Whether the object belongs to an interface or union: its `__typename` is one of these, or it has the marker by which a server identifies types
  /// that the schema gained later.
  ///
  /// - Parameters:
  ///   - types: the names.
  ///   - marker: the member that is the marker.
  ///   - key: the member that contains `__typename`.
  /// - Throws: ``GraphQLDecodingError`` if the text is not valid JSON, or `__typename` is not a string.
  public mutating func isOf(
    _ types: StaticString..., or marker: StaticString, typename key: StaticString = "__typename"
  ) throws -> Bool {
    if try has(key) {
      let name = try typename(key)
      for type in types where type ~= name { return true }
    }
    return try hasOptional(marker)
  }

  /// Whether the object has a conditional field.
  ///
  /// - Parameters:
  ///   - key: the member's name.
  ///   - condition: whether the condition is true, or might be because variables are unknown.
  /// - Throws: ``GraphQLDecodingError`` if the text is not valid JSON.
  public mutating func has(_ key: StaticString, if condition: Bool) throws -> Bool {
    guard condition else { return false }
    return try conditions != nil || hasOptional(key)
  }
}
