import ApusSwiftModel

/// Code that ApusCache needs.
extension Translator {
  /// The declaration of the cache schema, at the end of the schema's file.
  ///
  /// - Parameter isNested: whether to nest it in the namespace. A namespace declared by a dependency may already contain that module's
  ///   table.
  func cacheSchema(isNested: Bool) -> String {
    guard let table = program.cacheSchema else { return "" }
    let description =
      "/// What a cache has to know of the schema: the types that this module's documents reach."
    // In a module with default isolation to the main actor, the constant would be isolated too.
    let value = "let cacheSchema = \(known.cacheSchema)(\n"
    let text = SwiftLiteral.string(table)
    guard isNested, let namespace = options.namespace else {
      return "\n\(description)\nnonisolated \(access)\(value)  \(text))\n"
    }
    return """

      extension \(namespace) {
        \(description)
        nonisolated \(access)static \(value)    \(text))
      }

      """
  }

  /// A fragment's document, with which a cache reads it on its own. Fragments that share a type use that type's own document.
  func codeCache(_ fragment: Fragment, in text: inout SwiftPrinter) {
    guard let document = fragment.document, case .type(let type) = fragment.data else { return }
    text.blankLine()
    text.open("extension \(global(type.name)): \(known.fragment)")
    text.assignment("\(access)static let fragmentDocument", SwiftLiteral.string(document))
    if !fragment.conditions.isEmpty {
      references.noteSignatureWithRuntime()
      text.open(
        "\(access)static func _conditions(_ variables: [\(known.string): \(known.anyValue)]) -> \(known.conditions)"
      )
      let values = fragment.conditions.map { condition in
        let given = condition.variable.map { "variables[\(literal($0))]?.bool ?? " } ?? ""
        return "\(literal(condition.name)): \(given)\(condition.literal)"
      }
      let whole = "[" + values.joined(separator: ", ") + "]"
      if text.fits(whole) { text.line(whole) } else { list(values, in: &text) }
      text.close()
    }
    text.close()
  }
}
