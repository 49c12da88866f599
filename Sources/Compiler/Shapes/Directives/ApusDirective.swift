import ApusSchema
import ApusSyntax

/// One use of `@apus(name: "…", type: "…", conformsTo: ["…"], mutable: true)` in a document, or several uses merged.
///
/// It is a class, so that the many fields without the directive only store nil.
package final class ApusDirective {
  /// A string argument, one string of a list argument, or "true" for a Boolean argument that is true.
  package struct Value {
    package let text: String
    /// The node of the argument.
    package let node: NodeID

    package init(_ text: String, _ node: NodeID) {
      self.text = text
      self.node = node
    }
  }

  private let values: [ApusArgument: [Value]]

  package init(_ values: [ApusArgument: [Value]] = [:]) { self.values = values }

  package subscript(_ argument: ApusArgument) -> [Value] { values[argument] ?? [] }

  package var name: String? { self[.name].first?.text }
  package var type: String? { self[.type].first?.text }
  package var conformsTo: [Value] { self[.conformsTo] }
  package var isMutable: Bool { !self[.mutable].isEmpty }

  /// The directive of a field that merges a selection with this directive and one with `other`; nil if they contradict each other.
  func merged(_ other: ApusDirective) -> ApusDirective? {
    var values = values
    for argument in ApusArgument.allCases {
      let missing = other[argument].filter { value in !self[argument].contains { $0.text == value.text } }
      switch argument.merging {
      case .equal: if !missing.isEmpty || self[argument].count != other[argument].count { return nil }
      case .union: values[argument, default: []] += missing
      }
    }
    return ApusDirective(values)
  }
}
