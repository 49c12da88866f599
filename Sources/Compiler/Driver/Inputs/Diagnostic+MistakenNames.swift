import ApusSource

extension Diagnostic {
  /// Warns that the file at `path` is not read; nil if its name is unsuspicious.
  static func mistakenName(_ path: String) -> Diagnostic? {
    MistakenName.correction(of: Path.lastComponent(of: path)).map { name in
      let isDocument = DocumentSearch.isDocument(Path.lastComponent(of: path))
      return Diagnostic(
        .warning, .mistakenName,
        isDocument
          ? "This file is read as a document. If it is the server's schema, rename it to '\(name)'."
          : "This file is not read because of its name. Rename it to '\(name)'.", path: path)
    }
  }

  /// Warns about a configuration and schemas at the root of a package that are not read because of their names.
  static func mistakenNames(atRoot folder: String) -> [Diagnostic] {
    let names = (try? FileSystem.names(in: folder)) ?? []
    return names.compactMap { name in
      guard let correction = MistakenName.correction(of: name), !names.contains(correction),
        correction == ConfigurationFile.name || DocumentSearch.isSchema(correction)
      else { return nil }
      return mistakenName(Path.join(folder, name))
    }
  }
}

extension DiagnosticCode {
  package static let mistakenName = DiagnosticCode(
    "mistaken-name",
    title: "A file that is not read because of its name",
    explanation: """
      Documents end in `.graphql`. Schemas end in `.graphqls`, or are called `schema.graphql` or `schema.json`. The configuration
      is called `apus.json`. Case matters. The name of this file is close to one of these, but the file is not read.
      """,
    example: "Sources/App/Album.gql",
    fix: "Rename the file as the warning suggests, or silence the warning if the file is not for Apus.",
    isWarning: true)
}
