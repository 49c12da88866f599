import ApusDriver
import ApusSource
import ApusDocuments
import ApusEmitter
import ApusSwiftModel
import ApusSchema
import ApusSyntax
import ApusValidation
import Foundation

/// `apus-benchmark compiler --schema S [--rounds N] [--json] [--output FOLDER] DOCS…`: what each step of the compiler costs.
///
/// Steps take turns, a round each, so that a slow moment of the machine falls on all of them. What is generated goes into
/// a folder in `FOLDER` and stays there; without one it goes to the temporary folder and is deleted at the end.
func runCompilerBenchmark(_ arguments: [String]) throws {
  var benchmark = try CompilerBenchmark(CompilerBenchmarkOptions(arguments))
  try benchmark.run()
}

/// What the command line asks for.
struct CompilerBenchmarkOptions {
  var schema = ""
  var documents: [String] = []
  var rounds = 15
  var printsJSON = false
  var output: String?

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--schema": schema = rest.popFirst() ?? ""
      case "--rounds": rounds = rest.popFirst().flatMap { Int($0) } ?? rounds
      case "--json": printsJSON = true
      case "--output": output = rest.popFirst()
      default: documents.append(argument)
      }
    }
    if schema.isEmpty || documents.isEmpty {
      throw Failure("usage: compiler --schema S [--rounds N] [--json] [--output FOLDER] DOCS…")
    }
  }
}

private struct CompilerBenchmark {
  private let options: CompilerBenchmarkOptions
  private let schema: SourceFile
  private let documents: [SourceFile]
  private let documentBytes: Int
  /// What is generated goes here.
  private let output: String
  private var measurements: [Measurement] = []

  init(_ options: CompilerBenchmarkOptions) throws {
    self.options = options
    schema = try FileSystem.read(options.schema)
    let search = DocumentSearch.run(options.documents, schemas: [options.schema])
    documents = try search.documents.map { try FileSystem.read($0.path) }
    documentBytes = documents.reduce(0) { $0 + $1.count }
    output = Path.join(options.output ?? NSTemporaryDirectory(), "apus-benchmark-" + UUID().uuidString)
  }

  mutating func run() throws {
    defer { if options.output == nil { try? FileManager.default.removeItem(atPath: output) } }
    // The tool first: a process counts the memory of the one that starts it, and that is little now.
    let runs = try measureTool()
    measurements = try measureSteps() + runs
    print(options.printsJSON ? json : table)
  }

  private var allBytes: Int { schema.count + documentBytes }

  /// Each step of the compiler, in this process.
  private func measureSteps() throws -> [Measurement] {
    let schemaBytes = schema.count
    var lexSchema = Measurement("lex schema", byteCount: schemaBytes)
    var parseSchema = Measurement("parse schema", byteCount: schemaBytes)
    var buildSchema = Measurement("parse, check and build schema", byteCount: schemaBytes)
    var lexDocuments = Measurement("lex operations", byteCount: documentBytes)
    var parseDocuments = Measurement("parse operations", byteCount: documentBytes)
    var indexDocuments = Measurement("look up names", byteCount: documentBytes)
    var validate = Measurement("validate", byteCount: documentBytes)
    var lower = Measurement("merge and name selections", byteCount: documentBytes)
    var emit = Measurement("emit Swift", byteCount: documentBytes)
    var checkAll = Measurement("read and check, in process", byteCount: allBytes)
    var generateAll = Measurement("whole run, in process", byteCount: allBytes)
    for round in 0..<options.rounds {
      try lexSchema.run { try lex(schema, NameTable()) }
      parseSchema.run { _ = Parser.parse(schema, into: SyntaxTree(names: NameTable())) }
      let names = NameTable()
      var loaded: LoadedSchema?
      buildSchema.run { loaded = SchemaLoader.load([schema], names: names) }
      try lexDocuments.run { for document in documents { try lex(document, names) } }
      let tree = SyntaxTree(names: names)
      parseDocuments.run { for document in documents { _ = Parser.parse(document, into: tree) } }
      guard let built = loaded?.schema else { throw Failure("the schema was not built") }
      var index: DocumentIndex?
      indexDocuments.run { index = DocumentIndex(tree, built) }
      if let index {
        validate.run { _ = Validator.validate(index) }
        var program: Program?
        lower.run { program = Lowering.lower(index, GenerationOptions()).program }
        if let program {
          emit.run {
            let emitter = Emitter(program, GenerationOptions())
            for index in program.tree.files.indices { _ = emitter.document(index) }
            _ = emitter.schema()
          }
        }
      }
      let inputs = Inputs(
        schemas: [options.schema],
        documents: DocumentSearch.run(options.documents, schemas: [options.schema]).documents)
      checkAll.run { _ = Pipeline.check(inputs) }
      try generateAll.run {
        let result = Pipeline.generate(inputs, into: OutputFolder(output + "/in-process-\(round)"))
        if let error = result.diagnostics.first(where: { $0.severity == .error }) {
          throw Failure(DiagnosticPrinter().text(error))
        }
      }
    }
    return [
      lexSchema, parseSchema, buildSchema, lexDocuments, parseDocuments, indexDocuments, validate, lower,
      emit, checkAll, generateAll,
    ]
  }

