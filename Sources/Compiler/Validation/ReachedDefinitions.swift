import ApusSchema
import ApusSyntax

extension ValidationContext {
  /// The definitions and all fragments that they use directly or indirectly, in source order.
  func reached(from definitions: [Int]) -> [Int] {
    var reached = Set(definitions)
    var open = definitions
    while let number = open.popLast() {
      let definition = index.definitions[number]
      for spread in definition.firstSpread..<definition.spreadEnd {
        let fragment = Int(resolved[Int(index.spreads[spread])])
        if fragment != 0, reached.insert(fragment).inserted { open.append(fragment) }
      }
    }
    return reached.sorted()
  }
}
