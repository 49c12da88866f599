import ApusDriver
import ApusSource
import ApusLanguageService

/// The parts that requests share.
extension LanguageServer {
  /// The result of a request.
  func result(of method: String, _ parameters: Parameters) throws(ResponseError) -> JSONOutput {
    guard let handler = EditorFeature.handlers[method] else {
      throw ResponseError(.methodNotFound, "There is no method \"\(method)\".")
    }
    if isOutsideOfDocuments(method, parameters) { return .null }
    do {
      return try handler(self)(parameters)
    } catch let error as ResponseError {
      throw error
    } catch {
      throw ResponseError(.requestFailed, "\(method) failed: \(error)")
    }
  }

  /// The document that a request is about. In a Swift file, it is the literal at the request's place.
  struct Target {
    var path: String
    var source: SourceFile
    var project: Project
  }

  func target(_ parameters: Parameters) throws(ResponseError) -> Target {
    let uri = try parameters["textDocument"]["uri"].string()
    let path = path(uri)
    do throws(FileError) {
      let source = try texts.read(path)
      let project = workspace.project(for: path)
      let document = swiftDocument(in: source, parameters, project)
      return Target(path: path, source: document ?? source, project: project)
    } catch {
      throw ResponseError(.requestFailed, "\(uri) cannot be read: \(error.reason).")
    }
  }

  /// The analysis of a project's current documents.
  func analysis(_ target: Target) -> Analysis? {
    if target.project.isStale || target.project.checked == nil {
      // Editors send several requests after each key, so one check serves all of them. Its diagnostics are published
      // once no input is waiting.
      target.project.check()
      target.project.isUnpublished = true
    }
    return target.project.analysis
  }

  /// The symbol at the position in a request.
  func symbol(_ parameters: Parameters) throws(ResponseError) -> (Analysis, SymbolAtPlace)? {
    let target = try target(parameters)
    let offset = try offset(parameters["position"], in: target.source)
    guard let analysis = analysis(target) else { return nil }
    let found =
      target.project.isSchema(target.path)
      ? analysis.symbolOfSchema(target.path, at: offset) : analysis.symbol(in: target.source, at: offset)
    return found.map { (analysis, $0) }
  }
}
