import ApusSwiftModel

/// Generates the code with which a cache reads and writes objects: the constant `cacheSchema`, and fragments' documents.
extension Translator {
  /// The declaration of `cacheSchema`, for the end of the schema's file.
  ///
  /// - Parameter isNested: whether to declare it in the namespace. It would collide there with the constant of a module below if that module declares
  ///   the namespace.
  func cacheSchema(isNested: Bool) -> String {
    guard let table = program.cacheSchema else { return "" }
    let description =
      "/// What a cache has to know of the schema: the types that this module's documents reach."
    // If the user's module isolates everything to the main actor by default, the constant would be isolated, too.
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

  /// Generates `fragmentDocument`, with which a cache reads the fragment by itself. A fragment whose type is an alias gets none: the aliased type has
  /// one.
  func codeCache(_ fragment: Fragment, in text: inout SwiftPrinter) {
    guard let document = fragment.document, case .type(let type) = fragment.data else { return }
    text.blankLine()
    text.open("extension \(global(type.name)): \(known.fragment)")
    text.property(
      "\(access)static var fragmentDocument", Code(known.string), body: SwiftLiteral.string(document))
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
