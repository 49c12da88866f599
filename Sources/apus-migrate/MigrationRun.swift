import ApusCompiler
import ApusDiagnostics
import ApusJSON
import ApusMigration

/// One run of the program: a report to standard output, errors to standard error.
enum MigrationRun {
  /// - Returns: how the run ends, as `apusc` does: 0, or 1 for errors in what was read.
  static func run(_ arguments: [String]) -> Int32 {
    if arguments.contains(where: { $0 == "--help" || $0 == "-h" }) {
      StandardStreams.writeResult(
        """
        The part of apusc that moves a project from Apollo iOS. 'apusc migrate apollo' starts it.
        For the options: apusc migrate --help

        """)
      return 0
    }
    var arguments = arguments[...]
    let writes = arguments.first == "--write"
    if writes { arguments.removeFirst() }
    let usesCache = arguments.first == "--cache"
    if usesCache { arguments.removeFirst() }
    guard let path = arguments.popFirst() else {
      StandardStreams.writeMessage("This is a part of apusc: run 'apusc migrate apollo'.\n")
      return 2
    }
    let source: SourceFile
    let migration: ApolloMigration
    do throws(FileError) {
      source = try FileSystem.read(path)
    } catch {
      return fail("error: '\(error.path)' cannot be read: \(error.reason).\n")
    }
    do throws(JSONError) {
      migration = try ApolloMigration(source, sources: Array(arguments), usesCache: usesCache)
    } catch {
      return fail(DiagnosticPrinter(usesColor: false).text(error.diagnostic(in: source)))
    }
    let report = ApolloReport(migration)
    StandardStreams.writeResult(report.text)
    if writes {
      do throws(FileError) {
        StandardStreams.writeResult("\n" + (try report.write()).joined(separator: "\n") + "\n")
      } catch {
        return fail("error: '\(error.path)' cannot be written: \(error.reason).\n")
      }
    }
    let diagnostics = migration.diagnostics.sortedByPlace()
    let text = diagnostics.map(DiagnosticPrinter(usesColor: false).text).joined()
    return diagnostics.contains { $0.severity == .error } ? fail(text) : note(text)
  }

  private static func fail(_ text: String) -> Int32 {
    note(text)
    return 1
  }

  @discardableResult
  private static func note(_ text: String) -> Int32 {
    StandardStreams.writeMessage(text)
    return 0
  }
}
