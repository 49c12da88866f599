import ApusSource

/// The client capabilities that matter here.
struct ClientCapabilities {
  var columns = ColumnUnit.utf16
  var takesSnippets = false
  var takesMarkdown = false
  var takesNestedSymbols = false
  var takesDocumentChanges = false
  var takesNewFiles = false
  var takesCodeActionLiterals = false
  var takesLabelOffsets = false

  init() {}

  /// - Parameter capabilities: the member `capabilities` of the `initialize` parameters.
  init(_ capabilities: JSONValue?) {
    let encodings = capabilities?["general"]?["positionEncodings"]?.elements ?? []
    if encodings.contains(where: { $0.string == "utf-8" }) { columns = .bytes }
    let document = capabilities?["textDocument"]
    takesSnippets = document?["completion"]?["completionItem"]?["snippetSupport"]?.boolean ?? false
    let formats = document?["hover"]?["contentFormat"]?.elements ?? []
    takesMarkdown = formats.contains { $0.string == "markdown" }
    takesNestedSymbols = document?["documentSymbol"]?["hierarchicalDocumentSymbolSupport"]?.boolean ?? false
    takesDocumentChanges = capabilities?["workspace"]?["workspaceEdit"]?["documentChanges"]?.boolean ?? false
    let operations = capabilities?["workspace"]?["workspaceEdit"]?["resourceOperations"]?.elements ?? []
    takesNewFiles = operations.contains { $0.string == "create" }
    takesCodeActionLiterals = document?["codeAction"]?["codeActionLiteralSupport"] != nil
    let signature = document?["signatureHelp"]?["signatureInformation"]
    takesLabelOffsets = signature?["parameterInformation"]?["labelOffsetSupport"]?.boolean ?? false
  }
}
