import ApusSource
import ApusSchema
import ApusSyntax

/// A protocol of the standard library with a requirement that Swift does not synthesize for response types.
///
/// The configuration and `@apus(conformsTo:)` can add protocols to generated types. For these protocols, the compiler reports a type that lacks the
/// required member, because the generated code would not compile.
package struct KnownProtocol {
  package let name: String
  /// The property that the protocol requires; nil if no generated property meets the requirement.
  private let property: String?
  /// Whether the property must be a `String` that is neither optional nor conditional.
  private let isText: Bool

  /// Finds a protocol by its name; nil for a protocol whose requirements the compiler does not know.
  ///
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

  /// The requirement in words, as in `property "id"`, for a message about its absence.
  package var requirement: String {
    guard let property else { return "implementation of them" }
    return isText ? "property \"\(property)\" of type String" : "property \"\(property)\""
  }

  /// A sentence for the end of the message that suggests a fix.
  package var remedy: String {
    let declaration = "declare the conformance in Swift, in an extension that has what it requires."
    return property.map { "Select \"\($0)\", or \(declaration)" }
      ?? declaration.prefix(1).uppercased() + declaration.dropFirst()
  }

  /// Whether a response type has the required property. Its type only matters if the protocol requires a `String`.
  package func isMet(by type: ResponseType, _ program: Program) -> Bool {
    type.properties.contains { candidate in
      guard candidate.swiftName == property else { return false }
      if !isText { return true }
      let field = candidate.field
      guard candidate.typeName == nil, field.type.listDepth == 0, field.type.isNonNull, !field.isConditional,
        !field.nulls.isResult
      else { return false }
      switch program.swiftType(of: field) {
      case .string, .id: return true
      default: return false
      }
    }
  }
}

// MARK: - Checks

extension KnownProtocol {
  /// An error for each protocol whose requirement a type does not meet.
  ///
  /// - Parameters:
  ///   - conformances: the protocols that are added to the type, with the range that adds each.
  ///   - type: the type.
  package static func unmet(
    _ conformances: [(name: String, place: SourceRange)], by type: ResponseType, _ program: Program
  ) -> [Diagnostic] {
    conformances.compactMap { name, place in
      guard let known = KnownProtocol(name), !known.isMet(by: type, program) else { return nil }
      let message = "\(type.path) has no \(known.requirement), which \(known.name) requires. \(known.remedy)"
      return Diagnostic(.error, .unmetConformance, message, at: [place])
    }
  }

  /// An error for each protocol from `@apus(conformsTo:)` whose requirement the type does not meet.
  static func unmetByDirectives(_ program: Program) -> [Diagnostic] {
    program.responseTypes.flatMap { type in
      unmet(
        type.conformancesOfDirectives.map { ($0.text, program.tree.range(of: $0.node)) }, by: type,
        program)
    }
  }
}

extension Program {
  /// All response types that the module declares for its operations and fragments, each before the types nested in it. Aliases and unions are left
  /// out.
  package var responseTypes: [ResponseType] {
    var found: [ResponseType] = []
    var waiting = (operations.map(\.data) + fragments.map(\.data)).reversed() as [DeclaredName]
    while let member = waiting.popLast() {
      guard case .type(let type) = member else { continue }
      found.append(type)
      waiting += type.members.reversed()
    }
    return found
  }
}

extension DiagnosticCode {
  package static let unmetConformance = DiagnosticCode(
    "unmet-conformance",
    title: "A protocol whose requirement a type does not meet",
    explanation: """
      `Identifiable` requires a property `id`, `CustomStringConvertible` a `description`. A conformance for `*` in apus.json only
      applies to types that have the property; one for a single type, or one that `@apus(conformsTo:)` gives, is an error if the
      type does not. The requirements of other protocols are not known here, and only Swift checks them.
      """,
    example: "{ \"conformances\": { \"AlbumQuery.Data.Album\": [\"Identifiable\"] } }",
    fix: """
      Select the field, or declare the conformance in Swift: `extension AlbumQuery.Data.Album: Identifiable` with the property.
      """)
}
