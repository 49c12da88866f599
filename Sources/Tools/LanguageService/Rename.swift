import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// The reason why a symbol cannot be renamed, as a sentence.
package struct RenameError: Error {
  package let message: String
}

extension Analysis {
  /// The ranges to change to rename a symbol.
  ///
  /// - Throws: ``RenameError`` if the name belongs to the schema or the new name is not usable.
  package func rename(_ place: SymbolAtPlace, to newName: String) throws(RenameError) -> [SourceRange] {
    try checkRenamable(place.symbol)
    try check(newName, for: place.symbol)
    switch place.symbol {
    case .alias: return [place.range]
    default: return references(to: place.symbol).map(\.range)
    }
  }

  /// - Throws: ``RenameError`` if the name belongs to the schema.
  package func checkRenamable(_ symbol: Symbol) throws(RenameError) {
    switch symbol {
    case .fragment, .operation, .alias: return
    case .variable(let name, let path, let start): try checkVariable(name, path, start)
    case .field, .input, .enumValue, .type, .directive:
      throw RenameError(
        message:
          "The schema defines this name. Only fragments, operations, variables and aliases can be renamed.")
    }
  }

  private func check(_ newName: String, for symbol: Symbol) throws(RenameError) {
    let bytes = Array(newName.utf8)
    let isDigit = bytes.first.map { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } ?? true
    guard !isDigit, bytes.allSatisfy(CursorContext.isNamePart) else {
      throw RenameError(
        message:
          "\"\(newName)\" is not a valid name: use letters, digits and underscores, not starting with a digit."
      )
    }
    let name = names.find(newName)
    switch symbol {
    case .fragment:
      if newName == "on" { throw RenameError(message: "A fragment cannot be named \"on\".") }
      if fragment(named: name) != nil {
        throw RenameError(message: "There is a fragment \"\(newName)\" already.")
      }
    case .operation:
      if name != 0, !definitions(of: .operation(name)).isEmpty {
        throw RenameError(message: "There is an operation \"\(newName)\" already.")
      }
    case .variable(_, let path, let start):
      if name != 0, !variables(name, path, start).isEmpty {
        throw RenameError(message: "There is a variable \"$\(newName)\" already.")
      }
    default: break
    }
  }

  /// A variable used in fragments can only be renamed if no other operation uses those fragments.
  private func checkVariable(_ name: NameID, _ path: String, _ start: Int) throws(RenameError) {
    if fragment(defining: name, path, start) != nil { return }
    let owners = operations(reaching: path, start)
    if owners.count > 1 {
      throw RenameError(
        message: "The fragment is used by \(operationNames(owners)). Rename the variable in one of them.")
    }
    guard let owner = owners.first else { return }
    let fragments = Set(index.reached(from: [owner]).filter { $0 != owner && uses(name, $0) })
    for other in definitions where other != owner && tree.kind(index.node(other)) == .operation {
      if !fragments.isDisjoint(with: index.reached(from: [other])) {
        throw RenameError(
          message:
            "A fragment that uses the variable is used by the operation \(operationNames([other])), too.")
      }
    }
  }

  private func operationNames(_ numbers: [DefinitionID]) -> String {
    let names = numbers.prefix(3).map { number in
      let name = tree.name(index.node(number))
      return name.isEmpty ? "without a name" : "\"\(name)\""
    }
    return Suggestions.join(names, "and")
  }

  private func uses(_ name: NameID, _ definition: DefinitionID) -> Bool {
    index.variableUses(in: definition).contains { index.variable($0) == name }
  }
}
