import ApusSchema

/// A protocol of the standard library with a requirement that Swift does not synthesize for response types.
package struct KnownProtocol {
  package let name: String
  /// The property that the protocol requires; nil if no generated property meets the requirement.
  private let property: String?
  private let isText: Bool

  /// - Parameter name: the protocol's name, with or without its module.
  package init?(_ name: String) {
    let name = name.hasPrefix("Swift.") ? String(name.dropFirst(6)) : name
    switch name {
    case "Identifiable": (property, isText) = ("id", false)
    case "CustomStringConvertible": (property, isText) = ("description", true)
    case "CustomDebugStringConvertible": (property, isText) = ("debugDescription", true)
    case "AdditiveArithmetic", "CaseIterable", "Collection", "Comparable", "CustomReflectable",
      "IteratorProtocol",
      "LosslessStringConvertible", "RawRepresentable", "Sequence", "Strideable":
      (property, isText) = (nil, false)
    default: return nil
    }
    self.name = name
  }

  /// The requirement in words that can follow "has no".
  package var requirement: String {
    guard let property else { return "implementation of the requirements" }
    return isText ? "property \"\(property)\" of type String" : "property \"\(property)\""
  }

  /// A sentence that says what to do.
  package var remedy: String {
    let declaration = "declare the conformance in Swift, in an extension that has what it requires."
    return property.map { "Select \"\($0)\", or \(declaration)" }
      ?? declaration.prefix(1).uppercased() + declaration.dropFirst()
  }

  /// Whether a generated type meets the requirement.
  package func isMet(by type: DeclaredType, _ program: Program) -> Bool {
    type.properties.contains { candidate in
      guard candidate.swiftName == property else { return false }
      if !isText { return true }
      let field = candidate.field
      guard candidate.typeName == nil, field.type.listDepth == 0, field.type.isNonNull, !field.isConditional,
        !field.nulls.isResult
      else { return false }
      switch program.leafType(of: field) {
      case .string, .id: return true
      default: return false
      }
    }
  }
}
