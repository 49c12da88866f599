import ApusDriver
import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// Finds the documents that a schema change breaks. For clients compiled before the change, requests must remain valid
/// and responses must remain decodable.
package enum SchemaDifference {
  package enum Comparison {
    /// The errors in documents that the change breaks.
    case breaks([Diagnostic])
    /// The errors of the documents under the schema that they were written for. What a change breaks in them cannot be known.
    case obstacles([Diagnostic])
  }

  /// Returns the errors in documents that a schema change breaks, or those that prevent a comparison, with a note about it.
  package static func breaks(_ inputs: Inputs, by schemas: [String]) -> [Diagnostic] {
    switch compare(inputs, with: schemas) {
    case .breaks(let found): found
    case .obstacles(let errors): errors.map(asObstacle)
    }
  }

  /// Adds to an error under the old schema that it prevents the comparison.
  private static func asObstacle(_ error: Diagnostic) -> Diagnostic {
    var error = error
    let way =
      error.code == .unknownFragment
      ? "If another target defines it, pass that target's folder as a PATH too." : "Correct it first."
    error.notes.append(
      Diagnostic.Note("This is an error under the old schema already, so nothing was compared. \(way)"))
    return error
  }

  /// Compares two schemas for the same documents.
  ///
  /// - Parameters:
  ///   - inputs: the documents and the schema that they were written for.
  ///   - schemas: the files of the new schema.
  ///   - read: returns the text at a path; by default, reads the file.
  /// - Returns: an error for everything that is invalid only under the new schema, for each variable that may have a
  ///   value that the new schema rejects, and for each response field that existing code cannot decode.
  package static func compare(
    _ inputs: Inputs, with schemas: [String],
    read: @escaping (String) throws(FileError) -> SourceFile = { (path) throws(FileError) in
      try FileSystem.read(path)
    }
  ) -> Comparison {
    let old = CheckSession(inputs, read: read).check()
    let oldErrors = old.diagnostics.filter { $0.severity == .error }
    guard let oldIndex = old.index, oldErrors.isEmpty else { return .obstacles(oldErrors) }
    var changed = inputs
    changed.schemas = schemas
    let new = CheckSession(changed, read: read).check()
    let newErrors = new.diagnostics.filter { $0.severity == .error }
    guard let newIndex = new.index else { return .breaks(newErrors) }
    // Both trees have the same nodes because their text is the same, unless a file was changed in between.
    guard oldIndex.tree.count == newIndex.tree.count else {
      let change = Diagnostic(
        .error, .unreadableFile, "A document changed during the comparison. Run the command again.")
      return .breaks(newErrors + [change])
    }
    let reads = FieldReads(oldIndex, inputs.inheritedConfiguration.generation)
    let variables = VariableChanges.find(
      ExpandedDocuments(oldIndex).index, ExpandedDocuments(newIndex).index, bound: reads.bound)
    return .breaks(newErrors + variables + ResponseChanges.find(oldIndex, newIndex, reads))
  }
}

extension DiagnosticCode {
  /// The codes of `apus-tool diff`, for the catalog.
  package static let differenceCodes: [DiagnosticCode] = [
    .changedFieldType, .changedPossibleTypes, .changedInputType, .unknownValue, .noReleases, .invalidRelease,
  ]

  package static let changedFieldType = DiagnosticCode(
    "changed-field-type",
    title: "A field whose new type existing clients cannot decode",
    explanation: """
      The new schema makes the field nullable, makes it a list, or gives it another scalar or enum. The operation is
      still valid, but existing clients fail to decode such a response.
      """,
    example: "old: type Album { title: String! }\nnew: type Album { title: String }",
    fix: "Add a new field next to the old one, or wait until no client uses the field.")

  package static let changedPossibleTypes = DiagnosticCode(
    "changed-possible-types",
    title: "A type condition that some objects no longer meet",
    explanation: """
      Under the old schema, objects of a type match the condition, so existing clients expect its fields. Under the new
      schema they do not: the server omits the fields, and the clients fail to decode the response.
      """,
    example: "old: type Dog implements Named { name: String! }\nnew: type Dog { name: String! }",
    fix: "Keep the interface or the union member until no client uses the condition.")

  package static let changedInputType = DiagnosticCode(
    "changed-input-type",
    title: "A variable with values that the new schema may reject",
    explanation: """
      The operation is still valid, but a value that existing clients may send in the variable is not: the new schema
      removes an enum value or an input field, makes one required, or gives it a stricter type.
      """,
    example: "old: input Filter { year: Int  genre: Genre }\nnew: input Filter { year: Int!  genre: Genre }",
    fix:
      "Keep the value or field, deprecated, and leave new fields optional until no client sends the old form."
  )
}
