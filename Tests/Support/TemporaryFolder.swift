import Foundation

/// A folder of a test's own, deleted with it.
package final class TemporaryFolder {
  package let path: String

  package init(_ files: [String: String] = [:]) throws {
    path = NSTemporaryDirectory() + "apus-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try write(text, to: name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package subscript(name: String) -> String { path + "/" + name }

  package func write(_ text: String, to name: String) throws {
    let parent = (self[name] as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: self[name]))
  }

  package func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: self[name])), as: UTF8.self)
  }

  /// The names in the folder, hidden ones too.
  package var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}
