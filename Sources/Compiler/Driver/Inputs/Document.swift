import ApusSource

/// A file of documents to compile, and their output file.
package struct Document {
  package var path: String
  /// The name of its output; nil if it has none.
  package var output: String?
  /// The dependency that owns the document: its fragments can be spread, but its code is not generated again.
  package var module: String?
  /// The text, if it differs from the file: the migration edits documents before it writes them.
  package var text: SourceFile?

  /// Whether the path is that of a Swift file, whose literals are the documents.
  package var isSwift: Bool { Document.isSwift(path) }

  /// Whether a file name is that of a Swift file.
  package static func isSwift(_ name: String) -> Bool { name.hasSuffix(".swift") }

  package init(path: String, output: String? = nil, module: String? = nil) {
    self.path = path
    self.output = output
    self.module = module
  }
}
