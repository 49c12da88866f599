import ApusSource

/// Reading values that are examples or variables.
extension JSONOutput {
  var isNull: Bool { if case .null = self { true } else { false } }

  /// The member of an object, or nil.
  subscript(name: String) -> JSONOutput? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
}
