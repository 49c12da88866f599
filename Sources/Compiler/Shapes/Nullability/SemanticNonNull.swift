import ApusSource
import ApusSchema
import ApusSyntax

/// The fields that are null only if they have an error, as `@semanticNonNull` on a field or `@semanticNonNullField` on its type declares.
///
/// https://specs.apollo.dev/nullability/v0.4
struct SemanticNonNull {
  /// The list levels of each such field, as bits.
  private(set) var levels: [FieldID: UInt32] = [:]
  /// The schema's policy for fields without `@catch`.
  private(set) var catchByDefault: CatchPolicy?
  private let diagnostics: DiagnosticSink
  private let schema: Schema
  private let tree: SyntaxTree

  init(_ schema: Schema, _ diagnostics: DiagnosticSink) {
    self.diagnostics = diagnostics
    self.schema = schema
    tree = schema.tree
    // Nearly every schema returns here, without a look at its fields.
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
    for field in 1..<max(1, schema.fieldCount) where schema.fields[field].node >= 0 {
      for directive in directives(.semanticNonNull, on: schema.fields[field].node) {
        add(directive, to: FieldID(field))
      }
    }
    for type in 1..<max(1, schema.typeCount) { readFields(of: TypeID(type)) }
    inheritFromInterfaces()
  }

  private func directives(_ meanings: ClientDirective.Meaning..., on node: NodeID) -> [NodeID] {
    tree.children(node, .directive).filter { directive in
      schema.clientDirectives[tree.name(directive)].map { meanings.contains($0.meaning) } ?? false
    }
  }

  private mutating func readFields(of type: TypeID) {
    let definition = schema.types[Int(type)]
    guard definition.kind == .object || definition.kind == .interface else { return }
    for part in Int(definition.firstPart)..<Int(definition.firstPart + definition.partCount) {
      for directive in directives(.semanticNonNullField, on: schema.parts[part]) {
        let name = tree.string(tree.argument("name", of: directive)) ?? ""
        let field = schema.ownField(tree.names.find(name), of: type)
        if name.isEmpty || field == 0 {
          report("\"\(schema.name(type))\" has no field \"\(name)\"", directive)
        } else {
          add(directive, to: field)
        }
      }
    }
  }

  private mutating func add(_ directive: NodeID, to field: FieldID) {
    let type = schema.fields[Int(field)].type
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

  /// Copies the promises of interfaces to the types that implement them.
  private mutating func inheritFromInterfaces() {
    for (field, bits) in levels {
      let interface = schema.fields[Int(field)].parent
      guard schema.types[Int(interface)].kind == .interface else { continue }
      for type in 1..<max(1, schema.typeCount) where isImplementation(TypeID(type), of: interface) {
        let own = schema.ownField(schema.fields[Int(field)].name, of: TypeID(type))
        if own != 0 { levels[own, default: 0] |= bits & ~nonNullLevels(schema.fields[Int(own)].type) }
      }
    }
  }

  private func isImplementation(_ type: TypeID, of interface: TypeID) -> Bool {
    let definition = schema.types[Int(type)]
    guard definition.kind == .object || definition.kind == .interface else { return false }
    let first = Int(definition.firstRelated)
    return (first..<first + Int(definition.relatedCount)).contains { schema.relatedTypes[$0] == interface }
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
