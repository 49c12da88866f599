import ApusDriver
import Foundation
import Testing

@testable import ApusMigration

/// A project of one shape, from a file of `Shapes`, in a folder of its own that is deleted with it.
final class Shape {
  let path: String
  /// The configurations of Apollo's.
  private(set) var configurations: [String] = []

  static var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".txt") }
        .map { String($0.dropLast(4)) }.sorted()
    }
  }

  private static var folder: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Shapes")
  }

  convenience init(_ name: String) throws {
    let text = try String(contentsOf: Shape.folder.appendingPathComponent(name + ".txt"), encoding: .utf8)
    var files: [String: String] = [:]
    for part in ("\n" + text).components(separatedBy: "\n--- ").dropFirst() {
      let end = part.firstIndex(of: "\n") ?? part.endIndex
      files[String(part[..<end])] = String(part[end...].dropFirst()) + "\n"
    }
    try self.init(files: files)
  }

  init(files: [String: String]) throws {
    path = NSTemporaryDirectory() + "apus-" + UUID().uuidString
    for (name, text) in files { try write(Data(text.utf8), to: name) }
    configurations = files.keys.filter { $0.hasSuffix("apollo-codegen-config.json") }.sorted()
      .map { path + "/" + $0 }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ data: Data, to name: String) throws {
    let file = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  func text(of name: String) throws -> String {
    try String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }

  /// Every file with its bytes.
  var contents: [String: Data] {
    var found: [String: Data] = [:]
    for name in FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? [] {
      found[name] = FileManager.default.contents(atPath: path + "/" + name)
    }
    return found
  }

  func project(usesCache: Bool = false, limit: Int = ApolloFiles.limit) -> Project {
    Project(path, usesCache: usesCache, limit: limit)
  }

  /// The one configuration, or the first.
  func migration(usesCache: Bool = false) throws -> ApolloMigration {
    let project = project(usesCache: usesCache)
    if let fault = project.faults.first { throw Fault(message: fault.message) }
    return try #require(project.migrations.first)
  }

  func report() -> String { ProjectReport(project()).text }

  struct Fault: Error { let message: String }
}
