import ApusSource

@testable import ApusSwiftSource

/// What is found in a Swift text.
struct FoundDocuments {
  let documents: [SourceFile]
  let texts: [String]
  /// The errors, each with its code and the text that it is about.
  let errors: [String]
  let diagnostics: [Diagnostic]

  init(_ text: String) {
    self.init(bytes: Array(text.utf8))
  }

  init(bytes: [UInt8]) {
    let source = SourceFile(path: "View.swift", bytes: bytes)
    let found = SwiftDocuments(in: source)
    documents = found.documents
    texts = found.documents.map { $0.text(0, $0.count) }
    diagnostics = found.diagnostics
    errors = found.diagnostics.map { diagnostic in
      let range = diagnostic.ranges.first
      return "\(diagnostic.code.name): \(range.map { source.text($0.start, $0.end) } ?? "")"
    }
  }
}
