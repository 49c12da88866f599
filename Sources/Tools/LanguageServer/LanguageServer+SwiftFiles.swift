import ApusDriver
import ApusSource
import ApusSwiftSource

/// Documents in Swift files. Another server handles all other requests for these files.
extension LanguageServer {
  /// Requests with a position. They have a result if the position is in a document.
  private static let requestsAboutPlaces: Set<String> = [
    "textDocument/completion", "textDocument/hover", "textDocument/definition", "textDocument/typeDefinition",
    "textDocument/implementation", "textDocument/references", "textDocument/documentHighlight",
    "textDocument/prepareRename", "textDocument/rename", "textDocument/signatureHelp",
    "textDocument/codeAction",
  ]

  private static let formattingRequests: Set<String> = [
    "textDocument/formatting", "textDocument/rangeFormatting",
  ]

  /// Whether a request is about Swift code: a place outside of documents, or a Swift file as a whole.
  func isOutsideOfDocuments(_ method: String, _ parameters: Parameters) -> Bool {
    guard let source = try? swiftFile(parameters) else { return false }
    if LanguageServer.formattingRequests.contains(method) { return false }
    guard LanguageServer.requestsAboutPlaces.contains(method) else { return true }
    return swiftDocument(in: source, parameters, workspace.project(for: source.path)) == nil
  }

  /// The Swift file that a request is about; nil if it is about another file.
  func swiftFile(_ parameters: Parameters) throws(ResponseError) -> SourceFile? {
    guard let uri = try? parameters["textDocument"]["uri"].string(), Document.isSwift(path(uri)) else {
      return nil
    }
    do throws(FileError) {
      return try texts.read(path(uri))
    } catch {
      throw ResponseError(.requestFailed, "\(uri) cannot be read: \(error.reason).")
    }
  }

  /// The document in a Swift file at the position of a request, or at the start of its range; nil if there is none.
  func swiftDocument(in source: SourceFile, _ parameters: Parameters, _ project: Project) -> SourceFile? {
    let position = parameters["position"].isMissing ? parameters["range"]["start"] : parameters["position"]
    guard Document.isSwift(source.path), let offset = try? offset(position, in: source) else { return nil }
    func holds(_ document: SourceFile) -> Bool { document.origin?.contains(offset) ?? false }
    // A check has read the file already, unless it changed since.
    let checked = project.checked?.index?.tree.files.lazy.map(\.source).first {
      $0.origin?.file === source && holds($0)
    }
    return checked ?? SwiftDocuments(in: source).documents.first(where: holds)
  }

  /// Whether a change of a Swift file may concern documents.
  func mayConcernDocuments(_ old: SourceFile, _ new: SourceFile) -> Bool {
    !Document.isSwift(new.path) || SwiftDocuments.mayContainSome(old) || SwiftDocuments.mayContainSome(new)
  }
}
