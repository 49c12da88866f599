import ApusDriver
import ApusSource

/// The files of a session. Open documents take precedence over files on disk.
final class Texts {
  /// A document open in the editor.
  struct Open {
    /// The URI in the client's spelling.
    var uri: String
    var version: Int?
    var source: SourceFile {
      didSet { number += 1 }
    }
    /// Identifies this version of the text.
    fileprivate(set) var number = 0
  }

  /// Identifies a version of the text at a path.
  enum State: Equatable {
    case open(Int)
    case onDisk(FileState)
    case missing
  }

  private(set) var open: [String: Open] = [:]
  private var disk: [String: (state: FileState, source: SourceFile)] = [:]

  /// The sorted paths of open documents.
  var openPaths: [String] { open.keys.sorted() }

  /// The text at a path.
  ///
  /// - Parameter known: its state, if it was just determined.
  func read(_ path: String, in known: State? = nil) throws(FileError) -> SourceFile {
    if let document = open[path] { return document.source }
    var state: FileState?
    if case .onDisk(let found) = known { state = found } else { state = FileSystem.state(of: path) }
    if let kept = disk[path], kept.state == state { return kept.source }
    disk[path] = nil
    let source = try FileSystem.read(path)
    if let state { disk[path] = (state, source) }
    return source
  }

  /// The size of the text at a path, in bytes.
  func size(_ path: String) -> Int {
    if let document = open[path] { return document.source.count }
    return disk[path]?.source.count ?? FileSystem.state(of: path)?.size ?? 0
  }

  func state(_ path: String) -> State {
    if let document = open[path] { return .open(document.number) }
    return FileSystem.state(of: path).map(State.onDisk) ?? .missing
  }

  func open(_ path: String, uri: String, version: Int?, text: String) {
    let number = (open[path]?.number ?? 0) + 1
    open[path] = Open(uri: uri, version: version, source: SourceFile(path: path, text: text), number: number)
  }

  func change(_ path: String, version: Int?, to source: SourceFile) {
    open[path]?.source = source
    if let version { open[path]?.version = version }
  }

  func close(_ path: String) { open[path] = nil }

  /// The URI of a path, in the client's spelling for an open file.
  func uri(_ path: String) -> String { open[path]?.uri ?? FileURI.uri(path) }
}
