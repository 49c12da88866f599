import ApusSchema
import ApusSyntax

/// Changes to directives.
extension SchemaChanges {
  mutating func compareDirectives() {
    func directives(_ schema: Schema) -> [String: Int] {
      let own = (1..<max(1, schema.directiveCount)).filter { index in
        let node = schema.directives[index].node
        return node >= 0 && schema.tree.fileIndex(of: node) > 0
      }
      return SchemaChanges.named(own) { "@" + schema.names.string(schema.directives[$0].name) }
    }
    compare(
      directives(old), directives(new),
      removed: { search, name, _ in
        search.add(.breaking, "directive-removed", name, "The directive \"\(name)\" was removed.", at: -1)
      },
      kept: { search, name, before, after in
        search.compareDirective(name, search.old.directives[before], search.new.directives[after])
      },
      added: { search, name, directive in
        search.add(
          .safe, "directive-added", name, "The directive \"\(name)\" was added.",
          at: search.new.directives[directive].node)
      })
  }

  mutating func compareDirective(
    _ name: String, _ before: DirectiveDefinition, _ after: DirectiveDefinition
  ) {
    compareDescriptions(name, before.node, after.node)
    compareDeprecations(
      name, before.isDeprecated ? old.tree.deprecationReason(of: before.deprecation) : nil,
      after.isDeprecated ? new.tree.deprecationReason(of: after.deprecation) : nil, at: after.node)
    if before.isRepeatable != after.isRepeatable {
      add(
        after.isRepeatable ? .safe : .breaking,
        after.isRepeatable ? "directive-repeatable-added" : "directive-repeatable-removed", name,
        "\"\(name)\" \(after.isRepeatable ? "became repeatable" : "is no longer repeatable").",
        at: after.node)
    }
    func locations(_ schema: Schema, _ node: NodeID) -> [String: NodeID] {
      SchemaChanges.named(schema.tree.children(node, .directiveLocation), schema.tree.name)
    }
    compare(
      locations(old, before.node), locations(new, after.node),
      removed: { search, location, _ in
        search.add(
          .breaking, "directive-location-removed", name,
          "\"\(name)\" is no longer allowed on \(location).",
          at: after.node)
      },
      kept: { _, _, _, _ in },
      added: { search, location, _ in
        search.add(
          .safe, "directive-location-added", name, "\"\(name)\" is now allowed on \(location).",
          at: after.node)
      })
    compareInputValues(
      old.arguments(before.firstArgument, before.argumentCount),
      new.arguments(after.firstArgument, after.argumentCount),
      InputKind(
        noun: "argument", removed: "directive-arg-removed", required: "required-directive-arg-added",
        optional: "optional-directive-arg-added", ofOptional: .safe, changed: "directive-arg"),
      at: after.node
    ) { "\(name)(\($0):)" }
  }
}
