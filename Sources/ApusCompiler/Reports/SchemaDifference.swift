import ApusDiagnostics
import ApusDocuments
import ApusSchema
import ApusSyntax

/// Which places of documents a change of the schema breaks.
package enum SchemaDifference {
  /// Compares what two schemas make of the same documents.
  ///
  /// - Parameters:
  ///   - inputs: the documents, with the schema that they were written for.
  ///   - schemas: the files of the schema to come.
  /// - Returns: an error for each place that is wrong by the new schema only, and for each field whose values the code
  ///   compiled for the old one cannot take. When there is no comparing: what is wrong with the files.
  package static func breaks(_ inputs: Inputs, by schemas: [String]) -> [Diagnostic] {
    let old = Pipeline.check(inputs)
    let oldErrors = old.diagnostics.filter { $0.severity == .error }
    guard let oldIndex = old.index else { return oldErrors }
    var changed = inputs
    changed.schemas = schemas
    let new = Pipeline.check(changed)
    let newErrors = new.diagnostics.filter { $0.severity == .error }
    guard let newIndex = new.index else { return newErrors }
    let known = Set(oldErrors.map(identity))
    return newErrors.filter { !known.contains(identity($0)) } + narrowedFields(oldIndex, newIndex)
  }

  /// What tells one diagnostic from another: its place and its words.
  private static func identity(_ diagnostic: Diagnostic) -> String {
    let place = diagnostic.ranges.first.map { "\($0.file.path):\($0.start)" } ?? diagnostic.path ?? ""
    return "\(place):\(diagnostic.code.name):\(diagnostic.message)"
  }

  /// Fields of one name whose type admits more than before. Both trees hold the same nodes: their text is the same.
  private static func narrowedFields(_ old: DocumentIndex, _ new: DocumentIndex) -> [Diagnostic] {
    guard old.tree.count == new.tree.count else { return [] }
    var found: [Diagnostic] = []
    for node in 0..<old.tree.count where old.tree.kind(node) == .field {
      guard old.field(node) != 0, new.field(node) != 0 else { continue }
      let before = old.type(ofField: node)
      let after = new.type(ofField: node)
      let isLeaf = old.schema.types[Int(before.named)].isLeaf
      let wasNamed = old.schema.name(before.named)
      if isLeaf ? wasNamed == new.schema.name(after.named) && admits(before, after) : admits(before, after) {
        continue
      }
      let field = new.tree.name(node)
      found.append(
        Diagnostic(
          .error, .changedFieldType,
          "The type of \"\(field)\" was \(old.schema.description(before)) and becomes "
            + "\(new.schema.description(after)): code compiled before cannot take every value.",
          at: [new.tree.nameRange(of: node)],
          notes: [
            Diagnostic.Note(
              "It becomes this.",
              at: new.schema.tree.nameRange(of: new.schema.fields[Int(new.field(node))].node))
          ]))
    }
    return found
  }

  /// Whether what expects `before` can take every value of `after`, names left aside.
  private static func admits(_ before: TypeReference, _ after: TypeReference) -> Bool {
    guard before.listDepth == after.listDepth else { return false }
    return (0...before.listDepth).allSatisfy {
      !before.isNonNull(atLevel: $0) || after.isNonNull(atLevel: $0)
    }
  }
}

extension DiagnosticCode {
  /// The codes of `apusc diff`, for the registry.
  package static let differenceCodes: [DiagnosticCode] = [.changedFieldType]

  package static let changedFieldType = DiagnosticCode(
    "changed-field-type",
    title: "A field whose new type breaks compiled code",
    explanation: """
      In the new schema the field may be null, is a list, or has another scalar or enum type.
      The operation is still valid, but clients that were compiled before fail to decode such a response.
      """,
    example: "old: type Album { title: String! }\nnew: type Album { title: String }",
    fix: "Add a new field beside the old one, or wait until no client uses the field any more.")
}
