import ApusDiagnostics

/// A document to compile and the file that it becomes.
package struct Document {
  package var path: String
  /// The name of its output; nil when it has none.
  package var output: String?
  /// The dependency module that owns the document: its fragments can be spread, its code is not emitted again.
  package var module: String?
  /// The text, where it is not the file's.
  package var text: SourceFile?

  package init(path: String, output: String? = nil, module: String? = nil) {
    self.path = path
    self.output = output
    self.module = module
  }
}
