import ApusSource

/// A feature for editors: the capability that the server announces, and the methods for its requests. ``all`` is the table of them.
struct EditorFeature {
  // Not with a typed error: at run time, a function type with one needs macOS 15.
  typealias Handler = @Sendable (LanguageServer) -> (Parameters) throws -> JSONOutput

  /// The member of `ServerCapabilities` in the protocol.
  private let capability: String
  private let value: @Sendable (ClientCapabilities) -> JSONOutput
  private let handlers: [String: Handler]

  private init(
    _ capability: String, _ handlers: [String: Handler],
    value: @escaping @Sendable (ClientCapabilities) -> JSONOutput = { _ in .boolean(true) }
  ) {
    (self.capability, self.handlers, self.value) = (capability, handlers, value)
  }

  private static let all = [
    EditorFeature(
      "completionProvider",
      [
        "textDocument/completion": LanguageServer.completion,
        "completionItem/resolve": LanguageServer.resolve,
      ]
    ) { _ in
      ["triggerCharacters": ["{", "(", "@", "$", ".", ":", ",", " "], "resolveProvider": .boolean(true)]
    },
    EditorFeature("hoverProvider", ["textDocument/hover": LanguageServer.hover]),
    EditorFeature("definitionProvider", ["textDocument/definition": LanguageServer.definition]),
    EditorFeature("implementationProvider", ["textDocument/implementation": LanguageServer.implementation]),
    EditorFeature("typeDefinitionProvider", ["textDocument/typeDefinition": LanguageServer.typeDefinition]),
    EditorFeature("referencesProvider", ["textDocument/references": LanguageServer.references]),
    EditorFeature(
      "documentHighlightProvider", ["textDocument/documentHighlight": LanguageServer.highlights]),
    EditorFeature(
      "renameProvider",
      [
        "textDocument/prepareRename": LanguageServer.prepareRename,
        "textDocument/rename": LanguageServer.rename,
      ]
    ) { _ in ["prepareProvider": .boolean(true)] },
    EditorFeature("documentSymbolProvider", ["textDocument/documentSymbol": LanguageServer.documentSymbols]),
    EditorFeature("foldingRangeProvider", ["textDocument/foldingRange": LanguageServer.foldingRanges]),
    EditorFeature("selectionRangeProvider", ["textDocument/selectionRange": LanguageServer.selectionRanges]),
    EditorFeature("documentFormattingProvider", ["textDocument/formatting": LanguageServer.formatting]),
    EditorFeature(
      "documentRangeFormattingProvider", ["textDocument/rangeFormatting": LanguageServer.rangeFormatting]),
    EditorFeature("workspaceSymbolProvider", ["workspace/symbol": LanguageServer.workspaceSymbols]),
    EditorFeature(
      "semanticTokensProvider",
      [
        "textDocument/semanticTokens/full": LanguageServer.semanticTokens,
        "textDocument/semanticTokens/range": LanguageServer.semanticTokensOfRange,
      ]
    ) { _ in
      ["legend": LanguageServer.tokenLegend, "full": .boolean(true), "range": .boolean(true)]
    },
    EditorFeature("signatureHelpProvider", ["textDocument/signatureHelp": LanguageServer.signatureHelp]) {
      _ in ["triggerCharacters": ["(", ","]]
    },
    EditorFeature("codeActionProvider", ["textDocument/codeAction": LanguageServer.codeActions]) { client in
      client.takesCodeActionLiterals
        ? ["codeActionKinds": .array(LanguageServer.actionKinds)] : .boolean(false)
    },
  ]

  /// The handlers of all requests, by method.
  static let handlers: [String: Handler] = all.reduce(into: [:]) { handlers, feature in
    handlers.merge(feature.handlers) { first, _ in first }
  }

  /// The result of `initialize`.
  static func answer(_ client: ClientCapabilities) -> JSONOutput {
    var capabilities: [(name: String, value: JSONOutput)] = [
      ("positionEncoding", .string(client.columns == .bytes ? "utf-8" : "utf-16")),
      ("textDocumentSync", ["openClose": .boolean(true), "change": .number(2), "save": .boolean(true)]),
    ]
    capabilities += all.map { ($0.capability, $0.value(client)) }
    capabilities.append(
      (
        "workspace",
        ["workspaceFolders": ["supported": .boolean(true), "changeNotifications": .boolean(true)]]
      ))
    return ["capabilities": .object(capabilities), "serverInfo": ["name": "apus-language-server"]]
  }
}