  /// Whole runs of the tool that stands beside this program.
  private func measureTool() throws -> [Measurement] {
    var new = Measurement("apusc, every output new", byteCount: allBytes)
    var files = Measurement("the outputs' files alone", byteCount: 0)
    var same = Measurement("apusc, unchanged, made anew", byteCount: allBytes)
    var recorded = Measurement("apusc, unchanged, with its record", byteCount: allBytes)
    for round in 0..<options.rounds {
      // A folder of its own, which stays until the end: ext4 without a journal passes each inode that was freed in the last
      // minutes by, one at a time, whenever it makes a file.
      let folder = output + "/\(round)"
      // The plugin asks for a record. Without, all outputs are made and compared with what is there.
      let record = ["--record", folder + "/record"]
      try measureProcess(&new, folder, record)
      try measureFiles(&files, of: folder, in: output + "/files-\(round)")
      try measureProcess(&same, folder)
      try measureProcess(&recorded, folder, record)
    }
    return [new, files, same, recorded]
  }

  /// What the operating system alone takes to make the files of `folder` once more.
  private func measureFiles(_ measurement: inout Measurement, of folder: String, in other: String) throws {
    let files = try FileSystem.unsortedNames(in: folder).map { name in
      (path: Path.join(other, name), file: try FileSystem.read(Path.join(folder, name)))
    }
    try FileSystem.makeDirectory(other)
    try measurement.run {
      for (path, file) in files {
        try FileSystem.replace(path, with: UnsafeBufferPointer(start: file.bytes, count: file.count))
      }
    }
  }

  private func lex(_ source: SourceFile, _ names: NameTable) throws {
    var lexer = Lexer(source, names)
    repeat { try lexer.advance() } while lexer.kind != .endOfFile
  }

  private func measureProcess(
    _ measurement: inout Measurement, _ output: String, _ more: [String] = []
  ) throws {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let tool = folder.appendingPathComponent("apusc").path
    let run = try ChildProcess(
      tool, ["generate", "--schema", options.schema, "--output", output] + more + options.documents)
    measurement.add(run.cpuTime)
    measurement.peakMemory = max(measurement.peakMemory ?? 0, run.peakMemory)
  }

  private var table: String {
    let head = "\(documents.count) documents, \(options.rounds) rounds: CPU time, the median"
    return ([head] + measurements.map(\.line)).joined(separator: "\n")
  }

  /// The same for programs: an object with a member for each step.
  private var json: String {
    let members = measurements.map { measurement in
      let memory = measurement.peakMemory.map { ",\"mib\":\($0)" } ?? ""
      return
        "\"\(measurement.name)\":{\"ms\":\(measurement.median),\"bytes\":\(measurement.byteCount)\(memory)}"
    }
    return "{\(members.joined(separator: ","))}"
  }
}
