import ApusSource

/// A document to compile and its output file.
package struct Document {
  package var path: String
  /// The name of its output; nil if it has none.
  package var output: String?
  /// The dependency that owns the document: its fragments can be spread, but its code is not generated again.
  package var module: String?
  /// The text, if it differs from the file: the migration edits documents before it writes them.
  package var text: SourceFile?

  package init(path: String, output: String? = nil, module: String? = nil) {
    self.path = path
    self.output = output
    self.module = module
  }
}
