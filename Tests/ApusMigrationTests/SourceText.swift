import ApusCompiler
import ApusDiagnostics

enum SourceText {
  static func file(_ text: String) -> SourceFile { SourceFile(path: "a", text: text) }
}
