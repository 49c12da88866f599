import ApusDocuments
import ApusSchema
import ApusShapes
import ApusSource
import ApusSyntax

/// The list levels of a field at which a null makes reading fail, although the schema does not allow it or only with an error. Level 0 is the field
/// itself.
///
/// For example: the generated code demands `[String*]!` of a field `[String]! @semanticNonNull(levels: [1])`.
package struct NullDemands: Equatable {
  /// The demand on the values at a level, from the weakest to the strongest.
  package enum Demand: Int, Comparable {
    /// A null can be read, or was allowed before.
    case none
    /// A null is only read if it comes with an error: `*`.
    case unlessError
    /// A null cannot be read: `!`.
    case always

    package static func < (left: Demand, right: Demand) -> Bool { left.rawValue < right.rawValue }
  }

  private var levels: [Demand]

  /// The demands that the declaration of a field fulfills.
  ///
  /// - Parameter promised: the levels at which the schema promises that a null comes with an error, as bits.
  package init(_ declared: TypeReference, promised: UInt32 = 0) {
    levels = (0...declared.listDepth).map { level in
      declared.isNonNull(atLevel: level)
        ? .always : promised &>> UInt32(level) & 1 != 0 ? .unlessError : .none
    }
  }

  /// - Parameter declared: the type in the schema. What `@required` demands in addition was not promised by it.
  init(_ reading: NullReading, declared: TypeReference) {
    levels = (0...declared.listDepth).map { level in
      if !reading.type.isNonNull(atLevel: level) { return .none }
      // A `Result` has the errors of a null, and cannot be read from one without.
      if level == 0, reading.rules.isResult { return .unlessError }
      if declared.isNonNull(atLevel: level) { return .always }
      return reading.rules[level].contains(.isPromised) ? .unlessError : .none
    }
  }

  /// Whether values of a field that promises this meet what `other` demands at a level.
  package func meets(_ other: NullDemands, atLevel level: Int) -> Bool { self[level] >= other[level] }

  private subscript(level: Int) -> Demand { level < levels.count ? levels[level] : .none }

  /// The demands of code for which two selections are one property: it reads what either of them reads.
  package mutating func formIntersection(_ other: NullDemands) {
    levels = zip(levels, other.levels).map { min($0, $1) }
  }

  /// The demands of two programs that read the same response: it has to satisfy both.
  package mutating func formUnion(_ other: NullDemands) {
    levels = zip(levels, other.levels).map { max($0, $1) }
  }

  // MARK: - Text

  /// The demands as a type: `[String*]!`.
  package func text(_ name: String) -> String {
    let marks = levels.map { ["", "*", "!"][$0.rawValue] }
    return String(repeating: "[", count: levels.count - 1) + name + marks.reversed().joined(separator: "]")
  }

  /// Reads what ``text(_:)`` wrote; nil for any other text.
  package init?(text: String) {
    let start = text.prefix { $0 == "[" }
    let name = text.dropFirst(start.count).prefix { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
    let rest = text.dropFirst(start.count + name.count)
    let marks = rest.split(separator: "]", omittingEmptySubsequences: false)
    let levels = marks.reversed().compactMap { mark in
      ["": Demand.none, "*": .unlessError, "!": .always][mark]
    }
    guard levels.count == marks.count, levels.count == start.count + 1, !name.isEmpty else { return nil }
    self.levels = levels
  }
}

extension FieldNullability {
  /// The demands of the code that is generated for a selection of a field.
  package func demands(of field: NodeID, _ documents: DocumentIndex) -> NullDemands {
    NullDemands(reading(of: field), declared: documents.type(ofField: field))
  }
}

/// The demands that the fields of a schema fulfill.
package struct NullPromises {
  private let schema: Schema
  private let semantic: SemanticNonNull

  package init(_ schema: Schema) {
    self.schema = schema
    semantic = SemanticNonNull(schema, DiagnosticSink())
  }

  package subscript(field: FieldID) -> NullDemands {
    NullDemands(schema[field].type, promised: semantic.levels[field] ?? 0)
  }
}
