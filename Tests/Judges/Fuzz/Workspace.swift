import Foundation

/// A folder of its own for what has to be in files.
struct Workspace {
  let folder: URL
  /// The session whose texts are edited.
  let edited: EditedSession
  private let tool: String?

  /// - Parameter tool: the program whose command line is tried, when one is.
  init(folder: String, tool: String?) throws {
    // Two levels, so that a path that climbs one stays within.
    self.folder = URL(fileURLWithPath: folder).appendingPathComponent("workspace/inner")
    self.tool = tool
    edited = EditedSession(self.folder)
    try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
    _ = try write(Array("type Query { a: Int b(c: [String!]): Query }".utf8), to: "schema.graphqls")
    _ = try write(Array("query A($x: [String!]) { a b(c: $x) { a } }".utf8), to: "a.graphql")
    _ = try write(Array("--schema\nschema.graphqls\n".utf8), to: "args")
  }

  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let file = folder.appendingPathComponent(name)
    try Data(bytes).write(to: file)
    return file.path
  }

  /// Every file with what is in it.
  func files() throws -> [String: Data] {
    var found: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      found[name] = FileManager.default.contents(atPath: folder.appendingPathComponent(name).path)
    }
    return found
  }

  /// Runs the tool with an argument a line of the input.
  ///
  /// - Throws: ``Disagreement`` when it ends otherwise than by one of its exit codes.
  func runTool(with input: [UInt8]) throws {
    guard let tool else { return }
    // No path leads out of the folder, and nothing is asked of the network.
    let lines = input.map { $0 == 0 || $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0 }
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).prefix(40)
      .map { String(decoding: $0, as: UTF8.self) }
    guard lines.first != "fetch-schema" else { return }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool)
    process.currentDirectoryURL = folder
    process.arguments = lines
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, 0...2 ~= process.terminationStatus else {
      throw Disagreement("the tool's exit code \(process.terminationStatus) and its documentation")
    }
  }
}
