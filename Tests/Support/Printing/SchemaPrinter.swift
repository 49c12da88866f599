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
    for directive in schema.allDirectives where !SchemaPrinter.isSpecified(schema[directive].name) {
      printer.writeDirective(directive)
    }
    for type in schema.allTypes where !schema[type].isBuiltIn { printer.writeType(type) }
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
    let roots: [(String, TypeID?, NameID)] = [
      ("query", schema.queryType, Keyword.queryType),
      ("mutation", schema.mutationType, Keyword.mutationType),
      ("subscription", schema.subscriptionType, Keyword.subscriptionType),
    ]
    let definition = tree.definitions.first {
      tree.nodes[$0].kind == .schemaDefinition && !tree.has(NodeFlag.isExtension, $0)
    }
    let isDescribed = definition.flatMap(tree.description) != nil
    if roots.allSatisfy({ $0.1 == nil }) { return }
    if !isDescribed, roots.allSatisfy({ $0.1 == schema.type(named: $0.2) }) { return }
    startDefinition()
    if let definition { writeDescription(of: definition) }
    output += "schema {\n"
    for (name, type, _) in roots where type != nil { output += "  \(name): \(schema.name(type))\n" }
    output += "}"
  }

  private mutating func writeDirective(_ id: DirectiveID) {
    let directive = schema[id]
    startDefinition()
    writeDescription(of: directive.node)
    output += "directive @\(text(directive.name))"
    writeArguments(schema.arguments(of: id), indentation: "")
    if directive.isDeprecated { writeDeprecation(of: directive.deprecation) }
    if directive.isRepeatable { output += " repeatable" }
    let locations = tree.children(directive.node, .directiveLocation).map(tree.name)
    output += " on " + locations.joined(separator: " | ")
  }

  private mutating func writeType(_ type: TypeID) {
    let definition = schema[type]
    startDefinition()
    writeDescription(of: definition.node)
    let name = text(definition.name)
    switch definition.kind {
    case .scalar:
      output += "scalar \(name)"
      writeSpecification(of: type)
    case .object, .interface:
      output += definition.kind == .object ? "type \(name)" : "interface \(name)"
      writeRelated(type, prefix: " implements ", separator: " & ")
      writeFields(type)
    case .union:
      output += "union \(name)"
      writeRelated(type, prefix: " = ", separator: " | ")
    case .enum:
      output += "enum \(name)"
      writeValues(type)
    case .inputObject:
      output += "input \(name)\(definition.isOneOf ? " @oneOf" : "")"
      writeInputFields(type)
    }
  }

  private mutating func writeRelated(_ type: TypeID, prefix: String, separator: String) {
    let names = schema.relatedTypes(of: type).map { schema.name($0) }
    if !names.isEmpty { output += prefix + names.joined(separator: separator) }
  }

  /// Writes ` @specifiedBy(url: …)`.
  private mutating func writeSpecification(of type: TypeID) {
    if let url = schema.specificationURL(of: type) {
      output += " @specifiedBy(url: \(StringLiteral.quoted(url)))"
    }
  }

  // MARK: - Members

  private mutating func writeFields(_ type: TypeID) {
    writeBlock(schema.fields(of: type)) { printer, id, isFirst in
      let field = printer.schema[id]
      printer.writeDescription(of: field.node, indentation: "  ", isFirst: isFirst)
      printer.output += "  \(printer.text(field.name))"
      printer.writeArguments(printer.schema.arguments(of: id), indentation: "  ")
      printer.output += ": \(printer.schema.description(field.type))"
      printer.writeDeprecation(of: field.node)
    }
  }

  private mutating func writeValues(_ type: TypeID) {
    writeBlock(schema.enumValues(of: type)) { printer, id, isFirst in
      let value = printer.schema[id]
      printer.writeDescription(of: value.node, indentation: "  ", isFirst: isFirst)
      printer.output += "  \(printer.text(value.name))"
      printer.writeDeprecation(of: value.node)
    }
  }

  private mutating func writeInputFields(_ type: TypeID) {
    writeBlock(schema.inputFields(of: type)) { printer, id, isFirst in
      let field = printer.schema[id]
      printer.writeDescription(of: field.node, indentation: "  ", isFirst: isFirst)
      printer.output += "  "
      printer.writeInputValue(field)
    }
  }

  /// Writes members in braces, one per line; nothing if there are none.
  private mutating func writeBlock<Definition>(
    _ members: TableIDs<Definition>,
    _ writeMember: (inout SchemaPrinter, TableID<Definition>, _ isFirst: Bool) -> Void
  ) {
    if members.isEmpty { return }
    output += " {\n"
    for member in members {
      writeMember(&self, member, member == members.first)
      output += "\n"
    }
    output += "}"
  }

  /// Writes arguments in parentheses: on one line, or one per line if one of them has a description.
  private mutating func writeArguments(_ arguments: TableIDs<InputValueDefinition>, indentation: String) {
    if arguments.isEmpty { return }
    if arguments.allSatisfy({ tree.description(schema[$0].node) == nil }) {
      output += "("
      for argument in arguments {
        if argument != arguments.first { output += ", " }
        writeInputValue(schema[argument])
      }
      output += ")"
      return
    }
    output += "(\n"
    for id in arguments {
      let argument = schema[id]
      writeDescription(of: argument.node, indentation: "  " + indentation, isFirst: id == arguments.first)
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
