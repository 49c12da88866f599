import ApusDiagnostics
import ApusJSON
import ApusLanguageService

/// Fixes for what is reported.
extension LanguageServer {
  func codeActions(_ parameters: Parameters) throws(ResponseError) -> JSONOutput {
    let target = try target(parameters)
    let start = try offset(parameters["range"]["start"], in: target.source)
    let end = try offset(parameters["range"]["end"], in: target.source)
    if let only = try? parameters["context"]["only"].elements() {
      let kinds = only.compactMap { try? $0.string() }
      if !kinds.contains(where: { "quickfix".hasPrefix($0) }) { return [] }
    }
    guard let analysis = analysis(target), let checked = target.project.checked else { return [] }
    var actions: [JSONOutput] = []
    for diagnostic in checked.diagnostics {
      guard let place = diagnostic.ranges.first, place.file.path == target.path, place.start <= end,
        start <= place.end
      else { continue }
      let fixes = analysis.fixes(for: diagnostic)
      for fix in fixes {
        actions.append([
          "title": .string(fix.title), "kind": "quickfix", "isPreferred": .boolean(fixes.count == 1),
          "diagnostics": [item(diagnostic, target.path)], "edit": workspaceEdit(fix.edits),
        ])
      }
    }
    return .array(actions)
  }
}
