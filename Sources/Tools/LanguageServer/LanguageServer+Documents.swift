import ApusDriver
import ApusSource

/// Handles open documents and workspace folders.
extension LanguageServer {
  func initialize(_ parameters: JSONValue?) {
    client = ClientCapabilities(parameters?["capabilities"])
    clientProcess = parameters?["processId"]?.integer
    let folders = parameters?["workspaceFolders"]?.elements ?? []
    workspace = folders.compactMap { $0["uri"]?.string.flatMap(FileURI.path) }.map(Path.normalized)
    if workspace.isEmpty {
      let root = parameters?["rootUri"]?.string.flatMap(FileURI.path) ?? parameters?["rootPath"]?.string
      workspace = root.map { [Path.normalized($0)] } ?? []
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
      logLine("\(method) is ignored: \(error.message)")
    }
  }

  /// The path that identifies a document; for schemes other than `file`, the URI itself.
  func path(_ uri: String) -> String { FileURI.path(uri).map(Path.normalized) ?? uri }

  private func open(_ uri: String, _ version: Int?, _ text: String) {
    let path = path(uri)
    texts.open(path, uri: uri, version: version, text: text)
    // A client that opens a document expects diagnostics, and versions start over.
    published[path] = nil
    let project = project(for: path)
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
      workspace.removeAll { $0 == path }
    }
    for folder in try event["added"].elements() { workspace.append(path(try folder["uri"].string())) }
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

  /// The project that a document belongs to, which is created when its first document is opened.
  func project(for path: String) -> Project {
    if let known = projects.values.first(where: { $0.owns(path) }) { return known }
    let isFile = path.hasPrefix("/")
    if isFile, let project = projectOfBuild(for: path) { return project }
    let folder = isFile ? ProjectLayout.folder(of: path, in: workspace) : workspace.first ?? "/"
    let name = ProjectLayout.projectName(of: path, in: folder)
    let key = name.map { "\(folder)\n\($0)" } ?? folder
    if let known = projects[key] { return known }
    let texts = texts
    let project = Project(folder: folder, texts: texts) { [weak self] in
      ProjectLayout.find(
        folder, project: name, open: texts.openPaths, workspace: self?.workspace ?? [])
    }
    add(project, key)
    return project
  }

  private func add(_ project: Project, _ key: String) {
    projects[key] = project
    let inputs = project.session.inputs
    let schemas = inputs.schemas.joined(separator: ", ")
    logLine("\(key): \(inputs.documents.count) documents, schema: \(schemas)")
  }

  /// The project of the build that compiles a document, according to build records; nil if there is none.
  private func projectOfBuild(for path: String) -> Project? {
    let folders = recordFolders([path])
    knownRecords = recorded.files(recordFolders())
    guard let file = recorded.file(for: path, folders) else { return nil }
    if let known = projects[file] { return known }
    let texts = texts
    let recorded = recorded
    guard let found = recorded.find(file, open: texts.openPaths, folders) else { return nil }
    let folder = recorded.run(file)?.folder ?? Path.parent(of: path)
    var last = found
    let project = Project(folder: folder, texts: texts) {
      // While a build is writing its arguments, keep the previous ones.
      last = recorded.find(file, open: texts.openPaths, folders) ?? last
      return last
    }
    add(project, file)
    return project
  }

  /// The folders that may contain build records: the workspace folders, and the packages of documents.
  ///
  /// - Parameter paths: the documents; by default, all open ones.
  func recordFolders(_ paths: [String]? = nil) -> [String] {
    var folders = workspace
    for path in paths ?? texts.openPaths where path.hasPrefix("/") {
      if let package = ProjectLayout.package(of: Path.parent(of: path)), !folders.contains(package) {
        folders.append(package)
      }
    }
    return folders
  }

  /// Called when a build record appeared or disappeared: documents may belong to different projects.
  func findProjectsAnew() {
    knownRecords = recorded.files(recordFolders())
    for project in projects.values.sorted(by: { $0.folder < $1.folder }) {
      for path in project.published.sorted() { publish(path, [], of: project) }
    }
    projects = [:]
    for path in texts.openPaths { _ = project(for: path) }
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
