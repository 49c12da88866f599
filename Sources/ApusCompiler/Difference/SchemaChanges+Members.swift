import ApusSchema
import ApusSyntax

/// Changes to fields, arguments and input fields.
extension SchemaChanges {
  mutating func compareFields(_ type: String, _ before: TypeDefinition, _ after: TypeDefinition) {
    func fields(_ schema: Schema, _ type: TypeDefinition) -> [String: Int] {
      SchemaChanges.named(SchemaChanges.members(type)) { schema.names.string(schema.fields[$0].name) }
    }
    compare(
      fields(old, before), fields(new, after),
      removed: { search, name, _ in
        search.add(
          .breaking, "field-removed", "\(type).\(name)", "The field \"\(type).\(name)\" was removed.",
          at: after.node)
      },
      kept: { search, name, before, after in
        let (first, second) = (search.old.fields[before], search.new.fields[after])
        let coordinate = "\(type).\(name)"
        search.compareNotes(coordinate, first.node, second.node)
        search.compareReferences(
          "field", coordinate, first.type, second.type, at: second.node, isInput: false)
        search.compareInputValues(
          search.old.arguments(first.firstArgument, first.argumentCount),
          search.new.arguments(second.firstArgument, second.argumentCount),
          InputKind(
            noun: "argument", removed: "arg-removed", required: "required-arg-added",
            optional: "optional-arg-added", ofOptional: .dangerous, changed: "arg"),
          at: second.node
        ) { "\(coordinate)(\($0):)" }
      },
      added: { search, name, field in
        search.add(
          .safe, "field-added", "\(type).\(name)", "The field \"\(type).\(name)\" was added.",
          at: search.new.fields[field].node)
      })
  }

  mutating func compareInputFields(_ type: String, _ before: TypeDefinition, _ after: TypeDefinition) {
    if before.isOneOf != after.isOneOf {
      add(
        after.isOneOf ? .breaking : .safe, after.isOneOf ? "one-of-added" : "one-of-removed", type,
        after.isOneOf
          ? "\"\(type)\" takes one field only, as @oneOf." : "\"\(type)\" is no longer @oneOf.",
        at: after.node)
    }
    compareInputValues(
      old.arguments(before.firstMember, before.memberCount),
      new.arguments(after.firstMember, after.memberCount),
      InputKind(
        noun: "input field", removed: "field-removed", required: "required-input-field-added",
        optional: "optional-input-field-added", ofOptional: .dangerous, changed: "field"),
      at: after.node
    ) { "\(type).\($0)" }
  }

  /// The wording for changes to arguments, input fields and directive arguments.
  struct InputKind {
    var noun: String
    var removed: String
    var required: String
    var optional: String
    /// The effect of adding an optional one.
    var ofOptional: SchemaChange.Effect
    /// The prefix of its kinds of changes.
    var changed: String
  }

  mutating func compareInputValues(
    _ before: [String: InputValueDefinition], _ after: [String: InputValueDefinition], _ kind: InputKind,
    at node: NodeID, _ coordinate: (String) -> String
  ) {
    compare(
      before, after,
      removed: { search, name, _ in
        search.add(
          .breaking, kind.removed, coordinate(name), "The \(kind.noun) \"\(coordinate(name))\" was removed.",
          at: node)
      },
      kept: { search, name, first, second in
        let coordinate = coordinate(name)
        search.compareNotes(coordinate, first.node, second.node)
        let isSame = search.compareReferences(
          kind.noun, coordinate, first.type, second.type, kind: kind.changed, at: second.node, isInput: true)
        if isSame { search.compareDefaults(coordinate, first, second, kind) }
      },
      added: { search, name, value in
        let what = "\(kind.noun) \"\(coordinate(name))\" was added."
        if value.isRequired {
          search.add(.breaking, kind.required, coordinate(name), "The required \(what)", at: value.node)
        } else {
          search.add(kind.ofOptional, kind.optional, coordinate(name), "The optional \(what)", at: value.node)
        }
      })
  }

  /// Compares the types of a field or an input.
  ///
  /// - Returns: whether the change is safe: for an input, every old value is valid for the new type; for a field, the
  ///   reverse.
  @discardableResult
  mutating func compareReferences(
    _ noun: String, _ coordinate: String, _ before: TypeReference, _ after: TypeReference,
    kind: String = "field",
    at node: NodeID, isInput: Bool
  ) -> Bool {
    let (first, second) = (old.description(before), new.description(after))
    if first == second { return true }
    let hasSameForm =
      old.name(before.named) == new.name(after.named) && before.listDepth == after.listDepth
    let (strict, loose) = isInput ? (after, before) : (before, after)
    let isSafe =
      hasSameForm
      && (0...before.listDepth).allSatisfy {
        !strict.isNonNull(atLevel: $0) || loose.isNonNull(atLevel: $0)
      }
    add(
      isSafe ? .safe : .breaking, isSafe ? "\(kind)-type-changed" : "\(kind)-changed-kind", coordinate,
      "The \(noun) \"\(coordinate)\" was \"\(first)\" and is \"\(second)\".", at: node)
    return isSafe
  }

  mutating func compareDefaults(
    _ coordinate: String, _ before: InputValueDefinition, _ after: InputValueDefinition, _ kind: InputKind
  ) {
    let first = before.hasDefault ? SchemaChanges.canonical(before.defaultValue, old.tree) : nil
    let second = after.hasDefault ? SchemaChanges.canonical(after.defaultValue, new.tree) : nil
    if first == second { return }
    // Without an explicit default, the server could use its own.
    add(
      first == nil ? .safe : .dangerous, "\(kind.changed)-default-value-change", coordinate,
      "The default of \"\(coordinate)\" was \(first ?? "none") and is \(second ?? "none").", at: after.node)
  }

  /// The text of a value with the fields of objects in a canonical order.
  static func canonical(_ node: NodeID, _ tree: SyntaxTree) -> String {
    switch tree.kind(node) {
    case .objectValue:
      let fields = tree.children(node, .objectField).map { field in
        "\(tree.name(field)): \(tree.value(field).map { canonical($0, tree) } ?? "")"
      }
      return "{ \(fields.sorted().joined(separator: ", ")) }"
    case .listValue: return "[\(tree.children(node).map { canonical($0, tree) }.joined(separator: ", "))]"
    case .stringValue: return StringLiteral.quoted(tree.stringValue(node))
    default: return Printer.print(node, of: tree)
    }
  }
}

extension Schema {
  /// Arguments or input fields, by name.
  func arguments(_ first: UInt32, _ count: UInt32) -> [String: InputValueDefinition] {
    Dictionary(
      (Int(first)..<Int(first + count)).map { (names.string(inputValues[$0].name), inputValues[$0]) }
    ) {
      first, _ in first
    }
  }
}
