import ApusDriver
import ApusSource
import ApusEmitter
import ApusSwiftModel
import ApusSentText
import Foundation
import TestSupport
import Testing

/// A folder `Cases/<topic>/<name>/`: a schema and documents, and what shall come of them.
struct GoldenCase: CustomTestStringConvertible, Sendable {
  let topic: String
  let name: String

  var testDescription: String { "\(topic)/\(name)" }

  /// What the compiler makes of a case.
  struct Outcome {
    /// The Swift files by name, those without a declaration left out; none if there are errors.
    var files: [String: String] = [:]
    /// The types before they are Swift: a line for each place. Empty if there are errors.
    var shapes = ""
    /// The Swift names of the operations.
    var operations: [String] = []
    /// What is sent that the documents do not say, or the other way round.
    var differences: [String] = []
    /// What the terminal shows; empty when there is nothing to say.
    var diagnostics = ""
    /// The place of each diagnostic.
    var places: [Place] = []
  }

  struct Place: Equatable {
    var code: String
    var line: Int
    var column: Int
  }

  // MARK: - Places

  static let cases = Repository.goldenCases
  /// The expected Swift stands in the target that compiles and runs it.
  static let expected = Repository.folder.appendingPathComponent("Tests/Golden/Running/Expected")

  var folder: URL { GoldenCase.cases.appendingPathComponent("\(topic)/\(name)") }
  var expectedFolder: URL { GoldenCase.expected.appendingPathComponent(topic) }
  var diagnosticsFile: URL { folder.appendingPathComponent("diagnostics.txt") }
  var shapeFile: URL { folder.appendingPathComponent("shape.txt") }

  /// All cases there are.
  static let all: [GoldenCase] = names(in: cases).flatMap { topic in
    names(in: cases.appendingPathComponent(topic)).map { GoldenCase(topic: topic, name: $0) }
  }

  static func names(in folder: URL) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).filter { !$0.hasPrefix(".") && !$0.hasSuffix(".md") }.sorted()
  }

  /// The names of the expected Swift files.
  var expectedNames: [String] {
    GoldenCase.names(in: expectedFolder).filter { $0.hasPrefix(name + ".") }
  }

  // MARK: - Running

  /// Compiles the case. All cases are compiled into one module, so each has a namespace of its own name.
  ///
  /// - Parameter documents: the names of the documents, by default all in the case's folder, and their paths.
  func run(documents given: [(name: String, path: String)]? = nil) -> Outcome {
    let names = GoldenCase.names(in: folder)
    let documents = given ?? documentNames.map { (name: $0, path: path($0)) }
    var configuration = Configuration()
    var diagnostics: [Diagnostic] = []
    if names.contains("apus.json") {
      (configuration, diagnostics) = ConfigurationFile.read(path("apus.json"))
    }
    if configuration.generation.namespace == nil { configuration.generation.namespace = name }
    let inputs = Inputs(
      schemas: [path("schema.graphqls")], documents: documents.map { Document(path: $0.path) },
      configuration: configuration)
    let checked = Pipeline.check(inputs)
    diagnostics += checked.diagnostics
    var outcome = Outcome()
    if let index = checked.index, !checked.hasErrors {
      let lowered = Lowering.lower(index, configuration.generation)
      diagnostics += configuration.severities.apply(to: lowered.diagnostics)
      if !diagnostics.contains(where: { $0.severity == .error }) {
        outcome.shapes = ShapePrinter.text(lowered.program)
        outcome.operations = lowered.program.operations.map(\.swiftName)
        outcome.differences = lowered.program.operations.compactMap {
          SentText.difference($0, in: lowered.program)
        }
        let emitter = Emitter(lowered.program, configuration.generation)
        let files =
          documents.map { ($0.name, emitter.document(at: $0.path)) }
          + [("Schema.graphql", emitter.schema() ?? "")]
        for (file, text) in files where text.contains("{") {
          outcome.files["\(name).\(file).swift"] = text
        }
      }
    }
    outcome.places = diagnostics.sortedByPlace().map { diagnostic in
      let place = diagnostic.ranges.first?.position
      return Place(code: diagnostic.code.name, line: place?.line ?? 0, column: place?.column ?? 0)
    }
    let printer = DiagnosticPrinter()
    outcome.diagnostics = diagnostics.sortedByPlace().map(printer.text).joined()
      .replacingOccurrences(of: folder.path + "/", with: "")
    return outcome
  }

  /// The names of the case's documents.
  var documentNames: [String] { GoldenCase.names(in: folder).filter { $0.hasSuffix(".graphql") } }

  private func path(_ file: String) -> String { folder.appendingPathComponent(file).path }
}
