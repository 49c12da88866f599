import ApusSource
import ApusLanguageService

/// Renaming.
extension LanguageServer {
  func prepareRename(_ parameters: Parameters) throws(ResponseError) -> JSONOutput {
    guard let (analysis, place) = try symbol(parameters) else {
      throw ResponseError(.requestFailed, "There is no name to change here.")
    }
    do throws(RenameError) {
      try analysis.checkRenamable(place.symbol)
    } catch {
      throw ResponseError(.requestFailed, error.message)
    }
    let name = place.range.file.text(place.range.start, place.range.end)
    return ["range": range(place.range), "placeholder": .string(name)]
  }

  func rename(_ parameters: Parameters) throws(ResponseError) -> JSONOutput {
    let name = try parameters["newName"].string()
    guard let (analysis, place) = try symbol(parameters) else {
      throw ResponseError(.requestFailed, "There is no name to change here.")
    }
    do throws(RenameError) {
      return workspaceEdit(try analysis.rename(place, to: name).map { ($0, name) })
    } catch {
      throw ResponseError(.requestFailed, error.message)
    }
  }
}
