/// What a build has said.
package struct BuildOutput {
  /// Whether the build says that it succeeded.
  let succeeded: Bool
  let errors: [CompilerError]
  /// The files that the build compiles; nil if that is unknown.
  let compiled: Set<String>?
  /// How the build ended, with its last lines, for a build that fails without an error at a place.
  let end: String

  init(_ text: String, status: Int32, compiled: Set<String>? = nil) {
    succeeded = status == 0
    errors = CompilerError.all(in: text)
    self.compiled = compiled
    let lines = text.split(whereSeparator: \.isNewline).suffix(12)
    end = "it ended with \(status), and its last lines are\n    " + lines.joined(separator: "\n    ")
  }
}
