import ApusShapes
import ApusSwiftModel
import ApusSchema
import ApusSyntax

extension Translator {
  func declare(_ operation: Operation, in text: inout SwiftPrinter) {
    references.noteConformanceToRuntime()
    text.documentation(
      Documentation(lines: SwiftLiteral.commentLines(tree.description(operation.node) ?? "")))
    text.openType(
      "\(access)struct \(operation.swiftName)",
      inherits: [known.operation(SwiftNames.capitalized(operation.kind.keyword))]
        + (options.hasDecodableInputs ? [known.object] : []))
    declareSent(inputs(operation), in: &text)
    text.separate()
    declare(operation.data, in: &text)
    text.close()
  }

  func code(_ operation: Operation, in text: inout SwiftPrinter) {
    codeSent(global(operation.swiftName), inputs(operation), in: &text) { text in
      // Computed, because Swift makes three functions of each stored one and checks its value again after each edit of the target.
      for (name, value) in [
        ("operationName", operation.name), ("operationDocument", operation.document),
        ("operationID", operation.id),
      ] {
        text.property("\(access)static var \(name)", Code(known.string), body: SwiftLiteral.string(value))
      }
      if operation.isIncremental {
        text.property("\(access)static var isIncremental", Code(known.bool), body: "true")
      }
      if let onError = operation.onError {
        references.noteSignatureWithRuntime()
        text.property("\(access)static var onError", Code("\(known.errorBehavior)?"), body: ".\(onError)")
      }
      codeConditions(of: operation, in: &text)
      if !operation.cacheEdits.isEmpty {
        references.noteSignatureWithRuntime()
        code(
          "\(access)static var _cacheEdits", "[\(known.cacheEdit)]", operation.cacheEdits.map(code), in: &text
        )
      }
    }
    code(operation.data, in: &text)
  }

  /// Generates the members that reading a response needs: `_conditions` with the values of Boolean variables, and `_parts` with the keys of deferred
  /// fragments by label.
  private func codeConditions(of operation: Operation, in text: inout SwiftPrinter) {
    if !operation.conditions.isEmpty || !operation.passedConditions.isEmpty {
      references.noteSignatureWithRuntime()
      let values =
        operation.conditions.map { literal($0.name) + ": " + condition($0) }
        + operation.passedConditions.map { name, variable, value in
          literal(name) + ": " + (variable.map(condition) ?? "\(value)")
        }
      code("\(access)var _conditions", known.conditions, values, in: &text)
    }
    if !operation.deferred.isEmpty {
      code(
        "\(access)static var _parts", "[\(known.string): \(known.string)]",
        operation.deferred.map { SwiftLiteral.string($0.label) + ": " + literal($0.key) }, in: &text)
    }
  }

  /// A call that makes an edit: `.appendEdge(["saveAlbum", "edge"], to: ["Listener.library"])`.
  private func code(_ edit: CacheEdit) -> String {
    func list(_ texts: [String]) -> String {
      "[" + texts.map(SwiftLiteral.string).joined(separator: ", ") + "]"
    }
    var arguments = [list(edit.path)]
    if let type = edit.type { arguments.append(SwiftLiteral.string(type)) }
    if !edit.connections.isEmpty {
      arguments.append((edit.type == nil ? "to: " : "from: ") + list(edit.connections))
    }
    return ".\(edit.kind)(" + arguments.joined(separator: ", ") + ")"
  }

  private func condition(_ variable: InputValue) -> String {
    let name =
      (Translator.isHidden(variable.swiftName) ? "self." : "") + SwiftNames.escape(variable.swiftName)
    return name + (variable.presence == .required ? "" : " ?? \(defaultCondition(of: variable))")
  }

  /// Generates a computed property that returns a dictionary literal.
  private func code(_ head: String, _ type: String, _ values: [String], in text: inout SwiftPrinter) {
    let whole = "[" + values.joined(separator: ", ") + "]"
    if text.fits("  " + whole) { return text.property(head, Code(type), body: whole) }
    text.openProperty(head, Code(type))
    list(values, in: &text)
    text.close()
  }

  /// Writes an array or dictionary literal with a line for each element.
  func list(_ values: [String], in text: inout SwiftPrinter) {
    text.line("[")
    text.indent()
    for value in values { text.line(values.count == 1 ? value : value + ",") }
    text.outdent()
    text.line("]")
  }

  /// The value of a Boolean variable that the program does not set: its default, or false.
  private func defaultCondition(of variable: InputValue) -> Bool {
    tree.value(variable.node).map { tree.has(NodeFlag.isTrue, $0) } ?? false
  }

  private func inputs(_ operation: Operation) -> [InputMember] {
    operation.variables.map { ($0, documentation(ofVariable: $0)) }
  }

  /// The variable's description, and its default value, which the server uses if the variable is omitted.
  private func documentation(ofVariable variable: InputValue) -> Documentation {
    var result = Documentation(lines: SwiftLiteral.commentLines(tree.description(variable.node) ?? ""))
    if let value = tree.value(variable.node) {
      if !result.lines.isEmpty { result.lines.append("") }
      result.lines += SwiftLiteral.commentLines("Default: `\(tree.text(of: value))`")
    }
    return result
  }
}
