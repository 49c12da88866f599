// Whether an object has what variables decide on. Who reads the response to an operation knows the variables, and they decide. Where they
// are not known, as of JSON that is read by itself, a member that is there is there.
extension ObjectReader {
  /// Whether a variable is true, or may be, where its value is not known.
  public func isTrue(_ variable: String) -> Bool { conditions?.isTrue(variable) ?? true }

  /// Whether a variable is false, or may be, where its value is not known.
  public func isFalse(_ variable: String) -> Bool { !(conditions?.isTrue(variable) ?? false) }

  /// Whether the object's `__typename` is one of these.
  public mutating func isOf(_ types: StaticString...) throws -> Bool {
    guard try has("__typename") else { return false }
    let name = try typename()
    for type in types where type ~= name { return true }
    return false
  }

  /// Whether the object has a field that is selected under a condition.
  ///
  /// - Parameters:
  ///   - key: the member's name.
  ///   - condition: whether the condition holds, or may, where variables are not known.
  public mutating func has(_ key: StaticString, if condition: Bool) throws -> Bool {
    guard condition else { return false }
    return try conditions != nil || has(key)
  }
}
