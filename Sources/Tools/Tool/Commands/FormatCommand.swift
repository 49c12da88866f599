import ApusDriver
import ApusFormatter
import ApusSource
import ApusSwiftSource
import ApusSyntax

/// `apus-tool format`: formats documents and schemas.
enum FormatCommand {
  static var command: Command { Command(syntax: syntax, run: run) }

  private static var syntax: CommandSyntax {
    CommandSyntax(
      name: "format",
      summary: "Format documents and schemas: indentation, line breaks, empty lines.",
      operands: "PATH…",
      needsOperand: true,
      discussion: """
        A PATH is a file or a folder, which is searched recursively for files that end in '.graphql' or '.graphqls', and
        for Swift files with literals of the type GraphQLSource. Each literal of several lines is formatted in place and
        keeps its indentation. '-' reads standard input and writes standard output. The layout has two spaces per level, 80 columns and one
        selection per line. Tokens do not change, and comments keep their places. A definition that does not parse is
        reported and left alone. Files that are already formatted are not touched.
        """,
      options: [
        CommandSyntax.Option(
          name: "check",
          help: "List the files that would change without writing them, and exit with 1 if there are any.")
      ] + ReportOptions.all)
  }

  private static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode {
    let isCheck = arguments.has("check")
    if arguments.operands.contains("-"), arguments.operands.count > 1 {
      throw UsageError("'-' is standard input and must be the only operand.")
    }
    var diagnostics: [Diagnostic] = []
    var changed = 0
    for path in files(arguments.operands, &diagnostics) {
      do throws(FileError) {
        let source = try FileSystem.read(path)
        let text = Document.isSwift(path) ? swift(source, &diagnostics) : graphQL(source, &diagnostics)
        if path == "-", !isCheck {
          output.result(String(decoding: text, as: UTF8.self))
          continue
        }
        if source.holds(text) { continue }
        changed += 1
        if isCheck {
          output.result("\(path == "-" ? "Standard input" : path) is not formatted.\n")
        } else {
          try rewrite(path, with: text)
          output.result("\(path) is formatted.\n")
        }
      } catch {
        let isUnread = path == "-" || FileSystem.kind(of: error.path) == nil
        diagnostics.append(
          Diagnostic(
            .error, isUnread ? .unreadableFile : .unwritableFile,
            "The file cannot be formatted: \(error.reason).",
            path: error.path))
      }
    }
    let code = Report.show(diagnostics, output: output)
    return isCheck && changed > 0 ? .invalidInput : code
  }

  private static func graphQL(_ source: SourceFile, _ diagnostics: inout [Diagnostic]) -> [UInt8] {
    let formatted = Formatter.format(source)
    if !source.isBlank { diagnostics += formatted.errors.map { $0.diagnostic(in: source) } }
    return formatted.text
  }

  private static func swift(_ source: SourceFile, _ diagnostics: inout [Diagnostic]) -> [UInt8] {
    let found = SwiftDocuments(in: source)
    let literals = Formatter.literals(found.documents)
    diagnostics += found.diagnostics
    for literal in literals where !literal.document.isBlank {
      diagnostics += literal.errors.map { $0.diagnostic(in: literal.document) }
    }
    return Formatter.text(of: source, literals)
  }

  private static func rewrite(_ path: String, with text: [UInt8]) throws(FileError) {
    let result = text.withUnsafeBufferPointer { bytes in
      Result { () throws(FileError) in try FileSystem.rewrite(path, with: bytes) }
    }
    try result.get()
  }

  /// The files at `paths`, without duplicates.
  private static func files(_ paths: [String], _ diagnostics: inout [Diagnostic]) -> [String] {
    if paths == ["-"] { return paths }
    var known: Set<String> = []
    var files: [String] = []
    for path in paths {
      let search = DocumentSearch.run([path], schemas: [])
      // Two documents with the same output do not matter here.
      diagnostics += search.diagnostics.filter { $0.code != .sameOutput }
      files += search.files.filter { !$0.hasSuffix(".json") && known.insert(Path.normalized($0)).inserted }
    }
    return files
  }
}

extension SourceFile {
  fileprivate func holds(_ text: [UInt8]) -> Bool {
    text.count == count && text.elementsEqual(UnsafeBufferPointer(start: bytes, count: count))
  }
}
