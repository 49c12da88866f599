/// The pages of `apusc explain`: every code of every stage.
package struct DiagnosticCatalog {
  /// In the order of their names.
  package let codes: [DiagnosticCode]

  /// - Parameter stages: the list of codes that each stage declares.
  package init(_ stages: [[DiagnosticCode]]) {
    codes = stages.flatMap { $0 }.sorted { $0.name < $1.name }
  }

  /// The code of this name.
  package func code(_ name: String) -> DiagnosticCode? { codes.first { $0.name == name } }

  /// One line a code: its name and title.
  package var index: String {
    let width = codes.map(\.name.count).max() ?? 0
    return codes.map { code in
      code.name + String(repeating: " ", count: width - code.name.count) + "  " + code.title + "\n"
    }.joined()
  }

  /// What to say when there is no code of this name.
  package func unknownCodeMessage(_ name: String) -> String {
    "There is no diagnostic code \"\(name)\".\(Suggestions.didYouMean(name, among: codes.map(\.name)))"
  }
}
