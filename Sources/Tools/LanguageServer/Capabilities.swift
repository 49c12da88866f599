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

/// The server's capabilities as the protocol defines them.
enum ServerCapabilities {
  /// The result of `initialize`.
  static func answer(_ client: ClientCapabilities) -> JSONOutput {
    [
      "capabilities": [
        "positionEncoding": client.columns == .bytes ? "utf-8" : "utf-16",
        "textDocumentSync": ["openClose": .boolean(true), "change": .number(2), "save": .boolean(true)],
        "completionProvider": [
          "triggerCharacters": ["{", "(", "@", "$", ".", ":", ",", " "], "resolveProvider": .boolean(true),
        ],
        "hoverProvider": .boolean(true), "definitionProvider": .boolean(true),
        "implementationProvider": .boolean(true), "typeDefinitionProvider": .boolean(true),
        "referencesProvider": .boolean(true),
        "documentHighlightProvider": .boolean(true), "renameProvider": ["prepareProvider": .boolean(true)],
        "documentSymbolProvider": .boolean(true), "foldingRangeProvider": .boolean(true),
        "selectionRangeProvider": .boolean(true), "documentFormattingProvider": .boolean(true),
        "documentRangeFormattingProvider": .boolean(true), "workspaceSymbolProvider": .boolean(true),
        "semanticTokensProvider": [
          "legend": LanguageServer.tokenLegend, "full": .boolean(true), "range": .boolean(true),
        ],
        "signatureHelpProvider": ["triggerCharacters": ["(", ","]],
        "codeActionProvider": client.takesCodeActionLiterals
          ? ["codeActionKinds": .array(LanguageServer.actionKinds)] : .boolean(false),
        "workspace": [
          "workspaceFolders": ["supported": .boolean(true), "changeNotifications": .boolean(true)]
        ],
      ],
      "serverInfo": ["name": "apus-language-server"],
    ]
  }
}
