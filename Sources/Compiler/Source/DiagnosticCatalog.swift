/// The pages of `apus-tool explain`: all codes of all stages.
package struct DiagnosticCatalog {
  /// All codes, sorted by name.
  package let codes: [DiagnosticCode]

  /// - Parameter stages: the codes that each stage declares.
  package init(_ stages: [[DiagnosticCode]]) {
    codes = stages.flatMap { $0 }.sorted { $0.name < $1.name }
  }

  /// The code of this name.
  package func code(_ name: String) -> DiagnosticCode? { codes.first { $0.name == name } }

  /// One line per code: its name and title.
  package var index: String {
    let width = codes.map(\.name.count).max() ?? 0
    return codes.map { code in
      code.name + String(repeating: " ", count: width - code.name.count) + "  " + code.title + "\n"
    }.joined()
  }

  /// The error message for an unknown code.
  package func unknownCodeMessage(_ name: String) -> String {
    "There is no diagnostic code \"\(name)\".\(Suggestions.didYouMean(name, among: codes.map(\.name)))"
  }
}
