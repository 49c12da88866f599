import Foundation

/// `apus-benchmark growth [APUSC]`: what the compiler needs for n, 2n and 4n of what has made compilers explode.
///
/// Each run is a process of its own: `APUSC`, by default the one beside this program. It fails when four times the
/// input needs more than six times the lines (bytes would count the indentation of what is nested), when a document
/// that has to be refused is not, and when modules cost more than their documents (``ModuleGrowth``).
func runGrowthBenchmark(_ arguments: [String]) throws {
  let own = URL(fileURLWithPath: CommandLine.arguments[0])
  let tool = arguments.first ?? own.deletingLastPathComponent().appendingPathComponent("apusc").path
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("apus-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  for value in GrowthCase.all {
    print(value.name)
    var lines: [Int] = []
    for size in [value.size, value.size * 2, value.size * 4] {
      let run = try GrowthRun(value, size, tool: tool, in: folder.appendingPathComponent("\(size)"))
      print(run.line)
      lines.append(run.lineCount)
    }
    if lines[2] > lines[0] * 6 {
      throw Failure("\(value.name): the output grows faster than the input.")
    }
    try FileManager.default.removeItem(at: folder)
  }
  try ModuleGrowth.run(tool: tool, in: folder)
}

/// One run of the compiler on a case of one size.
private struct GrowthRun {
  let size: Int
  let inputSize: Int
  private(set) var outputSize = 0
  private(set) var lineCount = 0
  private(set) var process: ChildProcess

  init(_ value: GrowthCase, _ size: Int, tool: String, in folder: URL) throws {
    self.size = size
    let (schema, document) = value.make(size)
    inputSize = schema.utf8.count + document.utf8.count
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let paths = ["schema.graphqls", "Home.graphql", "Output"].map { folder.appendingPathComponent($0).path }
    try Data(schema.utf8).write(to: URL(fileURLWithPath: paths[0]))
    try Data(document.utf8).write(to: URL(fileURLWithPath: paths[1]))
    process = try ChildProcess(
      tool, ["generate", paths[1], "--schema", paths[0], "--output", paths[2]],
      exitCode: value.isRejected ? 1 : 0)
    for file in (try? FileManager.default.contentsOfDirectory(atPath: paths[2])) ?? [] {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: paths[2] + "/" + file))
      outputSize += bytes.count
      lineCount += bytes.count { $0 == UInt8(ascii: "\n") }
    }
  }

  var line: String {
    String(
      format: "  %5d  %8.1f kB in  %9.1f kB out  %8.1f ms  %7.1f MiB", size, Double(inputSize) / 1000,
      Double(outputSize) / 1000, process.cpuTime, process.peakMemory)
  }
}
