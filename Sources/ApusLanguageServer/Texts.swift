import ApusCompiler
import ApusDiagnostics

/// The texts that a session reads: what is open in the editor goes before what is on disk.
final class Texts {
  /// A document as the editor has it.
  struct Open {
    /// As the client spells it.
    var uri: String
    var version: Int?
    var source: SourceFile
  }

  private struct OnDisk {
    var stamp: String
    var source: SourceFile
  }

  private(set) var open: [String: Open] = [:]
  private var disk: [String: OnDisk] = [:]

  /// The text at a path.
  func read(_ path: String) throws(FileError) -> SourceFile {
    if let document = open[path] { return document.source }
    let stamp = FileSystem.stamp(of: path) ?? ""
    if let known = disk[path], known.stamp == stamp { return known.source }
    disk[path] = nil
    let source = try FileSystem.read(path)
    disk[path] = OnDisk(stamp: stamp, source: source)
    return source
  }

  /// The bytes of the text at a path.
  func size(_ path: String) -> Int {
    if let document = open[path] { return document.source.count }
    return disk[path]?.source.count ?? FileSystem.state(of: path)?.size ?? 0
  }

  /// What tells the text at a path from other states of it.
  func stamp(_ path: String) -> String {
    if let document = open[path] { return "open \(ObjectIdentifier(document.source).hashValue)" }
    return FileSystem.stamp(of: path) ?? ""
  }

  func open(_ path: String, uri: String, version: Int?, text: String) {
    open[path] = Open(uri: uri, version: version, source: SourceFile(path: path, text: text))
  }

  func change(_ path: String, version: Int?, to source: SourceFile) {
    open[path]?.source = source
    if let version { open[path]?.version = version }
  }

  func close(_ path: String) { open[path] = nil }

  /// The URI of a path, in the client's spelling where it has opened the file.
  func uri(_ path: String) -> String { open[path]?.uri ?? FileURI.uri(path) }
}
