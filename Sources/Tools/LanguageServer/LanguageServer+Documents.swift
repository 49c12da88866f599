import ApusDriver
import ApusSource

/// Handles open documents and workspace folders.
extension LanguageServer {
  func initialize(_ parameters: JSONValue?) {
    client = ClientCapabilities(parameters?["capabilities"])
    clientProcess = parameters?["processId"]?.integer
    let folders = parameters?["workspaceFolders"]?.elements ?? []
    workspace.folders = folders.compactMap { $0["uri"]?.string.flatMap(FileURI.path) }.map(Path.normalized)
    if workspace.folders.isEmpty {
      let root = parameters?["rootUri"]?.string.flatMap(FileURI.path) ?? parameters?["rootPath"]?.string
      workspace.folders = root.map { [Path.normalized($0)] } ?? []
    }
  }

  func handle(notification method: String, _ parameters: JSONValue?) {
    do throws(ResponseError) {
      let parameters = Parameters(parameters)
      switch method {
      case "textDocument/didOpen":
        let document = parameters["textDocument"]
        try open(document["uri"].string(), try? document["version"].integer(), document["text"].string())
      case "textDocument/didChange": try change(parameters)
      case "textDocument/didClose": try close(parameters["textDocument"]["uri"].string())
      case "textDocument/didSave", "workspace/didChangeWatchedFiles", "workspace/didChangeConfiguration":
        for project in projects.values {
          project.refresh()
          if method == "textDocument/didSave", !project.isStale { lower(project) }
        }
      case "workspace/didChangeWorkspaceFolders": try changeFolders(parameters["event"])
      default: return
      }
    } catch {
      log("\(method) is ignored: \(error.message)")
    }
  }

  /// The path that identifies a document; for schemes other than `file`, the URI itself.
  func path(_ uri: String) -> String { FileURI.path(uri).map(Path.normalized) ?? uri }

  private func open(_ uri: String, _ version: Int?, _ text: String) {
    let path = path(uri)
    texts.open(path, uri: uri, version: version, text: text)
    // A client that opens a document expects diagnostics, and versions start over.
    published[path] = nil
    let project = workspace.project(for: path)
    project.refresh()
    project.isStale = true
  }

  private func change(_ parameters: Parameters) throws(ResponseError) {
    let uri = try parameters["textDocument"]["uri"].string()
    let version = try? parameters["textDocument"]["version"].integer()
    let path = path(uri)
    let changes = try parameters["contentChanges"].elements()
    guard var source = texts.open[path]?.source else {
      guard let last = changes.last, last["range"].isMissing else {
        throw ResponseError(.invalidParameters, "\(uri) is not open.")
      }
      return open(uri, version, try last["text"].string())
    }
    for change in changes {
      let text = try change["text"].string()
      if change["range"].isMissing {
        source = SourceFile(path: path, text: text)
        continue
      }
      source = source.replacing(try bounds(change["range"], in: source), with: text)
    }
    let old = texts.open[path]?.source ?? source
    texts.change(path, version: version, to: source)
    guard mayConcernDocuments(old, source) else { return }
    for project in projects.values where project.contains(path) {
      project.isStale = true
      if !project.isSchema(path) { project.changed.insert(path) }
    }
  }

  private func close(_ uri: String) {
    let path = path(uri)
    texts.close(path)
    for project in projects.values where project.contains(path) || project.published.contains(path) {
      project.refresh()
      project.isStale = true
    }
  }

  private func changeFolders(_ event: Parameters) throws(ResponseError) {
    for folder in try event["removed"].elements() {
      let path = path(try folder["uri"].string())
      workspace.folders.removeAll { $0 == path }
    }
    for folder in try event["added"].elements() { workspace.folders.append(path(try folder["uri"].string())) }
  }

  /// Converts the client's position to an offset.
  func offset(_ position: Parameters, in source: SourceFile) throws(ResponseError) -> Int {
    source.offset(
      line: try position["line"].integer(), column: try position["character"].integer(), in: client.columns)
  }

  /// Converts the client's range to offsets. Reversed bounds are swapped.
  func bounds(_ range: Parameters, in source: SourceFile) throws(ResponseError) -> Range<Int> {
    let start = try offset(range["start"], in: source)
    let end = try offset(range["end"], in: source)
    return min(start, end)..<max(start, end)
  }

  /// Called when a build record appeared or disappeared: documents may belong to different projects.
  func findProjectsAnew() {
    for project in workspace.ordered {
      for path in project.published.sorted() { publish(path, [], of: project) }
    }
    workspace.findProjectsAnew()
  }
}

extension SourceFile {
  /// The source with one range replaced.
  func replacing(_ range: Range<Int>, with text: String) -> SourceFile {
    var result: [UInt8] = []
    result.reserveCapacity(count + text.utf8.count)
    result.append(contentsOf: UnsafeBufferPointer(start: bytes, count: range.lowerBound))
    result.append(contentsOf: text.utf8)
    result.append(
      contentsOf: UnsafeBufferPointer(start: bytes + range.upperBound, count: count - range.upperBound))
    return SourceFile(path: path, bytes: result)
  }
}
