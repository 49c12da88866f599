import ApusIR

/// What ApusCache needs.
extension Translator {
  /// The table of the schema, as the end of the schema's file.
  ///
  /// - Parameter isNested: whether it stands in the namespace. One that a module below declares may have that module's table.
  func cacheSchema(isNested: Bool) -> String {
    guard let table = program.cacheSchema else { return "" }
    let description =
      "/// What a cache has to know of the schema: the types that this module's documents reach."
    let type = declaredNames.contains("GraphQLCacheSchema") ? "Apus.GraphQLCacheSchema" : "GraphQLCacheSchema"
    // In a module that isolates to the main actor by default the constant would be the main actor's.
    let value = "let cacheSchema = \(type)(\n"
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

  /// A fragment's text, by which a cache reads it on its own. Of fragments that share one type the type's own counts.
  func codeCache(_ fragment: Fragment, in text: inout SwiftText) {
    guard let document = fragment.document, case .type(let type) = fragment.data else { return }
    let known = declaredNames.contains("GraphQLFragment") ? "Apus.GraphQLFragment" : "GraphQLFragment"
    text.blankLine()
    text.open("extension \(global(type.name)): \(known)")
    text.assignment("\(access)static let fragmentDocument", SwiftLiteral.string(document))
    text.close()
  }
}
