import ApusSource
import ApusSchema
import ApusSyntax

/// The fields that are null only if they have an error, according to `@semanticNonNull` on the field or `@semanticNonNullField` on its type.
///
/// https://specs.apollo.dev/nullability/v0.4
package struct SemanticNonNull {
  /// For each of these fields, the list levels at which a null comes with an error, as bits. Bit 0 is the field itself.
  package private(set) var levels: [FieldID: UInt32] = [:]
  /// The policy of `@catchByDefault` or `@throwOnFieldError` on the schema.
  private(set) var catchByDefault: CatchPolicy?
  private let diagnostics: DiagnosticSink
  private let schema: Schema
  private let tree: SyntaxTree

  package init(_ schema: Schema, _ diagnostics: DiagnosticSink) {
    self.diagnostics = diagnostics
    self.schema = schema
    tree = schema.tree
    // Nearly all schemas have none of these directives, so their fields need no visit.
    if !schema.clientDirectives.maySayOfNullability(schema.names) { return }
    for definition in tree.definitions where tree.kind(definition) == .schemaDefinition {
      for directive in directives(.catchByDefault, .throwOnFieldError, on: definition) {
        guard let known = schema.clientDirectives[tree.name(directive)] else { continue }
        if let fault = known.fault(directive, on: definition, tree) {
          report(fault, directive)
        } else {
          catchByDefault = CatchPolicy(rawValue: known.word(directive, tree))
        }
      }
    }
    for field in schema.allFields where schema[field].node >= 0 {
      for directive in directives(.semanticNonNull, on: schema[field].node) { add(directive, to: field) }
    }
    for type in schema.allTypes { readFields(of: type) }
    inheritFromInterfaces()
  }

  private func directives(_ meanings: ClientDirective.Meaning..., on node: NodeID) -> [NodeID] {
    tree.children(node, .directive).filter { directive in
      schema.clientDirectives[tree.name(directive)].map { meanings.contains($0.meaning) } ?? false
    }
  }

  private mutating func readFields(of type: TypeID) {
    guard schema[type].kind == .object || schema[type].kind == .interface else { return }
    for part in schema.parts(of: type) {
      for directive in directives(.semanticNonNullField, on: part) {
        let name = tree.string(tree.argument("name", of: directive)) ?? ""
        if let field = schema.ownField(tree.names.find(name), of: type) {
          add(directive, to: field)
        } else {
          report("\"\(schema.name(type))\" has no field \"\(name)\"", directive)
        }
      }
    }
  }

  private mutating func add(_ directive: NodeID, to field: FieldID) {
    let type = schema[field].type
    for level in tree.levels(of: directive) ?? [-1] {
      if (0...type.listDepth).contains(level) {
        if !type.isNonNull(atLevel: level) { levels[field, default: 0] |= 1 &<< UInt32(level) }
      } else {
        report(
          "\"levels\" must be numbers from 0, the field itself, to \(type.listDepth), the innermost elements",
          directive)
      }
    }
  }

  /// Copies the promises about an interface's fields to the same fields of types that implement it.
  private mutating func inheritFromInterfaces() {
    for (field, bits) in levels {
      let interface = schema[field].parent
      guard schema[interface].kind == .interface else { continue }
      for type in schema.allTypes where schema.isRelated(interface, to: type) {
        guard let own = schema.ownField(schema[field].name, of: type) else { continue }
        levels[own, default: 0] |= bits & ~nonNullLevels(schema[own].type)
      }
    }
  }

  private func nonNullLevels(_ type: TypeReference) -> UInt32 {
    (0...type.listDepth).reduce(0) { $0 | (type.isNonNull(atLevel: $1) ? 1 &<< UInt32($1) : 0) }
  }

  private mutating func report(_ message: String, _ directive: NodeID) {
    diagnostics.append(
      Diagnostic(
        .warning, .unheededDirective, "\(message). \"@\(tree.name(directive))\" has no effect here.",
        at: [tree.range(of: directive)]))
  }
}
