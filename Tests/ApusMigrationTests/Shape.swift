import ApusCompiler
import Foundation

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

  /// - Parameter sources: whether the Swift of the project is edited, too.
  func migration(_ configuration: String? = nil, sources: Bool = false, usesCache: Bool = false) throws
    -> ApolloMigration
  {
    try ApolloMigration(
      FileSystem.read(configuration ?? configurations[0]), sources: sources ? [path] : [],
      usesCache: usesCache)
  }

  func report(sources: Bool = false) throws -> String {
    ApolloReport(try migration(sources: sources)).text
  }
}
