import ApusDocuments
import ApusSchema
import ApusSyntax

extension ValidationContext {
  /// The definitions and all fragments that they use directly or indirectly.
  func reached(from definitions: [DefinitionID]) -> Set<DefinitionID> {
    var reached = Set(definitions)
    var open = definitions
    while let definition = open.popLast() {
      for spread in index.spreads(in: definition) {
        if let fragment = index.definition(ofSpread: spread), reached.insert(fragment).inserted {
          open.append(fragment)
        }
      }
    }
    return reached
  }
}
