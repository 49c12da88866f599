import ApusSchema
import ApusSyntax

/// Prints a schema as SDL the way the reference does: extensions are merged into their types, the specification's own
/// definitions are omitted, and only directives that introspection reports are printed.
package struct SchemaPrinter {
  let schema: Schema
  let tree: SyntaxTree
  var output = ""

  /// The text of the whole schema, without a final line feed.
  package static func print(_ schema: Schema) -> String {
    var printer = SchemaPrinter(schema: schema, tree: schema.tree)
    printer.writeSchemaDefinition()
    for index in 1..<schema.directiveCount {
      let directive = schema.directives[index]
      if !SchemaPrinter.isSpecified(directive.name) { printer.writeDirective(directive) }
    }
    for index in 1..<schema.typeCount where !schema.types[index].isBuiltIn {
      printer.writeType(TypeID(index))
    }
    return printer.output
  }

  private static func isSpecified(_ directive: NameID) -> Bool {
    switch directive {
    case Keyword.skip, Keyword.include, Keyword.deprecated, Keyword.specifiedBy, Keyword.oneOf, Keyword.apus:
      true
    default: false
    }
  }

  // MARK: - Definitions

  /// Writes an empty line between definitions.
  private mutating func startDefinition() {
    if !output.isEmpty { output += "\n\n" }
  }

  /// Writes the schema definition, if its description or root type names require one.
  private mutating func writeSchemaDefinition() {
    let roots: [(String, TypeID, NameID)] = [
      ("query", schema.queryType, Keyword.queryType),
      ("mutation", schema.mutationType, Keyword.mutationType),
      ("subscription", schema.subscriptionType, Keyword.subscriptionType),
    ]
    let definition = tree.definitions.first {
      tree.nodes[$0].kind == .schemaDefinition && !tree.has(NodeFlag.isExtension, $0)
    }
    let isDescribed = definition.flatMap(tree.description) != nil
    if roots.allSatisfy({ $0.1 == 0 }) { return }
    if !isDescribed, roots.allSatisfy({ $0.1 == schema.type(named: $0.2) }) { return }
    startDefinition()
    if let definition { writeDescription(of: definition) }
    output += "schema {\n"
    for (name, type, _) in roots where type != 0 { output += "  \(name): \(schema.name(type))\n" }
    output += "}"
  }

  private mutating func writeDirective(_ directive: DirectiveDefinition) {
    startDefinition()
    writeDescription(of: directive.node)
    output += "directive @\(text(directive.name))"
    writeArguments(directive.firstArgument, directive.argumentCount, indentation: "")
    if directive.isDeprecated { writeDeprecation(of: directive.deprecation) }
    if directive.isRepeatable { output += " repeatable" }
    let locations = tree.children(directive.node, .directiveLocation).map(tree.name)
    output += " on " + locations.joined(separator: " | ")
  }

  private mutating func writeType(_ type: TypeID) {
    let definition = schema.types[Int(type)]
    startDefinition()
    writeDescription(of: definition.node)
    let name = text(definition.name)
    switch definition.kind {
    case .scalar:
      output += "scalar \(name)"
      writeSpecification(of: type)
    case .object, .interface:
      output += definition.kind == .object ? "type \(name)" : "interface \(name)"
      writeRelated(definition, prefix: " implements ", separator: " & ")
      writeFields(definition)
    case .union:
      output += "union \(name)"
      writeRelated(definition, prefix: " = ", separator: " | ")
    case .enum:
      output += "enum \(name)"
      writeValues(definition)
    case .inputObject:
      output += "input \(name)\(definition.isOneOf ? " @oneOf" : "")"
      writeInputFields(definition)
    }
  }

  private mutating func writeRelated(_ definition: TypeDefinition, prefix: String, separator: String) {
    if definition.relatedCount == 0 { return }
    let first = Int(definition.firstRelated)
    let names = (first..<first + Int(definition.relatedCount)).map { schema.name(schema.relatedTypes[$0]) }
    output += prefix + names.joined(separator: separator)
  }

  /// Writes ` @specifiedBy(url: …)`.
  private mutating func writeSpecification(of type: TypeID) {
    if let url = schema.specificationURL(of: type) {
      output += " @specifiedBy(url: \(StringLiteral.quoted(url)))"
    }
  }

  // MARK: - Members

  private mutating func writeFields(_ type: TypeDefinition) {
    writeBlock(type.firstMember, type.memberCount) { printer, index in
      let field = printer.schema.fields[index]
      printer.writeDescription(of: field.node, indentation: "  ", isFirst: index == Int(type.firstMember))
      printer.output += "  \(printer.text(field.name))"
      printer.writeArguments(field.firstArgument, field.argumentCount, indentation: "  ")
      printer.output += ": \(printer.schema.description(field.type))"
      printer.writeDeprecation(of: field.node)
    }
  }

  private mutating func writeValues(_ type: TypeDefinition) {
    writeBlock(type.firstMember, type.memberCount) { printer, index in
      let value = printer.schema.enumValues[index]
      printer.writeDescription(of: value.node, indentation: "  ", isFirst: index == Int(type.firstMember))
      printer.output += "  \(printer.text(value.name))"
      printer.writeDeprecation(of: value.node)
    }
  }

  private mutating func writeInputFields(_ type: TypeDefinition) {
    writeBlock(type.firstMember, type.memberCount) { printer, index in
      let field = printer.schema.inputValues[index]
      printer.writeDescription(of: field.node, indentation: "  ", isFirst: index == Int(type.firstMember))
      printer.output += "  "
      printer.writeInputValue(field)
    }
  }

  /// Writes members in braces, one per line; nothing if there are none.
  private mutating func writeBlock(
    _ first: UInt32, _ count: UInt32, _ writeMember: (inout SchemaPrinter, Int) -> Void
  ) {
    if count == 0 { return }
    output += " {\n"
    for index in Int(first)..<Int(first + count) {
      writeMember(&self, index)
      output += "\n"
    }
    output += "}"
  }

  /// Writes arguments in parentheses: on one line, or one per line if one of them has a description.
  private mutating func writeArguments(_ first: UInt32, _ count: UInt32, indentation: String) {
    if count == 0 { return }
    let indices = Int(first)..<Int(first + count)
    if indices.allSatisfy({ tree.description(schema.inputValues[$0].node) == nil }) {
      output += "("
      for index in indices {
        if index > Int(first) { output += ", " }
        writeInputValue(schema.inputValues[index])
      }
      output += ")"
      return
    }
    output += "(\n"
    for index in indices {
      let argument = schema.inputValues[index]
      writeDescription(of: argument.node, indentation: "  " + indentation, isFirst: index == Int(first))
      output += "  " + indentation
      writeInputValue(argument)
      output += "\n"
    }
    output += indentation + ")"
  }

  private mutating func writeInputValue(_ value: InputValueDefinition) {
    output += "\(text(value.name)): \(schema.description(value.type))"
    if value.hasDefault { output += " = \(MinifyingPrinter.printPart(value.defaultValue, of: tree))" }
    writeDeprecation(of: value.node)
  }

  // MARK: - Parts

  private func text(_ name: NameID) -> String { schema.names.string(name) }

  private mutating func writeDeprecation(of node: NodeID) {
    guard let reason = tree.deprecationReason(of: node) else { return }
    output += " @deprecated"
    if reason != SyntaxTree.defaultDeprecationReason { output += "(reason: \(StringLiteral.quoted(reason)))" }
  }

  private mutating func writeDescription(of node: NodeID, indentation: String = "", isFirst: Bool = true) {
    guard let description = tree.description(node) else { return }
    let literal =
      StringLiteral.canBeBlock(description)
      ? StringLiteral.block(description) : StringLiteral.quoted(description)
    if !isFirst { output += "\n" }
    let lines = literal.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for line in lines {
      output += indentation
      output += Substring(line)
      output += "\n"
    }
  }
}
